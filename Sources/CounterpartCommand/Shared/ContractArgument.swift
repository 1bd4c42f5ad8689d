// The contract that a command is given: loaded, and what is wrong with it told.

import ArgumentParser
import Mocking
import SourceDocuments
import OpenAPIContract

struct ContractArgument: ParsableArguments {
    @Argument(
        help: "A folder with an openapi.yaml, or an OpenAPI document.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contract: String

    @Option(help: ArgumentHelp("A folder outside the contract's that its references may lead into.", valueName: "dir"))
    var allowRef: [String] = []

    /// How many findings are shown before the rest is only counted.
    private static let shown = 20

    /// The contract. Findings go to standard error, the gravest first.
    func load() throws -> Contract { try Self.load(contract, options: LoadOptions(allowedFolders: allowRef)) }

    static func load(_ path: String, options: LoadOptions = LoadOptions()) throws -> Contract {
        try accepted(Contract.load(path: path, options: options), name: path)
    }

    /// What was loaded, where it can be used.
    static func accepted(_ loaded: Loaded, name path: String) throws -> Contract {
        let report = tell(loaded.diagnostics)
        // Half of a contract would be another one than the author's.
        guard let contract = loaded.contract, report.count(.error) == 0 else {
            throw CommandFailure("\(path) cannot be used: \(report.summary)")
        }
        return contract
    }

    /// A contract and its mock file, where both can be used.
    static func accepted(_ loaded: MockDefinition.Loaded, name path: String) throws -> MockDefinition {
        let report = tell(loaded.contractDiagnostics)
        let mockFile = tell(loaded.mockFileDiagnostics)
        guard let definition = loaded.definition else {
            throw CommandFailure(
                mockFile.count(.error) > 0 && report.count(.error) == 0
                    ? "the mock file cannot be used: \(mockFile.summary)"
                    : "\(path) cannot be used: \(report.summary)")
        }
        return definition
    }

    private static func tell(_ diagnostics: [Diagnostic]) -> DiagnosticReport {
        let report = DiagnosticReport(diagnostics)
        let grave = report.diagnostics.filter { $0.severity == .error }
        let others = report.diagnostics.filter { $0.severity == .warning }
        for diagnostic in (grave + others).prefix(shown) {
            Terminal.error.write(DiagnosticReport([diagnostic]).text)
        }
        let rest = grave.count + others.count - shown
        if rest > 0 { Terminal.error.write("… and \(rest) more\n") }
        return report
    }
}
