// When an answer goes, and how fast.

import HTTPExchange
import OpenAPIContract
import Sampling

extension Mock {
    /// The network that is asked for, or else that of the mock file.
    var profile: NetworkProfile? { options.profile ?? behaviour.latency.profile }

    func delivery(of call: SessionCall) -> Delivery {
        var generator = call.occasion.generator(options.seed, for: .delay)
        var delivery = behaviour.latency.delivery(call.judged.operation.index, over: profile, &generator)
        delivery.firstByte += options.delay
        return delivery
    }
}
