// `counterpart usage`: what applications use of a contract.

import ArgumentParser
import ContractTools
import ContractUsage
import Foundation
import JSONValues
import MockServing
import OpenAPIContract
import SourceDocuments
import Verification

struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Show which parts of a contract applications use, and which they do not.",
        discussion: """
            Reads recordings (HAR), pacts, journals of mocks (a file, or the URL of a running mock) and files that this command wrote. Of \
            each exchange it notes the operation, the parameters and properties that were sent, the status, and the declared header fields \
            and properties that were in the answer: names of the contract alone, no values. A file that a client wrote that is generated with \
            --track narrows the properties of the exchanges beside it to those that the app reads.

            --output keeps that in a file, and adds to one that is there: the same exchanges give the same file, in whatever order. \
            counterpart diff --usage reads it.

            Examples:
              counterpart usage Contracts/shop Recordings/shop/app.har
              counterpart usage Contracts/shop http://127.0.0.1:8080 --app 'shop-ios 3.1' --output usage/ios-3.1.json
              counterpart usage Contracts/shop tests.har reads.json --output usage/ios-3.2.json
              counterpart usage Contracts/shop usage/*.json

            Exit codes: 0 written or shown, 2 could not run.
            """)

    @OptionGroup var source: ContractArgument

    @Argument(
        help: "Recordings, pacts, journals, URLs of mocks, usage files.",
        completion: .file(extensions: ["har", "json"]))
    var sources: [String]

    @Option(
        name: [.short, .long], help: ArgumentHelp("Keep what is used in this file.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String?

    @Option(help: ArgumentHelp("The application and its version.", valueName: "name"))
    var app: String?

    @Flag(help: "Write the file anew instead of adding to it.")
    var replace = false

    @OptionGroup(title: "Journals") var journal: JournalSettings

    @Flag(help: "List everything that is not used.")
    var unused = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard !sources.isEmpty else { throw ValidationError("Name at least one recording, pact or journal.") }
        if replace, output == nil { throw ValidationError("--replace is for --output.") }
    }

    func run() async throws {
        let contract = try source.load()
        let found = try await ExchangeSources(contract: contract, journal: journal).read(sources)
        if found.reads != nil, found.exchanges.isEmpty {
            throw CommandFailure(
                "a client's file of properties says nothing without the exchanges of the same run: name the recording, the pact or the journal too."
            )
        }
        var collector = UsageCollector(contract, app: app, reads: found.reads)
        for exchange in found.exchanges { collector.add(exchange.request, exchange.response) }
        var usage = collector.usage
        for file in found.usage { usage.merge(file) }
        guard !usage.operations.isEmpty else {
            let asked = collector.unknown.sorted().prefix(3).joined(separator: ", ")
            throw CommandFailure(
                "nothing in \(sources.joined(separator: ", ")) is of an operation of the contract"
                    + (asked.isEmpty ? "." : "; there are \(asked)."))
        }
        if let output { usage = try UsageFile.merge(usage, into: output, replacing: replace) }
        let coverage = OperationCoverage.all(of: contract, usedBy: usage)
        let text =
            json
            ? self.json(coverage, collector).serialized(.pretty) + "\n"
            : self.text(coverage, collector, of: found.usage.isEmpty ? nil : found.usage.count)
        Terminal.output.write(text)
    }

    // MARK: - Text

    private static let shown = 8

    private func text(_ coverage: [OperationCoverage], _ collector: UsageCollector, of files: Int?) -> String {
        let terminal = Terminal.output
        let used = coverage.filter(\.isUsed)
        var rows = [["operation", "statuses", "parameters", "sent", "received"]]
        for operation in used {
            rows.append(
                [operation.title]
                    + [operation.statuses, operation.parameters, operation.sent, operation.received].map {
                        $0.all == 0 ? "-" : "\($0.used) of \($0.all)"
                    })
        }
        var text = TextTable.lines(rows, indent: "").joined(separator: "\n") + "\n"
        for operation in used {
            let parts = [
                ("statuses", operation.statuses), ("parameters", operation.parameters), ("sent", operation.sent),
                ("received", operation.received),
            ].filter { !$0.1.unused.isEmpty }
            guard !parts.isEmpty else { continue }
            text += "\n\(terminal.styled(.emphasis, operation.title)), never used:\n"
            for (name, part) in parts { text += "  \(name): \(list(part.unused))\n" }
        }
        let rest = coverage.filter { !$0.isUsed }.map(\.title)
        if !rest.isEmpty { text += "\nNobody calls: \(list(rest))\n" }
        if !collector.unknown.isEmpty { text += "\nNot in the contract: \(list(collector.unknown.sorted()))\n" }
        text +=
            "\n\(collector.exchanges) \(collector.exchanges == 1 ? "exchange" : "exchanges")"
            + (files.map { " and \($0) usage \($0 == 1 ? "file" : "files")" } ?? "")
            + ", \(used.count) of \(coverage.count) operations"
        return text + (output.map { ". Wrote \($0).\n" } ?? "\n")
    }

    private func list(_ names: [String]) -> String {
        let shown = unused ? names[...] : names.prefix(Self.shown)
        let rest = names.count - shown.count
        return shown.map(\.printable).joined(separator: ", ") + (rest > 0 ? " and \(rest) more (--unused)" : "")
    }

    // MARK: - JSON

    private func json(_ coverage: [OperationCoverage], _ collector: UsageCollector) -> JSON {
        func part(_ part: OperationCoverage.Part) -> JSON {
            ["used": .number(JSONNumber(part.used)), "unused": .array(part.unused.map { .string($0) })]
        }
        return [
            "exchanges": .number(JSONNumber(collector.exchanges)),
            "operations": .array(
                coverage.map { operation in
                    [
                        "operation": .string(operation.title), "used": .bool(operation.isUsed),
                        "statuses": part(operation.statuses), "parameters": part(operation.parameters),
                        "sent": part(operation.sent), "received": part(operation.received),
                    ]
                }),
            "not_in_contract": .array(collector.unknown.sorted().map { .string($0) }),
        ]
    }
}
