// What the answers of rules hang on.

import CEL

extension [Rule] {
    /// The indices of the parts of a state that the answers hang on; see `CELInputs.parts`.
    package func inputs(of state: RuleState) -> [Int]? {
        reduce(into: CELInputs()) { $0.formUnion($1.inputs) }.parts(of: state.names)
    }
}
