// An exchange of a mock in the log, as text and as JSON.

import Journals
import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import HTTPTypes
import MockServing
import Mocking

extension LoggedExchange {
    /// `12:00:01 GET /api/… 401 8 ms example bad-user`, with violations beneath.
    func text(styled: (Terminal.Style, String) -> String) -> String {
        let style: Terminal.Style = (sent ?? 500) < 400 ? .success : (sent ?? 500) < 500 ? .warning : .failure
        let status = sent.map { String($0) } ?? "---"
        let redaction = mock.redaction
        let shown = redaction.target(target, of: answer.operation)
        var line =
            "\(styled(.aside, clockTime)) \(method.rawValue.padding(to: 6)) "
            + "\(shown.printable)  \(styled(style, status))  \(duration)  "
            + "\(answer.decision.description.printable)"
        if !delivered.reachedClient { line += "  " + styled(.warning, "(the client was gone)") }
        line += "\n"
        for violation in answer.requestViolations {
            let label = violation.severity == .note ? "tolerated:" : "request:"
            line += "         " + styled(.warning, label) + " \(violation.line(hiding: redaction))\n"
        }
        for violation in answer.ownViolations where answer.delivery.ending.sendsAnswer {
            line += "         " + styled(.failure, "answer:") + "  \(violation.line(hiding: redaction))\n"
        }
        for body in answer.unjudged {
            line += "         " + styled(.warning, "not judged:") + " \(body)\n"
        }
        if let miss = answer.nearest.first {
            line += "         " + styled(.warning, "nearest:") + " \(miss.operation.title.printable): "
            line += redaction.text(miss.reasons.joined(separator: "; ")).printable + "\n"
            line += "         " + styled(.success, "fix:") + "     \(redaction.text(miss.fix).printable)\n"
        }
        return line
    }

    var json: JSON {
        let redaction = mock.redaction
        var members = JSONObject([
            ("event", "request"), ("time", .string(time.description)), ("method", .string(method.rawValue)),
            ("target", .string(redaction.target(target, of: answer.operation))),
            ("status", sent.map { .number(JSONNumber($0)) } ?? .null),
            ("milliseconds", JSONNumber(delivered.elapsed.milliseconds).map { .number($0) } ?? .null),
            ("decision", .string(answer.decision.description)),
        ])
        if let contract { members["contract"] = .string(contract) }
        if let operation = answer.operation { members["operation"] = .string(operation.id) }
        if !delivered.reachedClient { members["client_gone"] = true }
        if !answer.requestViolations.isEmpty {
            members["request_violations"] = .array(answer.requestViolations.map { $0.json(hiding: redaction) })
        }
        if !answer.ownViolations.isEmpty {
            members["answer_violations"] = .array(answer.ownViolations.map { $0.json(hiding: redaction) })
        }
        if !answer.unjudged.isEmpty {
            members["not_judged"] = .array(answer.unjudged.map { .string($0.description) })
        }
        if let miss = answer.nearest.first {
            members["nearest"] = [
                "operation": .string(miss.operation.id),
                "why_not": .array(miss.reasons.map { .string(redaction.text($0)) }),
                "fix": .string(redaction.text(miss.fix)),
            ]
        }
        return .object(members)
    }

    /// The status that was sent; nil if nothing was.
    private var sent: Int? {
        let response = delivered.substitute ?? answer.response
        return answer.delivery.ending.sendsAnswer ? response.response.status : nil
    }

    private var clockTime: String { String(time.description.dropFirst(11).prefix(8)) }

    private var duration: String { delivered.elapsed.shown }
}

extension Duration {
    /// With three decimals.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12).rounded() / 1e3
    }

    /// `8.1 ms`, `240 ms`.
    var shown: String {
        let milliseconds = milliseconds
        if milliseconds >= 9.95 { return "\(Int(milliseconds.rounded())) ms" }
        return "\((milliseconds * 10).rounded() / 10) ms"
    }
}
