// Hoverfly: the imported mock answers as the simulation says.

import HTTPExchange
import JSONValues
import Testing

@testable import Importing
@testable import Mocking

@Suite struct HoverflyTests {
    private static func simulation(_ pairs: String, _ actions: String = "") -> [(path: String, bytes: [UInt8])] {
        let actions = actions.isEmpty ? "" : ", \"globalActions\": {\(actions)}"
        let text = "{\"data\": {\"pairs\": [\(pairs)]\(actions)}, \"meta\": {\"schemaVersion\": \"v5.2\"}}"
        return [("simulation.json", Array(text.utf8))]
    }

    @Test func basic() throws {
        let server = try ImportedMockServer(samples: "hoverfly/basic-simulation.json")
        let text = "Response from docs.hoverfly.io/pages/keyconcepts/templates.html"
        let given = try server.ask("GET /pages/keyconcepts/templates.html?query=true")
        #expect(given.status == 200 && given.text == text && given.header("Hoverfly") == "Was-Here")
        try ExpectedAnswer("GET /pages/keyconcepts/templates.html", 502).check(server)
        try ExpectedAnswer("GET /pages/keyconcepts/templates.html?query=false", 502).check(server)
        // The body is matched too: exactly nothing.
        try ExpectedAnswer("GET /pages/keyconcepts/templates.html?query=true", body: "x", 502).check(server)
        #expect(server.result.losses.isEmpty)
    }

    @Test func recorded() throws {
        let server = try ImportedMockServer(samples: "hoverfly/sim1.json")
        let given = try server.ask("GET /")
        #expect(given.json?["date"] == "06-04-2019")
        #expect(given.header("Content-Type") == "application/json")
        // An empty query says that there is none.
        try ExpectedAnswer("GET /?a=1", 502).check(server)
    }

    @Test func anyPathOfSeveralHosts() throws {
        let server = try ImportedMockServer(samples: "hoverfly/all-matchers-simulation.json")
        for host in ["docs.hoverfly.io", "other.hoverfly.io"] {
            try ExpectedAnswer(
                "GET /any/where?x=1", ["Host": host], 200,
                "Response from docs.hoverfly.io/pages/keyconcepts/templates.html"
            ).check(server)
        }
        try ExpectedAnswer("GET /any/where", ["Host": "example.com"], 502).check(server)
        try ExpectedAnswer("DELETE /", 200).check(server)
    }

    @Test func delays() throws {
        let fixed = try ImportedMockServer(samples: "hoverfly/basic-delay-simulation.json")
        #expect(try fixed.ask("GET /x/y").answer.delivery.firstByte == .seconds(2))
        let drawn = try ImportedMockServer(samples: "hoverfly/log-normal-delay-simulation.json")
        var delays: [Duration] = []
        for _ in 0..<300 { delays.append(try drawn.ask("GET /x").answer.delivery.firstByte) }
        #expect(delays.allSatisfy { (.milliseconds(100) ... .seconds(10)).contains($0) })
        #expect(Set(delays).count > 100)
        // Its least is met often: the distribution is that wide.
        #expect(delays.contains(.milliseconds(100)))
    }

    private static let token =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"

