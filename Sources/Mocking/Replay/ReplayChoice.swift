// What a session was told of recordings while the mock ran.

import HTTPExchange
import OpenAPIContract
import Recordings

/// In place of the recordings that the mock was started with.
enum ReplayChoice: Sendable {
    /// None answers.
    case off
    case own(OwnReplay)
}

/// A recording that one session is answered from. A class, because every request copies the settings of its session.
final class OwnReplay: Sendable {
    let recording: Archive
    let missing: RecordedTraffic.Missing
    let answers: ReplayAnswers
    /// What the recording takes of the memory of all sessions.
    let memory: MemoryShare

    init(recording: Archive, missing: RecordedTraffic.Missing, answers: ReplayAnswers, memory: MemoryShare) {
        self.recording = recording
        self.missing = missing
        self.answers = answers
        self.memory = memory
    }
}

extension Mock {
    /// Nil for a contract without operations.
    func answers(of recording: Archive, missing: RecordedTraffic.Missing) -> ReplayAnswers? {
        guard let composer else { return nil }
        return ReplayAnswers(RecordedTraffic([recording], missing: missing), composer)
    }

    /// What a call may be answered from; nil without recordings.
    func replay(for call: SessionCall) -> ReplayAnswers? {
        switch call.settings.replay {
        case nil: replay
        case .off: nil
        case .own(let own): own.answers
        }
    }
}

extension DecisionTable {
    /// The rows of a session that has recordings of its own.
    var rowsWithRecordings: [Row] {
        guard !rows.contains(.recording) else { return rows }
        let place = rows.firstIndex(of: .preference).map { $0 + 1 } ?? rows.endIndex
        return Array(rows[..<place]) + [.recording] + Array(rows[place...])
    }

    /// Those that a call is asked.
    func rows(for call: SessionCall) -> [Row] {
        if case .own = call.settings.replay { rowsWithRecordings } else { rows }
    }
}
