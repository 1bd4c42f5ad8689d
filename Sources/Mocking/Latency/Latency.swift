// How slow the mock is: a model for each operation, and the network between.

import HTTPExchange
import Recordings
import Sampling

/// What a delay and a pace are drawn from.
struct LatencyModel: Hashable, Sendable {
    var delay: DelayModel?
    var pace: Pace?
    var events: EventPace?
}

/// The `latency` section of a mock file.
struct Latency: Hashable, Sendable {
    var profile: NetworkProfile?
    var standard = LatencyModel()
    /// By `Operation.index`.
    var operations: [Int: LatencyModel] = [:]

    /// Whether answers go at once.
    var isNone: Bool {
        profile == nil && standard == LatencyModel() && operations.isEmpty
    }

    /// Whether any of it is as it was measured.
    var isRecorded: Bool {
        ([standard] + operations.values).contains { $0.delay?.shape == .recorded }
    }

    /// The delay of the operation, or else of all, and on top of it that of the network; the pace of the operation, or else of
    /// all, or else of the network.
    func delivery(
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
