// An answer to plain requests: with what is said, counted and written down of it already made.

import HTTPExchange
import OpenAPIContract

final class PlainAnswer: Sendable {
    let answer: Answer
    let counter: Metrics.Counter
    /// What it counts for in a journal, in bytes.
    let cost: Int
    private let contentLimit: Int
    /// The same for pages of other origins, by their `Origin`.
    private let opened = TextMemo<PlainAnswer>()

    init(_ known: KnownAnswer, of operation: Operation, _ metrics: Metrics, contentLimit: Int) {
        let response = known.response
        answer = Answer(
            response: response, decision: known.decision, delivery: .immediate, operation: operation,
            requestViolations: [], ownViolations: [])
        counter = metrics.counter(of: operation, status: response.response.status, known.decision)
        self.contentLimit = contentLimit
        cost = PlainAnswer.cost(of: response, contentLimit: contentLimit)
    }

    private init(_ plain: PlainAnswer, as response: PreparedResponse) {
        answer = plain.answer.with(response)
        counter = plain.counter
        contentLimit = plain.contentLimit
        cost = PlainAnswer.cost(of: response, contentLimit: plain.contentLimit)
    }

    private static func cost(of response: PreparedResponse, contentLimit: Int) -> Int {
        1_024 + min(response.response.body.count, contentLimit) + response.fieldBytes
            + response.response.headers.count * 48
    }

    /// As the page that asks may read it, if it is one of another origin.
    func opened(by policy: CrossOriginPolicy?, for get: PlainGet) -> PlainAnswer {
        guard let policy, let origin = get.origin else { return self }
        return opened.value(of: get.slice(origin)) { origin in
            let response = policy.opened(answer.response, to: origin)
            return response === answer.response ? self : PlainAnswer(self, as: response)
        }
    }

    /// As any exchange is written down.
    func journaled(_ exchange: PlainExchange) -> JournaledExchange {
        JournaledExchange(exchange.request, answer, contentLimit: contentLimit)
    }
}
