// What everything random in an answer follows from.

import Sampling
import Synchronization

/// One call of an operation within its session. The order in which sessions arrive, the clock and the core have no part in it.
final class CallKey: Sendable {
    let session: String
    let operation: String
    /// How often the session has called the operation, this time included.
    let call: UInt64

    private let drawn = Atomic(false)

    init(session: String, operation: String, call: UInt64) {
        self.session = session
        self.operation = operation
        self.call = call
    }

    /// Whether anything of an answer came from here: then it would be another at the next call.
    var isDrawn: Bool { drawn.load(ordering: .relaxed) }

    enum Purpose: String {
        case data, identifier, delay, fault, rule
    }

    /// The same numbers for the same seed, session, operation, call and purpose.
    func generator(_ seed: UInt64, for purpose: Purpose) -> SeededGenerator {
        if purpose == .data || purpose == .identifier || purpose == .rule { drawn.store(true, ordering: .relaxed) }
        return SeededGenerator(seed: seed).forked(session).forked(operation).forked(call).forked(purpose.rawValue)
    }
}
