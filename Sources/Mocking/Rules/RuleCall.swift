// One request as the expressions of rules see it.

import CEL
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// A request together with what the mock knows of its session.
struct RuleCall: Sendable {
    private let call: SessionCall

    private static let sessionKeys = CELKeys(names: ["id", "started"])

    init(_ call: SessionCall) { self.call = call }

    /// The variables of expressions, `state` as it is.
    /// - Parameter withRequest: whether any of them looks at the message itself, whose description takes longer than most expressions.
    func bindings(_ state: RuleState, withRequest: Bool = true) -> CELBindings {
        [
            "params": CELValue(.object(params)),
            "request": withRequest ? CELValue(described) : .null,
            "state": state.variable,
            "session": .map(
                .entries(
                    CELEntries(
                        Self.sessionKeys,
                        [.string(call.session.id), .timestamp(CELTimestamp(call.session.started))]))),
            "identity": .string(call.caller.name),
            "now": .timestamp(CELTimestamp(call.now)),
            "call": .int(Int64(clamping: call.key.call)),
        ]
    }

    /// Decoded values by their name; of one name the parameter's, in the order of the contract, and last the body's.
    private var params: JSONObject {
        var values = JSONObject()
        for value in call.judged.parameters where values[value.parameter.name] == nil {
            values[value.parameter.name] = value.value
        }
        for (name, value) in call.judged.body?.object ?? JSONObject() where values[name] == nil { values[name] = value }
        return values
    }

    private var described: JSON {
        let request = call.judged.request
        var headers = JSONObject()
        for field in request.headers {
            let name = field.name.canonicalName
            headers[name] = .string(headers[name]?.string.map { "\($0), \(field.value)" } ?? field.value)
        }
        let host = headers["host"]?.string ?? "localhost"
        return [
            "method": .string(request.method.rawValue), "url": .string("http://\(host)\(call.prefix)\(request.path)"),
            "path": .string(String(request.path)), "query": .string(request.query.map(String.init) ?? ""),
            "headers": .object(headers), "body": call.judged.body ?? .null,
        ]
    }
}

extension CELTimestamp {
    /// - Parameter duration: since 1970-01-01T00:00:00Z.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int32(attoseconds / 1_000_000_000)
        self = CELTimestamp(seconds: seconds, nanoseconds: max(nanoseconds, 0)) ?? .epoch
    }
}
