// The sessions of a mock, by their ids.

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
    private let make: @Sendable (String, Duration) -> Session
    private let sessions = Mutex<[String: Session]>([:])

    init(limits: Limits = Limits(), now: Duration, make: @escaping @Sendable (String, Duration) -> Session) {
        self.limits = limits
        self.make = make
        common = make("", now)
    }

    func session(_ id: String?, now: Duration) -> Session {
        guard let id else { return common }
        return sessions.withLock { sessions in
            if let known = sessions[id] {
                if now - known.lastUsed <= limits.idle { return known }
                sessions[id] = nil
            }
            if sessions.count >= limits.count { end(&sessions, now: now) }
            let session = make(id, now)
            sessions[id] = session
            return session
        }
    }

    /// Ends the session; the next request that names it starts a new one.
    func end(_ id: String) -> Bool { sessions.withLock { $0.removeValue(forKey: id) != nil } }

    var ids: [String] { sessions.withLock { $0.keys.sorted() } }

    /// All that are idle, and else the one that was used least recently.
    private func end(_ sessions: inout [String: Session], now: Duration) {
        let used = sessions.map { (id: $0.key, lastUsed: $0.value.lastUsed) }
        for session in used where now - session.lastUsed > limits.idle { sessions[session.id] = nil }
        guard sessions.count >= limits.count else { return }
        if let oldest = used.min(by: { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }) { sessions[oldest.id] = nil }
    }
}
