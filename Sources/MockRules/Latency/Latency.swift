// How slow the mock is: a model for each operation, and the network between.

package import HTTPExchange
package import Recordings
package import Sampling

/// What a delay and a pace are drawn from.
package struct LatencyModel: Hashable, Sendable {
    /// Of the first byte; nil where nothing is said.
    package var delay: DelayModel?
    package var pace: Pace?
    /// How server-sent events follow each other; nil where nothing is said.
    package var events: EventPace?

    package init(delay: DelayModel? = nil, pace: Pace? = nil, events: EventPace? = nil) {
        self.delay = delay
        self.pace = pace
        self.events = events
    }
}

/// The `latency` section of a mock file.
package struct Latency: Hashable, Sendable {
    package var profile: NetworkProfile?
    var standard = LatencyModel()
    /// By `Operation.index`.
    package var operations: [Int: LatencyModel] = [:]

    /// Whether answers go at once.
    package var isNone: Bool {
        profile == nil && standard == LatencyModel() && operations.isEmpty
    }

    /// Whether any of it is as it was measured.
    package var isRecorded: Bool {
        ([standard] + operations.values).contains { $0.delay?.shape == .recorded }
    }

    /// The delay of the operation, or else of all, and on top of it that of the network; the pace of the operation, or else of
    /// all, or else of the network.
    package func delivery(
        _ operation: Int, over profile: NetworkProfile?, measured: MeasuredLatency? = nil,
        _ generator: inout SeededGenerator
    ) -> Delivery {
        let own = operations[operation]
        var delivery = Delivery()
        if let model = own?.delay ?? standard.delay { delivery.firstByte = model.delay(&generator, measured: measured) }
        if let profile {
            delivery.firstByte += profile.delay(&generator)
            delivery.pace = profile.pace
        }
        if let pace = own?.pace ?? standard.pace { delivery.pace = pace }
        delivery.events = own?.events ?? standard.events
        return delivery
    }
}
