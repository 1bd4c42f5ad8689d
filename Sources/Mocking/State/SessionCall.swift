// One request in its session, as the rows of the decision table see it.

import MockRules
import OpenAPIContract
import Synchronization

/// A class, because every row is handed it.
final class SessionCall: Sendable {
    let judged: JudgedRequest
    /// What was taken off the path because it names the session.
    let prefix: String
    let session: Session
    let key: CallKey
    let caller: Caller
    let now: Duration
    /// Of the mock; what is random follows from it.
    let seed: UInt64
    /// What the session was told while it ran.
    let settings: SessionSettings
    private let asked = Mutex<RulesAsked>(.no)

    private enum RulesAsked {
        case no
        /// While the parts of the state that they read had these versions.
        case readers([StateVersion])
        case changed
    }

    init(
        _ judged: JudgedRequest, prefix: String, session: Session, caller: Caller, now: Duration, seed: UInt64 = 0
    ) {
        self.judged = judged
        self.prefix = prefix
        self.session = session
        self.caller = caller
        self.now = now
        self.seed = seed
        (key, settings) = session.next(judged.operation, now: now)
    }

    /// Notes that rules have decided, or that none applied.
    /// - Parameter versions: of what they read; nil where they changed anything, or failed.
    func rulesDecided(_ versions: [StateVersion]?) {
        asked.withLock { $0 = versions.map { .readers($0) } ?? .changed }
    }

    /// Whether the answer would be the same to every call that asks the same, as long as the state has these versions.
    func wouldAnswerTheSame(with versions: [StateVersion]) -> Bool {
        guard !key.isDrawn else { return false }
        return asked.withLock { asked in
            switch asked {
            case .no: true
            // Another request may have changed the state meanwhile.
            case .readers(let read): read == versions
            case .changed: false
            }
        }
    }
}

extension RuleCall {
    /// The call as rules see it.
    init(_ call: SessionCall) {
        self.init(
            call.judged, prefix: call.prefix, session: (call.session.id, call.session.started),
            identity: call.caller.name, now: call.now, key: call.key, seed: call.seed)
    }
}
