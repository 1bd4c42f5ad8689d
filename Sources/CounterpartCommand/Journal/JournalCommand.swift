// `counterpart journal`: what a mock was asked and has answered, as files.

import ArgumentParser
import Foundation
import HTTPExchange
import JSONValues
import OpenAPIContract
import Pact
import SourceDocuments
import Verification

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Make files of what a mock was asked and has answered.",
        subcommands: [JournalPactCommand.self, JournalSaveCommand.self])
}

struct JournalSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the journal of a running mock, without secrets.",
        discussion: """
            Example:
              counterpart journal save http://127.0.0.1:8080 --output journal.json
            """)

    @Argument(help: "URL of the mock.")
    var mock: String

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String

    @Flag(help: "Overwrite an existing file.")
    var replace = false

    @OptionGroup(title: "Journals") var journal: JournalSettings

    func run() async throws {
        if !replace, FileManager.default.fileExists(atPath: output) {
            throw CommandFailure("\(output) is there already. Choose another name, or write over it with --replace.")
        }
        let entries = try await journal.entries(of: mock)
        let document: JSON = ["entries": .array(entries.map(\.json))]
        try JournalOutput.write(document, to: output)
        Terminal.output.write("Wrote \(entries.count) \(entries.count == 1 ? "entry" : "entries") to \(output).\n")
    }
}

struct JournalPactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pact",
        abstract: "Write a pact of what an application asked for and got.",
        discussion: """
            Reads the journal of a running mock by its URL, a journal that was saved, or a recording (HAR), and writes a pact of version 4. \
            What is new is merged into a file that is there: no interaction stands twice, and the same exchanges give the same file. Of \
            answers the types are expected, not the values. Secrets are taken out; exchanges that break the contract, failures of the \
            server and requests that no operation took are left out.

            Examples:
              counterpart journal pact http://127.0.0.1:8080 --contract Contracts/shop --consumer shop-app --provider shop -o shop.pact.json
              counterpart journal pact app.har --contract Contracts/shop --consumer shop-app --provider shop -o shop.pact.json

            Exit codes: 0 written, 2 could not run.
            """)

    @Argument(help: "URL of a mock, journals, recordings.", completion: .file(extensions: ["har", "json"]))
    var sources: [String]

    @Option(
        help: ArgumentHelp("Contract folder, OpenAPI document, or its URL.", valueName: "contract"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contract: String

    @Option(help: ArgumentHelp("The application that asks.", valueName: "name"))
    var consumer: String

    @Option(help: ArgumentHelp("The API that is to answer so.", valueName: "name"))
    var provider: String

    @Option(
        name: [.short, .long], help: ArgumentHelp("The pact to write, or to add to.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String

    @OptionGroup(title: "Journals") var journal: JournalSettings
    @OptionGroup(title: "Secrets") var redaction: RedactionSettings

    func validate() throws {
        guard !sources.isEmpty else { throw ValidationError("Name a mock by its URL, a journal or a recording.") }
        if consumer.isEmpty || provider.isEmpty { throw ValidationError("--consumer and --provider have names.") }
    }

    func run() async throws {
        let contract = try ContractArgument.load(contract)
        let found = try await ExchangeSources(
            contract: contract, journal: journal, redaction: redaction.rules(for: contract)
        ).read(sources, needsWhole: true)
        var writer = PactWriter(consumer: consumer, provider: provider)
        var left = Leavings(partial: found.partial)
        for exchange in found.exchanges {
            guard case .judged(let judged) = contract.judge(exchange.request) else {
                left.unknown += 1
                continue
            }
            if exchange.response.status >= 500 {
                left.failed += 1
            } else if contract.judge(exchange.response, to: judged).contains(where: { $0.severity == .violation }) {
                left.broken += 1
            } else {
                writer.add(
                    exchange.request, exchange.response, of: judged.operation.id,
                    declared: judged.operation.response(for: exchange.response.status))
            }
        }
        var existing: JSON?
        if FileManager.default.fileExists(atPath: output) {
            do {
                existing = try JSON(parsing: FileContents.read(output))
            } catch {
                throw CommandFailure("\(output) cannot be added to: it is no JSON: \(error)")
            }
        }
        let before = existing?["interactions"]?.array?.count ?? 0
        let document: JSON
        do throws(PactWriter.Conflict) {
            document = try writer.document(mergedInto: existing)
        } catch {
            throw CommandFailure("\(output) cannot be added to: \(error)")
        }
        let count = document["interactions"]?.array?.count ?? 0
        guard count > 0 else {
            throw CommandFailure("nothing of \(sources.joined(separator: ", ")) can stand in a pact\(left.text).")
        }
        try JournalOutput.write(document, to: output)
        Terminal.output.write(
            "Wrote \(count) \(count == 1 ? "interaction" : "interactions") to \(output), \(count - before) new\(left.text).\n"
        )
    }

    /// What is not in the pact.
    private struct Leavings {
        var partial = 0
        var unknown = 0
        var failed = 0
        var broken = 0

        var text: String {
            let parts = [
                (unknown, "that no operation takes"), (failed, "that failed with 5xx"),
                (broken, "whose answer breaks the contract"), (partial, "without an answer, or not there as a whole"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            return parts.isEmpty ? "" : "; left out: \(parts.joined(separator: ", "))"
        }
    }
}

enum JournalOutput {
    static func write(_ document: JSON, to path: String) throws {
        do {
            try Data((document.serialized(.pretty) + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(SystemReason.of(error))")
        }
    }
}
