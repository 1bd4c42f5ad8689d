// The options of `counterpart verify` that say where its word goes: reports, a baseline, a threshold, a shard.

import ArgumentParser
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import Synchronization
import Verification

struct ReportSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a report, as often as wanted: junit=FILE, sarif=FILE, json=FILE, html=FILE, har=FILE, or github, which annotates the log.",
            valueName: "format=file"))
    var report: [ReportTarget] = []

    @Option(
        help: ArgumentHelp(
            "The part of the contract that must be reached, such as 90%; exit code 3 below.", valueName: "percent"))
    var failUnder: Percentage?

    @Option(
        help: ArgumentHelp("A file of findings that are known and do not fail the run.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var baseline: String?

    @Flag(help: "Write the run's findings into the --baseline, and accept them.")
    var updateBaseline = false

    @Option(help: ArgumentHelp("Send only this part of the run: 2/5 is the second of five.", valueName: "k/n"))
    var shard: Shard?

    func validate() throws {
        if updateBaseline, baseline == nil { throw ValidationError("--update-baseline needs the --baseline to write.") }
        if updateBaseline, shard != nil {
            throw ValidationError(
                "A shard knows only its own findings: merge the reports, and give the --baseline to all.")
        }
    }
}

/// Where the exchanges of a run are kept for a recording.
final class ExchangeArchive: Sendable {
    private let archive: Mutex<RunArchive>

    init(origin: String) { archive = Mutex(RunArchive(origin: origin)) }

    func add(_ answer: Report.Answered) {
        let started = Date().addingTimeInterval(-(answer.exchange.elapsed / .seconds(1))).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
        archive.withLock { $0.add(answer, started: started) }
    }

    func json(of report: Report) -> JSON { archive.withLock { $0.json(of: report) } }
}

// MARK: - Before a run

extension ReportSettings {
    var wantsArchive: Bool { report.contains { $0.format == .har } }

    /// Refuses what could not be written at the end, and reads the baseline.
    func prepare() throws -> Baseline? {
        for target in report { try target.checkFolder() }
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

extension ReportSettings {
    /// Writes all reports, prints what there is to say and ends with the exit code that follows from it.
    func conclude(
        _ report: Report, backend: BackendURL, baseline: Baseline?, archive: ExchangeArchive?, isJSON: Bool
    ) throws {
        var record = report.record(backend: backend)
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
        // Nothing is written before everything can be.
        let texts = self.report.map { target in
            record.rendered(target.format) ?? (archive?.json(of: report).serialized(.pretty)).map { $0 + "\n" } ?? ""
        }
        for (target, text) in zip(self.report, texts) {
            if let path = target.path { try ReportFile.write(text, to: path) }
        }
        if isJSON {
            terminal.write(record.json.serialized(.pretty) + "\n")
        } else {
            let accepted = Set(record.findings.filter(\.isAccepted).map(\.id))
            let shown = report.leavingOut(accepted)
            terminal.write(shown.text(backend: backend) { terminal.styled($0.style, $1) })
            terminal.write(record.aside(accepted: accepted.count))
        }
        for (target, text) in zip(self.report, texts) where target.path == nil { terminal.write(text) }
        try ReportSettings.exit(by: record, failUnder: failUnder)
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
    /// What is told after the findings: the baseline, and what was not reached.
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

/// `junit=FILE`, or `github`.
struct ReportTarget: ExpressibleByArgument, Hashable, Sendable {
    let format: ReportFormat
    /// Nil for standard output.
    let path: String?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = ReportFormat(rawValue: String(parts[0])) else { return nil }
        let path = parts.count > 1 ? String(parts[1]) : nil
        guard (format == .github) == (path == nil), path != "" else { return nil }
        self.format = format
        self.path = path
    }

    func checkFolder() throws {
        guard let path else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure("the report \(path) cannot be written: there is no folder \(folder)")
        }
        guard !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue else {
            throw CommandFailure("the report \(path) cannot be written: it is a folder")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure("the report \(path) cannot be written: the folder \(folder) is not writable")
        }
    }
}

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

extension Shard: ExpressibleByArgument {
    /// Reads `2/5`.
    public init?(argument: String) { self.init(argument) }
}

/// Files that reports are written to and read from.
enum ReportFile {
    /// Whole or not at all: it is written beside, and then put in place.
    static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(SystemReason.of(error))")
        }
    }

    static func read<Value>(_ path: String, _ value: (JSON) throws(RunRecord.Invalid) -> Value) throws -> Value {
        let bytes: [UInt8]
        do {
            bytes = try Array(Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandFailure("\(path) cannot be read: \(SystemReason.of(error))")
        }
        do {
            return try value(try JSON(parsing: bytes))
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }
}

extension Report.Emphasis {
    var style: Terminal.Style {
        switch self {
        case .failure: .failure
        case .success: .success
        case .warning: .warning
        case .aside: .aside
        }
    }
}
