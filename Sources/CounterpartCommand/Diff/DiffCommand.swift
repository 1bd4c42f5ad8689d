// `counterpart diff`: changes between two contracts, and which of them break clients or servers.

import ArgumentParser
import ContractChanges
import ContractUsage
import Foundation
import JSONValues
import JSONSchema
import OpenAPIContract

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show changes between two contracts, and which of them break clients or servers.",
        discussion: """
            A change breaks someone if it narrows requests or widens answers. Descriptions, examples and tags are not compared. Each rule \
            has a stable id.

            OLD and NEW are a contract folder, an OpenAPI document, or git:REV:PATH for either at a revision of this git repository.

            Examples:
              counterpart diff git:main:Contracts/sneaker-shop Contracts/sneaker-shop
              counterpart diff old.yaml new.yaml --format markdown --fail-on warning
              counterpart diff old.yaml new.yaml --format html > changes.html
              counterpart diff old.yaml new.yaml --usage usage/*.json --fail-on used

            Exit codes: 0 no change of --fail-on, 1 such changes, 2 could not run.
            """)

    enum Failure: String, CaseIterable, ExpressibleByArgument {
        case breaking, warning, used, never
    }

    @Argument(help: "Contract before the change.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var old: String

    @Argument(help: "Contract after the change.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var new: String

    @Option(help: "Print \(ChangeReport.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = ChangeReport.Format.text

    @Option(
        help: ArgumentHelp(
            "Exit with 1 on changes of this severity.",
            valueName: "breaking|warning|used|never"))
    var failOn = Failure.breaking

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Say which changes hit what applications use, by what counterpart usage wrote of each.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var usage: [String] = []

    @Option(
        help: ArgumentHelp("Allow references into this folder; repeatable.", valueName: "dir"), completion: .directory)
    var allowRef: [String] = []

    func validate() throws {
        if failOn == .used, usage.isEmpty { throw ValidationError("--fail-on used needs --usage.") }
    }

    func run() throws {
        let usage = try usage.map { path in
            let usage = try UsageFile.read(path)
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            return (name: usage.apps.isEmpty ? name : usage.apps.sorted().joined(separator: ", "), usage: usage)
        }
        let (old, new) = try (contract(self.old), contract(self.new))
        let today = String(Date().formatted(.iso8601.year().month().day()))
        let report = ChangeReport(ContractComparison.changes(from: old, to: new, today: today, usage: usage))
        let terminal = Terminal.output
        switch format {
        case .text: terminal.write(report.text { terminal.styled($0.style, $1) })
        case .markdown: terminal.write(report.markdown)
        case .json: terminal.write(report.json.serialized(.pretty) + "\n")
        case .html: terminal.write(report.html)
        }
        let failed =
            switch failOn {
            case .breaking: report.count(.breaking) > 0
            case .warning: report.count(.breaking) + report.count(.warning) > 0
            case .used: report.breakingUsed > 0
            case .never: false
            }
        if failed { throw ExitCode(1) }
    }

    private func contract(_ name: String) throws -> Contract {
        if let revision = GitContract(name) { return try ContractArgument.accepted(revision.load(), name: name) }
        return try ContractArgument.load(name, options: LoadOptions(allowedFolders: allowRef))
    }
}

extension ChangeReport.Format: ExpressibleByArgument {}

extension ChangeReport.Emphasis {
    fileprivate var style: Terminal.Style {
        switch self {
        case .breaking: .failure
        case .warning: .warning
        case .aside: .aside
        }
    }
}
