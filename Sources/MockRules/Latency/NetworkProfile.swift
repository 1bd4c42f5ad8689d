// Networks that iOS developers know by name.

import HTTPExchange
import Sampling

/// The network between client and mock. The numbers are those of the presets of Apple's Network Link Conditioner (Additional
/// Tools for Xcode), whose delays are one way: a request and the first byte of its answer take both.
package enum NetworkProfile: String, Hashable, Sendable, CaseIterable {
    case wifi, lte
    case umts = "3g"
    case edge
    case veryBad = "very-bad"
    /// No answer ever comes: every connection is reset.
    case offline

    /// What a preset says.
    package struct Numbers: Hashable, Sendable {
        /// From the client to the server.
        package let delayUp: Duration
        /// From the server to the client.
        package let delayDown: Duration
        /// Bits in a second, to the client.
        package let bandwidth: Int
        /// Packets in a hundred that are lost, each way.
        package let loss: Int
    }

    /// Nil where there is no network.
    package var numbers: Numbers? {
        switch self {
        case .wifi:
            Numbers(delayUp: .milliseconds(1), delayDown: .milliseconds(1), bandwidth: 40_000_000, loss: 0)
        case .lte:
            Numbers(delayUp: .milliseconds(65), delayDown: .milliseconds(50), bandwidth: 50_000_000, loss: 0)
        case .umts: Numbers(delayUp: .milliseconds(100), delayDown: .milliseconds(100), bandwidth: 780_000, loss: 0)
        case .edge: Numbers(delayUp: .milliseconds(440), delayDown: .milliseconds(400), bandwidth: 240_000, loss: 0)
        case .veryBad:
            Numbers(delayUp: .milliseconds(500), delayDown: .milliseconds(500), bandwidth: 1_000_000, loss: 10)
        case .offline: nil
        }
    }

    var pace: Pace { numbers.map { .bandwidth(bytesPerSecond: $0.bandwidth / 8) } ?? .atOnce }

    /// A lost packet is sent again after the retransmission timeout: a second at first, twice as long each time
    /// (RFC 6298, sections 2.1 and 5.5).
    func delay(_ generator: inout SeededGenerator) -> Duration {
        guard let numbers else { return .zero }
        var delay = numbers.delayUp + numbers.delayDown
        for _ in 0..<2 where numbers.loss > 0 {
            var timeout = Duration.seconds(1)
            while timeout < .seconds(60), generator.percent(numbers.loss) {
                delay += timeout
                timeout = timeout * 2
            }
        }
        return delay
    }
}
