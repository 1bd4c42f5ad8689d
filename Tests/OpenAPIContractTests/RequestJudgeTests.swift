// What the judge says about requests: bodies of every kind, credentials, places.

import SourceDocuments
import ContractSamples
import JSONValues
import JSONSchema
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct RequestJudgeTests {
    private static let contract = document(
        """
        /json: {post: {requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}, application/*+json: {schema: {type: array}}}}}}
        /lines: {post: {requestBody: {content: {application/jsonl: {itemSchema: {type: integer}}}}}}
        /each: {post: {requestBody: {content: {application/x-ndjson: {schema: {type: integer}}}}}}
        /form:
          post:
            requestBody:
              content:
                application/x-www-form-urlencoded:
                  schema:
                    type: object
                    required: [a]
                    properties:
                      a: {type: integer}
                      list: {type: array, items: {type: integer}}
                      joined: {type: array, items: {type: integer}}
                      deep: {type: object, properties: {x: {type: boolean}, y: {type: array, items: {type: string}}}}
                      json: {type: object, properties: {n: {type: integer}}}
                      objects: {type: array, items: {type: object, properties: {n: {type: integer}}}}
                  encoding:
                    joined: {style: form, explode: false}
                    deep: {style: deepObject, explode: true}
        /multipart:
          post:
            requestBody:
              content:
                multipart/form-data:
                  schema:
                    type: object
                    required: [meta]
                    properties:
                      meta: {type: object, properties: {n: {type: integer}}}
                      count: {type: integer}
                      tags: {type: array, items: {type: string}}
                      file: {type: string, format: binary, minLength: 3}
                  encoding: {file: {contentType: 'image/png, image/jpeg'}}
        /text: {post: {requestBody: {content: {text/plain: {schema: {type: integer}}}}}}
        /binary: {post: {requestBody: {content: {application/octet-stream: {}, image/*: {}}}}}
        /anything: {post: {requestBody: {content: {'*/*': {}}}}}
        /none: {post: {}}
        """,
        components: """
            components:
              schemas:
                Thing:
                  type: object
                  required: [id, name]
                  properties:
                    id: {type: integer, format: uint64, minimum: 0, maximum: 18446744073709551615, readOnly: true}
                    name: {type: string}
            """)

    /// The checks that a request breaks, with where in the exchange and at which line of the contract.
    private func findings(_ path: String, _ type: String?, _ body: String) throws -> [String] {
        let contract = try Contract.sample(Self.contract)
        let judged = try contract.judged(.post, path, headers: type.map { [.contentType: $0] } ?? [:], body: body)
        return judged.violations.map { "\($0.check.rawValue) \($0.keyword ?? "-") \($0.location)" }
    }

    private static let boundary = "multipart/form-data; boundary=\"a b\""

    private static func parts(_ parts: (head: String, content: String)...) -> String {
        parts.map { "--a b\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.content)\r\n" }.joined()
            + "--a b--\r\n"
    }

    @Test(
        arguments: [
            ("/json", "application/json", #"{"name": "x"}"#, []),
            ("/json", "Application/JSON; charset=utf-8", #"{"name": "x"}"#, []),
            ("/json", "application/vnd.api+json", "[]", []),
            ("/json", "application/vnd.api+json", "{}", ["request-body-shape type body"]),
            ("/json", "application/json", "{}", ["request-body-shape required body"]),
            ("/json", "application/json", #"{"name": 5}"#, ["request-body-shape type body at /name"]),
            ("/json", "application/json", #"{"name": "x""#, ["malformed-request-body - body"]),
            ("/json", "application/json", "\u{1}", ["malformed-request-body - body"]),
            ("/json", "text/plain", #"{"name": "x"}"#, ["request-content-type - header 'Content-Type'"]),
            ("/json", nil, #"{"name": "x"}"#, ["request-content-type - header 'Content-Type'"]),
            ("/json", "nonsense", "x", ["request-content-type - header 'Content-Type'"]),
            ("/json", "application/json", "", ["missing-body - body"]),
            ("/lines", "application/jsonl", "1\n2\n\n3", []),
            ("/lines", "application/jsonl", "1\nx\n", ["malformed-request-body - body"]),
            ("/lines", "application/jsonl", "1\n\"x\"\n", ["request-body-shape type body at /1"]),
            ("/each", "application/x-ndjson", "1\n2", []),
            ("/each", "application/x-ndjson", "1\n\"x\"", ["request-body-shape type body at /1"]),
            ("/form", "application/x-www-form-urlencoded", "a=1&objects=%7B%22n%22%3A1%7D", []),
            (
                "/form", "application/x-www-form-urlencoded",
                "a=1&list=1&list=2&joined=1,2&deep[x]=true&deep[y][]=z&json=%7B%22n%22%3A1%7D", []
            ),
            ("/form", "application/x-www-form-urlencoded", "list=1", ["request-body-shape required body"]),
            ("/form", "application/x-www-form-urlencoded", "a=x", ["request-body-shape type body at /a"]),
            (
                "/form", "application/x-www-form-urlencoded", "a=1&deep[x]=5",
                ["request-body-shape type body at /deep/x"]
            ),
            ("/form", "application/x-www-form-urlencoded", "a=1&unknown=5", []),
            (
                "/multipart", boundary,
                parts(("name=meta", #"{"n":1}"#), ("name=count", "5"), ("name=tags", "a"), ("name=tags", "b")), []
            ),
            ("/multipart", boundary, parts(("name=meta", #"{"n":"x"}"#)), ["request-body-shape type body at /meta/n"]),
            ("/multipart", boundary, parts(("name=count", "5")), ["request-body-shape required body"]),
            (
                "/multipart", boundary,
                parts(("name=meta", "{}"), ("name=file; filename=a.png\r\nContent-Type: image/png", "12")),
                ["request-body-shape minLength body at /file"]
            ),
            (
                "/multipart", boundary,
                parts(("name=meta", "{}"), ("name=file; filename=a.gif\r\nContent-Type: image/gif", "123")),
                ["malformed-request-body - body"]
            ),
            ("/multipart", boundary, "no boundary here", ["malformed-request-body - body"]),
            ("/multipart", "multipart/form-data", parts(("name=meta", "{}")), ["malformed-request-body - body"]),
            ("/text", "text/plain", "12", []),
            ("/text", "text/plain; charset=latin1", "x", ["request-body-shape type body"]),
            ("/binary", "application/octet-stream", "\u{0}\u{1}", []), ("/binary", "image/png", "x", []),
            ("/binary", "text/plain", "x", ["request-content-type - header 'Content-Type'"]),
            ("/anything", "x/y", "x", []), ("/none", "x/y", "x", []), ("/none", nil, "", []),
        ] as [(String, String?, String, [String])])
    func bodies(_ path: String, _ type: String?, _ body: String, _ expected: [String]) throws {
        #expect(try findings(path, type, body) == expected)
    }

    /// What can be encoded is decoded to the same.
    @Test(arguments: [
        ("/json", #"{"name":"é \" \n"}"#),
        (
            "/form",
            #"{"a":1,"list":[1,2],"joined":[3,4],"deep":{"x":true,"y":["a&b","c=d"]},"json":{"n":18446744073709551615}}"#
        ),
        ("/multipart", #"{"meta":{"n":1},"count":5,"tags":["a","--counterpart-part-0"],"file":"abc\u0000\r\nÿ"}"#),
        ("/text", "12"), ("/lines", "[1,2]"),
    ])
    func bodiesGoBothWays(_ path: String, _ value: String) throws {
        let contract = try Contract.sample(Self.contract)
        let operation = try #require(contract.operations.first { $0.path.text == path })
        let media = try #require(operation.body?.content.first)
        let request = operation.encode(values: [], body: (media, try JSON.text(value)))
        guard case .judged(let judged) = contract.judge(request) else { Issue.record("not judged"); return }
        #expect(judged.violations.map(\.message) == [])
        #expect(judged.body?.serialized() == value.replacing(#"\u0000"#, with: "\\u0000"))
    }

    @Test func aViolationIsPlacedOnBothSides() throws {
        let contract = try Contract.sample(Self.contract)
        let judged = try contract.judged(
            .post, "/json", headers: [.contentType: "application/json"], body: #"{"name": 5}"#)
        let violation = try #require(judged.violations.first)
        #expect(violation.location == .body(JSONPointer(["name"])))
        let place = try #require(violation.place)
        #expect(place.description == "openapi.yaml:50:22")
        #expect(place.source.line(place.line)?.text == "        name: {type: string}")
        #expect([violation.found, violation.expected] == ["5", "string"])
    }

    @Test(
        arguments: [
            ([], ["missing-credentials"]), ([("Authorization", "Bearer abc")], []),
            ([("Authorization", "bearer abc")], []),
            ([("Authorization", "Bearer ")], ["missing-credentials"]),
            ([("Authorization", "Basic dTpw")], ["missing-credentials"]),
            ([("Authorization", "Basic dTpw"), ("x-key", "k")], []),
            ([("Authorization", "Basic ???"), ("X-Key", "k")], ["missing-credentials"]),
            ([("Cookie", "session=abc; x=y")], []), ([("Cookie", "session=")], ["missing-credentials"]),
        ] as [([(String, String)], [String])])
    func credentials(_ fields: [(String, String)], _ expected: [String]) throws {
        let headers = try HTTPFields.sample(fields)
        let contract = try Contract.sample(
            document(
                "/a: {get: {security: [{token: []}, {basic: [], key: []}, {session: []}]}}\n/open: {get: {security: []}}\n/either: {get: {security: [{}, {token: []}]}}",
                components: """
                    security: [{token: []}]
                    components:
                      securitySchemes:
                        token: {type: http, scheme: Bearer}
                        basic: {type: http, scheme: basic}
                        key: {type: apiKey, in: header, name: X-Key}
                        session: {type: apiKey, in: cookie, name: session}
                    """))
        #expect(try contract.judged(.get, "/a", headers: headers).violations.map(\.check.rawValue) == expected)
        #expect(try contract.judged(.get, "/open").violations.isEmpty)
        #expect(try contract.judged(.get, "/either").violations.isEmpty)
    }

    @Test func parametersWithContentAndEmptyValues() throws {
        let contract = try Contract.sample(
            document(
                """
                /a:
                  get:
                    parameters:
                      - {name: filter, in: query, content: {application/json: {schema: {type: object, properties: {n: {type: integer}}}}}}
                      - {name: flag, in: query, allowEmptyValue: true, schema: {type: boolean}}
                      - {name: X-Ids, in: header, schema: {type: array, items: {type: integer}}}
                      - {name: Accept, in: header, required: true, schema: {type: integer}}
                """))
        let good = try contract.judged(
            .get, "/a?filter=%7B%22n%22%3A1%7D&flag=&other=x", headers: .sample([("x-ids", "1, 2")]))
        #expect(good.violations.map(\.message) == [])
        #expect(good.value("filter", in: .query) == ["n": 1])
        #expect(good.value("x-ids", in: .header) == [1, 2])
        #expect(try contract.judged(.get, "/a?filter=%7B").violations.map(\.check) == [.invalidParameter])
        #expect(
            try contract.judged(.get, "/a?filter=%7B%22n%22%3A%22x%22%7D").violations.map(\.location.description) == [
                "query parameter 'filter' at /n"
            ])
    }
}
