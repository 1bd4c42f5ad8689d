// The recordings that a mock answers with, and how.

import MockRules
import HTTPExchange
package import Recordings

/// Recordings that a mock answers with, and what it does where they have no answer.
package struct RecordedTraffic: Sendable {
    /// What becomes of a request that no recording answers.
    package enum Missing: Hashable, Sendable {
        /// The rows of the decision table after the recordings' decide.
        case decided
        /// It is refused, with what is nearest to it.
        case refused
    }

    /// Asked in this order.
    package let files: [Archive]
    /// Those that latency is measured by, where it is told to be as recorded.
    package let measured: [Archive]
    /// Which values of a request need not be those of the recording.
    package let volatile: VolatileRules
    package let missing: Missing
    /// Whether an answer takes as long as it took then.
    package let keepsTime: Bool

    /// - Parameter measured: those that latency is measured by; nil: all of the files.
    package init(
        _ files: [Archive], volatile: VolatileRules = VolatileRules(), missing: Missing = .decided,
        keepsTime: Bool = false, measured: [Archive]? = nil
    ) {
        self.files = files
        self.measured = measured ?? files
        self.volatile = volatile
        self.missing = missing
        self.keepsTime = keepsTime
    }
}

extension LatencyModel {
    /// As long as the backend took, if that was measured.
    init?(_ recorded: ArchivedExchange) {
        guard let wait = recorded.wait else { return nil }
        self.init(delay: DelayModel(.fixed(wait)))
        // The recording has the time that the content took, not how evenly it came.
        if let receive = recorded.receive, receive >= .milliseconds(1) { pace = .slices(count: 8, over: receive) }
    }
}
