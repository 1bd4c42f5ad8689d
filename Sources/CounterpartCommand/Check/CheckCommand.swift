// `counterpart check`: all errors and warnings of contracts.

import MockRules
import VerificationReports
import ArgumentParser
import MockServing
import Mocking
import Pact
import SourceDocuments
import OpenAPIContract
import Verification
import Workflows

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check contracts for errors",
        discussion: """
            Checks the contract and all files that it refers to, its examples, and the mock.yaml, workflows.arazzo.yaml and recordings that \
            belong to it. Each finding has a file, line and column, what was found and expected, and how to fix it.

            Examples:
              counterpart check Contracts/sneaker-shop
              counterpart check Contracts/* --report github         annotations on GitHub
              counterpart check Contracts/sneaker-shop/workflows.arazzo.yaml
              counterpart check Contracts/shop --pact pacts/app-shop.json   does the consumer agree?

            Exit codes: 0 no errors, 1 errors, 2 no contract to check.
            """)

    @Argument(
        help: "Contract folders, OpenAPI documents, their URLs, or *.arazzo.yaml.",
        completion: .file())
    var contracts: [String]

    @Option(
        name: .customLong("pact"), parsing: .upToNextOption,
        help: ArgumentHelp("Compare what these pacts expect with the contract.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var pacts: [String] = []

    @OptionGroup(title: "Reports") var reports: ReportOptions

    @Option(help: ArgumentHelp("Allow references into this folder; repeatable.", valueName: "dir"))
    var allowRef: [String] = []

    func validate() throws {
        try reports.refuse(
            Set(ReportFormat.allCases.filter { $0.ofDiagnostics == nil }), "check has json, sarif and github.")
        if !pacts.isEmpty, contracts.count != 1 {
            throw ValidationError("--pact is compared with one contract.")
        }
    }

    func run() throws {
        try reports.checkFolders()
        let pacts = try PactFile.read(pacts)
        var diagnostics: [Diagnostic] = []
        var unusable = false
        for path in contracts {
            if let workflows = WorkflowLibrary.load(file: path, allowed: allowRef) {
                diagnostics += workflows.diagnostics
                unusable = unusable || workflows.library == nil
                continue
            }
            let loaded = Contract.load(named: path, options: LoadOptions(allowedFolders: allowRef))
            diagnostics += loaded.diagnostics + (loaded.contract?.check() ?? [])
            if let contract = loaded.contract { diagnostics += pacts.flatMap { $0.disagreements(with: contract) } }
            if let contract = loaded.contract, let folder = ContractFolder(path: path) {
                diagnostics += Behaviour.load(from: folder, for: contract).diagnostics
                diagnostics += WorkflowLibrary.load(beside: contract, in: folder)?.diagnostics ?? []
                diagnostics += ContractRecordings(of: path).check(by: contract)
            }
            unusable = unusable || loaded.contract == nil
        }
        let report = DiagnosticReport(diagnostics)
        let output = reports.rendered { $0.ofDiagnostics.map(report.rendered) ?? "" }
        try output.writeFiles()
        if !output.replacesText {
            Terminal.output.write(report.text + (report.diagnostics.isEmpty ? "" : "\n") + report.summary + "\n")
        }
        output.print()
        if unusable { throw ExitCode(2) }
        if report.count(.error) > 0 { throw ExitCode(1) }
    }
}

extension ReportFormat {
    /// Nil for formats that are about exchanges.
    fileprivate var ofDiagnostics: DiagnosticReport.Format? {
        switch self {
        case .json: .json
        case .sarif: .sarif
        case .github: .github
        case .junit, .html, .markdown, .har: nil
        }
    }
}
