// What the mock gives back for one request.

package import HTTPExchange
package import OpenAPIContract
import HTTPTypes

/// A response, how it leaves, and everything that a log or a report says about it.
package struct Answer: Sendable {
    package let response: PreparedResponse
    package let decision: Decision
    package let delivery: Delivery
    /// Nil where the request found none.
    package let operation: Operation?
    /// What the request breaks, notes included.
    package let requestViolations: [Violation]
    /// What the answer itself breaks: never silent, whether it is meant or a fault of the contract's examples.
    package let ownViolations: [Violation]
    /// Where no operation takes the request: those that come closest.
    package var nearest: [NearMiss] = []
    /// Bodies that passed without being kept, and were not judged.
    package internal(set) var unjudged: [Unjudged] = []
    /// How long the request's body was, where it is not kept.
    package internal(set) var requestBytes: Int?
    var receipt: AnswerReceipt?
}

extension Answer {
    /// Nil where nothing of it goes out.
    var sentStatus: Int? { delivery.ending.sendsAnswer ? response.response.status : nil }
}

extension Answer {
    /// The same with another response.
    func with(_ response: PreparedResponse) -> Answer {
        var answer = Answer(
            response: response, decision: decision, delivery: delivery, operation: operation,
            requestViolations: requestViolations, ownViolations: ownViolations)
        answer.nearest = nearest
        answer.unjudged = unjudged
        answer.requestBytes = requestBytes
        answer.receipt = receipt
        return answer
    }
}

/// An answer that hangs on nothing in the request: serialised and judged once, sent often.
struct KnownAnswer: Sendable {
    let response: PreparedResponse
    let decision: Decision
    let violations: [Violation]
    /// Of this answer, in place of its operation's.
    var latency: LatencyModel?
}
