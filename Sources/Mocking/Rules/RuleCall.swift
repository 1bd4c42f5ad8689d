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
    /// Of all variables; those of rows have values while a change is made.
    private static let variables = JSONObject(
        ["params", "state", "identity", "now", "call", "request", "session", "row", RuleEnvironment.rows].map {
            ($0, JSON.null)
        }
    ).names

    init(_ call: SessionCall) { self.call = call }

    var judgement: Judgement { call.judged.judgement }

    /// The variables of expressions, `state` as it is.
    func bindings(_ state: RuleState, for reads: Rule.Reads) -> CELBindings {
        CELBindings(
            Self.variables,
            [
                .map(.json(judgement.values)),
                state.variable,
                .string(call.caller.name),
                .timestamp(CELTimestamp(call.now)),
                .int(Int64(clamping: call.key.call)),
                reads.contains(.request) ? CELValue(described) : nil,
                reads.contains(.session) ? session : nil, nil, nil,
            ])
    }

    private var session: CELValue {
        .map(
            .entries(
                CELEntries(
                    Self.sessionKeys, [.string(call.session.id), .timestamp(CELTimestamp(call.session.started))])))
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
