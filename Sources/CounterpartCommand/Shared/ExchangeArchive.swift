// The exchanges of a run, for a report in HAR.

import VerificationReports
import Archives
import Foundation
import OpenAPIContract
import SourceDocuments
import Synchronization
import Verification

/// Keeps the exchanges of a run in a file without a name, entry by entry: a large run has more of them than memory holds.
final class ExchangeArchive: Sendable {
    private struct State {
        var archive: RunArchive
        var file: EntryFile
    }

    private let state: Mutex<State>

    init(origin: String, contract: Contract? = nil) throws {
        state = Mutex(State(archive: RunArchive(origin: origin, contract: contract), file: try EntryFile()))
    }

    func add(_ answer: Report.Answered) {
        state.withLock { state in
            state.file.add(state.archive.entry(of: answer, started: Self.start(of: answer.exchange)))
        }
    }

    func add(_ exchange: Exchange, of name: String) {
        state.withLock { state in
            state.file.add(state.archive.entry(of: exchange, name, started: Self.start(of: exchange)))
        }
    }

    private static func start(of exchange: Exchange) -> String {
        Date().addingTimeInterval(-(exchange.elapsed / .seconds(1))).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    /// The recording as the text of a HAR file, piece by piece.
    func text(of record: RunRecord) -> ReportText {
        .pieces { write in try self.state.withLock { try RunArchive.write(record, $0.file.entries(), to: write) } }
    }

    /// The recording as the text of a HAR file, piece by piece.
    func text(of report: Report) -> ReportText {
        .pieces { write in try self.state.withLock { try RunArchive.write(report, $0.file.entries(), to: write) } }
    }
}

/// Lines in a file that has no name any more: nothing is left of it, however the program ends.
private struct EntryFile: @unchecked Sendable {
    private let handle: FileHandle
    private var failure: (any Error)?

    init() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "counterpart-\(UUID().uuidString)")
            .path(percentEncoded: false)
        let isMade = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade, let handle = FileHandle(forUpdatingAtPath: path) else {
            throw CommandFailure("the exchanges cannot be kept in \(path)")
        }
        try FileManager.default.removeItem(atPath: path)
        self.handle = handle
    }

    mutating func add(_ line: String) {
        guard failure == nil else { return }
        do {
            try handle.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            failure = error
        }
    }

    /// From the first on. Throws what has kept one from being written.
    func entries() throws -> some Sequence<String> {
        if let failure { throw CommandFailure("the exchanges cannot be kept: \(SystemReason.of(failure))") }
        try handle.seek(toOffset: 0)
        var rest = Data()
        let handle = handle
        return sequence(state: false) { isAtEnd -> String? in
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest = Data(rest[(end + 1)...]) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                guard !isAtEnd else { return nil }
                let more = (try? handle.read(upToCount: 1 << 18)) ?? Data()
                if more.isEmpty { isAtEnd = true } else { rest.append(more) }
            }
        }
    }
}
