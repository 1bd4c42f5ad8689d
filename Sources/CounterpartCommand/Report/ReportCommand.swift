// `counterpart report merge`: the reports of several machines, as one.

import ArgumentParser
import Verification

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Work with the JSON reports of verify.", subcommands: [Merge.self])

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Join the reports of the shards of one run.",
            discussion: """
                Reads the JSON reports that 'counterpart verify --shard 1/3 --report json=FILE' and its like have written, and \
                writes the reports of the whole.

                Example:
                  counterpart report merge shard-*.json --report junit=junit.xml --report html=report.html

                Exit codes are those of verify: 0 conformant, 1 findings, 2 a shard could not run, or a file is no report, \
                3 coverage below --fail-under.
                """)

        @Argument(help: "JSON reports.", completion: .file(extensions: ["json"]))
        var files: [String]

        @Option(
            help: ArgumentHelp(
                "Write a report: junit=FILE, sarif=FILE, json=FILE, html=FILE, or github.", valueName: "format=file"))
        var report: [ReportTarget] = []

        @Option(help: ArgumentHelp("The part of the contract that must be reached, such as 90%.", valueName: "percent"))
        var failUnder: Percentage?

        func validate() throws {
            if report.contains(where: { $0.format == .har }) {
                throw ValidationError(
                    "A JSON report does not hold all exchanges: have each shard write its own --report har=FILE.")
            }
        }

        func run() throws {
            let records = try files.map { file in
                try ReportFile.read(file) { json throws(RunRecord.Invalid) in try RunRecord(json) }
            }
            let whole: RunRecord
            do throws(RunRecord.Invalid) {
                whole = try RunRecord(merging: records)
            } catch {
                throw CommandFailure(error.description)
            }
            for target in report {
                let text = whole.rendered(target.format) ?? ""
                if let path = target.path { try ReportFile.write(text, to: path) } else { Terminal.output.write(text) }
            }
            let count = whole.newFindings.count
            Terminal.output.write(
                "\(count == 0 ? "no findings" : count == 1 ? "1 finding" : "\(count) findings"), "
                    + "\(whole.answered) exchanges, coverage \(whole.coverage.percentText)\n")
            try ReportSettings.exit(by: whole, failUnder: failUnder)
        }
    }
}
