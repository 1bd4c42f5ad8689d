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

    private static func archive(_ entries: [HAR.Entry]) -> Archive {
        Archive(name: "a.har", har: HAR(creator: .init(name: "test", version: "1"), entries: entries))
    }

    private static func entry(
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

    private static let counted: HTTPFields = {
        var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        if let name = HTTPField.Name("X-Total") { fields[name] = "2" }
        return fields
    }()

    private static func inferred(_ entries: [HAR.Entry], origin: String? = nil) -> InferredContract {
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

    private static func exchange(
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

    // MARK: - Paths

    static let paths: [(name: String, targets: [String], templates: [String])] = [
        (
            "numbers", ["/items/1", "/items/2/parts/7", "/items"],
            ["/items", "/items/{itemId}", "/items/{itemId}/parts/{partId}"]
        ),
        ("a number that was seen once", ["/categories/5"], ["/categories/{categoryId}"]),
        ("UUIDs", ["/orders/6f1e1c7a-30f4-4c8e-9d7e-0b7a4f8f3b10"], ["/orders/{orderId}"]),
        ("long hexadecimal", ["/files/5f2b8c9e1a7d4f60/raw"], ["/files/{fileId}/raw"]),
        ("words stay words", ["/api/login", "/api/logout", "/api/me"], ["/api/login", "/api/logout", "/api/me"]),
        ("versions stay words", ["/v2/items/1"], ["/v2/items/{itemId}"]),
        ("a trailing slash counts", ["/items/1/", "/items/1"], ["/items/{itemId}", "/items/{itemId}/"]),
        ("the same name twice", ["/1/2"], ["/{id}/{id2}"]),
        ("the root", ["/"], ["/"]),
    ]

    @Test(arguments: paths) func recognisesParametersOfPaths(name: String, targets: [String], templates: [String]) {
        let paths = Self.inferred(targets.map { Self.entry($0) }).document["paths"]?.object?.map(\.key) ?? []
        #expect(paths.sorted() == templates)
    }

    /// Words are values where several have answers of one kind, and most of those repeat the word.
    @Test func recognisesSlugsByTheirAnswers() {
        let shoes = ["red-shoe", "blue-boot", "sandal"].map { Self.entry("/things/\($0)", #"{"slug":"\#($0)","n":1}"#) }
        let unknown = Self.entry("/things/umbrella", #"{"title":"No"}"#, status: 404)
        #expect(
            Self.inferred(shoes + [unknown]).operations
                == [.init(title: "GET /things/{thingId}", exchanges: 4, statuses: [200, 404])])
        let pages = ["about", "terms", "help"].map { Self.entry("/pages/\($0)", #"{"text":"x","n":1}"#) }
        #expect(Self.inferred(pages).operations.count == 3)
    }

    // MARK: - The whole

    @Test func writesAContract() throws {
        let entries = [
            Self.entry(
                "/items?page=1&tag=a&tag=b",
                #"[{"id":1,"name":"A","price":10,"sale":null,"at":"2026-11-21T10:00:00Z"},{"id":18446744073709551615,"name":"B","price":12.5,"sale":3,"at":"2026-11-21T11:00:00Z","note":"x"}]"#,
                headers: [.authorization: "Bearer abc.def"],
                answered: Self.counted),
            Self.entry("/items?page=2", "[]", headers: [.authorization: "Bearer abc.def"]),
            Self.entry("/items?page=x", "", status: 400),
            Self.entry(
                "/items", #"{"id":3}"#, method: .post, sent: #"{"name":"C","password":"hunter22"}"#, status: 201),
            Self.entry("/logo.png", "png", answered: [.contentType: "image/png"]),
            Self.entry("/collect", origin: "https://tracker.example"),
        ]
        let inferred = Self.inferred(entries)
        #expect(
            inferred.leftOut.map { "\($0.count) \($0.reason)" } == [
                "1 of another server than https://api.example", "1 pages, scripts, pictures",
            ])
        #expect(
            inferred.yaml == """
                # Inferred from 4 recorded exchanges. A comment says how many values or requests support what stands there.
                openapi: "3.1.0"
                info:
                  title: Inferred
                  version: "0.1.0"
                  description: "Inferred from 4 recorded exchanges."
                servers:
                  - url: "https://api.example"
                paths:
                  /items:
                    get: # 3 exchanges
                      operationId: getItems
                      security:
                        - bearerAuth: []
                      parameters:
                        - name: page # in 2 of 2 requests
                          in: query
                          required: true
                          schema:
                            type: integer
                          examples:
                            ok:
                              value: 1
                            ok-2:
                              value: 2
                            bad-request:
                              value: x
                        - name: tag # in 1 of 2 requests
                          in: query
                          schema:
                            type: array
                            items: # 2 seen
                              type: string
                          examples:
                            ok:
                              value: [a, b]
                      responses:
                        "200": # 2 of 3
                          description: OK.
                          headers:
                            X-Total: # 1 of 2
                              schema:
                                type: integer
                          content:
                            application/json:
                              schema: # 2 seen
                                type: array
                                items: # 2 seen
                                  type: object
                                  required: [id, name, price, sale, at]
                                  properties:
                                    id: # 2 seen
                                      type: integer
                                      format: uint64
                                    name: # 2 seen
                                      type: string
                                    price: # 2 seen
                                      type: number
                                    sale: # 2 seen
                                      type: [integer, "null"]
                                    at: # 2 seen
                                      type: string
                                      format: date-time
                                    note: # 1 of 2
                                      type: string
                              examples:
                                ok:
                                  value:
                                    - id: 1
                                      name: A
                                      price: 10
                                      sale: null
                                      at: "2026-11-21T10:00:00Z"
                                    - id: 18446744073709551615
                                      name: B
                                      price: 12.5
                                      sale: 3
                                      at: "2026-11-21T11:00:00Z"
                                      note: x
                                ok-2:
                                  value: []
                        "400": # 1 of 3
                          description: "Bad Request."
                          x-counterpart-examples: [bad-request]
                    post: # 1 exchange
                      operationId: postItems
                      requestBody: # in 1 of 1 requests
                        content:
                          application/json:
                            schema: # 1 seen
                              type: object
                              properties:
                                name: # 1 seen
                                  type: string
                                password: # 1 seen
                                  type: string
                            examples:
                              created:
                                value:
                                  name: C
                                  password: redacted-2
                      responses:
                        "201": # 1 of 1
                          description: Created.
                          content:
                            application/json:
                              schema: # 1 seen
                                type: object
                                properties:
                                  id: # 1 seen
                                    type: integer
                              examples:
                                created:
                                  value:
                                    id: 3
                components:
                  securitySchemes:
                    bearerAuth:
                      type: http
                      scheme: bearer

                """)
    }

    @Test func aClosedSetNeedsEvidence() {
        func schema(_ values: [String]) -> JSON? {
            let bodies = values.enumerated().map { Self.entry("/a", #"{"n":\#($0),"state":"\#($1)"}"#) }
            let pointer = [
                "paths", "/a", "get", "responses", "200", "content", "application/json", "schema", "properties",
            ]
            return Self.inferred(bodies).document[pointer: JSONPointer(pointer + ["state"])]
        }
        let often = (0..<24).map { ["open", "closed"][$0 % 2] }
        #expect(schema(often) == ["type": "string", "enum": ["closed", "open"]])
        #expect(schema(Array(often.prefix(10))) == ["type": "string"])
        #expect(schema(often + ["size 39"]) == ["type": "string"])
        // The same answer again is no more evidence.
        #expect(schema(["open", "closed"]) == ["type": "string"])
    }

    @Test func namesThatAreDataMakeAMap() {
        let bodies = [#"{"women":[{"id":1}]}"#, #"{"kids":[{"id":2}]}"#].map { Self.entry("/a", $0) }
        let schema = Self.inferred(bodies).document[
            pointer: JSONPointer(["paths", "/a", "get", "responses", "200", "content", "application/json", "schema"])]
        #expect(
            schema == [
                "type": "object",
                "additionalProperties": [
                    "type": "array",
                    "items": ["type": "object", "required": ["id"], "properties": ["id": ["type": "integer"]]],
                ],
            ])
    }

    static let texts: [(text: String, written: String)] = [
        ("plain", "plain"), ("true", #""true""#), ("12", #""12""#), ("", #""""#), ("a: b", #""a: b""#),
        ("- a", #""- a""#),
        ("a #b", ##""a #b""##), ("line\nline", #""line\nline""#), ("ї", #""ї""#), ("\u{85}", #""\u0085""#),
        ("/path/x", "/path/x"), ("{a}", #""{a}""#), ("no", #""no""#), ("@a", #""@a""#),
    ]

    @Test(arguments: texts) func yamlReadsItsTextsAgain(text: String, written: String) throws {
        let yaml = YAMLText(comments: [:]).text(["key": .string(text)])
        #expect(yaml == "key: \(written)\n")
    }

    // MARK: - The app APIs

    static let apis = ["sneaker-shop", "selectable-catalog", "golden-sewing"]

    private static func recording(_ api: String) throws -> Archive {
        let path = root.appendingPathComponent("Recordings/\(api)/app.har").path
        let bytes = try #require(FileManager.default.contents(atPath: path))
        return try Archive(name: "app.har", bytes: Array(bytes))
    }

    private static func contract(_ yaml: String) throws -> Contract {
        let loaded = Contract.load(files: ["openapi.yaml": yaml])
        #expect(loaded.diagnostics.filter { $0.severity != .note }.map { "\($0.code) \($0.message)" } == [])
        return try #require(loaded.contract)
    }

    /// The judge has nothing against any exchange under the inferred contract.
    @Test(arguments: apis) func takesTheTrafficOfOurMock(api: String) throws {
        let archive = try Self.recording(api)
        let contract = try Self.contract(InferredContract([archive], title: api, redaction: nil).yaml)
        for exchange in archive.exchanges {
            let response = try #require(exchange.response)
            guard case .judged(let judged) = contract.judge(exchange.request) else {
                Issue.record("\(exchange.source): \(exchange.request.target) finds no operation")
                continue
            }
            if response.status < 400 {
                #expect(judged.violations.map { "\($0.location): \($0.message)" } == [], "\(exchange.source)")
            }
            #expect(
                contract.judge(response, to: judged).map { "\($0.location): \($0.message)" } == [], "\(exchange.source)"
            )
        }
    }

    /// Whatever is inferred has the type that the contract of the mock declares.
    @Test(arguments: apis) func hasNoWrongType(api: String) throws {
        let archive = try Self.recording(api)
        let inferred = try Self.contract(InferredContract([archive], title: api).yaml)
        let declared = try #require(
            Contract.load(path: Self.root.appendingPathComponent("Contracts/\(api)").path).contract)
        var compared: Set<String> = []
        for exchange in archive.exchanges {
            guard case .judged(let one) = inferred.judge(exchange.request),
                case .judged(let other) = declared.judge(exchange.request)
            else {
                Issue.record("\(exchange.source) finds no operation")
                continue
            }
            for parameter in one.operation.parameters {
                let original =
                    other.operation.parameter(parameter.name, in: parameter.location)
                    ?? other.operation.parameters.first { $0.location == .path && parameter.location == .path }
                compare(parameter.schema, original?.schema, "\(one.operation.title) \(parameter.name)", &compared)
            }
            compare(one.media?.schema, other.media?.schema, "\(one.operation.title) body", &compared)
            let status = try #require(exchange.response).status
            compare(
                one.operation.response(for: status)?.content.first?.schema,
                other.operation.response(for: status)?.content.first?.schema, "\(one.operation.title) \(status)",
                &compared)
        }
        #expect(compared.count > 10)
        let changes = ContractComparison.changes(from: declared, to: inferred, today: "2026-11-21")
        let wrong = changes.filter { change in
            ["type-changed", "type-narrowed", "type-widened"].contains { change.rule.id.hasSuffix($0) }
        }
        #expect(wrong.map { "\($0.rule.id): \($0.message)" } == [])
        #expect(!changes.isEmpty)
    }

    private func compare(_ one: Schema?, _ other: Schema?, _ place: String, _ compared: inout Set<String>) {
        guard let one, let other, compared.insert(place).inserted else { return }
        let types = (inferred: one.types.subtracting(.null), declared: other.types.subtracting(.null))
        if one.types != .all, other.types != .all {
            #expect(
                types.inferred.isSubset(of: types.declared),
                "\(place): \(types.inferred.names) is declared \(types.declared.names)")
        }
        if let item = one.items { compare(item, other.items, place + "/*", &compared) }
        for (name, property) in one.properties {
            compare(property, other.property(name), "\(place)/\(name)", &compared)
        }
    }
}
