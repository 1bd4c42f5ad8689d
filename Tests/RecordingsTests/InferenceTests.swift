// Contracts inferred from traffic: what they say of small traffic, and that they take the traffic of the app APIs.

import ContractChanges
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Recordings

@Suite struct InferenceTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func archive(_ entries: [HAR.Entry]) -> Archive {
        Archive(name: "a.har", har: HAR(creator: .init(name: "test", version: "1"), entries: entries))
    }

    static func entry(
        _ target: String, _ body: String = "{}", method: HTTPRequest.Method = .get, sent: String = "",
        headers: HTTPFields = [:], status: Int = 200, answered: HTTPFields = [.contentType: "application/json"],
        origin: String = "https://api.example"
    ) -> HAR.Entry {
        var headers = headers
        if !sent.isEmpty { headers[.contentType] = "application/json" }
        return HAR.Entry(
            started: "2026-11-21T10:00:00Z", origin: origin,
            request: Request(method: method, target: target, headers: headers, body: Array(sent.utf8)),
            response: Response(status: status, headers: body.isEmpty ? [:] : answered, body: Array(body.utf8)))
    }

    static let counted: HTTPFields = {
        var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        if let name = HTTPField.Name("X-Total") { fields[name] = "2" }
        return fields
    }()

    static func inferred(_ entries: [HAR.Entry], origin: String? = nil) -> InferredContract {
        InferredContract([archive(entries)], title: "Inferred", origin: origin)
    }

    // MARK: - Shapes

    @Test func equalShapesAreOneComponent() throws {
        let thing = #"{"id":1,"name":"a","maker":{"id":7,"name":"b","town":"c"}}"#
        let contract = Self.inferred([
            Self.entry("/things", "[\(thing),\(thing)]"), Self.entry("/things/1", thing),
            Self.entry("/makers/7", #"{"id":7,"name":"b","town":"c"}"#),
            Self.entry("/things/9", #"{"detail":"none"}"#, status: 404),
            Self.entry("/makers/9", #"{"detail":"none"}"#, status: 404),
        ])
        let components = try #require(contract.document["components"]?["schemas"]?.object)
        #expect(components.map(\.0) == ["Maker", "Problem"])
        // Of the list it is known that its members are always there, which sets it apart from what was seen once.
        let answers = try #require(contract.document["paths"]?["/makers/{makerId}"]?["get"]?["responses"])
        let reference: JSON = ["$ref": "#/components/schemas/Maker"]
        #expect(answers["200"]?["content"]?["application/json"]?["schema"] == reference)
        let one = contract.document["paths"]?["/things/{thingId}"]?["get"]?["responses"]?["200"]
        #expect(one?["content"]?["application/json"]?["schema"]?["properties"]?["maker"] == reference)
        // The evidence goes with the shape.
        #expect(contract.yaml.contains("Maker:") && contract.yaml.contains("town:"))
        let loaded = Contract.load(files: ["openapi.yaml": contract.yaml])
        #expect(
            loaded.contract != nil && !loaded.diagnostics.contains { $0.severity == .error }, "\(loaded.diagnostics)")
    }

    @Test func partsOfAFormAreMembers() throws {
        let parts = [("title", "", "Shoes"), ("count", "", "3"), ("photo", "; filename=\"a.png\"", "\u{89}PNG")]
        let body =
            parts.map { name, more, value in
                "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)\r\n"
            }.joined() + "--b--\r\n"
        let entry = HAR.Entry(
            started: "2026-11-21T10:00:00Z", origin: "https://api.example",
            request: Request(
                method: .post, target: "/upload", headers: [.contentType: "multipart/form-data; boundary=b"],
                body: Array(body.utf8)), response: Response(status: 204))
        let content = Self.inferred([entry]).document["paths"]?["/upload"]?["post"]?["requestBody"]?["content"]
        let properties = content?["multipart/form-data"]?["schema"]?["properties"]
        #expect(properties?["title"]?["type"] == "string")
        #expect(properties?["count"]?["type"] == "integer")
        #expect(properties?["photo"]?["type"] == "string")
    }

    static func exchange(
        _ target: String, _ type: String, sent: String = "", answered: String = ""
    ) -> HAR.Entry {
        HAR.Entry(
            started: "2026-11-21T10:00:00Z", origin: "https://api.example",
            request: Request(
                method: .post, target: target, headers: sent.isEmpty ? [:] : [.contentType: type],
                body: Array(sent.utf8)),
            response: Response(
                status: 200, headers: answered.isEmpty ? [:] : [.contentType: type], body: Array(answered.utf8)))
    }

    /// What forms and files say of a field is told by all of them.
    @Test func formsAreReadTogether() throws {
        let form = "application/x-www-form-urlencoded"
        let part = { (name: String, more: String, text: String) in
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(text)\r\n"
        }
        let upload =
            part("photo", "; filename=\"a.png\"\r\nContent-Type: image/png", "x")
            + part("tag", "", "new") + part("tag", "", "red") + "--b--\r\n"
        let entries = [
            Self.exchange("/search", form, sent: "zip=79000&tag=a&tag=b&near=true&page=1"),
            Self.exchange("/search", form, sent: "zip=SW1A&tag=c&near=false&page=2"),
            Self.exchange("/upload", "multipart/form-data; boundary=b", sent: upload),
        ]
        let contract = Self.inferred(entries)
        let paths = contract.document["paths"]
        let search = paths?["/search"]?["post"]?["requestBody"]?["content"]?[form]
        #expect(
            search?["schema"]?["properties"] == [
                "zip": ["type": "string"], "tag": ["type": "array", "items": ["type": "string"]],
                "near": ["type": "boolean"], "page": ["type": "integer"],
            ])
        let file = paths?["/upload"]?["post"]?["requestBody"]?["content"]?["multipart/form-data"]
        #expect(file?["schema"]?["properties"]?["photo"] == ["type": "string", "format": "binary"])
        #expect(file?["encoding"] == ["photo": ["contentType": "image/*"]])
        try Self.expectAccepted(entries, by: contract)
    }

    static let documents: [(name: String, texts: [String], schema: JSON)] = [
        (
            "attributes, text beside them, a wrapped list, a bare one",
            [
                #"<order xmlns="urn:shop" id="7"><buyer>Ada</buyer><lines><line sku="A1">9.5</line><line sku="B2">20</line></lines><note>one</note><note>two</note></order>"#,
                #"<order xmlns="urn:shop" id="8"><buyer>007 &amp; Co</buyer><lines><line sku="C3">1</line></lines><note>three</note></order>"#,
            ],
            [
                "type": "object", "required": ["id", "buyer", "lines", "note"],
                "properties": [
                    "id": ["type": "integer", "xml": ["attribute": true]], "buyer": ["type": "string"],
                    "lines": [
                        "type": "array",
                        "items": [
                            "type": "object", "required": ["sku", "value"],
                            "properties": [
                                "sku": ["type": "string", "xml": ["attribute": true]],
                                "value": ["type": "number", "xml": ["x-text": true]],
                            ], "xml": ["name": "line"],
                        ], "xml": ["wrapped": true],
                    ], "note": ["type": "array", "items": ["type": "string"]],
                ], "xml": ["name": "order", "namespace": "urn:shop"],
            ]
        ),
        (
            "a list, a prefix, something that is nil",
            [
                #"<p:pets xmlns:p="urn:pets"><p:pet><p:name>Rex</p:name><p:age></p:age></p:pet><p:pet><p:name>Tom</p:name><p:age>3</p:age></p:pet></p:pets>"#
            ],
            [
                "type": "array",
                "items": [
                    "type": "object", "required": ["name", "age"],
                    "properties": [
                        "name": ["type": "string", "xml": ["prefix": "p"]],
                        "age": ["type": ["string", "integer"], "xml": ["prefix": "p"]],
                    ], "xml": ["name": "pet", "prefix": "p"],
                ], "xml": ["name": "pets", "prefix": "p", "namespace": "urn:pets", "wrapped": true],
            ]
        ),
    ]

    /// The schema says how the values stand in XML, so that the mock writes what was recorded.
    @Test(arguments: documents) func documentsHaveSchemas(name: String, texts: [String], schema: JSON) throws {
        let type = "application/xml"
        let entries = texts.map { Self.exchange("/order", type, sent: $0, answered: $0) }
        let contract = Self.inferred(entries)
        let operation = contract.document["paths"]?["/order"]?["post"]
        let media = operation?["responses"]?["200"]?["content"]?[type]
        // What is the same in request and answer is a component.
        let inline = Self.inlined(media?["schema"] ?? .null, in: contract.document)
        #expect(inline == schema, "\(inline.serialized(.pretty))")
        try Self.expectAccepted(entries, by: contract)
        let loaded = try #require(Contract.load(files: ["openapi.yaml": contract.yaml]).contract)
        let declared = try #require(loaded.operations.first?.responses.first?.content.first)
        let written = declared.examples.map { example in
            String(decoding: declared.encode(example.value).bytes, as: UTF8.self)
                .replacingOccurrences(of: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", with: "")
        }
        #expect(Set(written).isSubset(of: texts) && !written.isEmpty, "\(written)")
    }

    private static func inlined(_ json: JSON, in document: JSON) -> JSON {
        switch json {
        case .object(let members):
            if let name = members["$ref"]?.string?.split(separator: "/").last {
                return inlined(document["components"]?["schemas"]?[String(name)] ?? .null, in: document)
            }
            return .object(JSONObject(members.map { ($0, inlined($1, in: document)) }))
        case .array(let elements): return .array(elements.map { inlined($0, in: document) })
        default: return json
        }
    }

    private static func expectAccepted(_ entries: [HAR.Entry], by inferred: InferredContract) throws {
        let loaded = Contract.load(files: ["openapi.yaml": inferred.yaml])
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        #expect(!loaded.diagnostics.contains { $0.severity == .error }, "\(loaded.diagnostics)")
        for entry in entries {
            guard case .judged(let judged) = contract.judge(entry.request.request) else {
                Issue.record("\(entry.request.url) has no operation")
                continue
            }
            #expect(judged.violations.isEmpty, "\(judged.violations.map(\.message))")
            let response = try #require(entry.response.response)
            #expect(contract.judge(response, to: judged).isEmpty)
        }
    }

    @Test(arguments: [
        "<a>", "<a></b>", "<a/><b/>", "text", "", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a", "<a b=\"></a>",
        "\u{FEFF}",
        String(repeating: "<a>", count: 100_000),
    ])
    func whatIsNoDocumentHasNoSchema(_ text: String) {
        let content = Self.inferred([Self.exchange("/a", "text/xml", answered: text)]).document["paths"]?["/a"]?[
            "post"]?[
                "responses"]?["200"]?["content"]?["text/xml"]
        #expect(content?["schema"] == nil)
    }
}
