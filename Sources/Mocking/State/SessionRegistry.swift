// The sessions of a mock, by their ids.

import MockRules
import Synchronization

/// Makes sessions when they are first named, and ends those that nobody has used for a while. Their number is bounded: the one
/// that was used least recently makes room.
final class SessionRegistry: Sendable {
    struct Limits: Hashable, Sendable {
        var count = 1_000
        var idle = Duration.seconds(3_600)
    }

    /// For requests that name no session. It never ends.
    let common: Session
    private let limits: Limits
    /// Makes a session of an id that starts at a time, and ends when nobody has used it for so long.
    typealias Maker = @Sendable (_ id: String, _ now: Duration, _ idle: Duration?) -> Session

    private let make: Mutex<Maker>
    private let sessions = Mutex<[String: Session]>([:])

    init(limits: Limits = Limits(), now: Duration, make: @escaping Maker) {
        self.limits = limits
        self.make = Mutex(make)
        common = make("", now, nil)
    }

    func session(_ id: String?, now: Duration) -> Session {
        guard let id else { return common }
        return sessions.withLock { sessions in
            if let known = live(id, in: &sessions, now: now) { return known }
            return add(id, to: &sessions, now: now, idle: nil)
        }
    }

    /// Makes one that ends when nobody has used it for `idle`; nil where there is one of that id. Without an id it gets one of its
    /// own.
    func create(_ id: String?, now: Duration, idle: Duration?) -> Session? {
        sessions.withLock { sessions in
            let id = id ?? freeID(sessions)
            guard live(id, in: &sessions, now: now) == nil else { return nil }
            return add(id, to: &sessions, now: now, idle: idle)
        }
    }

    /// The session as a store has it: another than the one of that id that may be here, if it started at another time.
    /// - Parameter id: empty for the common one.
    func adopt(_ id: String, started: Duration, idle: Duration?, now: Duration) -> Session {
        guard !id.isEmpty else { return common }
        return sessions.withLock { sessions in
            if let known = sessions[id], known.started == started, known.idle == idle { return known }
            sessions[id] = nil
            return add(id, to: &sessions, now: started, idle: idle)
        }
    }

    func existing(_ id: String, now: Duration) -> Session? {
        sessions.withLock { live(id, in: &$0, now: now) }
    }

    /// By their ids, those left out whose time is up.
    func all(now: Duration) -> [Session] {
        sessions.withLock { sessions in
            for session in sessions.values where isIdle(session, now) { sessions[session.id] = nil }
            return sessions.values.sorted { $0.id < $1.id }
        }
    }

    func idleLimit(of session: Session) -> Duration? {
        session === common ? nil : session.idle ?? limits.idle
    }

    private func isIdle(_ session: Session, _ now: Duration) -> Bool {
        now - session.lastUsed > session.idle ?? limits.idle
    }

    private func live(_ id: String, in sessions: inout [String: Session], now: Duration) -> Session? {
        guard let known = sessions[id] else { return nil }
        guard isIdle(known, now) else { return known }
        sessions[id] = nil
        return nil
    }

    private func add(_ id: String, to sessions: inout [String: Session], now: Duration, idle: Duration?) -> Session {
        if sessions.count >= limits.count { end(&sessions, now: now) }
        let session = make.withLock { $0 }(id, now, idle)
        sessions[id] = session
        return session
    }

    private func freeID(_ sessions: [String: Session]) -> String {
        var number = sessions.count + 1
        while sessions["session-\(number)"] != nil { number += 1 }
        return "session-\(number)"
    }

    /// Ends the session; the next request that names it starts a new one.
    func end(_ id: String) -> Bool { sessions.withLock { $0.removeValue(forKey: id) != nil } }

    /// From now on makes sessions otherwise, and adapts those that there are: how many go on, and how many start again.
    func takeOver(_ maker: @escaping Maker, adapt: (Session) -> Bool) -> SessionMigration.Outcome {
        sessions.withLock { sessions in
            make.withLock { $0 = maker }
            let went = ([common] + sessions.values).map(adapt)
            return SessionMigration.Outcome(continued: went.count { $0 }, restarted: went.count { !$0 })
        }
    }

    var ids: [String] { sessions.withLock { $0.keys.sorted() } }

    /// All that are idle, and else the one that was used least recently.
    private func end(_ sessions: inout [String: Session], now: Duration) {
        let used = sessions.map { (id: $0.key, lastUsed: $0.value.lastUsed) }
        for session in sessions.values where isIdle(session, now) { sessions[session.id] = nil }
        guard sessions.count >= limits.count else { return }
        if let oldest = used.min(by: { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }) { sessions[oldest.id] = nil }
    }
}
