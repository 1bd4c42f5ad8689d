// What making a value may cost, so that no schema can keep anyone waiting or take the memory.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Counts what is spent on a value: steps, bytes that plans take, and time. Every loop that a schema can make long asks it whether to go
/// on. For one thread.
package final class SampleEffort {
    /// What the making of one sample may take.
    package struct Budget: Hashable, Sendable {
        /// Values, goals and choices that are looked at, bytes of text that are tried.
        package var steps: Int
        /// Of plans that are kept.
        package var bytes: Int
        /// Of the processor, so that what others do changes nothing: for what takes long in one step, to match a pattern or to judge a value.
        package var time: Duration

        package init(steps: Int = 4_000_000, bytes: Int = 208 << 20, time: Duration = usualTime) {
            self.steps = steps
            self.bytes = bytes
            self.time = time
        }

        /// What holds where nothing else is said.
        package static let standard = Budget()

        #if DEBUG
        /// A build without optimisation takes a hundred times as long for the same steps.
        package static let usualTime = Duration.seconds(30)
        #else
        /// Of the processor's time.
        package static let usualTime = Duration.seconds(1)
        #endif
    }

    private var steps: Int
    private var bytes: Int
    private let end: Duration
    private var stepsToNextLook = 256
    /// Whether one of the bounds was met: what is made from then on is made without trying.
    package private(set) var isSpent = false

    /// The time counts from here.
    package init(_ budget: Budget = .standard) {
        steps = budget.steps
        bytes = budget.bytes
        end = Self.processorTime + budget.time
    }

    func spend(steps: Int = 1, bytes: Int = 0) {
        self.steps -= steps
        self.bytes -= bytes
        if self.steps < 0 || self.bytes < 0 { isSpent = true }
        stepsToNextLook -= steps
        if stepsToNextLook < 0 { lookAtClock() }
    }

    /// After something whose own steps are not counted.
    func lookAtClock() {
        stepsToNextLook = 256
        if Self.processorTime > end { isSpent = true }
    }

    /// What this thread has used.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
