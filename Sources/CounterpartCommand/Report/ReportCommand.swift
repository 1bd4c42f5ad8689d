// `counterpart report merge`: merges the reports of shards.

import VerificationReports
import ArgumentParser
import Verification

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Work with the JSON reports of verify.", subcommands: [Merge.self])

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Merge the reports of the shards of one run.",
            discussion: """
                Reads the JSON reports of 'counterpart verify --shard k/n --report json=FILE' and writes reports of the whole run.

                Example:
                  counterpart report merge part-*.json --report html=report.html --timings timings.json

                Exit codes: 0 conformant, 1 findings, 2 could not run, 3 coverage below --fail-under.
                """)

        @Argument(help: "JSON reports.", completion: .file(extensions: ["json"]))
        var files: [String]

        @OptionGroup(title: "Reports") var reports: ReportOptions

        @Option(
            help: ArgumentHelp("Exit with 3 if less of the contract than this is covered.", valueName: "percent"))
        var failUnder: Percentage?

        @Option(
            help: ArgumentHelp(
                "Write to this file how long the operations took; 'verify --shard k/n --timings' deals them out by it.",
                valueName: "file"), completion: .file(extensions: ["json"]))
        var timings: String?

        func validate() throws {
            try reports.refuse(
                [.har], "a JSON report does not hold all exchanges. Have each shard write its own --report har=FILE.")
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
            if let timings {
                try TimingsFile(path: timings).write(TimingsFile(path: timings).read(), updatedFrom: whole)
            }
            let output = reports.rendered { .whole(whole.rendered($0) ?? "") }
            try output.writeFiles()
            try output.print()
            if !output.replacesText {
                Terminal.output.write(
                    "\(whole.countedCauses.isEmpty ? "no findings" : whole.countedCauses), "
                        + "\(whole.answered) exchanges, coverage \(whole.coverage.percentText)\n")
            }
            try VerdictSettings.exit(by: whole, failUnder: failUnder)
        }
    }
}
