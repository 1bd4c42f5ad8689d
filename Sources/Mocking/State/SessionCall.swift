// One request in its session, as the rows of the decision table see it.

import OpenAPIContract

/// A class, because every row is handed it.
final class SessionCall: Sendable {
    let judged: JudgedRequest
    /// What was taken off the path because it names the session.
    let prefix: String
    let session: Session
    let occasion: Occasion
    let asker: Asker
    let now: Duration
    /// What the session was told while it ran.
    let settings: SessionSettings

    init(_ judged: JudgedRequest, prefix: String, session: Session, asker: Asker, now: Duration) {
        self.judged = judged
        self.prefix = prefix
        self.session = session
        self.asker = asker
        self.now = now
        (occasion, settings) = session.next(judged.operation, now: now)
    }
}
