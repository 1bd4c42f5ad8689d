// `counterpart check`: all errors and warnings of contracts.

import ContractTools
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

struct CheckCommand: AsyncParsableCommand, ConfigurableCommand {
    static let variables = ["config"]

    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check contracts for errors.",
        discussion: """
            Checks the contract and all files that it refers to, its examples, and the mock.yaml, workflows.arazzo.yaml and recordings that \
            belong to it. Each finding has a file, line and column, what was found and expected, and how to fix it.

            Examples:
              counterpart check Contracts/sneaker-shop
              counterpart check Contracts/* --report github         annotations on GitHub
              counterpart check Contracts/sneaker-shop --watch      again whenever a file is saved
              counterpart check Contracts/sneaker-shop/workflows.arazzo.yaml
              counterpart check Contracts/shop --pact pacts/app-shop.json   does the consumer agree?

            Of the reports check writes json, sarif, codequality and github.

            Exit codes: 0 no errors, 1 errors, 2 no contract to check.

            \(variablesHelp(variables))
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

    @Flag(help: "Check again whenever a file is saved, until Ctrl-C.")
    var watch = false

    @OptionGroup(title: "Reports") var reports: ReportOptions

    @OptionGroup(title: "Configuration") var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp("Allow references into this folder; repeatable.", valueName: "dir"), completion: .directory)
    var allowRef: [String] = []

    func validate() throws {
        try reports.refuse(
            Set(ReportFormat.allCases.filter { $0.ofDiagnostics == nil }),
            "check has json, sarif, codequality and github.")
        if watch, contracts.contains(where: { $0.contains("://") }) {
            throw ValidationError("--watch is for files of this machine.")
        }
        if !pacts.isEmpty, contracts.count != 1 {
            throw ValidationError("--pact is compared with one contract.")
        }
    }

    func run() async throws {
        try reports.checkFolders()
        if watch { return try await CheckWatch(paths: contracts).run { try await tell(times: $0) } }
        let (report, unusable) = try checked()
        try write(report)
        if unusable { throw ExitCode(2) }
        if report.count(.error) > 0 { throw ExitCode(1) }
    }

    /// One time of many: what was found, and one line that says when and how much.
    private func tell(times: Int) async throws {
        let (report, _) = try checked()
        let output = reports.rendered { .whole($0.ofDiagnostics.map(report.rendered) ?? "") }
        try output.writeFiles()
        let style: Terminal.Style =
            report.count(.error) > 0 ? .failure : report.count(.warning) > 0 ? .warning : .success
        let text = report.diagnostics.isEmpty ? "" : report.text + "\n"
        let summary = "\(WallClock.now) \(report.summary)"
        Terminal.output.write(text + Terminal.output.styled(style, summary) + "\n")
    }

    /// - Returns: what was found, and whether a contract could not be read at all.
    private func checked() throws -> (report: DiagnosticReport, unusable: Bool) {
        let pacts = try PactFile.read(pacts)
        var diagnostics: [Diagnostic] = []
        var unusable = false
        for path in contracts {
            let found = try Self.diagnostics(of: path, allowRef: allowRef, pacts: pacts)
            diagnostics += found.all
            unusable = unusable || found.isUnusable
        }
        return (DiagnosticReport(diagnostics), unusable)
    }

    /// All that is wrong with a contract and what belongs to it, or with a file of workflows.
    static func diagnostics(
        of path: String, allowRef: [String] = [], pacts: [Pact] = []
    ) throws -> (all: [Diagnostic], isUnusable: Bool) {
        if let workflows = WorkflowLibrary.load(file: path, allowed: allowRef) {
            return (workflows.diagnostics, workflows.library == nil)
        }
        let loaded = Contract.load(named: path, options: LoadOptions(allowedFolders: allowRef))
        guard let contract = loaded.contract else { return (loaded.diagnostics, true) }
        var diagnostics = loaded.diagnostics + contract.check() + pacts.flatMap { $0.disagreements(with: contract) }
        if let folder = ContractFolder(path: path) {
            diagnostics += Behaviour.load(from: folder, for: contract).diagnostics
            diagnostics += WorkflowLibrary.load(beside: contract, in: folder)?.diagnostics ?? []
            diagnostics += ContractRecordings(of: path).check(by: contract)
        }
        return (diagnostics, false)
    }

    private func write(_ report: DiagnosticReport) throws {
        let output = reports.rendered { .whole($0.ofDiagnostics.map(report.rendered) ?? "") }
        try output.writeFiles()
        if !output.replacesText {
            Terminal.output.write(report.text + (report.diagnostics.isEmpty ? "" : "\n") + report.summary + "\n")
        }
        try output.print()
    }
}

extension ReportFormat {
    /// Nil for formats that are about exchanges.
    fileprivate var ofDiagnostics: DiagnosticReport.Format? {
        switch self {
        case .json: .json
        case .sarif: .sarif
        case .github: .github
        case .codequality: .codequality
        case .junit, .html, .markdown, .har: nil
        }
    }
}
