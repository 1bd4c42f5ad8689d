// From a contract to a Postman collection of version 2.1 with an environment.

package import JSONSchema
package import JSONValues
import HTTPExchange
import HTTPTypes
package import OpenAPIContract

/// The operations of a contract as requests, by their tags, with the contract's examples as saved responses. Addresses and credentials
/// are variables of the environment.
package struct PostmanExport {
    private let contract: Contract
    private let makeValue: (Schema) -> JSON?
    /// The collection's file.
    package private(set) var collection = JSON.null
    /// The environment's file: the address, and the names of the credentials without values.
    package private(set) var environment = JSON.null
    /// What a collection cannot say, by operation.
    package private(set) var losses: [(operation: String, what: String)] = []

    private var baseURL: String
    private var secrets: Set<String> = []

    /// - Parameters:
    ///   - makeValue: a value where the contract has no example.
    ///   - title: of the contract, with which its files begin.
    package init(_ contract: Contract, title: String, makeValue: @escaping (Schema) -> JSON? = { _ in nil }) {
        self.contract = contract
        self.makeValue = makeValue
        let server = contract.servers.first?.defaultURL ?? ""
        let isWhole = server.contains("://")
        let url = isWhole ? server : "http://127.0.0.1:8080" + (server == "/" ? "" : server)
        baseURL = url.hasSuffix("/") ? String(url.dropLast()) : url
        var groups: [(tag: String?, items: [JSON])] = []
        for operation in contract.operations {
            let item = item(operation)
            if let tag = operation.tags.first, let index = groups.firstIndex(where: { $0.tag == tag }) {
                groups[index].items.append(item)
            } else {
                groups.append((operation.tags.first, [item]))
            }
        }
        let items = groups.flatMap { tag, items in
            tag.map { [["name": .string($0), "item": .array(items)] as JSON] } ?? items
        }
        collection = [
            "info": [
                "name": .string(title),
                "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
            ],
            "item": .array(items),
        ]
        let values = [("baseUrl", baseURL, "default")] + secrets.sorted().map { ($0, "", "secret") }
        environment = [
            "name": .string(title),
            "values": .array(
                values.map { name, value, type in
                    ["key": .string(name), "value": .string(value), "type": .string(type), "enabled": true]
                }),
            "_postman_variable_scope": "environment",
        ]
    }

    // MARK: Requests

    private mutating func item(_ operation: Operation) -> JSON {
        let typical = operation.exampleRequest(basePath: "", makeValue: makeValue)
        let request = request(typical, operation)
        var item: JSONObject = ["name": .string(operation.summary ?? operation.id), "request": request]
        item["response"] = .array(responses(operation, typical: request))
        return .object(item)
    }

    private mutating func request(_ request: Request, _ operation: Operation) -> JSON {
        var json: JSONObject = ["method": .string(request.method.rawValue)]
        if let auth = auth(operation) { json["auth"] = auth }
        let isForm = [.form, .multipart].contains(MediaRange(request.headers[.contentType] ?? "")?.kind)
        // Postman writes the type of forms itself, with the boundary that it makes.
        let fields = request.headers.filter { !isForm || $0.name != .contentType }
        json["header"] = .array(
            fields.map { ["key": .string($0.name.rawName), "value": .string($0.value)] })
        if !request.body.isEmpty { json["body"] = body(request, operation) }
        json["url"] = url(request, operation)
        if let description = operation.description { json["description"] = .string(description) }
        return .object(json)
    }

    private func url(_ request: Request, _ operation: Operation) -> JSON {
        let values = request.path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false)
        var (path, variables): ([String], [JSON]) = (values.map(String.init), [])
        if values.count == operation.path.segments.count {
            for (index, segment) in operation.path.segments.enumerated() {
                guard segment.count == 1, case .parameter(let name, _)? = segment.first else { continue }
                path[index] = ":\(name)"
                variables.append(
                    described(
                        ["key": .string(name), "value": .string(Percent.decoded(values[index]))],
                        operation.parameter(name, in: .path)))
            }
        }
        var query: [JSON] = (request.query ?? "").split(separator: "&").map { pair in
            let name = Percent.decoded(pair.prefix { $0 != "=" })
            return described(
                [
                    "key": .string(name),
                    "value": .string(Percent.decoded(pair.drop { $0 != "=" }.dropFirst())),
                ], operation.parameter(name, in: .query))
        }
        let raw = "{{baseUrl}}/" + path.joined(separator: "/") + (request.query.map { "?\($0)" } ?? "")
        let sent = Set(query.compactMap { $0["key"]?.string })
        for parameter in operation.parameters where parameter.location == .query && !sent.contains(parameter.name) {
            query.append(described(["key": .string(parameter.name), "value": "", "disabled": true], parameter))
        }
        var url: JSONObject = [
            "raw": .string(raw), "host": ["{{baseUrl}}"], "path": .array(path.map { .string($0) }),
        ]
        if !query.isEmpty { url["query"] = .array(query) }
        if !variables.isEmpty { url["variable"] = .array(variables) }
        return .object(url)
    }

    private func described(_ members: JSONObject, _ parameter: Parameter?) -> JSON {
        var members = members
        if let description = parameter?.description { members["description"] = .string(description) }
        return .object(members)
    }

    private mutating func body(_ request: Request, _ operation: Operation) -> JSON {
        let media = MediaRange(request.headers[.contentType] ?? "")
        let fields = operation.body?.content.first { $0.media?.essence == media?.essence }
            .flatMap { _ in contract.decodedBody(of: request, operation) }?.object
        switch media?.kind {
        case .form?:
            return ["mode": "urlencoded", "urlencoded": .array(Self.fields(fields ?? JSONObject(), files: false))]
        case .multipart?:
            return ["mode": "formdata", "formdata": .array(Self.fields(fields ?? JSONObject(), files: true))]
        default: break
        }
        guard let text = String(validating: request.body, as: UTF8.self) else {
            losses.append((operation.title, "the example of the body, which is no text: choose a file"))
            return ["mode": "file", "file": ["src": ""]]
        }
        let language: JSON =
            switch media?.kind {
            case .json?: "json"
            case .xml?: "xml"
            default: "text"
            }
        return ["mode": "raw", "raw": .string(text), "options": ["raw": ["language": language]]]
    }

    private static func fields(_ members: JSONObject, files: Bool) -> [JSON] {
        members.flatMap { name, value in
            (value.array ?? [value]).map { value in
                var field: JSONObject = [
                    "key": .string(name), "value": .string(value.string ?? value.serialized()),
                ]
                if files { field["type"] = "text" }
                return .object(field)
            }
        }
    }

    // MARK: Credentials

    /// Nil where nobody is asked for any.
    private mutating func auth(_ operation: Operation) -> JSON? {
        guard let asked = operation.security.first, !operation.security.contains(where: \.schemes.isEmpty),
            let scheme = asked.schemes.first.flatMap({ contract.securityScheme($0.name) })
        else { return nil }
        if asked.schemes.count > 1 {
            losses.append((operation.title, "all credentials but '\(scheme.name)': Postman has one kind for a request"))
        }
        func setting(_ key: String, _ value: String) -> JSON {
            ["key": .string(key), "value": .string(value), "type": "string"]
        }
        func variable(_ name: String) -> String {
            secrets.insert(name)
            return "{{\(name)}}"
        }
        switch scheme.kind {
        case .apiKey(let location, let name) where location != .cookie:
            let place = location == .query ? "query" : "header"
            return [
                "type": "apikey",
                "apikey": [setting("key", name), setting("value", variable(scheme.name)), setting("in", place)],
            ]
        case .http("basic", _):
            return [
                "type": "basic",
                "basic": [setting("username", variable("username")), setting("password", variable("password"))],
            ]
        case .http("bearer", _), .oauth2, .openIDConnect:
            return ["type": "bearer", "bearer": [setting("token", variable("token"))]]
        case .apiKey, .http, .mutualTLS:
            losses.append((operation.title, "the credentials '\(scheme.name)', of a kind that Postman does not have"))
            return nil
        }
    }

    // MARK: Responses

    private mutating func responses(_ operation: Operation, typical: JSON) -> [JSON] {
        var saved: [JSON] = []
        var told: Set<Int> = []
        for pair in operation.pairs where pair.isWhole {
            told.insert(pair.status)
            let original = request(operation.request(for: pair, basePath: ""), operation)
            let fields = pair.headers.map { ($0.header.name, $0.value.string ?? $0.value.serialized()) }
            saved.append(response(pair.name, original, pair.status, fields, pair.response))
        }
        let success = operation.successResponse?.status
        for declared in operation.responses where !told.contains(declared.status.representative) {
            let media = declared.content.first
            let value = media.flatMap { media in
                media.examples.first?.value ?? (declared.status == success ? media.schema.flatMap(makeValue) : nil)
            }
            guard value != nil || declared.status == success || declared.content.isEmpty else { continue }
            let content = media.flatMap { media in value.map { (media: media, value: $0) } }
            saved.append(
                response(
                    declared.description ?? declared.status.description, typical, declared.status.representative, [],
                    content))
        }
        return saved
    }

    private func response(
        _ name: String, _ original: JSON, _ status: Int, _ fields: [(String, String)],
        _ content: (media: MediaType, value: JSON)?
    ) -> JSON {
        var headers = fields
        var json: JSONObject = [
            "name": .string(name), "originalRequest": original,
            "status": .string(HTTPResponse.Status(code: status).reasonPhrase), "code": .number(JSONNumber(status)),
        ]
        if let content {
            let encoded = content.media.encode(content.value)
            headers.insert(("Content-Type", encoded.contentType), at: 0)
            json["body"] = .string(String(decoding: encoded.bytes, as: UTF8.self))
            if content.media.media?.kind == .json { json["_postman_previewlanguage"] = "json" }
        }
        json["header"] = .array(headers.map { ["key": .string($0.0), "value": .string($0.1)] })
        return .object(json)
    }
}

extension Contract {
    /// The body of a request of an operation, as its schema reads it.
    fileprivate func decodedBody(of request: Request, _ operation: Operation) -> JSON? {
        var request = request
        request.target = (operation.servers.first?.basePath ?? "") + request.target
        guard case .judged(let judged) = judge(request) else { return nil }
        return judged.body
    }
}
