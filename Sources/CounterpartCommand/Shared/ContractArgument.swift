// The contract argument of a command: loads the contract and prints its diagnostics.

import MockRules
import ArgumentParser
import MockServing
import Mocking
import SourceDocuments
import OpenAPIContract

/// The contract of `counterpart verify`, which pacts do without.
struct VerifiedContract: ParsableArguments {
    @Argument(
        help: "Contract folder, OpenAPI document, or its URL.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contract: String?

    @Option(
        help: ArgumentHelp("Allow references into this folder; repeatable.", valueName: "dir"), completion: .directory)
    var allowRef: [String] = []

    /// Empty without one.
    var path: String { contract ?? "" }

    func load() throws -> Contract {
        try ContractArgument.load(path, options: LoadOptions(allowedFolders: allowRef))
    }
}

struct ContractArgument: ParsableArguments {
    @Argument(
        help: "Contract folder, OpenAPI document, or its URL.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contract: String

    @Option(
        help: ArgumentHelp("Allow references into this folder; repeatable.", valueName: "dir"), completion: .directory)
    var allowRef: [String] = []

    /// Diagnostics beyond this number are counted, not printed.
    private static let shown = 20

    /// Loads the contract. Diagnostics go to standard error, errors first; errors end the command.
    func load() throws -> Contract { try Self.load(contract, options: LoadOptions(allowedFolders: allowRef)) }

    static func load(_ path: String, options: LoadOptions = LoadOptions()) throws -> Contract {
        try accepted(Contract.load(named: path, options: options), name: path)
    }

    /// The loaded contract. Prints its diagnostics; errors end the command.
    static func accepted(_ loaded: Loaded, name path: String) throws -> Contract {
        let report = tell(loaded.diagnostics, of: path)
        // A contract with parts left out would be a different contract.
        guard let contract = loaded.contract, report.count(.error) == 0 else {
            throw CommandFailure("\(path) cannot be used: \(report.summary)")
        }
        return contract
    }

    /// The loaded contract and mock file. Prints their diagnostics; errors end the command.
    static func accepted(_ loaded: MockDefinition.Loaded, name path: String) throws -> MockDefinition {
        let report = tell(loaded.contractDiagnostics, of: path)
        let mockFile = tell(loaded.mockFileDiagnostics)
        guard let definition = loaded.definition else {
            throw CommandFailure(
                mockFile.count(.error) > 0 && report.count(.error) == 0
                    ? "the mock file cannot be used: \(mockFile.summary)"
                    : "\(path) cannot be used: \(report.summary)")
        }
        return definition
    }

    /// - Parameter contract: whose warnings are for `check` to list.
    private static func tell(_ diagnostics: [Diagnostic], of contract: String? = nil) -> DiagnosticReport {
        let report = DiagnosticReport(diagnostics)
        let grave = report.diagnostics.filter { $0.severity == .error }
        var others = report.diagnostics.filter { $0.severity == .warning }
        if let contract, !others.isEmpty {
            let count = DiagnosticReport(others).summary
            let path = contract.contains(" ") ? "'\(contract)'" : contract
            Terminal.error.write("\(count): counterpart check \(path)\n")
            others = []
        }
        for diagnostic in (grave + others).prefix(shown) {
            Terminal.error.write(DiagnosticReport([diagnostic]).text)
        }
        let rest = grave.count + others.count - shown
        if rest > 0 { Terminal.error.write("… and \(rest) more\n") }
        return report
    }
}
