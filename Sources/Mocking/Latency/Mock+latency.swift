// When an answer goes, and how fast.

import HTTPExchange
import OpenAPIContract
import Sampling

extension Mock {
    /// The network that is asked for, or else that of the mock file.
    var profile: NetworkProfile? { options.profile ?? behaviour.latency.profile }

    /// - Parameter latency: of this very answer, in place of the operation's.
    func delivery(of call: SessionCall, as latency: LatencyModel? = nil) -> Delivery {
        var generator = call.occasion.generator(options.seed, for: .delay)
        var models = behaviour.latency
        if let latency { models.operations[call.judged.operation.index] = latency }
        var delivery = models.delivery(call.judged.operation.index, over: profile, &generator)
        delivery.firstByte += options.delay
        return delivery
    }
}
