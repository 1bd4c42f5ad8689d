// How long the first byte of an answer takes: a distribution, drawn from a generator that is passed in.

import HTTPExchange
import Recordings
import Sampling

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A distribution of delays.
package struct DelayModel: Hashable, Sendable {
    /// Which distribution delays are drawn from.
    package enum Shape: Hashable, Sendable {
        case fixed(Duration)
        /// Both bounds may come up.
        case uniform(Duration, Duration)
        case normal(mean: Duration, deviation: Duration)
        /// `sigma` is the standard deviation of the delay's logarithm.
        case lognormal(median: Duration, sigma: Double)
        /// As the operation's backend was measured.
        case recorded
    }

    let shape: Shape
    /// No delay is longer. One that comes out longer is drawn again, at most ten times, and then cut.
    let cap: Duration?
    /// No delay is shorter.
    let floor: Duration

    package init(_ shape: Shape, cap: Duration? = nil, floor: Duration = .zero) {
        self.shape = shape
        self.cap = cap
        self.floor = floor
    }

    /// The sigma of a lognormal distribution of which 95 in 100 values are at most `p95`. Nil unless the median is above zero and
    /// no longer than that.
    static func sigma(median: Duration, p95: Duration) -> Double? {
        guard median > .zero, p95 >= median else { return nil }
        // The 0.95 quantile of the standard normal distribution.
        return log(p95.seconds / median.seconds) / 1.644_853_626_951_472_2
    }

    /// In whole microseconds.
    /// - Parameter measured: what is drawn from where delays are recorded; nothing takes no time.
    func delay(_ generator: inout SeededGenerator, measured: MeasuredLatency? = nil) -> Duration {
        var delay = draw(&generator, measured)
        guard let cap else { return max(delay, floor) }
        for _ in 0..<10 where delay > cap { delay = draw(&generator, measured) }
        return max(min(delay, cap), floor)
    }

    private func draw(_ generator: inout SeededGenerator, _ measured: MeasuredLatency?) -> Duration {
        switch shape {
        case .fixed(let delay): return delay
        case .uniform(let low, let high):
            return Duration(seconds: low.seconds + (high.seconds - low.seconds) * generator.unit())
        case .normal(let mean, let deviation):
            return Duration(seconds: mean.seconds + deviation.seconds * generator.standardNormal())
        case .lognormal(let median, let sigma):
            return Duration(seconds: median.seconds * exp(sigma * generator.standardNormal()))
        case .recorded: return measured?.quantile(generator.unit()) ?? .zero
        }
    }
}

extension Duration {
    /// The longest delay that anything here gives.
    static let longestDelay = Duration.seconds(3_600)

    /// In seconds, with their fraction.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

    /// Rounded to microseconds; nothing below zero, nothing beyond the longest delay.
    package init(seconds: Double) {
        self = GivenNumber.seconds(seconds, atMost: .longestDelay)
    }
}

extension SeededGenerator {
    /// From 0 up to, not including, 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// By Box and Muller's transform.
    mutating func standardNormal() -> Double {
        let radius = sqrt(-2 * log(1 - unit()))
        return radius * cos(2 * .pi * unit())
    }
}
