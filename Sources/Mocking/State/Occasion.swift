// What everything random in an answer follows from.

import Sampling

/// One call of an operation within its session. The order in which sessions arrive, the clock and the core have no part in it.
struct Occasion: Hashable, Sendable {
    let session: String
    let operation: String
    /// How often the session has called the operation, this time included.
    let call: UInt64

    enum Purpose: String {
        case data, identifier, delay, fault
    }

    /// The same numbers for the same seed, session, operation, call and purpose.
    func generator(_ seed: UInt64, for purpose: Purpose) -> SeededGenerator {
        SeededGenerator(seed: seed).forked(session).forked(operation).forked(call).forked(purpose.rawValue)
    }
}
