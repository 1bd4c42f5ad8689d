// One exchange as the journal keeps it.

package import HTTPExchange
import HTTPTypes
package import OpenAPIContract

/// What was asked and answered, and what became of the answer.
package struct JournalEntry: Sendable {
    let exchange: JournaledExchange
    /// Nil until the answer is out.
    package internal(set) var delivered: Delivered?
}

extension JournalEntry {
    /// Within the session, from 1.
    package var number: Int { exchange.number }
    /// Since 1970-01-01T00:00:00Z.
    package var time: Duration { exchange.time }
    /// Without what names the session; of a long body the beginning.
    package var request: Request { exchange.request }
    /// Of a long body the beginning.
    package var response: Response { exchange.response }
    package var requestBytes: Int { exchange.requestBytes }
    package var responseBytes: Int { exchange.responseBytes }
    /// Nil where nothing of an answer went out.
    package var status: Int? { exchange.status }
    package var operation: Operation? { exchange.operation }
    package var decision: Decision { exchange.decision }
    package var requestViolations: [Violation] { exchange.requestViolations }
    package var ownViolations: [Violation] { exchange.ownViolations }
    package var nearest: [NearMiss] { exchange.nearest }
    package var unjudged: [Unjudged] { exchange.unjudged }
}

/// The part of an entry that never changes. A class, because the journal takes one for every request and few are looked at.
final class JournaledExchange: Sendable {
    let number: Int
    let time: Duration
    let request: Request
    let response: Response
    let requestBytes: Int
    let responseBytes: Int
    let status: Int?
    let operation: Operation?
    let decision: Decision
    let requestViolations: [Violation]
    let ownViolations: [Violation]
    let nearest: [NearMiss]
    let unjudged: [Unjudged]
    /// What it counts for, in bytes: texts and contents, and so much for the rest.
    let cost: Int

    init(number: Int, time: Duration, _ request: Request, _ answer: Answer, contentLimit: Int) {
        self.number = number
        self.time = time
        let response = answer.response.response
        requestBytes = answer.requestBytes ?? request.body.count
        responseBytes = response.body.count
        self.request = request.body.count > contentLimit ? request.cut(to: contentLimit) : request
        self.response = responseBytes > contentLimit ? response.cut(to: contentLimit) : response
        status = answer.sentStatus
        operation = answer.operation
        decision = answer.decision
        requestViolations = answer.requestViolations
        ownViolations = answer.ownViolations
        nearest = answer.nearest
        unjudged = answer.unjudged
        cost =
            1_024 + request.target.utf8.count + min(requestBytes, contentLimit) + min(responseBytes, contentLimit)
            + request.headers.reduce(0) { $0 + $1.value.utf8.count + $1.name.rawName.utf8.count }
            + answer.response.fieldBytes + (request.headers.count + response.headers.count) * 48
            + (requestViolations.count + ownViolations.count + nearest.count) * 512
    }
}

extension Request {
    fileprivate func cut(to limit: Int) -> Request {
        var request = self
        request.body.removeSubrange(limit...)
        return request
    }
}

extension Response {
    fileprivate func cut(to limit: Int) -> Response {
        var response = self
        response.body.removeSubrange(limit...)
        return response
    }
}
