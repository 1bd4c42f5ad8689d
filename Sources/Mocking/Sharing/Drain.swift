// A server that is about to end.

import Synchronization

/// Whether a server still wants requests. One that does not answers them all the same, and says so to those who ask for its health.
package final class Drain: Sendable {
    private let isOver = Atomic(false)

    /// It wants them.
    package init() {}

    /// From now on it does not.
    package func begin() { isOver.store(true, ordering: .relaxed) }

    var hasBegun: Bool { isOver.load(ordering: .relaxed) }
}
