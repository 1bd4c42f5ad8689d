// When an answer goes, and how fast.

import MockRules
import HTTPExchange
import OpenAPIContract
import Recordings
import Sampling

extension Mock {
    /// What a session was told counts most, then what is asked for this run, then the mock file.
    func profile(_ call: SessionCall) -> NetworkProfile? {
        guard let latency = call.settings.latency?.value else { return options.profile ?? behaviour.latency.profile }
        return latency.profile ?? options.profile
    }

    /// - Parameter latency: of this very answer, in place of the operation's.
    func delivery(of call: SessionCall, as latency: LatencyModel? = nil) -> Delivery {
        if latency == nil, call.settings.latency == nil, options.profile == nil, behaviour.latency.isNone {
            return Delivery(firstByte: options.delay)
        }
        var generator = call.key.generator(options.seed, for: .delay)
        var models = call.settings.latency?.value ?? behaviour.latency
        // What the mock file says of an answer gives way to what the session was told.
        if let latency, call.settings.latency == nil { models.operations[call.judged.operation.index] = latency }
        var delivery = models.delivery(
            call.judged.operation.index, over: profile(call), measured: measured?.latency(of: call.judged.operation),
            &generator)
        delivery.firstByte += options.delay
        return delivery
    }
}
