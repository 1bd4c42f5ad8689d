// Options of `counterpart verify` that decide its exit code: baseline, coverage.

import VerificationReports
import SourceDocuments
import JSONValues
import Archives
import ArgumentParser
import Foundation
import HTTPExchange
import OpenAPIContract
import Synchronization
import Verification

struct VerdictSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp("Exit with 3 if less of the contract than this is covered.", valueName: "percent"))
    var failUnder: Percentage?

    @Option(
        help: ArgumentHelp("Accept the causes listed in this file.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var baseline: String?

    @Flag(help: "Write this run's causes to --baseline.")
    var updateBaseline = false

    @Flag(help: "Show every finding, not the ten heaviest causes.")
    var expand = false

    @Flag(help: "Show notes too: what a contract need not describe.")
    var notes = false

    @Option(
        help: ArgumentHelp(
            "Write a patch of the contract that declares what is answered and was not declared.", valueName: "file"),
        completion: .file(extensions: ["patch", "diff"]))
    var suggest: String?

    func validate() throws {
        if updateBaseline, baseline == nil { throw ValidationError("--update-baseline needs the --baseline to write.") }
    }
}

// MARK: - Before a run

extension VerdictSettings {
    /// The baseline; an empty one if `--update-baseline` is to create the file.
    func readBaseline() throws -> Baseline? {
        guard let baseline else { return nil }
        guard FileManager.default.fileExists(atPath: baseline) else {
            guard updateBaseline else {
                throw CommandFailure("there is no baseline \(baseline); --update-baseline makes it")
            }
            return Baseline()
        }
        return try ReportFile.read(baseline) { json throws(RunRecord.Invalid) in try Baseline(json) }
    }
}

// MARK: - After it

extension VerdictSettings {
    /// Writes all reports, prints the findings and ends with the exit code that follows from them.
    func conclude(
        _ report: Report, backend: BackendURL, baseline: Baseline?, archive: ExchangeArchive?, reports: ReportOptions,
        isJSON: Bool
    ) throws {
        let suggestion = try suggest.map { try ContractPatch(report, writtenTo: $0) }
        try conclude(
            report.record(backend: backend), baseline: baseline, reports: reports, isJSON: isJSON, suggestion
        ) { _ in archive?.text(of: report) ?? .whole("") }
    }

    /// - Parameter archive: the exchanges as the text of a HAR file.
    func conclude(
        _ record: RunRecord, baseline: Baseline?, reports: ReportOptions, isJSON: Bool,
        _ suggestion: ContractPatch? = nil, archive: (RunRecord) -> ReportText
    ) throws {
        var record = record
        let terminal = Terminal.output
        if var baseline {
            baseline.apply(to: &record)
            if updateBaseline, record.verdict != .couldNotRun, let path = self.baseline {
                baseline.update(from: record)
                try ReportFile.write(baseline.json.serialized(.pretty) + "\n", to: path)
                let mended = record.mended
                baseline.apply(to: &record)
                record.mended = mended
            }
        }
        let output = reports.rendered { record.rendered($0).map { .whole($0) } ?? archive(record) }
        try output.writeFiles()
        if output.replacesText {
            // A report is written to standard output instead.
        } else if isJSON {
            terminal.write(record.json.serialized(.pretty) + "\n")
        } else {
            let accepted = Set(record.findings.filter(\.isAccepted).map(\.id))
            let detail = RunRecord.Detail(isExpanded: expand, showsNotes: notes)
            terminal.write(record.text(detail) { terminal.styled($0.style, $1) })
            terminal.write(record.aside(accepted: accepted.count))
        }
        try output.print()
        if let suggestion { (isJSON || output.replacesText ? Terminal.error : terminal).write(suggestion.told) }
        try VerdictSettings.exit(by: record, failUnder: failUnder)
    }

    static func exit(by record: RunRecord, failUnder: Percentage?) throws {
        if record.verdict == .couldNotRun { throw ExitCode(record.stopped?.kind == "cancelled" ? 130 : 2) }
        let isBelow = failUnder.map { record.coverage.percent < $0.value } ?? false
        if isBelow, let failUnder {
            Terminal.error.write("coverage is \(record.coverage.percentText), below \(failUnder)\n")
        }
        if record.verdict == .findings { throw ExitCode(1) }
        if record.stopped?.kind == "cancelled" { throw ExitCode(130) }
        if isBelow { throw ExitCode(3) }
    }
}

extension RunRecord {
    /// Printed after the findings: the baseline, and the coverage.
    fileprivate func aside(accepted: Int) -> String {
        guard verdict != .couldNotRun, sent > 0 else { return "" }
        var lines: [String] = []
        if accepted > 0 { lines.append("Accepted by the baseline: \(accepted)") }
        lines += mended.map { "Mended since the baseline: \($0)" }
        let kinds: [(Coverage.Kind, String)] = [
            (.operation, "operations"), (.status, "statuses"), (.mediaType, "media types"), (.parameter, "parameters"),
            (.keyword, "sides of keywords"),
        ]
        let parts = kinds.compactMap { kind, name in
            let count = coverage.count(kind)
            return count.reachable == 0 ? nil : "\(name) \(count.reached)/\(count.reachable)"
        }
        lines.append("Coverage \(coverage.percentText): \(parts.joined(separator: ", "))")
        return lines.joined(separator: "\n") + "\n"
    }
}

// MARK: - Values of options

/// `90%`, or `90`.
struct Percentage: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    let value: Double

    init?(argument: String) {
        let text = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
        guard let value = Double(text), (0...100).contains(value) else { return nil }
        self.value = value
    }

    var description: String { value == value.rounded() ? "\(Int(value))%" : "\(value)%" }
}

extension RunRecord.Emphasis {
    var style: Terminal.Style {
        switch self {
        case .failure: .failure
        case .success: .success
        case .warning: .warning
        case .aside: .aside
        }
    }
}
