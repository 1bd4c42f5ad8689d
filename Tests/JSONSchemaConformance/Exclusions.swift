// The cases of the suite that are not passed, each with its reason. An entry that passes fails the test.

struct Exclusion {
    let part: SuitePart
    /// The case's name, see SuiteCase.
    let test: String
    let reason: String
}

let exclusions: [Exclusion] = []
