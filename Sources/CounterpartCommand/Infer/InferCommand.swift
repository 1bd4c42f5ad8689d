// `counterpart infer`: writes a contract that recorded traffic conforms to.

import ArgumentParser
import Foundation
import JSONValues
import JSONSchema
import Archives
import SourceDocuments
import OpenAPIContract
import ContractTools
import Recordings

struct InferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "infer",
        abstract: "Infer a contract from recorded traffic.",
        discussion: """
            Reads HAR files of counterpart record, browsers, Charles, Proxyman or mitmproxy, and writes an OpenAPI 3.1 document that all of \
            the traffic conforms to: paths, parameters, types, formats, statuses, credentials, and exchanges as named examples without \
            secrets. Each guess has a comment that says how many values support it.

            Examples:
              counterpart infer app.har -o inferred.yaml
              counterpart infer app.har --origin https://api.example.com -o shop.yaml
              counterpart infer monday.har tuesday.har > openapi.yaml

            Exit codes: 0 written, 2 could not run.
            """)

    @Argument(help: "HAR files.", completion: .file(extensions: ["har"]))
    var files: [String]

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var output: String?

    @Flag(help: "Overwrite an existing file.")
    var replace = false

    @Option(help: "Title of the contract.")
    var title: String?

    @Option(help: ArgumentHelp("Infer from this server's traffic. Default: the busiest.", valueName: "url"))
    var origin: String?

    @Option(
        help: ArgumentHelp("Do not redact values of this name; repeatable.", valueName: "name"))
    var keep: [String] = []

    @Flag(help: "Redact nothing in examples.")
    var noRedaction = false

    @Flag(help: "Print the evidence as JSON; needs --output.")
    var json = false

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Name at least one recording.") }
        if json, output == nil { throw ValidationError("--json needs --output: the contract goes to standard output.") }
    }

    func run() throws {
        if let output, !replace, FileManager.default.fileExists(atPath: output) {
            throw CommandFailure("\(output) is there already. Choose another name, or write over it with --replace.")
        }
        let archives = try files.map { try Archive(readingFrom: $0) }
        var rules = RedactionRules()
        for name in keep { rules.remove(name) }
        let inferred = InferredContract(
            archives, title: title ?? Self.title(of: files), origin: origin, redaction: noRedaction ? nil : rules)
        guard inferred.exchanges > 0 else {
            let reasons = inferred.leftOut.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
            throw CommandFailure(
                "there is no call of an API in \(files.joined(separator: ", "))\(reasons.isEmpty ? "" : ": \(reasons)"). Record some with counterpart record, a proxy or a browser."
            )
        }
        guard let output else {
            Terminal.output.write(inferred.yaml)
            return Terminal.error.write(text(inferred))
        }
        do {
            try Data(inferred.yaml.utf8).write(
                to: URL(filePath: output), options: replace ? .atomic : .withoutOverwriting)
        } catch {
            throw CommandFailure("\(output) cannot be written: \(SystemReason.of(error))")
        }
        if json { return Terminal.output.write(JSON.object(event(inferred, output)).serialized(.pretty) + "\n") }
        Terminal.output.write(text(inferred) + "\nWrote \(output). Next: counterpart check \(output)\n")
    }

    private static func title(of files: [String]) -> String {
        URL(filePath: files[0]).deletingPathExtension().lastPathComponent
    }

    private func text(_ inferred: InferredContract) -> String {
        var text = ""
        var rows: [[String]] = []
        for operation in inferred.operations {
            rows.append([
                operation.title, "\(operation.exchanges)", operation.statuses.map(String.init).joined(separator: " "),
            ])
        }
        text += TextTable.lines([["operation", "exchanges", "statuses"]] + rows).joined(separator: "\n") + "\n"
        for operation in inferred.operations {
            let own = inferred.guesses.filter { $0.operation == operation.title }
            guard !own.isEmpty else { continue }
            text += "\n" + Terminal.output.styled(.emphasis, operation.title) + "\n"
            text +=
                TextTable.lines(own.map { [$0.place, "\($0.support) of \($0.seen)", $0.statement] })
                .joined(separator: "\n") + "\n"
        }
        for (reason, count) in inferred.leftOut { text += "\nleft out: \(count) \(reason)" }
        if !inferred.leftOut.isEmpty { text += "\n" }
        return text
    }

    private func event(_ inferred: InferredContract, _ output: String) -> JSONObject {
        [
            "file": .string(output), "exchanges": .number(JSONNumber(inferred.exchanges)),
            "operations": .array(
                inferred.operations.map {
                    [
                        "operation": .string($0.title), "exchanges": .number(JSONNumber($0.exchanges)),
                        "statuses": .array($0.statuses.map { .number(JSONNumber($0)) }),
                    ]
                }),
            "guesses": .array(
                inferred.guesses.map {
                    [
                        "operation": .string($0.operation), "place": .string($0.place), "guess": .string($0.statement),
                        "support": .number(JSONNumber($0.support)), "of": .number(JSONNumber($0.seen)),
                    ]
                }),
            "left_out": .array(
                inferred.leftOut.map { ["reason": .string($0.reason), "exchanges": .number(JSONNumber($0.count))] }),
        ]
    }
}
