// What a backend has shown of the state that a resource is in, for requests that are made on condition of it (RFC 9110, section 13).

import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import OpenAPIContract
import VerificationReports

/// The latest `ETag` and `Last-Modified` of each path. Bounded.
struct Validators: Sendable {
    private var known: [String: (tag: String?, date: String?)] = [:]
    private static let capacity = 1_024

    /// Takes notice of an answer that went well. What changes a resource and does not say how it is now leaves it unknown.
    mutating func learn(from exchange: Exchange, of request: Request) {
        let path = String(request.path)
        let headers = exchange.response.headers
        let (tag, date) = (headers[.eTag], headers[.lastModified])
        if tag == nil, date == nil {
            if !request.method.isSafe { known[path] = nil }
            return
        }
        if known.count >= Validators.capacity { known = [:] }
        known[path] = (tag, date)
    }

    /// What a condition on a path is to say; nil where nothing is known, or the field is no condition.
    func value(of field: String, at path: Substring) -> JSON? {
        guard let known = known[String(path)] else { return nil }
        return switch field.lowercased() {
        case "if-match", "if-none-match": known.tag.map(JSON.string)
        case "if-unmodified-since", "if-modified-since": known.date.map(JSON.string)
        default: nil
        }
    }
}

extension Parameter {
    /// Whether it is a field that makes a request depend on the state of what it asks for.
    fileprivate var isCondition: Bool { location == .header && Parameter.conditions.contains(name.lowercased()) }

    private static let conditions: Set<String> = [
        "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
    ]
}

extension Run {
    /// Has the conditions of a request say what the backend has shown of its path. Those that may be left out and of which nothing is known are
    /// left out, and with them those that have nothing be done where nothing has changed.
    func fillConditions(_ draft: inout Draft) {
        for (index, parameter) in draft.operation.parameters.enumerated() where parameter.isCondition {
            let isOfChange =
                parameter.name.lowercased() == "if-match" || parameter.name.lowercased().hasSuffix("unmodified-since")
            let value = backend.validators.value(of: parameter.name, at: draft.request.path)
            let fits = value.map { parameter.schema?.accepts($0, direction: .request) ?? true } ?? false
            if fits, parameter.required || isOfChange && draft.operation.method != .post {
                draft.values[index] = value
            } else if !parameter.required {
                draft.values[index] = nil
            }
        }
    }

    /// Asks once more for what has been shown, on condition that it has changed: whatever the answer is, it is a declared one.
    func requestOnCondition(_ operation: Operation) async throws(End) {
        guard operation.method.isSafe else { return }
        var draft = base(of: operation)
        for (index, parameter) in operation.parameters.enumerated() where parameter.isCondition && !parameter.required {
            guard let value = backend.validators.value(of: parameter.name, at: draft.request.path),
                parameter.schema?.accepts(value, direction: .request) ?? true
            else { continue }
            draft.values[index] = value
            let request = draft.request
            if let judged = judged(identified(request, of: operation), of: operation), judged.conforms {
                try await send(
                    TestCase(
                        "with the \(parameter.name) that was shown", operation, request, judged: judged,
                        expectation: .anything, subject: "header parameter '\(parameter.name)'"))
            }
            draft.values[index] = nil
        }
    }
}
