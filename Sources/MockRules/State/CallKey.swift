// What everything random in an answer follows from.

package import Sampling
import Synchronization

/// One call of an operation within its session. The order in which sessions arrive, the clock and the core have no part in it.
package final class CallKey: Sendable {
    /// The session's id.
    package let session: String
    /// The operation's id.
    package let operation: String
    /// How often the session has called the operation, this time included.
    package let call: UInt64

    private let drawn = Atomic(false)

    package init(session: String, operation: String, call: UInt64) {
        self.session = session
        self.operation = operation
        self.call = call
    }

    /// Whether anything of an answer came from here: then it would be another at the next call.
    package var isDrawn: Bool { drawn.load(ordering: .relaxed) }

    /// What the numbers are for: each purpose has its own.
    package enum Purpose: String {
        case data, identifier, delay, fault, rule
    }

    /// The same numbers for the same seed, session, operation, call and purpose.
    package func generator(_ seed: UInt64, for purpose: Purpose) -> SeededGenerator {
        if purpose == .data || purpose == .identifier || purpose == .rule { drawn.store(true, ordering: .relaxed) }
        return SeededGenerator(seed: seed).forked(session).forked(operation).forked(call).forked(purpose.rawValue)
    }
}
