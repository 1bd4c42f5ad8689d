// `counterpart recordings`: what can be asked of recordings alone.

import ArgumentParser
import JSONValues
import JSONSchema
import Archives
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

    @OptionGroup(title: "Secrets") var redaction: RedactionSettings

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
        // One for both: a secret that is the same has the same pseudonym.
        var redactor = redaction.rules(for: nil).map { Redactor($0) }
        let comparison = RecordingComparison(
            [try Archive(readingFrom: first).redacted(by: &redactor)],
            [try Archive(readingFrom: second).redacted(by: &redactor)], volatile: rules)
        guard comparison.pairs > 0 else {
            throw CommandFailure(
                "no request is in both \(first) and \(second), so that there is nothing to compare. Record the same calls again."
            )
        }
        let terminal = Terminal.output
        terminal.write(
            json ? comparison.json.serialized(.pretty) + "\n" : comparison.text(styled: terminal.styled))
        if !comparison.changes.isEmpty { throw ExitCode(1) }
    }
}
