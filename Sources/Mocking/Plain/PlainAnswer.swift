// An answer to plain requests: with what is said, counted and written down of it already made.

import HTTPExchange
import OpenAPIContract

final class PlainAnswer: Sendable {
    let response: PreparedResponse
    let counter: Metrics.Counter
    /// What it counts for in a journal, in bytes.
    let cost: Int
    private let operation: Operation
    private let known: KnownAnswer
    private let contentLimit: Int

    init(_ known: KnownAnswer, of operation: Operation, _ metrics: Metrics, contentLimit: Int) {
        self.known = known
        self.operation = operation
        self.contentLimit = contentLimit
        response = known.response
        counter = metrics.counter(of: operation, status: known.response.response.status, known.decision)
        cost =
            1_024 + min(response.response.body.count, contentLimit) + response.fieldBytes
            + response.response.headers.count * 48
    }

    /// As any exchange is written down.
    func journaled(_ exchange: PlainExchange) -> JournaledExchange {
        JournaledExchange(
            exchange.request,
            Answer(
                response: response, decision: known.decision, delivery: .immediate, operation: operation,
                requestViolations: [], ownViolations: []),
            contentLimit: contentLimit)
    }
}
