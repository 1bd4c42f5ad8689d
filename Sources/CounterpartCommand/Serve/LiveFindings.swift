// What live traffic has shown of a backend: each departure from the contract once, however often it is seen.

import HTTPExchange
import HTTPTypes
import JSONSchema
import Mocking
import OpenAPIContract
import Synchronization

/// Counts what breaks the contract, by check, operation and place. Bounded, however long it runs.
final class LiveFindings: Sendable {
    struct Finding: Sendable {
        let operation: String
        /// What is broken, without secrets.
        let line: String
        let json: JSON
        /// The first that showed it: `GET /items?page=2 → 200`.
        let exchange: String
        /// Whether it is the client that breaks the contract.
        let isOfRequest: Bool
        var count = 1
    }

    fileprivate struct State {
        var exchanges = 0
        var undeclared = 0
        var unanswered = 0
        var unjudged = 0
        var findings: [String: Finding] = [:]
        var order: [String] = []
    }

    fileprivate static let capacity = 1_000

    private let state = Mutex(State())

    /// - Parameter redaction: what is told of nothing.
    func note(_ request: Request, _ answer: Answer, _ redaction: Redaction) {
        guard answer.decision == .forwarded || answer.decision == .unanswered else { return }
        let broken = answer.requestViolations.filter { $0.severity == .violation }
        let isConformant = broken.isEmpty && answer.ownViolations.isEmpty
        let target = isConformant ? "" : redaction.target(request.target, of: answer.operation)
        let line = "\(request.method.rawValue) \(target) → \(answer.response.response.status)"
        state.withLock { state in
            state.exchanges += 1
            if answer.decision == .unanswered { state.unanswered += 1 }
            if !answer.unjudged.isEmpty { state.unjudged += 1 }
            guard let operation = answer.operation else {
                state.undeclared += 1
                return
            }
            for violation in broken { state.note(violation, operation, line, redaction, isOfRequest: true) }
            for violation in answer.ownViolations {
                state.note(violation, operation, line, redaction, isOfRequest: false)
            }
        }
    }

    /// In the order in which they were first seen.
    var findings: [Finding] { state.withLock { state in state.order.compactMap { state.findings[$0] } } }

    /// Whether the backend has kept to the contract: what its clients do wrong is not its fault.
    var isConformant: Bool { findings.allSatisfy(\.isOfRequest) }

    private var counts: (exchanges: Int, undeclared: Int, unanswered: Int, unjudged: Int) {
        state.withLock { ($0.exchanges, $0.undeclared, $0.unanswered, $0.unjudged) }
    }

    func text(styled: (Terminal.Style, String) -> String) -> String {
        let (exchanges, undeclared, unanswered, unjudged) = counts
        var text = "\n\(exchanges) \(exchanges == 1 ? "exchange" : "exchanges") with the backend"
        if undeclared > 0 { text += ", \(undeclared) not in the contract" }
        if unanswered > 0 { text += ", \(unanswered) without an answer" }
        if unjudged > 0 { text += ", \(unjudged) with a body that was not judged" }
        text += "\n"
        for finding in findings {
            let side = finding.isOfRequest ? styled(.warning, "request:") : styled(.failure, "answer:")
            text += "\(side) \(finding.operation): \(finding.line), \(finding.count)×\n"
            text += "         \(styled(.aside, finding.exchange.printable))\n"
        }
        if isConformant { text += styled(.success, "The backend kept to the contract.") + "\n" }
        return text
    }

    var json: JSON {
        let (exchanges, undeclared, unanswered, unjudged) = counts
        return [
            "event": "verified", "exchanges": .number(JSONNumber(exchanges)),
            "undeclared": .number(JSONNumber(undeclared)), "unanswered": .number(JSONNumber(unanswered)),
            "not_judged": .number(JSONNumber(unjudged)), "conformant": .bool(isConformant),
            "findings": .array(
                findings.map { finding in
                    [
                        "operation": .string(finding.operation), "in": finding.isOfRequest ? "request" : "answer",
                        "count": .number(JSONNumber(finding.count)), "exchange": .string(finding.exchange),
                        "violation": finding.json,
                    ]
                }),
        ]
    }
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
