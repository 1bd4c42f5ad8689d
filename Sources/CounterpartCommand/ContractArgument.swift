// The contract that a command is given: loaded, and what is wrong with it told.

import ArgumentParser
import OpenAPIContract

struct ContractArgument: ParsableArguments {
    @Argument(
        help: "A folder with an openapi.yaml, or an OpenAPI document.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contract: String

    /// How many findings are shown before the rest is only counted.
    private static let shown = 20

    /// The contract, as far as it can be used. Findings go to standard error, the gravest first.
    func load() throws -> Contract { try Self.load(contract) }

    static func load(_ path: String) throws -> Contract {
        let loaded = Contract.load(path: path)
        let report = DiagnosticReport(loaded.diagnostics)
        let grave = report.diagnostics.filter { $0.severity == .error }
        let others = report.diagnostics.filter { $0.severity == .warning }
        for diagnostic in (grave + others).prefix(shown) {
            Terminal.error.write(DiagnosticReport([diagnostic]).text)
        }
        let rest = grave.count + others.count - shown
        if rest > 0 { Terminal.error.write("… and \(rest) more\n") }
        guard let contract = loaded.contract else {
            throw CommandFailure("\(path) cannot be used: \(report.summary)")
        }
        return contract
    }
}
