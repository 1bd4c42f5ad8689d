// How a mock behaves beyond the examples of its contract: a mock file, read, checked and compiled.

import JSONValues
package import SourceDocuments
package import OpenAPIContract

/// A compiled mock file: what it says of each operation of its contract.
package struct Behaviour: Sendable {
    /// By `Operation.index`.
    package let rules: [Int: [Rule]]
    /// By `Operation.index`, the parts of the state that the answers of its rules hang on; of those whose answers hang on more than
    /// that and the request, nothing.
    package var ruleInputs: [Int: [Int]] = [:]
    /// What every session starts with.
    package let state: RuleState
    /// Whether what no rule covers behaves as collections and their items.
    package let infersCollections: Bool
    package let latency: Latency
    /// In the order of the file: the first that applies to a request is injected.
    package let faults: [FaultRule]
    /// Those who may ask; where there is none, anybody may.
    package let identities: [Identity]
    /// What the file says, for what is compiled later.
    package var file = MockFile()
    /// What the values of the state have in common with those that the file gives.
    package var shapes: [JSONShape] = []

    /// Whether delays are to be as they were measured in recordings.
    package var takesRecordedLatency: Bool { latency.isRecorded }

    /// Without a mock file.
    package static let plain = Behaviour(
        rules: [:], state: RuleState([]), infersCollections: true, latency: Latency(), faults: [],
        identities: [])

    /// What a mock file may be called; the first that is there counts.
    package static let names = ["mock.yaml", "mock.yml", "mock.json"]

    /// Reads the mock file of a contract's folder, if there is one. Nil where something in it is wrong, which the diagnostics tell.
    package static func load(
        from folder: ContractFolder, for contract: Contract
    ) -> (behaviour: Behaviour?, diagnostics: [Diagnostic]) {
        for name in names {
            guard case .read(let source, let found) = folder.read(name) else { continue }
            guard let source else { return (nil, found) }
            var reader = MockFileReader(contract: contract, folder: folder)
            let file = reader.read(source)
            let environment = RuleEnvironment(file)
            let (rules, faults, problems) = RuleCompiler.compile(file, environment)
            let diagnostics = found + reader.diagnostics + problems
            guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
            let state = RuleState(file.state.map { ($0.name, $0.value) })
            let behaviour = Behaviour(
                rules: rules, ruleInputs: rules.compactMapValues { $0.inputs(of: state) }, state: state,
                infersCollections: file.infersCollections, latency: file.latency, faults: faults,
                identities: file.identities, file: file, shapes: environment.shapes)
            return (behaviour, diagnostics)
        }
        return (.plain, [])
    }
}
