// One exchange as the journal keeps it.

package import HTTPExchange
import HTTPTypes
package import OpenAPIContract

package struct JournalEntry: Sendable {
    /// Within the session, from 1.
    package let number: Int
    /// Since 1970-01-01T00:00:00Z.
    package let time: Duration
    /// Without what names the session; of a long body the beginning.
    package let request: Request
    /// Of a long body the beginning.
    package let response: Response
    package let requestBytes: Int
    package let responseBytes: Int
    /// Nil where nothing of an answer went out.
    package let status: Int?
    package let operation: Operation?
    package let decision: Decision
    package let requestViolations: [Violation]
    package let ownViolations: [Violation]
    package let nearest: [NearMiss]
    /// Nil until the answer is out.
    package internal(set) var delivered: Delivered?
    /// What it counts for, in bytes: texts and contents, and so much for the rest.
    let cost: Int

    init(number: Int, time: Duration, _ request: Request, _ answer: Answer, contentLimit: Int) {
        self.number = number
        self.time = time
        var (kept, response) = (request, answer.response.response)
        if kept.body.count > contentLimit { kept.body.removeSubrange(contentLimit...) }
        if response.body.count > contentLimit { response.body.removeSubrange(contentLimit...) }
        requestBytes = request.body.count
        responseBytes = answer.response.response.body.count
        status = answer.delivery.ending.sendsAnswer ? response.status : nil
        operation = answer.operation
        decision = answer.decision
        requestViolations = answer.requestViolations
        ownViolations = answer.ownViolations
        nearest = answer.nearest
        cost =
            1_024 + kept.target.utf8.count + kept.body.count + response.body.count + kept.headers.cost
            + response.headers.cost + (requestViolations.count + ownViolations.count + nearest.count) * 512
        self.request = kept
        self.response = response
    }
}

extension HTTPFields {
    fileprivate var cost: Int { reduce(0) { $0 + $1.value.utf8.count + $1.name.rawName.utf8.count + 48 } }
}
