// What an inferred contract says as a whole: its paths, its shapes, its text.

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

extension InferenceTests {
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
}
