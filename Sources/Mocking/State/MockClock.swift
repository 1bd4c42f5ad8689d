// What time it is, as far as answers depend on it.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A clock that is passed in. Tests give one that they set.
package struct MockClock: Sendable {
    /// Since 1970-01-01T00:00:00Z.
    package let now: @Sendable () -> Duration

    package init(now: @escaping @Sendable () -> Duration) { self.now = now }

    package static let system = MockClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
