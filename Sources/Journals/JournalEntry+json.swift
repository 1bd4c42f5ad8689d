// An entry of the journal as the control API shows it.

import Archives
package import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension JournalEntry {
    /// Without contents.
    package func json(_ redaction: Redaction) -> JSONObject {
        if var told {
            told["request"] = nil
            told["response"] = nil
            return told
        }
        var members = JSONObject([
            ("number", .number(JSONNumber(number))), ("time", .string(time.timestamp)),
            ("method", .string(request.method.rawValue)),
            ("target", .string(redaction.target(request.target, of: operation))),
        ])
        if let operation { members["operation"] = .string(operation.id) }
        if let status { members["status"] = .number(JSONNumber(status)) }
        if let delivered {
            members["milliseconds"] = delivered.elapsed.milliseconds
            if !delivered.reachedClient { members["client_gone"] = true }
        }
        members["latency_milliseconds"] = latency.milliseconds
        members["request_bytes"] = .number(JSONNumber(requestBytes))
        members["response_bytes"] = .number(JSONNumber(responseBytes))
        if let type = response.headers[.contentType] { members["media_type"] = .string(type) }
        members["decision"] = .string(decision.description)
        members["kind"] = .string(decision.kind)
        if !requestViolations.isEmpty { members["violations"] = .array(requestViolations.map(redaction.violation)) }
        if !ownViolations.isEmpty { members["answer_violations"] = .array(ownViolations.map(redaction.violation)) }
        if !unjudged.isEmpty { members["not_judged"] = .array(unjudged.map { .string($0.description) }) }
        if !nearest.isEmpty { members["nearest"] = .array(nearest.map { $0.json(redaction) }) }
        return members
    }

    /// With fields and bodies.
    package func wholeJSON(_ redaction: Redaction) -> JSONObject {
        if let told { return told }
        var members = json(redaction)
        let shown = redaction.messages(self)
        members["request"] = shown.request.json(of: requestBytes, kept: request.body.count)
        members["response"] = shown.response.json(of: responseBytes, kept: response.body.count)
        return members
    }

}

extension Redaction.Message {
    /// - Parameters: - bytes: how much content there was. - kept: how much of it is kept.
    fileprivate func json(of bytes: Int, kept: Int) -> JSON {
        var headers = JSONObject()
        for field in fields {
            let name = field.name.lowercased()
            headers[name] = .array((headers[name]?.array ?? []) + [.string(field.value)])
        }
        var members = JSONObject([("headers", .object(headers)), ("bytes", .number(JSONNumber(bytes)))])
        if kept < bytes { members["cut"] = true }
        if let leftOut { members["left_out"] = .string(leftOut) }
        if !content.isEmpty {
            if let text = String(validating: content, as: UTF8.self) {
                members["text"] = .string(text)
            } else {
                members["base64"] = .string(Base64.standard.encode(content))
            }
        }
        return .object(members)
    }
}

extension NearMiss {
    package var json: JSON { json(nil) }

    /// What was nearly asked for, and how the request would have to change.
    package func json(_ redaction: Redaction?) -> JSON {
        let shown = { (text: String) in JSON.string(redaction?.text(text) ?? text) }
        return [
            "operation": .string(operation.id), "method": .string(operation.method.rawValue),
            "path": .string(operation.path.text),
            "score": JSONNumber((score * 100).rounded() / 100).map { .number($0) } ?? 0,
            "why_not": .array(reasons.map(shown)),
            "fix": shown(fix),
        ]
    }
}

extension Duration {
    /// Since 1970-01-01T00:00:00Z, as RFC 3339 has it, to the millisecond.
    package var timestamp: String {
        let (seconds, attoseconds) = components
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        return DateTime(secondsSinceEpoch: Int(seconds), nanosecond: max(milliseconds, 0) * 1_000_000).description
    }

    /// To three places.
    package var milliseconds: JSON {
        let (seconds, attoseconds) = components
        let value = (Double(seconds) * 1e6 + Double(attoseconds) / 1e12).rounded() / 1e3
        return JSONNumber(value).map { .number($0) } ?? 0
    }
}
