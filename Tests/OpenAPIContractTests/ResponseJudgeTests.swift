// What the judge says about responses: one defect, one finding.

import ContractSamples
import JSONValues
import JSONSchema
import HTTPExchange
@testable import SourceDocuments
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct ResponseJudgeTests {
    private static let contract = document(
        """
        /user:
          get:
            operationId: user
            parameters: [{name: id, in: query, schema: {type: integer}}]
            responses:
              '200':
                description: who
                headers:
                  X-Total: {required: true, schema: {type: integer}}
                  X-Next: {schema: {type: string, format: uri-reference}}
                content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}
              '204': {description: nobody, content: {application/json: {schema: {}}}}
              '302': {description: elsewhere}
              4XX: {description: wrong, content: {application/problem+json: {schema: {type: object, required: [title]}}}}
        /any: {get: {}}
        /default: {get: {responses: {default: {description: d, content: {text/*: {}}}}}}
        /head: {head: {responses: {'200': {description: d, content: {application/json: {schema: {type: object}}}}}}}
        """,
        components: """
            components:
              schemas:
                User:
                  type: object
                  required: [logged_in]
                  properties:
                    logged_in: {type: boolean}
                    name: {type: string}
                    id: {type: integer, format: uint64, minimum: 0, maximum: 18446744073709551615}
                    secret: {type: string, writeOnly: true}
                  if: {required: [logged_in], properties: {logged_in: {const: true}}}
                  then: {required: [id]}
            """)

    private static let good = #"{"logged_in":true,"id":18446744073709551615,"name":"Anna"}"#

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var status = 200
        var type: String? = "application/json"
        var total: String? = "1"
        var body = ResponseJudgeTests.good
        let expected: [String]

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "all is well", expected: []),
        Row(name: "a suffix of the same kind", type: "application/json;charset=UTF-8", expected: []),
        Row(name: "a required field is missing", body: #"{"name":"x"}"#, expected: ["body-shape required body"]),
        Row(
            name: "a conditional field is missing", body: #"{"logged_in":true}"#, expected: ["body-shape required body"]
        ),
        Row(
            name: "a number for a text", body: #"{"logged_in":false,"name":5}"#,
            expected: ["body-shape type body at /name"]),
        Row(name: "a wrong type", body: #"{"logged_in":"yes"}"#, expected: ["body-shape type body at /logged_in"]),
        Row(
            name: "an extra null", body: #"{"logged_in":false,"name":null}"#,
            expected: ["body-shape type body at /name"]),
        Row(
            name: "2^64-1 came back rounded", body: #"{"logged_in":true,"id":18446744073709552000}"#,
            expected: ["body-shape maximum body at /id"]),
        Row(name: "1.0 is an integer", body: #"{"logged_in":true,"id":1.0}"#, expected: []),
        Row(name: "1.5 is none", body: #"{"logged_in":true,"id":1.5}"#, expected: ["body-shape type body at /id"]),
        Row(
            name: "what is only written comes back", body: #"{"logged_in":false,"secret":"x"}"#,
            expected: ["body-shape writeOnly body at /secret"]),
        Row(
            name: "a wrong content type", type: "text/html", body: "<html>",
            expected: ["content-type - header 'Content-Type'"]),
        Row(name: "no content type", type: nil, expected: ["content-type - header 'Content-Type'"]),
        Row(name: "cut short", body: #"{"logged_in""#, expected: ["malformed-body - body"]),
        Row(name: "empty", body: "", expected: ["malformed-body - body"]),
        Row(name: "a header is missing", total: nil, expected: ["missing-header - header 'X-Total'"]),
        Row(name: "a header is wrong", total: "many", expected: ["invalid-header type header 'X-Total'"]),
        Row(name: "an undeclared status", status: 500, expected: ["undeclared-status - status"]),
        Row(name: "nothing to say", status: 204, type: nil, body: "", expected: []),
        Row(name: "no content is declared", status: 302, type: nil, body: "", expected: []),
        Row(
            name: "no content is declared and some comes", status: 302, type: "text/html", body: "moved",
            expected: ["note undeclared-body - body"]),
        Row(name: "a range", status: 404, type: "application/problem+json", body: #"{"title":"x"}"#, expected: []),
        Row(
            name: "a range and a wrong body", status: 404, type: "application/problem+json", body: "{}",
            expected: ["body-shape required body"]),
    ]

    private static func summary(_ violations: [Violation]) -> [String] {
        violations.map {
            "\($0.severity == .note ? "note " : "")\($0.check.rawValue) \($0.keyword ?? "-") \($0.location)"
        }
    }

    @Test(arguments: rows)
    func finds(_ row: Row) throws {
        let contract = try Contract.sample(Self.contract)
        let request = try contract.judged(.get, "/user?id=1")
        var headers = HTTPFields()
        headers[.contentType] = row.type
        if let total = row.total, let name = HTTPField.Name("x-total") { headers[name] = total }
        let violations = contract.judge(
            Response(status: row.status, headers: headers, body: Array(row.body.utf8)), to: request)
        #expect(Self.summary(violations) == row.expected)
        #expect(violations.allSatisfy { $0.place != nil })
    }

    /// Anyone may refuse a request that broke the contract.
    @Test(arguments: [400, 401, 404, 405, 406, 413, 415, 422, 403, 409, 500])
    func undeclaredRefusals(_ status: Int) throws {
        let contract = try Contract.sample(Self.contract)
        let operation = try #require(contract.operation(id: "user"))
        let narrow = try Contract.sample(
            document(
                "/user: {get: {parameters: [{name: id, in: query, schema: {type: integer}}], responses: {'200': {description: d}}}}"
            ))
        let isRefusal = ![403, 409, 500].contains(status)
        let broken = try narrow.judged(.get, "/user?id=x")
        #expect(
            Self.summary(narrow.judge(Response(status: status), to: broken)) == [
                (isRefusal ? "note " : "") + "undeclared-status - status"
            ])
        let kept = try narrow.judged(.get, "/user?id=1")
        #expect(Self.summary(narrow.judge(Response(status: status), to: kept)) == ["undeclared-status - status"])
        #expect(contract.judge(Response(status: 500), of: operation).map(\.check) == [.undeclaredStatus])
    }

    /// Where a contract declares errors alone, that there is no success is not what it means.
    @Test(arguments: [(200, "note "), (204, "note "), (302, ""), (500, "")])
    func undeclaredSuccesses(_ status: Int, _ severity: String) throws {
        let contract = try Contract.sample(
            document("/a: {delete: {responses: {'404': {description: d}, 4XX: {description: d}}}}"))
        let found = contract.judge(Response(status: status), to: try contract.judged(.delete, "/a"))
        #expect(Self.summary(found) == [severity + "undeclared-status - status"])
    }

    @Test func whatIsNotDeclaredIsNotJudged() throws {
        let contract = try Contract.sample(Self.contract)
        #expect(contract.judge(Response(status: 418), to: try contract.judged(.get, "/any")).isEmpty)
        let text = Response(status: 500, headers: [.contentType: "text/csv"], body: Array("a,b".utf8))
        #expect(contract.judge(text, to: try contract.judged(.get, "/default")).isEmpty)
        let head = Response(status: 200, headers: [.contentType: "application/json"])
        #expect(contract.judge(head, to: try contract.judged(.head, "/head")).isEmpty)
    }

    @Test func headersOfEveryShape() throws {
        let contract = try Contract.sample(
            document(
                """
                /a:
                  get:
                    responses:
                      '200':
                        description: d
                        headers:
                          Set-Cookie: {schema: {type: string, pattern: '^[a-z]+='}}
                          X-List: {schema: {type: array, items: {type: integer}, maxItems: 2}}
                          X-JSON: {content: {application/json: {schema: {type: object}}}}
                          Content-Type: {schema: {type: integer}}
                """))
        func findings(_ fields: [(String, String)]) throws -> [String] {
            let response = Response(status: 200, headers: try HTTPFields.sample(fields))
            return Self.summary(contract.judge(response, of: contract.operations[0]))
        }
        #expect(
            try findings([
                ("Set-Cookie", "a=1, x"), ("set-cookie", "b=2"), ("X-List", "1"), ("x-list", "2"), ("X-JSON", "{}"),
            ]) == [])
        #expect(
            try findings([("Set-Cookie", "a=1"), ("Set-Cookie", "=2")]) == [
                "invalid-header pattern header 'Set-Cookie'"
            ])
        #expect(try findings([("X-List", "1, 2,3")]) == ["invalid-header maxItems header 'X-List'"])
        #expect(try findings([("X-JSON", "{")]) == ["invalid-header - header 'X-JSON'"])
    }
}
