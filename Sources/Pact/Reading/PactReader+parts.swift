// Reads requests and responses.

import HTTPExchange
import JSONValues
import OpenAPIContract
package import SourceDocuments

extension PactReader {
    /// Reads a request of the reader's version. What is wrong with it is among the diagnostics.
    package mutating func request(_ value: Located) -> PactRequest {
        let query = query(value["query"])
        var content = content(value)
        content.rules = rules(value["matchingRules"], parameters: Set(query.map(\.name)))
        content.generators = generators(value["generators"])
        return PactRequest(
            method: value["method"].flatMap { text($0, "'method'") } ?? "GET",
            // Some libraries write it as it stands on the wire.
            path: Percent.decoded(value["path"].flatMap { text($0, "'path'") } ?? "/"), query: query,
            content: content)
    }

    /// Reads a response of the reader's version. What is wrong with it is among the diagnostics.
    package mutating func response(_ value: Located) -> PactResponse {
        var content = content(value)
        content.rules = rules(value["matchingRules"], parameters: [])
        content.generators = generators(value["generators"])
        let status = value["status"]
        let number = status?.json.number?.int64 ?? status?.json.string.flatMap { Int64($0) } ?? 200
        guard (100...599).contains(number) else {
            if let status { wrongType(status, "'status'", expected: "a number from 100 to 599") }
            return PactResponse(status: 200, content: content)
        }
        return PactResponse(status: Int(number), content: content)
    }

    private mutating func content(_ value: Located) -> PactContent {
        let headers = members("headers", of: value).map { name, value -> (name: String, values: [String]) in
            (name, PactReader.texts(value.json))
        }
        var content = PactContent(headers: headers)
        content.body = body(value["body"], type: content.header("Content-Type")?.first)
        return content
    }

    private static func texts(_ json: JSON) -> [String] {
        switch json {
        case .array(let values): values.flatMap { texts($0) }
        case .string(let text): [text]
        case .null: []
        case .bool, .number, .object: [json.serialized()]
        }
    }

    // MARK: Query

    private mutating func query(_ value: Located?) -> [(name: String, values: [String?])] {
        guard let value else { return [] }
        if let text = value.json.string { return PactReader.query(text) }
        return value.members.map { name, value in
            let values = value.json.array ?? [value.json]
            return (name, values.map { $0.isNull ? nil : $0.string ?? $0.serialized() })
        }
    }

    /// The parameters of a query, without its question mark: the values of one name together, decoded.
    package static func query(_ text: some StringProtocol) -> [(name: String, values: [String?])] {
        var parameters: [(name: String, values: [String?])] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Percent.decoded(parts[0], plusIsSpace: true)
            let value = parts.count > 1 ? Percent.decoded(parts[1], plusIsSpace: true) : nil
            if let index = parameters.firstIndex(where: { $0.name == name }) {
                parameters[index].values.append(value)
            } else {
                parameters.append((name, [value]))
            }
        }
        return parameters
    }

    // MARK: Body

    private mutating func body(_ value: Located?, type: String?) -> PactBody {
        guard let value else { return .missing }
        if version == .v4, let object = value.json.object {
            guard let content = value["content"] else { return .missing }
            return body(content, of: object, type: object["contentType"]?.string ?? type)
        }
        return plainBody(value.json, type: type)
    }

    /// Version 4, where the body says how it is written.
    private mutating func body(_ content: Located, of object: JSONObject, type: String?) -> PactBody {
        let encoding = object["encoded"]?.string?.lowercased() ?? (object["encoded"] == true ? "base64" : "")
        switch (content.json, encoding) {
        case (.null, _): return .null
        case (let json, "json"): return .present(Array(json.serialized().utf8), type: type)
        case (.string(""), _): return .empty
        case (.string(let text), ""): return .present(Array(text.utf8), type: type)
        case (.string(let text), "base64"):
            guard let bytes = Base64.standard.decode(text) else {
                report(.invalidValue, "the body is no base64", severity: .error, at: content.place)
                return .missing
            }
            return .present(bytes, type: type)
        case (let json, ""): return .present(Array(json.serialized().utf8), type: type ?? "application/json")
        default:
            report(
                .invalidValue, "this encoding of a body is not known", found: "'\(encoding)'",
                expected: "false, true, 'base64' or 'json'", severity: .error, at: content.place)
            return .missing
        }
    }

    /// Version 1 to 3, where the type of the content says what a text is.
    private func plainBody(_ json: JSON, type: String?) -> PactBody {
        switch json {
        case .null: return .null
        case .string(""): return .empty
        case .string(let text):
            let isJSON = type.flatMap { MediaRange($0) }?.kind == .json
            guard isJSON, (try? JSON(parsing: text)) == nil else { return .present(Array(text.utf8), type: type) }
            return .present(Array(json.serialized().utf8), type: type)
        case .bool, .number, .array, .object:
            return .present(Array(json.serialized().utf8), type: type ?? "application/json")
        }
    }
}
