// `counterpart check`: everything that is wrong with contracts, without a network.

import ArgumentParser
import Mocking
import SourceDocuments
import OpenAPIContract
import Workflows

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say everything that is wrong with a contract.",
        discussion: """
            Reads the contract and all files that it refers to, holds its examples to their schemas, and checks the mock.yaml, \
            the workflows.arazzo.yaml and the recordings that belong to it. Offline. Each finding has a file, a line and a column, what was found and \
            expected, and what to do about it.

            Examples:
              counterpart check Contracts/sneaker-shop
              counterpart check Contracts/* --format github         annotations in a GitHub job
              counterpart check Contracts/sneaker-shop/workflows.arazzo.yaml

            Exit codes: 0 nothing wrong but for warnings and notes, 1 errors, 2 no contract to check.
            """)

    @Argument(
        help: "Folders with an openapi.yaml, OpenAPI documents, or Arazzo documents (*.arazzo.yaml).",
        completion: .file())
    var contracts: [String]

    @Option(
        help: "How findings are written: \(DiagnosticReport.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = DiagnosticReport.Format.text

    @Option(help: ArgumentHelp("A folder outside the contract's that its references may lead into.", valueName: "dir"))
    var allowRef: [String] = []

    func run() throws {
        var diagnostics: [Diagnostic] = []
        var unusable = false
        for path in contracts {
            if let workflows = WorkflowLibrary.load(file: path, allowed: allowRef) {
                diagnostics += workflows.diagnostics
                unusable = unusable || workflows.library == nil
                continue
            }
            let loaded = Contract.load(path: path, options: LoadOptions(allowedFolders: allowRef))
            diagnostics += loaded.diagnostics + (loaded.contract?.check() ?? [])
            if let contract = loaded.contract, let folder = ContractFolder(path: path) {
                diagnostics += Behaviour.load(from: folder, for: contract).diagnostics
                diagnostics += WorkflowLibrary.load(beside: contract, in: folder)?.diagnostics ?? []
                diagnostics += ContractRecordings(of: path).check(by: contract)
            }
            unusable = unusable || loaded.contract == nil
        }
        let report = DiagnosticReport(diagnostics)
        Terminal.output.write(report.rendered(format))
        if format == .text {
            Terminal.output.write((report.diagnostics.isEmpty ? "" : "\n") + report.summary + "\n")
        }
        if unusable { throw ExitCode(2) }
        if report.count(.error) > 0 { throw ExitCode(1) }
    }
}

extension DiagnosticReport.Format: ExpressibleByArgument {}
