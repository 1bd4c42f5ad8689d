// A recording on disk that is a complete HAR at every moment, even after `kill -9`.

import JSONValues
import HTTPExchange
package import Archives
import SourceDocuments
import OpenAPIContract

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A HAR file that entries are appended to.
///
/// A write can be cut short by `kill -9`, so the file that has the recording's name is never written to. There are two: entries are
/// added to the hidden one, then that takes the name, and the other is hidden and catches up with the next entries. Each entry is so
/// written twice, and the names change in single steps.
package final class RecordingFile {
    /// What becomes of a file that is there already.
    package enum Mode: String, Sendable, CaseIterable {
        /// Refuse an existing file.
        case create
        case append
        /// Keep the existing file until the new recording is complete.
        case replace
    }

    private struct Copy {
        var file: OpenFile
        var path: String
        /// The offset of the next entry, where the document's closing brackets are.
        var end: Int
        var entries: Int
    }

    /// The path of the copy that is written to.
    package let path: String
    /// The path of the finished recording.
    package let finalPath: String
    /// Entries that were there before.
    package let earlier: Int
    /// The highest number of a pseudonym among them.
    package let earlierPseudonym: Int

    private let lock: OpenFile
    private let lockPath: String
    private var shown: Copy
    private var hidden: Copy
    /// The entries that the hidden copy lacks, each with its separator.
    private var lag: [UInt8] = []
    private let closing: [UInt8]

    /// The number of entries in the visible file.
    package var count: Int { shown.entries }

    /// - Parameter creator: the `creator` of a new file.
    package init(_ path: String, _ mode: Mode, creator: HAR.Software) throws(RecordingFailure) {
        let target = RecordingFile.resolved(path)
        finalPath = target
        let exists = access(target, F_OK) == 0
        if exists, mode == .create { throw .exists(path) }
        if exists, let fault = RecordingFile.fault(of: target) { throw .unreadable(path, fault) }
        self.path = exists && mode == .replace ? RecordingFile.successor(of: target) : target
        let (folder, name) = RecordingFile.split(self.path)
        lockPath = RecordingFile.split(target).folder + "." + RecordingFile.split(target).name + ".lock"
        do throws(SystemError) {
            try RecordingFile.makeFolder(folder)
            guard let lock = try RecordingFile.locked(lockPath) else { throw SystemError(number: EWOULDBLOCK) }
            self.lock = lock
        } catch {
            throw error.number == EWOULDBLOCK ? .taken(path) : .system(path, error.number)
        }
        if exists, mode == .replace, access(self.path, F_OK) == 0 { throw .interrupted(self.path) }
        let start = try RecordingFile.beginning(exists && mode == .append ? target : nil, path, creator)
        (earlier, closing) = (start.entries, start.closing)
        earlierPseudonym = exists && mode == .append ? Pseudonyms.highest(in: start.content) : 0
        do throws(SystemError) {
            let paths = [folder + "." + name + ".1", folder + "." + name + ".2"]
            shown = try RecordingFile.copy(paths[0], start)
            hidden = try RecordingFile.copy(paths[1], start)
            if exists, mode == .append {
                try RecordingFile.rename(shown.path, self.path)
            } else {
                // Like `rename`, but never replaces a file that another process has put there meanwhile.
                if link(shown.path, self.path) != 0 { throw SystemError() }
                unlink(shown.path)
            }
        } catch {
            for suffix in [".1", ".2"] { unlink(folder + "." + name + suffix) }
            throw error.number == EEXIST ? .exists(path) : .system(path, error.number)
        }
    }

    // MARK: - Writing

    /// Adds entries, each a JSON object. When it returns, the file that bears the name has them; when it throws, that file is as it was,
    /// and the same entries can be added again.
    package func append(_ entries: [[UInt8]]) throws(RecordingFailure) {
        guard !entries.isEmpty else { return }
        var addition: [UInt8] = []
        addition.reserveCapacity(entries.reduce(0) { $0 + $1.count + 2 })
        for (index, entry) in entries.enumerated() {
            addition += shown.entries + index == 0 ? [UInt8(ascii: "\n")] : [UInt8(ascii: ","), UInt8(ascii: "\n")]
            addition += entry
        }
        do throws(SystemError) {
            if !hidden.file.isNamed(hidden.path) || !shown.file.isNamed(path) { try restore() }
            let end = hidden.end + lag.count + addition.count
            try hidden.file.write(lag + addition + closing, at: hidden.end)
            try hidden.file.cut(to: end + closing.count)
            try exchangeNames()
            let late = shown
            shown = Copy(file: hidden.file, path: path, end: end, entries: late.entries + entries.count)
            hidden = Copy(file: late.file, path: hidden.path, end: late.end, entries: late.entries)
            lag = addition
        } catch {
            throw .system(path, error.number)
        }
    }

    /// Swaps the names of the visible file and the hidden copy.
    private func exchangeNames() throws(SystemError) {
        let third = hidden.path + "x"
        unlink(third)
        if link(path, third) != 0 { throw SystemError() }
        try RecordingFile.rename(hidden.path, path)
        try RecordingFile.rename(third, hidden.path)
    }

    /// After its folder was removed and made again: both copies are written anew, from the one that is still open.
    private func restore() throws(SystemError) {
        let source = shown
        let paths = [hidden.path + "a", hidden.path]
        var copies: [Copy] = []
        for path in paths {
            let file = try OpenFile(path, O_RDWR | O_CREAT | O_TRUNC)
            var offset = 0
            while offset < source.end {
                let piece = try source.file.read(from: offset, upTo: min(1 << 20, source.end - offset))
                guard !piece.isEmpty else { throw SystemError(number: EIO) }
                try file.write(piece, at: offset)
                offset += piece.count
            }
            try file.write(closing, at: offset)
            copies.append(Copy(file: file, path: path, end: source.end, entries: source.entries))
        }
        try RecordingFile.rename(paths[0], path)
        copies[0].path = path
        (shown, hidden, lag) = (copies[0], copies[1], [])
    }

    /// Changes the texts of entries that are written already, where `replacing` does; each entry is a line. The file has its name throughout.
    package func rewrite(_ replacing: (String) -> String) throws(RecordingFailure) {
        var lines: [UInt8] = []
        var changes = false
        do throws(SystemError) {
            let bytes = try shown.file.read(from: 0, upTo: shown.end)
            for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated()
            {
                if index > 0 { lines.append(UInt8(ascii: "\n")) }
                let text = String(decoding: line, as: UTF8.self)
                let comma = text.hasSuffix(",") ? "," : ""
                // The texts of the entry and not the text that it is, so that it stays JSON.
                guard index > 0, replacing(text) != text,
                    let entry = try? JSON(parsing: String(text.dropLast(comma.count)))
                else {
                    lines += line
                    continue
                }
                changes = true
                lines += (entry.mapTexts(replacing).serialized() + comma).utf8
            }
            guard changes else { return }
            let successor = hidden.path + "a"
            let file = try OpenFile(successor, O_RDWR | O_CREAT | O_TRUNC)
            try file.write(lines + closing, at: 0)
            try file.flushToDisk()
            try RecordingFile.rename(successor, path)
            shown = Copy(file: file, path: path, end: lines.count, entries: shown.entries)
        } catch {
            throw .system(path, error.number)
        }
    }

    /// Ends the recording: it is on the disk, has its final name, and nothing else is left.
    package func finish() throws(RecordingFailure) {
        defer {
            for suffix in ["", "x", "a"] { unlink(hidden.path + suffix) }
            unlink(lockPath)
        }
        do throws(SystemError) {
            try shown.file.flushToDisk()
            guard shown.file.isNamed(path) else { throw SystemError(number: ENOENT) }
            if path != finalPath { try RecordingFile.rename(path, finalPath) }
        } catch {
            throw .system(finalPath, error.number)
        }
    }

    // MARK: - Beginning

    private struct Beginning {
        var content: [UInt8]
        var closing: [UInt8]
        var entries: Int
    }

    /// The document without its closing: of a new recording, or of one that is there, whose entries are kept as they are.
    private static func beginning(
        _ existing: String?, _ path: String, _ creator: HAR.Software
    ) throws(RecordingFailure) -> Beginning {
        var har = HAR(creator: creator)
        if let existing {
            do {
                let file = try OpenFile(existing, O_RDONLY)
                har = try HAR(parsing: try file.read(from: 0, upTo: try file.length))
            } catch let error as SystemError {
                throw .system(path, error.number)
            } catch {
                throw .unreadable(path, "\(error)")
            }
        }
        let entries = har.entries
        har.entries = []
        guard case .object(let root) = har.json, case .object(var log)? = root["log"] else {
            throw .unreadable(path, "it has no log")
        }
        log["entries"] = nil
        var others = root
        others["log"] = nil
        // The list of entries comes last, so that all that closes the document is three brackets.
        var content = Array("{".utf8)
        for (name, value) in others { content += "\(JSON.string(name).serialized()):\(value.serialized()),".utf8 }
        content += "\"log\":{".utf8
        for (name, value) in log { content += "\(JSON.string(name).serialized()):\(value.serialized()),".utf8 }
        content += "\"entries\":[".utf8
        for (index, entry) in entries.enumerated() {
            content += index == 0 ? "\n".utf8 : ",\n".utf8
            entry.json.write(into: &content, style: .compact)
        }
        return Beginning(content: content, closing: Array("\n]}}\n".utf8), entries: entries.count)
    }

    private static func copy(_ path: String, _ start: Beginning) throws(SystemError) -> Copy {
        // A copy left by a killed program can be removed: this recorder holds the lock.
        unlink(path)
        let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        try file.write(start.content + start.closing, at: 0)
        return Copy(file: file, path: path, end: start.content.count, entries: start.entries)
    }

    // MARK: - Paths

    private static func locked(_ path: String) throws(SystemError) -> OpenFile? {
        while true {
            let file = try OpenFile(path, O_RDWR | O_CREAT)
            guard try file.lock() else { return nil }
            // Its previous owner may have removed it between the two steps.
            if file.isNamed(path) { return file }
        }
    }

    private static func rename(_ old: String, _ new: String) throws(SystemError) {
        #if canImport(Darwin)
        let result = Darwin.rename(old, new)
        #elseif canImport(Musl)
        let result = Musl.rename(old, new)
        #else
        let result = Glibc.rename(old, new)
        #endif
        if result != 0 { throw SystemError() }
    }

    /// Why what is there cannot be recorded into; nil where it can. A pipe would be waited for, and of a file with two names one would go on
    /// with what it was.
    private static func fault(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is no file, but a folder, a pipe or a device" }
        return status.st_nlink > 1
            ? "it has \(status.st_nlink) names (hard links), and can be locked by one alone" : nil
    }

    /// Resolves symbolic links, so that the lock is beside the file itself.
    private static func resolved(_ path: String) -> String { realPath(path) ?? path }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    /// `shop.har` → `shop.new.har`.
    private static func successor(of path: String) -> String {
        path.hasSuffix(".har") ? path.dropLast(4) + ".new.har" : path + ".new"
    }

    private static func makeFolder(_ folder: String) throws(SystemError) {
        var made = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            made += part + "/"
            if mkdir(made, 0o755) != 0, errno != EEXIST, errno != EROFS, errno != EACCES { throw SystemError() }
        }
    }
}

extension JSON {
    /// With every text in it, names of members aside, put through `body`.
    fileprivate func mapTexts(_ body: (String) -> String) -> JSON {
        switch self {
        case .string(let text): .string(body(text))
        case .array(let elements): .array(elements.map { $0.mapTexts(body) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.mapTexts(body)) }))
        case .null, .bool, .number: self
        }
    }
}
