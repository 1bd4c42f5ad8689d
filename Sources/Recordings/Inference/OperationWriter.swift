// Writes one operation of an inferred contract.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

struct OperationWriter {
    let evidence: OperationEvidence
    let id: String
    var schemas: SchemaWriter
    private(set) var schemes: [(String, JSON)] = []
    private let examples: [InferredExample]

    init(_ evidence: OperationEvidence, id: String, mostExamples: Int = InferredExample.most) {
        self.evidence = evidence
        self.id = id
        schemas = SchemaWriter(operation: "\(evidence.method) \(evidence.path.template)")
        examples = InferredExample.all(of: evidence, most: mostExamples)
    }

    mutating func object(at pointer: JSONPointer) -> JSON {
        var operation = JSONObject()
        operation["operationId"] = .string(id)
        schemas.comments[pointer] = "\(evidence.calls.count) \(evidence.calls.count == 1 ? "exchange" : "exchanges")"
        if let security { operation["security"] = security }
        let parameters = parameters(at: pointer.appending("parameters"))
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        operation["requestBody"] = requestBody(at: pointer.appending("requestBody"))
        var responses = JSONObject()
        for status in evidence.statuses {
            responses[String(status)] = response(
                status, at: JSONPointer(pointer.tokens + ["responses", String(status)]))
        }
        operation["responses"] = .object(responses)
        return .object(operation)
    }

    // MARK: - Who asks

    private var security: JSON? {
        mutating get {
            let telling = evidence.telling
            let all = Set(telling.flatMap(\.credentials))
            guard !all.isEmpty else { return nil }
            schemes = all.map { ($0.scheme, $0.definition) }.sorted { $0.0 < $1.0 }
            var requirements: [JSON] = []
            for credentials in telling.map(\.credentials) {
                let requirement = JSON.object(JSONObject(credentials.map { ($0.scheme, []) }))
                if !requirements.contains(requirement) { requirements.append(requirement) }
            }
            return .array(requirements)
        }
    }

    // MARK: - Requests

    private mutating func parameters(at pointer: JSONPointer) -> [JSON] {
        var parameters: [JSON] = []
        let telling = evidence.telling
        func at() -> JSONPointer { pointer.appending(parameters.count) }
        for (index, name) in evidence.path.parameters.enumerated() {
            let values = telling.map { [$0.path[index]] }
            parameters.append(parameter(name, "path", values, isRequired: true, at: at()))
        }
        for name in Self.names(evidence.calls.map { $0.query.map(\.name) }) {
            let values = telling.map { call in call.query.filter { $0.name == name }.map(\.value) }
            let given = values.count { !$0.isEmpty }
            parameters.append(
                parameter(name, "query", values, isRequired: given == values.count && given > 1, at: at()))
        }
        for name in Self.names(evidence.calls.map { $0.exchange.request.headers.map(\.name.canonicalName) })
        where InferredHeader.isOfRequests(name) {
            guard let field = HTTPField.Name(name) else { continue }
            let values = telling.map { call in call.exchange.request.headers[field].map { [$0] } ?? [] }
            let given = values.count { !$0.isEmpty }
            let shown = evidence.calls.lazy.flatMap(\.exchange.request.headers).first { $0.name == field }
            parameters.append(
                parameter(
                    shown?.name.rawName ?? name, "header", values, isRequired: given == values.count && given > 1,
                    at: at()))
        }
        return parameters
    }

    /// - Parameter values: of each telling request; more than one make a list.
    private mutating func parameter(
        _ name: String, _ location: String, _ values: [[String]], isRequired: Bool, at pointer: JSONPointer
    ) -> JSON {
        let place = "\(location) \(name)"
        let isList = location == "query" && values.contains { $0.count > 1 }
        let shape = ShapeEvidence(texts: values.flatMap { $0 })
        var parameter: JSONObject = ["name": .string(name), "in": .string(location)]
        if isRequired { parameter["required"] = true }
        let at = pointer.appending("schema")
        let given = values.count { !$0.isEmpty }
        let schema = schemas.schema(
            shape, named: name, at: isList ? at.appending("items") : at, place: place, of: max(given, shape.count),
            isRequired: isRequired)
        schemas.comments[at] = nil
        schemas.comments[pointer] = "in \(given) of \(values.count) requests"
        parameter["schema"] = isList ? ["type": "array", "items": schema] : schema
        var shown = JSONObject()
        for example in examples {
            let texts = example.values(of: name, in: location)
            guard !texts.isEmpty else { continue }
            let read = texts.map { Self.value($0, schema) }
            shown[example.name] = ["value": isList ? .array(read) : read[0]]
        }
        if !shown.isEmpty { parameter["examples"] = .object(shown) }
        return .object(parameter)
    }

    /// A text as the value that the schema makes of it.
    private static func value(_ text: String, _ schema: JSON) -> JSON {
        switch schema["type"]?.string {
        case "integer", "number": JSONNumber(text).map { .number($0) } ?? .string(text)
        case "boolean" where text == "true" || text == "false": .bool(text == "true")
        default: .string(text)
        }
    }

    private mutating func requestBody(at pointer: JSONPointer) -> JSON? {
        let telling = evidence.telling
        let sent = evidence.calls.filter { !$0.exchange.request.body.isEmpty }
        guard !sent.isEmpty else { return nil }
        let own = telling.filter { !$0.exchange.request.body.isEmpty }
        let messages = (own.isEmpty ? sent : own).map {
            InferredMessage($0.exchange.request.headers[.contentType], $0.exchange.request.body)
        }
        var body = JSONObject()
        if own.count == telling.count, own.count > 1 { body["required"] = true }
        schemas.comments[pointer] = "in \(own.count) of \(telling.count) requests"
        body["content"] = content(messages, at: pointer.appending("content"), place: "body") { example in
            example.call.exchange.request.body.isEmpty
                ? nil
                : InferredMessage(
                    example.call.exchange.request.headers[.contentType], example.call.exchange.request.body)
        }
        return .object(body)
    }

