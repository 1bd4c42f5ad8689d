// One request as the expressions of rules see it.

import CEL
import JSONValues
import HTTPExchange
package import OpenAPIContract
import Sampling
import HTTPTypes

/// A request together with what the mock knows of its session.
package struct RuleCall: Sendable {
    /// The request, as the contract reads it.
    package let judged: JudgedRequest
    /// What was taken off its path because it names the session.
    package let prefix: String
    /// The session's id, and when it started, since 1970-01-01T00:00:00Z.
    package let session: (id: String, started: Duration)
    /// The name of whose credentials it has; empty where the mock file lists none.
    package let identity: String
    /// Since 1970-01-01T00:00:00Z.
    package let now: Duration
    /// Which call of its operation it is.
    package let key: CallKey
    /// The mock's seed; what is random follows from it.
    package let mockSeed: UInt64

    private static let sessionKeys = CELKeys(names: ["id", "started"])
    /// Of all variables; those of rows have values while a change is made.
    private static let variables = JSONObject(
        [
            "params", "state", "identity", "now", "call", "request", "session", "seed", "row", RuleEnvironment.rows,
        ].map { ($0, JSON.null) }
    ).names

    /// - Parameters:
    ///   - prefix: what was taken off the path because it names the session.
    ///   - identity: empty where the mock file lists none.
    ///   - now: since 1970-01-01T00:00:00Z, as when the session started.
    package init(
        _ judged: JudgedRequest, prefix: String, session: (id: String, started: Duration), identity: String,
        now: Duration, key: CallKey, seed: UInt64
    ) {
        self.judged = judged
        self.prefix = prefix
        self.session = session
        self.identity = identity
        self.now = now
        self.key = key
        mockSeed = seed
    }

    var judgement: Judgement { judged.judgement }

    /// The variables of expressions, `state` as it is.
    func bindings(_ state: RuleState, for reads: Rule.Reads) -> CELBindings {
        CELBindings(
            Self.variables,
            [
                .map(.json(judgement.values)),
                state.variable,
                .string(identity),
                .timestamp(CELTimestamp(now)),
                .int(Int64(clamping: key.call)),
                reads.contains(.request) ? CELValue(described) : nil,
                reads.contains(.session) ? describedSession : nil,
                reads.contains(.seed) ? .int(seed) : nil, nil, nil,
            ])
    }

    /// Small enough to be added to.
    private var seed: Int64 {
        var generator = key.generator(mockSeed, for: .rule)
        return Int64(generator.next() >> 12)
    }

    private var describedSession: CELValue {
        .map(
            .entries(
                CELEntries(
                    Self.sessionKeys, [.string(session.id), .timestamp(CELTimestamp(session.started))])))
    }

    private var described: JSON {
        let request = judged.request
        var headers = JSONObject()
        for field in request.headers {
            let name = field.name.canonicalName
            headers[name] = .string(headers[name]?.string.map { "\($0), \(field.value)" } ?? field.value)
        }
        let host = headers["host"]?.string ?? "localhost"
        return [
            "method": .string(request.method.rawValue), "url": .string("http://\(host)\(prefix)\(request.path)"),
            "path": .string(String(request.path)), "query": .string(request.query.map(String.init) ?? ""),
            "headers": .object(headers), "body": judged.body ?? .null,
            "parameters": .object(Self.parameters(request.query)),
            "cookies": .object(Self.cookies(request.value(of: .cookie) ?? "")),
            "form": .object(Self.form(request.body, headers["content-type"]?.string)),
            "text": .string(String(decoding: request.body, as: UTF8.self)),
            "json": (try? JSON(parsing: request.body)) ?? .null,
        ]
    }

    /// The values of each name of the query, decoded.
    private static func parameters(_ query: Substring?) -> JSONObject {
        var found = JSONObject()
        for pair in (query ?? "").split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            let key = Percent.decoded(name, plusIsSpace: true)
            let value = JSON.string(Percent.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true))
            found[key] = .array((found[key]?.array ?? []) + [value])
        }
        return found
    }

    private static func form(_ body: [UInt8], _ type: String?) -> JSONObject {
        guard type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false else { return JSONObject() }
        return parameters(Substring(String(decoding: body, as: UTF8.self)))
    }

    private static func cookies(_ text: String) -> JSONObject {
        JSONObject(
            text.split(separator: ";").map { pair in
                let pair = pair.drop { $0 == " " }
                let name = pair.prefix { $0 != "=" }
                return (String(name), .string(String(pair.dropFirst(name.count + 1))))
            })
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
