// The `--report` option of all commands, and the files it writes.

import VerificationReports
import SourceDocuments
import JSONValues
import Archives
import ArgumentParser
import Foundation
import OpenAPIContract
import Verification

struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a report, as \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")); repeatable. FILE can be -.",
            valueName: "format=file"), transform: ReportTarget.init(written:))
    var report: [ReportTarget] = []

    var isEmpty: Bool { report.isEmpty }

    /// Whether a HAR report is requested.
    var wantsArchive: Bool { report.contains { $0.format == .har } }

    /// Throws if a format is requested that the command does not write.
    /// - Parameter remedy: says what to do instead.
    func refuse(_ formats: Set<ReportFormat>, _ remedy: String) throws {
        guard let target = report.first(where: { formats.contains($0.format) }) else { return }
        throw ValidationError("--report \(target.format.rawValue) is not written here: \(remedy)")
    }

    /// Throws if a report is to go to standard output, where the command logs.
    func refuseOutput() throws {
        guard let target = report.first(where: { $0.destination == .output }) else { return }
        throw ValidationError("--report \(target.format.rawValue)=- would stand amidst the log: give it a file.")
    }

    /// Throws if a report could not be written.
    func checkFolders() throws {
        for target in report { try target.checkFolder() }
    }

    /// Renders all reports before any is written.
    func rendered(_ text: (ReportFormat) throws -> ReportText) rethrows -> RenderedReports {
        RenderedReports(all: try report.map { ($0.destination, try text($0.format)) })
    }
}

/// What a report says.
enum ReportText {
    case whole(String)
    /// Written one after another, by who does not hold them all.
    case pieces((_ write: (String) throws -> Void) throws -> Void)

    fileprivate func write(to write: (String) throws -> Void) throws {
        switch self {
        case .whole(let text): try write(text)
        case .pieces(let pieces): try pieces(write)
        }
    }
}

/// Reports that are ready to be written.
struct RenderedReports {
    fileprivate let all: [(destination: ReportTarget.Destination, text: ReportText)]

    /// Whether standard output belongs to a report, so that the command must print nothing else.
    var replacesText: Bool { all.contains { $0.destination == .output } }

    func writeFiles() throws {
        for case (.file(let path), let text) in all {
            switch text {
            case .whole(let text): try ReportFile.write(text, to: path)
            case .pieces(let pieces): try ReportFile.write(to: path, pieces)
            }
        }
    }

    /// Prints the reports for standard output.
    func print() throws {
        for (destination, text) in all {
            if case .file = destination { continue }
            try text.write { Terminal.output.write($0) }
        }
    }
}

/// `junit=FILE`, `junit=-` or `github`.
struct ReportTarget: Hashable, Sendable {
    let format: ReportFormat
    let destination: Destination

    enum Destination: Hashable, Sendable {
        case file(String)
        /// Standard output, instead of the command's own text.
        case output
        /// Standard output, after the command's own text.
        case log
    }

    /// Throws where there is no such format, or no file beside it.
    init(written: String) throws {
        let parts = written.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let format = ReportFormat(rawValue: name) else {
            let known = ReportFormat.allCases.map(\.rawValue)
            let near = nearestName(to: name, among: known).map { " Did you mean \($0)?" } ?? ""
            throw ValidationError(
                "\u{201C}\(name)\u{201D} is no format of reports.\(near) There are: \(known.joined(separator: ", ")).")
        }
        self.format = format
        switch parts.count > 1 ? String(parts[1]) : nil {
        case nil where format == .github: destination = .log
        case nil, "": throw ValidationError("a report needs a file: \(name)=FILE, or \(name)=- for standard output.")
        case "-": destination = .output
        case let path?: destination = .file(path)
        }
    }

    /// Throws if a report could not be written.
    fileprivate func checkFolder() throws {
        guard case .file(let path) = destination else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure("the report \(path) cannot be written: there is no folder \(folder)")
        }
        guard !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue else {
            throw CommandFailure("the report \(path) cannot be written: it is a folder")
        }
        guard ReportFile.mayReplace(path, by: format) else {
            throw CommandFailure(
                "the report \(path) cannot be written: what is there is no report. Remove it, or name another file.")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure("the report \(path) cannot be written: the folder \(folder) is not writable")
        }
    }
}

/// Reads and writes report files.
enum ReportFile {
    /// Writes the file atomically.
    static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(SystemReason.of(error))")
        }
    }

    /// Writes the file atomically, piece by piece: beside its place, and then there.
    static func write(to path: String, _ pieces: ((String) throws -> Void) throws -> Void) throws {
        let place = URL(filePath: path)
        // What is no file, a pipe above all, cannot be put anywhere.
        let isFile = (try? place.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile
        guard isFile ?? true else {
            var whole = ""
            try pieces { whole += $0 }
            return try write(whole, to: path)
        }
        let beside = place.deletingLastPathComponent().appending(
            path: ".\(place.lastPathComponent).\(UUID().uuidString)")
        let other = beside.path(percentEncoded: false)
        do {
            guard FileManager.default.createFile(atPath: other, contents: nil),
                let file = FileHandle(forWritingAtPath: other)
            else { throw CocoaError(.fileWriteUnknown) }
            var waiting = Data()
            try pieces { piece in
                waiting.append(contentsOf: piece.utf8)
                guard waiting.count > 1 << 18 else { return }
                try file.write(contentsOf: waiting)
                waiting = Data()
            }
            try file.write(contentsOf: waiting)
            try file.close()
            guard rename(other, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(at: beside)
            if let error = error as? CommandFailure { throw error }
            throw CommandFailure("\(path) cannot be written: \(SystemReason.of(error))")
        }
    }

    /// Whether a file is missing, empty or, by its beginning, a report, so that no contract is overwritten by a mistyped path.
    static func mayReplace(_ path: String, by format: ReportFormat) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return true }
        defer { try? file.close() }
        let beginning = String(decoding: (try? file.read(upToCount: 2_048)) ?? Data(), as: UTF8.self)
        let text = beginning.drop { $0.isWhitespace }
        if text.isEmpty { return true }
        var others = ["\"openapi\"", "\"swagger\"", "\"arazzo\"", "\"info\"", "\"paths\""]
        if format != .har { others.append("\"entries\"") }
        return ["<!doctype html", "<?xml", "<testsuites", "::"].contains { text.lowercased().hasPrefix($0) }
            || text.hasPrefix("{") && !others.contains { text.contains($0) }
            || isList(text) || text.hasPrefix("## ") && text.contains(" exchanges with ")
    }

    /// Of diagnostics, or of GitLab's issues: an empty list, or one of objects that start as ours do.
    private static func isList(_ text: Substring) -> Bool {
        guard text.first == "[" else { return false }
        let rest = text.dropFirst().drop { $0.isWhitespace }
        if rest.first == "]" { return rest.dropFirst().allSatisfy(\.isWhitespace) }
        let first = rest.dropFirst().drop { $0.isWhitespace }
        return rest.first == "{" && (first.hasPrefix("\"severity\"") || first.hasPrefix("\"description\""))
    }

    static func read<Value>(_ path: String, _ value: (JSON) throws(RunRecord.Invalid) -> Value) throws -> Value {
        let bytes = try FileContents.read(path)
        do {
            return try value(try JSON(parsing: bytes))
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }
}