    // MARK: - Answers

    private mutating func response(_ status: Int, at pointer: JSONPointer) -> JSON {
        let calls = evidence.calls.filter { $0.response.status == status }
        schemas.comments[pointer] = "\(calls.count) of \(evidence.calls.count)"
        let phrase = Response.phrase(of: status)
        var response: JSONObject = ["description": .string(phrase.isEmpty ? "Status \(status)." : phrase + ".")]
        var headers = JSONObject()
        for name in Self.names(calls.map { $0.response.headers.map(\.name.canonicalName) })
        where InferredHeader.isOfResponses(name) {
            guard let field = HTTPField.Name(name) else { continue }
            let values = calls.compactMap { $0.response.headers[field] }
            let shown = calls.lazy.flatMap(\.response.headers).first { $0.name == field }?.name.rawName ?? name
            let at = JSONPointer(pointer.tokens + ["headers", shown])
            let isRequired = values.count == calls.count && values.count > 1
            var header = JSONObject()
            if isRequired { header["required"] = true }
            header["schema"] = schemas.schema(
                ShapeEvidence(texts: values), named: shown, at: at, place: "\(status) header \(shown)", of: calls.count,
                isRequired: isRequired)
            headers[shown] = .object(header)
        }
        if !headers.isEmpty { response["headers"] = .object(headers) }
        let messages = calls.filter { !$0.response.body.isEmpty }.map {
            InferredMessage($0.response.headers[.contentType], $0.response.body)
        }
        if !messages.isEmpty, evidence.method != "HEAD" {
            response["content"] = content(messages, at: pointer.appending("content"), place: "\(status) body") {
                example in
                example.call.response.status == status
                    ? InferredMessage(example.call.response.headers[.contentType], example.call.response.body) : nil
            }
        } else {
            let names = examples.filter { $0.call.response.status == status }.map { JSON.string($0.name) }
            if !names.isEmpty { response["x-counterpart-examples"] = .array(names) }
        }
        return .object(response)
    }

    // MARK: - Content

    private mutating func content(
        _ messages: [InferredMessage], at pointer: JSONPointer, place: String,
        shown: (InferredExample) -> InferredMessage?
    ) -> JSON {
        var content = JSONObject()
        for type in Self.names(messages.map { [$0.type] }) {
            let own = messages.filter { $0.type == type }
            var media = JSONObject()
            var shape = ShapeEvidence()
            var seen: Set<JSON> = []
            let evidence = ContentEvidence(own)
            for message in own {
                if let value = evidence.value(message) { shape.add(value, isNew: seen.insert(value).inserted) }
            }
            let at = JSONPointer(pointer.tokens + [type, "schema"])
            if shape.count == own.count {
                media["schema"] = evidence.completed(
                    schemas.schema(shape, named: "", at: at, place: place, of: own.count))
                media["encoding"] = evidence.encoding
            }
            var values = JSONObject()
            for example in examples {
                if let message = shown(example), message.type == type, let value = evidence.value(message) {
                    values[example.name] = ["value": value]
                }
            }
            if !values.isEmpty { media["examples"] = .object(values) }
            content[type] = .object(media)
        }
        return .object(content)
    }

    /// Each once, in the order in which they were first met.
    private static func names(_ lists: [[String]]) -> [String] {
        var seen: Set<String> = []
        return lists.flatMap { $0 }.filter { seen.insert($0).inserted }
    }
}

/// Header fields that are of an API, not of HTTP, browsers or networks.
enum InferredHeader {
    private static let ofHTTP: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges", "age", "allow", "alt-svc",
        "cache-control", "connection", "content-disposition", "content-encoding", "content-language", "content-length",
        "content-security-policy", "content-type", "cookie", "date", "dnt", "etag", "expect", "expires", "forwarded",
        "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
        "keep-alive", "last-modified", "max-forwards", "nel", "origin", "p3p", "pragma", "prefer", "priority", "range",
        "referer", "referrer-policy", "report-to", "server", "server-timing", "set-cookie", "strict-transport-security",
        "te", "timing-allow-origin", "traceparent", "tracestate", "trailer", "transfer-encoding", "upgrade",
        "upgrade-insecure-requests", "user-agent", "vary", "via", "warning", "www-authenticate", "x-powered-by",
        "x-real-ip", "x-requested-with", "x-robots-tag", "x-xss-protection", "x-frame-options",
        "x-content-type-options",
        "x-cache", "x-served-by", "x-timer", "x-runtime", "x-request-id", "x-correlation-id", "x-dns-prefetch-control",
    ]
    private static let beginnings = [
        "sec-", "access-control-", "cf-", "x-forwarded-", "x-amz-", "x-envoy-", "x-b3-", "x-cloud-", "x-vercel-",
        "counterpart-", "proxy-", ":",
    ]

    static func isOfRequests(_ name: String) -> Bool {
        isOfResponses(name) && !Credential.isSecret(name) && name != "authorization"
    }

    /// - Parameter name: in lower case.
    static func isOfResponses(_ name: String) -> Bool {
        !ofHTTP.contains(name) && !beginnings.contains { name.hasPrefix($0) } && !Credential.isSecret(name)
    }
}
