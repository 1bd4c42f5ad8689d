// What a consumer asked for and got, as a pact of version 4: merged with what the file has, never twice, in the same order every time.

import Archives
package import HTTPExchange
import HTTPTypes
package import JSONValues
package import OpenAPIContract

/// Collects exchanges, and writes them as interactions.
package struct PactWriter: Sendable {
    /// Why a file cannot be added to.
    package struct Conflict: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let consumer: String
    private let provider: String
    /// By description. The same request and status have one, whatever was answered.
    private var interactions: [String: JSON] = [:]

    /// - Parameters: - consumer: who asked. - provider: who is to answer so.
    package init(consumer: String, provider: String) {
        self.consumer = consumer
        self.provider = provider
    }

    /// Adds an exchange without secrets. Failures of the server are no expectation, and are left out.
    /// - Parameters:
    ///   - operation: its id.
    ///   - declared: what the contract says of the answer. A `Location` that it does not declare no provider owes.
    package mutating func add(
        _ request: Request, _ response: Response, of operation: String, declared: ResponseSpec? = nil
    ) {
        guard response.status < 500 else { return }
        let body = request.body.isEmpty ? "" : " with \(Self.hash(of: request.body))"
        let description =
            "\(operation): \(request.method.rawValue) \(request.target)\(body) gives \(response.status)"
        // Without its secret the request may well be refused: that is to be told, and to fail nobody.
        let hidesSecret = Self.hidesSecret(request)
        var new: JSONObject = [
            "type": "Synchronous/HTTP", "description": .string(description), "pending": .bool(hidesSecret),
        ]
        if hidesSecret { new["comments"] = ["text": ["A secret was taken out of this request."]] }
        new["request"] = .object(Self.request(request))
        let hasLocation = declared?.headers.contains { HTTPField.Name($0.name) == .location } ?? false
        new["response"] = .object(Self.response(response, hasLocation ? [.contentType, .location] : [.contentType]))
        interactions[description] = Self.richer(.object(new), interactions[description])
    }

    /// The file with what was collected.
    /// - Parameter file: what it holds already; interactions of others stay.
    /// - Throws: where the file is another pact, or one of an earlier version.
    package func document(mergedInto file: JSON?) throws(Conflict) -> JSON {
        var all = interactions
        var rest = JSONObject()
        if let file {
            guard Pact.isPact(file), file["metadata"]?["pactSpecification"]?["version"]?.string?.hasPrefix("4") == true
            else { throw Conflict(description: "the file is no pact of version 4") }
            let names = (file["consumer"]?["name"]?.string ?? "", file["provider"]?["name"]?.string ?? "")
            guard names == (consumer, provider) else {
                throw Conflict(description: "the file is the pact of '\(names.0)' with '\(names.1)'")
            }
            rest = file.object ?? rest
            for interaction in file["interactions"]?.array ?? [] {
                let name = interaction["description"]?.string ?? ""
                let states = interaction["providerStates"].map { " \($0.serialized())" } ?? ""
                all[name + states] = Self.richer(interaction, all[name + states])
            }
        }
        var document: JSONObject = [
            "consumer": ["name": .string(consumer)], "provider": ["name": .string(provider)],
            "interactions": .array(all.sorted { $0.key < $1.key }.map(\.value)),
            "metadata": rest["metadata"] ?? ["pactSpecification": ["version": "4.0"]],
        ]
        for (name, value) in rest where document[name] == nil { document[name] = value }
        return .object(document)
    }

    /// Of two answers to one request the longer, which tells more of what the provider gives.
    private static func richer(_ new: JSON, _ old: JSON?) -> JSON {
        guard let old else { return new }
        let (one, other) = (new.serialized(), old.serialized())
        return (one.utf8.count, one) > (other.utf8.count, other) ? new : old
    }

    /// Whether path, query or body has a pseudonym where there was a secret. Credentials in fields are the verifier's own affair.
    private static func hidesSecret(_ request: Request) -> Bool {
        [Array(request.target.utf8), request.body].contains { Pseudonyms.highest(in: $0) > 0 }
    }

    private static func hash(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(String(hash, radix: 16).suffix(8))
    }

    // MARK: Messages

    private static func request(_ request: Request) -> JSONObject {
        let pact = PactRequest(request)
        var json: JSONObject = ["method": .string(pact.method), "path": .string(pact.path)]
        if !pact.query.isEmpty {
            json["query"] = .object(
                JSONObject(pact.query.map { ($0.name, .array($0.values.map { .string($0 ?? "") })) }))
        }
        let fields: [HTTPField.Name] = [.accept, .authorization, .contentType]
        add(request.headers, fields.filter { $0 != .accept || request.headers[$0] != "*/*" }, to: &json)
        add(request.body, request.headers[.contentType], to: &json)
        if request.headers[.authorization] != nil {
            // What is written is no credential: any is taken in its place.
            json["matchingRules"] = ["header": ["Authorization": rule("type")]]
        }
        return json
    }

    private static func response(_ response: Response, _ fields: [HTTPField.Name]) -> JSONObject {
        var json: JSONObject = ["status": .number(JSONNumber(response.status))]
        add(response.headers, fields, to: &json)
        add(response.body, response.headers[.contentType], to: &json)
        var rules = JSONObject()
        if fields.contains(.location), response.headers[.location] != nil {
            rules["header"] = ["Location": rule("type")]
        }
        if !response.body.isEmpty {
            let type = response.headers[.contentType] ?? "application/octet-stream"
            rules["body"] = [
                "$": MediaRange(type)?.kind == .binary ? rule("contentType", value: type) : rule("type")
            ]
        }
        if !rules.isEmpty { json["matchingRules"] = .object(rules) }
        return json
    }

    private static func rule(_ match: String, value: String? = nil) -> JSON {
        var matcher: JSONObject = ["match": .string(match)]
        if let value { matcher["value"] = .string(value) }
        return ["combine": "AND", "matchers": [.object(matcher)]]
    }

    private static func add(_ fields: HTTPFields, _ names: [HTTPField.Name], to json: inout JSONObject) {
        let kept = names.compactMap { name in fields[name].map { (name.rawName, JSON.array([.string($0)])) } }
        if !kept.isEmpty { json["headers"] = .object(JSONObject(kept)) }
    }

    private static func add(_ body: [UInt8], _ type: String?, to json: inout JSONObject) {
        guard !body.isEmpty else { return }
        let type = type ?? "application/octet-stream"
        var content: JSONObject = ["contentType": .string(type)]
        if MediaRange(type)?.kind == .json, let value = try? JSON(parsing: body) {
            // A text by itself would be taken for JSON that is to be read.
            content["encoded"] = value.string == nil ? false : "JSON"
            content["content"] = value
        } else if let text = String(validating: body, as: UTF8.self) {
            content["encoded"] = false
            content["content"] = .string(text)
        } else {
            content["encoded"] = "base64"
            content["content"] = .string(Base64.standard.encode(body))
        }
        json["body"] = .object(content)
    }
}
