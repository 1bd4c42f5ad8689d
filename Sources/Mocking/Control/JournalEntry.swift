// One exchange as the journal keeps it.

package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

/// What was asked and answered, and what became of the answer.
package struct JournalEntry: Sendable {
    enum Exchange: Sendable {
        case whole(JournaledExchange)
        /// What nearly all entries are, and few are looked at.
        case plain(PlainExchange, PlainAnswer)
    }

    /// Within the session, from 1.
    package let number: Int
    /// Since 1970-01-01T00:00:00Z.
    package let time: Duration
    let exchange: Exchange
    /// What became of a whole one.
    private var outcome: Delivered?

    init(number: Int, time: Duration, _ exchange: Exchange) {
        self.number = number
        self.time = time
        self.exchange = exchange
    }

    /// Nil until the answer is out.
    package internal(set) var delivered: Delivered? {
        get { if case .plain(let plain, _) = exchange { plain.delivered } else { outcome } }
        set { outcome = newValue }
    }
}

extension JournalEntry {
    /// What it counts for, in bytes: texts and contents, and so much for the rest.
    var cost: Int {
        switch exchange {
        case .whole(let exchange): exchange.cost
        case .plain(let exchange, let answer): exchange.message.count + answer.cost
        }
    }

    /// Without what names the session; of a long body the beginning.
    package var request: Request { whole.request }
    /// Of a long body the beginning.
    package var response: Response { substitute ?? whole.response }
    package var requestBytes: Int { whole.requestBytes }
    package var responseBytes: Int { substitute?.body.count ?? whole.responseBytes }
    /// Nil where nothing of an answer went out.
    package var status: Int? { substitute?.status ?? whole.status }
    package var operation: Operation? { whole.operation }
    package var decision: Decision { whole.decision }
    package var requestViolations: [Violation] { whole.requestViolations }
    package var ownViolations: [Violation] { whole.ownViolations }
    package var nearest: [NearMiss] { whole.nearest }
    package var unjudged: [Unjudged] { whole.unjudged }

    /// What went out in the place of the answer.
    private var substitute: Response? { delivered?.substitute?.response }

    private var whole: JournaledExchange {
        switch exchange {
        case .whole(let exchange): exchange
        case .plain(let exchange, let answer): answer.journaled(exchange)
        }
    }
}

/// The part of an entry that never changes. A class, because the journal takes one for every request and few are looked at.
final class JournaledExchange: Sendable {
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
    /// See `JournalEntry.cost`.
    let cost: Int

    init(_ request: Request, _ answer: Answer, contentLimit: Int) {
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
