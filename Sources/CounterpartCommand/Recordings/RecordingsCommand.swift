// `counterpart recordings`: commands that need recordings alone.

import ArgumentParser
import JSONValues
import JSONSchema
import Archives
import OpenAPIContract
import Recordings
import VerificationReports

struct RecordingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "Compare recordings.", subcommands: [RecordingsDiffCommand.self])
}

struct RecordingsDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare the answers of two recordings.",
        discussion: """
            Pairs equal requests in their order and compares statuses, headers, and the fields, types and values of bodies. Values that differ \
            each time are counted instead: dates, UUIDs, redacted secrets, whatever differs between two reads within one recording, and what \
            --volatile names.

            Examples:
              counterpart recordings diff monday.har tuesday.har
              counterpart recordings diff old.har new.har --volatile server_load --json
              counterpart recordings diff old.har new.har --html changes.html

            Exit codes: 0 no changes, 1 changes, 2 could not run.
            """)

    @Argument(help: "Earlier recording.", completion: .file(extensions: ["har"]))
    var first: String

    @Argument(help: "Later recording.", completion: .file(extensions: ["har"]))
    var second: String

    @Option(
        help: ArgumentHelp(
            "Ignore this field, header, parameter or JSON Pointer; repeatable.",
            valueName: "name"))
    var volatile: [String] = []

    @Flag(help: "Compare dates, UUIDs and the like, too.")
    var exact = false

    @OptionGroup(title: "Secrets") var redaction: RedactionSettings

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: ArgumentHelp("Write one HTML page to this file.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?

    func run() throws {
        let rules = try VolatileRules(exact: exact, volatile: volatile)
        // One redactor for both recordings gives equal secrets equal pseudonyms.
        var redactor = redaction.rules(for: nil).map { Redactor($0) }
        let one = try Archive(readingFrom: first).redacted(by: &redactor)
        let other = try Archive(readingFrom: second).redacted(by: &redactor)
        let comparison = RecordingComparison([one], [other], volatile: rules)
        guard comparison.pairs > 0 else {
            throw CommandFailure(
                "no request is in both \(first) and \(second), so that there is nothing to compare. Record the same calls again."
            )
        }
        let terminal = Terminal.output
        terminal.write(
            json ? comparison.json.serialized(.pretty) + "\n" : comparison.text(styled: terminal.styled))
        if let html {
            guard ReportFile.mayReplace(html, by: .html) else {
                throw CommandFailure("\(html) cannot be written: what is there is no report. Name another file.")
            }
            try ReportFile.write(comparison.html(names: (first, second), (one, other)), to: html)
        }
        if !comparison.changes.isEmpty { throw ExitCode(1) }
    }
}
