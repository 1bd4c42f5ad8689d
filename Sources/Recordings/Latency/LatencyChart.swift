// Distributions as a few characters, all on one scale.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Draws distributions between the shortest and the longest time of all, on a logarithmic scale.
package struct LatencyChart: Sendable {
    /// Where each column begins, and where the last ends; the first takes all that is shorter than the next.
    private let bounds: [Duration]
    private let shortest: Duration

    /// Nil where there is nothing to draw.
    package init?(_ latencies: MeasuredLatencies, columns: Int = 32) {
        guard let all = latencies.all, columns > 0 else { return nil }
        self.shortest = all.shortest
        let shortest = max(all.shortest.milliseconds, 0.01)
        let ratio = max(all.longest.milliseconds * 1.002 / shortest, 2)
        bounds = (0...columns).map { column in
            let time = column == 0 ? 0 : shortest * pow(ratio, Double(column) / Double(columns))
            return .nanoseconds(Int64((time * 1e6).rounded(.up)))
        }
    }

    /// The time at which the scale begins and ends.
    package var ends: (Duration, Duration) { (shortest, bounds[bounds.count - 1]) }

    /// A character for each column, the higher the more answers took that long.
    package func line(_ latency: MeasuredLatency) -> String {
        let below = bounds.map { latency.count(below: $0) }
        let counts = zip(below.dropFirst(), below).map { $0 - $1 }
        let most = max(counts.max() ?? 0, 1)
        return String(
            counts.map { count in
                count == 0 ? "·" : Self.levels[min((count * Self.levels.count - 1) / most, Self.levels.count - 1)]
            })
    }

    private static let levels = Array("▁▂▃▄▅▆▇█")
}
