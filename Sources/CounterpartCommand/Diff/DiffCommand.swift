// `counterpart diff`: what changed between two contracts, and whom it breaks.

import ArgumentParser
import ContractChanges
import Foundation
import JSONValues
import JSONSchema
import OpenAPIContract

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what changed between two contracts, and whether it breaks anyone.",
        discussion: """
            Requests may not be narrowed and answers may not be widened: whoever keeps to the old contract must get along with \
            the new one. Texts, examples and tags are left out; a reference in place of what it refers to, or a path parameter \
            by another name, is no change. Each rule has an id that never changes.

            OLD and NEW are a folder with an openapi.yaml, an OpenAPI document, or git:REV:PATH for either as it was at a \
            revision of the git repository that this is run in.

            Examples:
              counterpart diff git:main:Contracts/sneaker-shop Contracts/sneaker-shop
              counterpart diff old.yaml new.yaml --format markdown --fail-on warning

            Exit codes: 0 nothing that --fail-on names, 1 something of it, 2 a contract cannot be used.
            """)

    enum Failure: String, CaseIterable, ExpressibleByArgument {
        case breaking, warning, never
    }

    @Argument(help: "The contract as it was.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var old: String

    @Argument(help: "The contract as it is to be.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var new: String

    @Option(help: "How changes are written: \(ChangeReport.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = ChangeReport.Format.text

    @Option(
        help: ArgumentHelp(
            "What makes the exit code 1: breaking changes, warnings too, or nothing.",
            valueName: "breaking|warning|never"))
    var failOn = Failure.breaking

    @Option(help: ArgumentHelp("A folder outside the contracts' that references may lead into.", valueName: "dir"))
    var allowRef: [String] = []

    func run() throws {
        let (old, new) = try (contract(self.old), contract(self.new))
        let today = String(Date().formatted(.iso8601.year().month().day()))
        let report = ChangeReport(ContractComparison.changes(from: old, to: new, today: today))
        let terminal = Terminal.output
        switch format {
        case .text: terminal.write(report.text { terminal.styled($0.style, $1) })
        case .markdown: terminal.write(report.markdown)
        case .json: terminal.write(report.json.serialized(.pretty) + "\n")
        }
        let failed =
            switch failOn {
            case .breaking: report.count(.breaking) > 0
            case .warning: report.count(.breaking) + report.count(.warning) > 0
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