    private static let bodies: [(String, [(String, Bool)])] = [
        (#"{"matcher": "exact", "value": "abc"}"#, [("abc", true), ("abcd", false)]),
        (#"{"matcher": "glob", "value": "a*c"}"#, [("a-b-c", true), ("a-b", false)]),
        (#"{"matcher": "regex", "value": "b+"}"#, [("abbc", true), ("ac", false)]),
        (
            #"{"matcher": "json", "value": "{\"a\": [1, 2]}"}"#,
            [(#"{ "a": [1,2] }"#, true), (#"{"a": [2,1]}"#, false), (#"{"a":[1,2],"b":1}"#, false)]
        ),
        (
            #"{"matcher": "jsonpartial", "value": "{\"a\": {\"b\": 1}}"}"#,
            [(#"{"a": {"b": 1, "c": 2}, "d": 3}"#, true), (#"{"a": {"b": 2}}"#, false)]
        ),
        (
            #"{"matcher": "jsonpath", "value": "$.items[*].id"}"#,
            [(#"{"items": [{"id": 1}]}"#, true), (#"{"items": []}"#, false)]
        ),
        (
            #"{"matcher": "jsonpath", "value": "$.name", "doMatch": {"matcher": "regex", "value": "^B"}}"#,
            [(#"{"name": "Bo"}"#, true), (#"{"name": "Al"}"#, false)]
        ),
        (#"{"matcher": "negation", "value": "abc"}"#, [("abd", true), ("abc", false)]),
        (
            #"{"matcher": "xml", "value": "<a><b>1</b><c/></a>"}"#,
            [("<a> <b>1</b><c></c> </a>", true), ("<a><c/><b>1</b></a>", false), ("{}", false)]
        ),
        (
            #"{"matcher": "xmltemplated", "value": "<a><b>{{ignore}}</b><c>{{ regex:[0-9]+ }}</c></a>"}"#,
            [("<a><b>any</b><c>12</c></a>", true), ("<a><b>any</b><c>x</c></a>", false)]
        ),
        (
            #"{"matcher": "xpath", "value": "/list/item[2]"}"#,
            [("<list><item/><item/></list>", true), ("<list><item/></list>", false)]
        ),
        (
            #"{"matcher": "xpath", "value": "/list/item", "doMatch": {"matcher": "glob", "value": "t*"}}"#,
            [("<list><item>tea</item></list>", true), ("<list><item>cup</item></list>", false)]
        ),
        (
            #"{"matcher": "jwt", "value": "{\"header\": {\"alg\": \"HS256\"}, \"payload\": {\"name\": \"John Doe\"}}"}"#,
            [(token, true), ("Bearer " + token, true), ("eyJhbGciOiJIUzI1NiJ9.e30.x", false), ("abc", false)]
        ),
        (
            #"{"matcher": "jwtjsonpath", "value": "$.payload.sub", "doMatch": {"matcher": "exact", "value": "1234567890"}}"#,
            [(token, true), ("eyJhbGciOiJIUzI1NiJ9.e30.x", false)]
        ),
        (
            #"{"matcher": "jwtjsonpath", "value": "$.payload.iat"}"#,
            [(token, true), ("eyJhbGciOiJIUzI1NiJ9.e30.x", false)]
        ),
    ]

    @Test(arguments: bodies)
    func matchers(matcher: String, expected: [(String, Bool)]) throws {
        let server = try ImportedMockServer(
            Self.simulation(
                #"{"request": {"path": [{"matcher": "exact", "value": "/a"}], "body": [\#(matcher)]}, "response": {"status": 201}}"#
            ))
        for (body, isTaken) in expected { try ExpectedAnswer("POST /a", body: body, isTaken ? 201 : 502).check(server) }
        #expect(server.result.losses.isEmpty)
    }

    private static let queryMatchers: [(String, [(String, Bool)])] = [
        (#"{"matcher": "array", "value": ["1", "2"]}"#, [("q=1&q=2", true), ("q=2&q=1", false), ("q=1", false)]),
        (
            #"{"matcher": "array", "value": ["1", "2"], "config": {"ignoreOrder": true}}"#,
            [("q=2&q=1", true), ("q=2&q=1&q=3", false)]
        ),
        (
            #"{"matcher": "array", "value": ["1"], "config": {"ignoreUnknown": true}}"#,
            [("q=3&q=1", true), ("q=3", false)]
        ),
        (
            #"{"matcher": "array", "value": ["1"], "config": {"ignoreOccurrences": true}}"#,
            [("q=1&q=1", true), ("q=2", false)]
        ),
        (#"{"matcher": "exact", "value": "1;2"}"#, [("q=1&q=2", true), ("q=1", false)]),
    ]

    @Test(arguments: queryMatchers)
    func queries(matcher: String, expected: [(String, Bool)]) throws {
        let server = try ImportedMockServer(
            Self.simulation(#"{"request": {"query": {"q": [\#(matcher)]}}, "response": {"status": 201}}"#))
        for (query, isTaken) in expected { try ExpectedAnswer("GET /a?\(query)", isTaken ? 201 : 502).check(server) }
    }

    @Test func stateAndTheStrongestMatch() throws {
        let server = try ImportedMockServer(
            Self.simulation(
                """
                {"request": {"path": [{"matcher": "glob", "value": "/*"}]}, "response": {"status": 200, "body": "anything"}},
                {"request": {"path": [{"matcher": "exact", "value": "/basket"}], "requiresState": {"eggs": "present"}}, "response": {"status": 200, "body": "eggs", "removesState": ["eggs"]}},
                {"request": {"path": [{"matcher": "exact", "value": "/basket"}]}, "response": {"status": 200, "body": "empty"}},
                {"request": {"path": [{"matcher": "exact", "value": "/add"}]}, "response": {"status": 200, "body": "{{ State.eggs }}!", "templated": true, "transitionsState": {"eggs": "present"}}}
                """))
        try ExpectedAnswer("GET /basket", 200, "empty").check(server)
        try ExpectedAnswer("GET /add", 200, "present!").check(server)
        try ExpectedAnswer("GET /basket", 200, "eggs").check(server)
        try ExpectedAnswer("GET /basket", 200, "empty").check(server)
        try ExpectedAnswer("GET /else/where", 200, "anything").check(server)
    }

    @Test(arguments: [
        ("{{ Request.Method }} {{ Request.Path.[1] }} {{ Request.QueryParam.q }}", "POST one a;b"),
        ("{{ Request.QueryParam.q.[1] }}", "b"),
        ("{{ Request.Header.X-Id }}", "7"),
        ("{{ Request.Body 'jsonpath' '$.id' }}", "123"),
        ("{{#if Request.QueryParam.none }}yes{{else}}no{{/if}}", "no"),
        ("{{ concat 'a' Request.Method }}{{ length 'abc' }}", "aPOST3"),
        ("{{ add 1 2 '0.00' }}", "3.00"),
    ])
    func templates(template: String, expected: String) throws {
        let pair: JSON = ["request": [:], "response": ["status": 200, "templated": true, "body": .string(template)]]
        let server = try ImportedMockServer(Self.simulation(pair.serialized()))
        try ExpectedAnswer("POST /zero/one?q=a&q=b", ["X-Id": "7"], body: #"{"id": 123}"#, 200, expected).check(server)
    }
}
