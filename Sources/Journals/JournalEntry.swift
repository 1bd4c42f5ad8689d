// One exchange as the journal keeps it.

package import HTTPExchange
import JSONValues
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

/// What was asked and answered, and what became of the answer.
package struct JournalEntry: Sendable {
    /// Within the session, from 1.
    package let number: Int
    /// Since 1970-01-01T00:00:00Z.
    package let time: Duration
    private let exchange: JournaledExchange
    /// Nil until the answer is out.
    package internal(set) var delivered: Delivered?

    init(number: Int, time: Duration, _ exchange: JournaledExchange) {
        self.number = number
        self.time = time
        self.exchange = exchange
    }
}

extension JournalEntry {
    /// What it counts for, in bytes: texts and contents, and so much for the rest.
    var cost: Int { exchange.cost }

    /// Without what names the session; of a long body the beginning.
    package var request: Request { exchange.request }
    /// Of a long body the beginning.
    package var response: Response { substitute ?? exchange.response }
    /// Of the whole body, however much of it is kept.
    package var requestBytes: Int { exchange.requestBytes }
    /// Of the whole body that went out, however much of it is kept.
    package var responseBytes: Int { substitute?.body.count ?? exchange.responseBytes }
    /// What the answer's first byte was asked to wait for.
    var latency: Duration { exchange.latency }
    /// Nil where nothing of an answer went out.
    package var status: Int? { substitute?.status ?? exchange.status }
    package var operation: Operation? { exchange.operation }
    package var decision: Decision { exchange.decision }
    /// In what the request breaks the contract, notes among them.
    package var requestViolations: [Violation] { exchange.requestViolations }
    /// In what the answer breaks the contract: a fault that was asked for, or a recording that has drifted.
    package var ownViolations: [Violation] { exchange.ownViolations }
    /// Where no operation took the request, those that nearly did, the nearest first.
    package var nearest: [NearMiss] { exchange.nearest }
    /// Bodies that were not judged, with the reason.
    package var unjudged: [Unjudged] { exchange.unjudged }
    /// As another process shows it that answered; nil where this one did.
    var told: JSONObject? { exchange.told }
    /// Whether the answer breaks the contract.
    package var answerBreaksContract: Bool { !ownViolations.isEmpty || told?["answer_violations"] != nil }

    /// What went out in the place of the answer.
    private var substitute: Response? { delivered?.substitute?.response }
}

/// The part of an entry that never changes. A class, because the journal takes one for every request and few are looked at.
final class JournaledExchange: Sendable {
    let request: Request
    private let parts: AnswerParts
    /// The beginning of a long one.
    private let cut: Response?
    let requestBytes: Int
    let responseBytes: Int
    /// See `JournalEntry.cost`.
    let cost: Int
    /// As another process shows it that answered.
    let told: JSONObject?

    init(_ request: Request, _ answer: AnswerParts, contentLimit: Int) {
        let response = answer.response.response
        requestBytes = answer.requestBytes ?? request.body.count
        responseBytes = response.body.count
        told = nil
        self.request = request.body.count > contentLimit ? request.cut(to: contentLimit) : request
        if responseBytes > contentLimit {
            cut = response.cut(to: contentLimit)
            // Of the long one nothing is held on to.
            parts = answer.with(PreparedResponse(Response(status: response.status)))
        } else {
            cut = nil
            parts = answer
        }
        cost =
            1_024 + request.headSize.bytes + min(requestBytes, contentLimit) + min(responseBytes, contentLimit)
            + answer.response.fieldBytes + (request.headSize.fields + response.headers.count) * 48
            + (answer.requestViolations.count + answer.ownViolations.count + answer.nearest.count) * 512
    }

    /// What another process has told: without secrets, and without what was found by the way.
    init(_ request: Request, _ parts: AnswerParts, told: JSONObject, bytes: (request: Int, response: Int), cost: Int) {
        (self.request, self.parts, self.told, self.cost) = (request, parts, told, cost)
        cut = nil
        (requestBytes, responseBytes) = bytes
    }

    var response: Response { cut ?? parts.response.response }
    var status: Int? { parts.sentStatus }
    var operation: Operation? { parts.operation }
    var decision: Decision { parts.decision }
    var latency: Duration { parts.delivery.firstByte }
    var requestViolations: [Violation] { parts.requestViolations }
    var ownViolations: [Violation] { parts.ownViolations }
    var nearest: [NearMiss] { parts.nearest }
    var unjudged: [Unjudged] { parts.unjudged }
}

extension Request {
    fileprivate func cut(to limit: Int) -> Request {
        var request = self
        request.body = request.body.beginning(limit)
        return request
    }
}

extension Response {
    fileprivate func cut(to limit: Int) -> Response {
        var response = self
        response.body = response.body.beginning(limit)
        return response
    }
}

extension [UInt8] {
    /// In memory of its own: what is removed from an array leaves it as large as it was.
    fileprivate func beginning(_ count: Int) -> [UInt8] { Array(prefix(count)) }
}
