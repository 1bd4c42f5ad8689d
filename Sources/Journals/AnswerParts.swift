// What everybody knows of an answer: who sends it, who logs it, who keeps it.

package import HTTPExchange
package import OpenAPIContract

/// A response, why it is that, how it leaves, and what was found. A class, because an answer is handed around until it is out, and
/// kept in a journal.
package final class AnswerParts: Sendable {
    package let response: PreparedResponse
    package let decision: Decision
    package let delivery: Delivery
    package let operation: Operation?
    package let requestViolations: [Violation]
    package let ownViolations: [Violation]
    package let nearest: [NearMiss]
    package let unjudged: [Unjudged]
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
