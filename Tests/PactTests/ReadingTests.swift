// What is read of a pact, and what is said of one that cannot be.

import JSONValues
import SourceDocuments
import Testing

@testable import Pact

struct ReadingTests {
    @Test func readsVersion4() throws {
        let (pact, diagnostics) = try PactFiles.read(PactFiles.orders)
        #expect(pact.consumer == "orders-app" && pact.provider == "orders" && pact.version == .v4)
        #expect(pact.interactions.map(\.title) == ["an order is read, given an order exists", "an order is placed"])
        #expect(pact.interactions[0].request.target == "/orders/7?fields=id&fields=total")
        #expect(pact.interactions[0].states[0].parameters["id"] == 7)
        #expect(pact.interactions.map(\.isPending) == [false, true])
        #expect(
            diagnostics.map(\.message) == [
                "the interaction 'an order was shipped' is a message (Asynchronous/Messages)"
            ])
        #expect(diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test func readsVersion2() throws {
        let (pact, _) = try PactFiles.read(
            """
            {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{
              "description": "d", "provider_state": "s",
              "request": {"method": "get", "path": "/x", "query": "q=a+b&q=c%26d&e",
                "matchingRules": {"$.query.q[1]": {"match": "regex", "regex": "\\\\w&\\\\w"}, "$.headers.X-Id": {"match": "type"}},
                "headers": {"X-Id": "1"}},
              "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": "text"}}],
              "metadata": {"pactSpecification": {"version": "2.0.0"}}}
            """)
        let request = try #require(pact.interactions.first?.request)
        #expect(request.method == "GET" && request.query.map(\.name) == ["q", "e"])
        #expect(request.query[0].values == ["a b", "c&d"] && request.query[1].values == [nil])
        #expect(pact.interactions[0].states.map(\.name) == ["s"])
        // A text that is no JSON stands for a string.
        #expect(pact.interactions[0].response.content.body.bytes == Array(#""text""#.utf8))
        var actual = request
        actual.query[0].values[1] = "x&y"
        actual.content.headers = [("x-id", ["22"])]
        #expect(request.mismatches(of: actual).isEmpty)
        actual.query[0].values[1] = "xy"
        #expect(request.mismatches(of: actual).map(\.part) == [.query("q")])
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let says: String
        var testDescription: String { name }
    }

    private static func pact(_ response: String) -> String {
        """
        {"consumer": {"name": "a"}, "provider": {"name": "b"}, "metadata": {"pactSpecification": {"version": "3.0.0"}},
         "interactions": [{"description": "d", "request": {"method": "GET", "path": "/"}, "response": \(response)}]}
        """
    }

    static let refusals = [
        Row(name: "no JSON", text: "{", says: "1:2 json-syntax"),
        Row(name: "an OpenAPI document", text: #"{"openapi": "3.1.0"}"#, says: "1:1 not-pact"),
        Row(
            name: "messages alone",
            text: #"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "messages": [{"description": "m"}]}"#,
            says: "1:1 not-pact"),
        Row(
            name: "a matcher of a plugin",
            text: pact(#"{"status": 200, "matchingRules": {"body": {"$.a": {"matchers": [{"match": "avro"}]}}}}"#),
            says: "2:169 unknown-name"),
        Row(
            name: "a pattern that is none",
            text: pact(
                #"{"status": 200, "matchingRules": {"body": {"$.a": {"matchers": [{"match": "regex", "regex": "("}]}}}}"#
            ),
            says: "2:187 invalid-expression"),
        Row(
            name: "a path that is none",
            text: pact(#"{"status": 200, "matchingRules": {"body": {"$[": {"matchers": [{"match": "type"}]}}}}"#),
            says: "2:138 invalid-expression"),
        Row(name: "a status that is none", text: pact(#"{"status": 99}"#), says: "2:106 wrong-type"),
    ]

    @Test(arguments: refusals)
    func refuses(_ row: Row) throws {
        let (pact, diagnostics) = Pact.read(Array(row.text.utf8), name: "x.json")
        #expect(pact == nil)
        let errors = diagnostics.filter { $0.severity == .error }
        #expect(errors.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.code.rawValue)" } == [row.says])
    }

    @Test func pathsAreReadAndWritten() throws {
        for text in ["$", "$.a[0].b[*].*", "$['two']['@str']", "$.animals.0", "$.a.#text", "$['it\\'s']"] {
            let path = try #require(RulePath(text), "\(text)")
            #expect(RulePath(path.description) == path)
        }
        for text in ["a", "$a", "$.", "$[", "$[x]", "$['a'"] { #expect(RulePath(text) == nil, "\(text)") }
    }
}
