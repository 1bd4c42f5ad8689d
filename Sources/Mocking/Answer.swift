// What the mock gives back for one request.

package import Journals
import MockRules
package import HTTPExchange
package import OpenAPIContract
import HTTPTypes
import Synchronization

/// A response, how it leaves, and everything that a log or a report says about it.
package struct Answer: Sendable {
    package let parts: AnswerParts
    var receipt: AnswerReceipt?

    private init(_ parts: AnswerParts) { self.parts = parts }

    init(
        response: PreparedResponse, decision: Decision, delivery: Delivery, operation: Operation?,
        requestViolations: [Violation], ownViolations: [Violation], nearest: [NearMiss] = [],
        unjudged: [Unjudged] = [], requestBytes: Int? = nil
    ) {
        self.init(
            AnswerParts(
                response: response, decision: decision, delivery: delivery, operation: operation,
                requestViolations: requestViolations, ownViolations: ownViolations, nearest: nearest,
                unjudged: unjudged, requestBytes: requestBytes))
    }

    package var response: PreparedResponse { parts.response }
    package var decision: Decision { parts.decision }
    package var delivery: Delivery { parts.delivery }
    /// Nil where the request found none.
    package var operation: Operation? { parts.operation }
    /// What the request breaks, notes included.
    package var requestViolations: [Violation] { parts.requestViolations }
    /// What the answer itself breaks: never silent, whether it is meant or a fault of the contract's examples.
    package var ownViolations: [Violation] { parts.ownViolations }
    /// Where no operation takes the request: those that come closest.
    package var nearest: [NearMiss] { parts.nearest }
    /// Bodies that passed without being kept, and were not judged.
    package var unjudged: [Unjudged] { parts.unjudged }
    /// How long the request's body was, where it is not kept.
    package var requestBytes: Int? { parts.requestBytes }
}

extension Answer {
    /// The same with another response.
    func with(_ response: PreparedResponse) -> Answer {
        var answer = Answer(parts.with(response))
        answer.receipt = receipt
        return answer
    }
}

extension Answer {
    /// Nil where nothing of it goes out.
    var sentStatus: Int? { parts.sentStatus }
}

/// An answer that is known before it is asked for again: serialised and judged once, sent often. A class, because it is handed around.
final class KnownAnswer: Sendable {
    let response: PreparedResponse
    let decision: Decision
    let violations: [Violation]
    /// Of this answer, in place of its operation's.
    let latency: LatencyModel?
    /// How it fails on its way; nil where it arrives.
    let fault: Fault?
    /// The same under the address that the mock was asked by first, where it differs.
    let here = AtomicLazyReference<AnswerHere>()

    init(
        response: PreparedResponse, decision: Decision, violations: [Violation], latency: LatencyModel? = nil,
        fault: Fault? = nil
    ) {
        self.response = response
        self.decision = decision
        self.violations = violations
        self.latency = latency
        self.fault = fault
    }

    func taking(_ latency: LatencyModel?, fault: Fault? = nil) -> KnownAnswer {
        if latency == nil, self.latency == nil, fault == nil, self.fault == nil { return self }
        return KnownAnswer(
            response: response, decision: decision, violations: violations, latency: latency, fault: fault)
    }
}
