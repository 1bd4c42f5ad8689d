// Sessions that a store keeps: what a mock has of one, and what has become of it since.

import Journals
import JSONValues
import MockRules
import Recordings
package import SessionStores
import Synchronization

/// How the copy of a session that a mock has stands to the store that it is kept in.
package struct SessionTenure: Sendable {
    /// Which copy it is.
    package let position: SessionPosition
    /// Until then nobody needs to ask whether another has taken it; on the clock of who asks.
    package let readUntil: Duration
    /// What it was when it was read or saved last.
    let mark: SessionMark

    package init(_ position: SessionPosition, readUntil: Duration, mark: SessionMark) {
        self.position = position
        self.readUntil = readUntil
        self.mark = mark
    }
}

extension SessionTenure {
    /// The same, after the store was asked whether it still is.
    package func extended(to readUntil: Duration) -> SessionTenure {
        SessionTenure(position, readUntil: readUntil, mark: mark)
    }
}

/// Another whenever a session has changed. That operations were called changes nothing.
package struct SessionMark: Hashable, Sendable {
    private let state: [StateVersion]
    private let resources: StateVersion
    private let faults: [FaultCount]
    private let cursors: [Replay.Cursor: Int]
    private let settings: StateVersion
    private let expectations: [Int]

    fileprivate init(_ session: Session) {
        (state, resources, faults, cursors, settings) = session.decide {
            ($0.rules.versions, $0.resources.version, $0.faults, $0.cursors, $0.settings.version)
        }
        expectations = session.journal.progress
    }
}

/// What became of a session while a request was answered.
package enum SessionChange: Sendable {
    case none
    /// It is to be saved.
    /// - idle: how long nobody may use it; nil where it does not end.
    case changed([UInt8], mark: SessionMark, idle: Duration?)
    case ended
}

/// A session that a store has and that this version cannot go on with.
package struct UnreadableSession: Error, Hashable, Sendable {
    /// What is wrong with it, and what to do.
    package let message: String
}

extension Mock {
    /// Of the session that is here; nil where it is not, or is to be read again.
    /// - Parameter id: empty for the common one, here and below.
    package func tenure(of id: String) -> SessionTenure? {
        here(id)?.tenure.withLock { $0 }
    }

    /// Nil: the session is to be read again before it is asked.
    package func set(_ tenure: SessionTenure?, of id: String) {
        here(id)?.tenure.withLock { $0 = tenure }
    }

    /// Goes on with a session as a store has it.
    /// - Parameters:
    ///   - document: nil where nothing has changed since it started.
    ///   - started: since 1970.
    ///   - idle: how long nobody may use it.
    /// - Returns: what it is now.
    package func adopt(
        _ id: String, _ document: [UInt8]?, started: Duration, idle: Duration?
    ) throws(UnreadableSession) -> SessionMark {
        let session = adopted(id, started: started, idle: idle)
        guard let document else {
            session.adopt(started: started, now: now) { $0 }
            session.journal.expect([])
            return SessionMark(session)
        }
        do {
            _ = try SessionDocument(mock: self).restore(
                session, from: try JSON(parsing: document), started: started, now: now)
        } catch SessionDocument.Unreadable.format(let format) {
            throw UnreadableSession(
                message:
                    "The session \(id) was saved by a later version (format \(format); this one reads \(SessionDocument.format)). Serve with that version, or DELETE the session."
            )
        } catch {
            throw UnreadableSession(
                message: "What is saved of the session \(id) is no document of a session. DELETE the session.")
        }
        return SessionMark(session)
    }

    /// What became of the session since it was read or saved last.
    package func change(of id: String) -> SessionChange {
        guard let session = here(id) else { return .ended }
        let mark = SessionMark(session)
        if session.tenure.withLock({ $0?.mark == mark }) { return .none }
        let document = SessionDocument(mock: self).written(session)
        return .changed(Array(document.serialized().utf8), mark: mark, idle: idleLimit(of: session))
    }

    func here(_ id: String) -> Session? { id.isEmpty ? session(nil) : existingSession(id) }
}
