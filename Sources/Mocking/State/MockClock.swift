// What time it is, as far as answers depend on it.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A clock that is passed in. Tests give one that they set.
package struct MockClock: Sendable {
    /// Since 1970-01-01T00:00:00Z.
    package let now: @Sendable () -> Duration

    package init(now: @escaping @Sendable () -> Duration) { self.now = now }

    /// The time of the machine, since 1970-01-01T00:00:00Z.
    package static let system = MockClock {
        .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}
