// What live traffic has shown of a backend: each departure from the contract once, however often it is seen.

import Journals
import HTTPExchange
package import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Mocking
import Synchronization

/// Counts what breaks the contract, by check, operation and place. Bounded, however long it runs.
package final class LiveFindings: Sendable {
    /// A departure from the contract.
    package struct Finding: Sendable {
        /// The operation's id.
        package let operation: String
        /// What is broken, without secrets.
        package let line: String
        /// The violation as JSON, without secrets.
        package let json: JSON
        /// The first that showed it: `GET /items?page=2 → 200`.
        package let exchange: String
        /// Whether it is the client that breaks the contract.
        package let isOfRequest: Bool
        /// How often it was seen.
        package fileprivate(set) var count = 1
    }

    /// Exchanges with the backend.
    package struct Counts: Sendable {
        /// All of them.
        package fileprivate(set) var exchanges = 0
        /// Of no operation of the contract.
        package fileprivate(set) var undeclared = 0
        /// To which the backend gave no answer.
        package fileprivate(set) var unanswered = 0
        /// With a body that was too long or broke off.
        package fileprivate(set) var unjudged = 0
    }

    fileprivate struct State {
        var counts = Counts()
        var findings: [String: Finding] = [:]
        var order: [String] = []
    }

    fileprivate static let capacity = 1_000

    private let state = Mutex(State())

    /// No exchange yet.
    package init() {}

    /// Counts an exchange that the backend answered, or should have.
    package func note(_ exchange: ServedExchange) {
        let (request, answer, redaction) = (exchange.request, exchange.answer, exchange.mock.redaction)
        guard answer.decision == .forwarded || answer.decision == .unanswered else { return }
        let broken = answer.requestViolations.filter { $0.severity == .violation }
        let isConformant = broken.isEmpty && answer.ownViolations.isEmpty
        let target = isConformant ? "" : redaction.target(request.target, of: answer.operation)
        let line = "\(request.method.rawValue) \(target) → \(answer.response.response.status)"
        state.withLock { state in
            state.counts.exchanges += 1
            if answer.decision == .unanswered { state.counts.unanswered += 1 }
            if !answer.unjudged.isEmpty { state.counts.unjudged += 1 }
            guard let operation = answer.operation else {
                state.counts.undeclared += 1
                return
            }
            for violation in broken { state.note(violation, operation, line, redaction, isOfRequest: true) }
            for violation in answer.ownViolations {
                state.note(violation, operation, line, redaction, isOfRequest: false)
            }
        }
    }

    /// In the order in which they were first seen.
    package var findings: [Finding] { state.withLock { state in state.order.compactMap { state.findings[$0] } } }

    /// Whether the backend has kept to the contract: what its clients do wrong is not its fault.
    package var isConformant: Bool { findings.allSatisfy(\.isOfRequest) }

    /// The counts so far.
    package var counts: Counts { state.withLock { $0.counts } }
}

extension LiveFindings.State {
    fileprivate mutating func note(
        _ violation: Violation, _ operation: OpenAPIContract.Operation, _ line: String, _ redaction: Redaction,
        isOfRequest: Bool
    ) {
        // The elements of an array are one place.
        let place = "\(violation.location)".split(separator: "/").map { Int($0) == nil ? String($0) : "*" }
        let key = "\(isOfRequest) \(violation.check.rawValue) \(operation.id) \(place.joined(separator: "/"))"
        if findings[key] != nil {
            findings[key]?.count += 1
        } else if findings.count < LiveFindings.capacity {
            findings[key] = LiveFindings.Finding(
                operation: operation.id, line: violation.line(hiding: redaction),
                json: violation.json(hiding: redaction),
                exchange: line, isOfRequest: isOfRequest)
            order.append(key)
        }
    }
}
