// The parts of an answer that its sender, the log and the journal need.

package import HTTPExchange
package import OpenAPIContract

/// A response, why it is that, how it leaves, and what was found. A class, because an answer is handed around until it is out, and
/// kept in a journal.
package final class AnswerParts: Sendable {
    /// As it goes out.
    package let response: PreparedResponse
    /// Why it is this one.
    package let decision: Decision
    /// When and how it leaves.
    package let delivery: Delivery
    /// Nil where the request found none.
    package let operation: Operation?
    /// What the request breaks, notes included.
    package let requestViolations: [Violation]
    /// What the answer itself breaks.
    package let ownViolations: [Violation]
    /// Where no operation takes the request: those that come closest.
    package let nearest: [NearMiss]
    /// Bodies that passed without being kept, and were not judged.
    package let unjudged: [Unjudged]
    /// How long the request's body was, where it is not kept.
    package let requestBytes: Int?

    package init(
        response: PreparedResponse, decision: Decision, delivery: Delivery, operation: Operation?,
        requestViolations: [Violation], ownViolations: [Violation], nearest: [NearMiss], unjudged: [Unjudged],
        requestBytes: Int?
    ) {
        self.response = response
        self.decision = decision
        self.delivery = delivery
        self.operation = operation
        self.requestViolations = requestViolations
        self.ownViolations = ownViolations
        self.nearest = nearest
        self.unjudged = unjudged
        self.requestBytes = requestBytes
    }

    /// The same with another response.
    package func with(_ response: PreparedResponse) -> AnswerParts {
        AnswerParts(
            response: response, decision: decision, delivery: delivery, operation: operation,
            requestViolations: requestViolations, ownViolations: ownViolations, nearest: nearest,
            unjudged: unjudged, requestBytes: requestBytes)
    }
}

extension AnswerParts {
    /// Nil where nothing of it goes out.
    package var sentStatus: Int? { delivery.ending.sendsAnswer ? response.response.status : nil }
}
