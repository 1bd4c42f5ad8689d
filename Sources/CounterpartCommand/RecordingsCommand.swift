// `counterpart recordings`: what can be asked of recordings alone.

import ArgumentParser
import HTTPExchange
import JSONSchema
import OpenAPIContract
import Recordings

struct RecordingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "Compare recordings.", subcommands: [RecordingsDiffCommand.self])
}

struct RecordingsDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "What a backend changed between two recordings, by operation and field.",
        discussion: """
            Pairs the requests that both recordings have, by method, path and values, repeated ones in their order, and compares the answers: \
            statuses, headers, fields that came or went, their types, their values. What is another value each time is left out and \
            counted: dates, UUIDs, times since 1970, secrets that were made out, whatever differs between two reads in one recording with nothing \
            written in between, and what --volatile names.

            Examples:
              counterpart recordings diff monday.har tuesday.har
              counterpart recordings diff old.har new.har --volatile server_load --json

            Exit codes: 0 nothing changed, 1 something did, 2 it could not run.
            """)

    @Argument(help: "The earlier recording.", completion: .file(extensions: ["har"]))
    var first: String

    @Argument(help: "The later recording.", completion: .file(extensions: ["har"]))
    var second: String

    @Option(
        help: ArgumentHelp(
            "A field, header or parameter whose value does not count, or the JSON Pointer of a place in bodies.",
            valueName: "name"))
    var volatile: [String] = []

    @Flag(help: "Every value counts, but those of --volatile and what differs within one recording.")
    var exact = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        var rules = exact ? VolatileRules.none : VolatileRules()
        for name in volatile {
            do throws(JSONPointer.SyntaxError) {
                try rules.add(name)
            } catch {
                throw CommandFailure("--volatile \(name): \(error.description)")
            }
        }
        let comparison = RecordingComparison(
            [try Archive(readingFrom: first)], [try Archive(readingFrom: second)], volatile: rules)
        guard comparison.pairs > 0 else {
            throw CommandFailure(
                "no request is in both \(first) and \(second), so that there is nothing to compare. Record the same calls again."
            )
        }
        let terminal = Terminal.output
        terminal.write(
            json ? Self.event(comparison).serialized(.pretty) + "\n" : Self.text(comparison, styled: terminal.styled))
        if !comparison.changes.isEmpty { throw ExitCode(1) }
    }

    // MARK: - Text

    private static func text(_ comparison: RecordingComparison, styled: (Terminal.Style, String) -> String) -> String {
        var text = ""
        for operation in comparison.compared {
            let own = comparison.changes.filter { $0.operation == operation }
            guard !own.isEmpty else { continue }
            text += styled(.emphasis, operation) + "\n"
            let rows = own.map { ["\($0.mark) \($0.place)", $0.what, "\($0.count) of \($0.pairs)", $0.example] }
            text += TextTable.lines(rows).joined(separator: "\n") + "\n\n"
        }
        for (operation, place, count) in comparison.alwaysDifferent {
            text += styled(.aside, "another each time: \(operation)  \(place)  (\(count))") + "\n"
        }
        for operation in comparison.onlyInFirst { text += "only in the first: \(operation)\n" }
        for operation in comparison.onlyInSecond { text += "only in the second: \(operation)\n" }
        let changes = comparison.changes.count
        let pairs = comparison.pairs == 1 ? "1 pair" : "\(comparison.pairs) pairs"
        let operations = comparison.compared.count == 1 ? "1 operation" : "\(comparison.compared.count) operations"
        let count = changes == 0 ? "no change" : changes == 1 ? "1 change" : "\(changes) changes"
        return text + "\(count) in \(pairs) of exchanges, \(operations)\n"
    }

    // MARK: - JSON

    private static func event(_ comparison: RecordingComparison) -> JSON {
        [
            "pairs": .number(JSONNumber(comparison.pairs)),
            "operations": .array(comparison.compared.map { .string($0) }),
            "changes": .array(comparison.changes.map(\.json)),
            "another_each_time": .array(
                comparison.alwaysDifferent.map {
                    [
                        "operation": .string($0.operation), "place": .string($0.place),
                        "pairs": .number(JSONNumber($0.count)),
                    ]
                }),
            "only_in_first": .array(comparison.onlyInFirst.map { .string($0) }),
            "only_in_second": .array(comparison.onlyInSecond.map { .string($0) }),
        ]
    }
}

extension RecordingComparison.Change {
    fileprivate var mark: String {
        switch kind {
        case .added: "+"
        case .removed: "-"
        case .status, .type, .value, .length: "~"
        }
    }

    fileprivate var what: String {
        func shown(_ value: JSON?) -> String { value.map { String($0.serialized().prefix(40)).printable } ?? "" }
        return switch kind {
        case .added: after == nil ? "came" : "came: \(shown(after))"
        case .removed: "is gone"
        case .length: "\(shown(before)) → \(shown(after)) elements"
        case .status, .type, .value: "\(shown(before)) → \(shown(after))"
        }
    }

    fileprivate var example: String { "entries \(first.entry) and \(second.entry)" }

    fileprivate var json: JSON {
        var members = JSONObject([
            ("operation", .string(operation)), ("place", .string(place)), ("kind", .string(kind.rawValue)),
        ])
        members["before"] = before
        members["after"] = after
        members["pairs"] = .number(JSONNumber(count))
        members["of"] = .number(JSONNumber(pairs))
        members["first"] = ["recording": .string(first.file), "entry": .number(JSONNumber(first.entry))]
        members["second"] = ["recording": .string(second.file), "entry": .number(JSONNumber(second.entry))]
        return .object(members)
    }
}
