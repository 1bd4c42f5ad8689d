// WireMock: the imported mock answers as the stubs say.

import HTTPExchange
import JSONValues
import Testing

@testable import Importing
@testable import Mocking

@Suite struct WireMockTests {
    private static let json = ["Content-Type": "application/json"]

    // MARK: - Samples

    @Test func oneStubOfAnyMethod() throws {
        let server = try ImportedMockServer(samples: "wiremock/one.json")
        try ExpectedAnswer("GET /remote-load/1", 200, "Remote load 1").check(server)
        try ExpectedAnswer("POST /remote-load/1", 200, "Remote load 1").check(server)
        try ExpectedAnswer("GET /remote-load/1?a=1", 404).check(server)
        try ExpectedAnswer("GET /remote-load/2", 404).check(server)
    }

    @Test func jsonBodyKeepsItsNumbers() throws {
        let server = try ImportedMockServer(samples: "wiremock/testjsonmapping.json")
        let given = try server.ask("GET /testjsonmapping")
        #expect(given.status == 200)
        #expect(given.header("Content-Type") == "application/json")
        #expect(given.text.contains("1234567890.12") && given.text.contains("\"integer_as_float\":2.0"))
        #expect(given.answer.ownViolations.isEmpty)
    }

    @Test func scenarioOfAToDoList() throws {
        let server = try ImportedMockServer(
            samples: "wiremock/with-several-mappings-in-one-file.json",
            with: ["__files/body.xml": "<items><item>Cancel newspaper subscription</item></items>"])
        let first = "<items><item>Buy milk</item></items>"
        try ExpectedAnswer("GET /todo/items", 200, first).check(server)
        try ExpectedAnswer("POST /todo/items", body: "something else", 404).check(server)
        try ExpectedAnswer("GET /todo/items", 200, first).check(server)
        try ExpectedAnswer("POST /todo/items", body: "Cancel newspaper subscription", 201, "").check(server)
        try ExpectedAnswer(
            "GET /todo/items", 200, "<items><item>Cancel newspaper subscription</item></items>"
        ).check(server)
        // The scenario has moved on: nothing takes it a second time.
        try ExpectedAnswer("POST /todo/items", body: "Cancel newspaper subscription", 404).check(server)
        #expect(server.result.losses.isEmpty)
    }

    @Test func slowResponse() throws {
        let server = try ImportedMockServer(
            samples: "wiremock/slow-response.json", with: ["__files/stuff.txt": "stuff"])
        let given = try server.ask("GET /slow-response")
        #expect(given.text == "stuff")
        #expect(given.answer.delivery.firstByte == .milliseconds(500))
    }

    @Test func aMissingFileIsTold() throws {
        let server = try ImportedMockServer(samples: "wiremock/with-text-body-file.json")
        try ExpectedAnswer("GET /text-file", 200, "").check(server)
        #expect(server.result.losses.map(\.place) == ["wiremock/with-text-body-file.json#/response/bodyFileName"])
        #expect(server.result.losses.first?.what.contains("__files/body.txt") ?? false)
    }

    // MARK: - Matching

    private static let urls: [(String, [(String, Int)])] = [
        // url is path and query, to the letter
        (#"{"url": "/a?x=1"}"#, [("GET /a?x=1", 200), ("GET /a", 404), ("GET /a?x=1&y=2", 404)]),
        (#"{"urlPath": "/a"}"#, [("GET /a?x=1", 200), ("GET /a", 200), ("GET /b", 404)]),
        (
            #"{"urlPattern": "/a/[0-9]+\\?x=(1|2)"}"#,
            [("GET /a/7?x=2", 200), ("GET /a/7?x=3", 404), ("GET /a/b?x=1", 404)]
        ),
        (
            #"{"urlPattern": "/things/.*"}"#,
            [("GET /things/a/b/c", 200), ("GET /things/a?x=1", 200), ("GET /thing", 404)]
        ),
        (
            #"{"urlPathPattern": "/users/[^/]+/orders/\\d+"}"#,
            [("GET /users/a/orders/12", 200), ("GET /users/a/orders/x", 404)]
        ),
        (
            #"{"urlPathPattern": "/(cats|dogs)/\\w+/?"}"#,
            [("GET /cats/a", 200), ("GET /dogs/b", 200), ("GET /cows/b", 404)]
        ),
        (
            #"{"urlPathTemplate": "/users/{id}/pets/{pet}"}"#,
            [("GET /users/1/pets/2", 200), ("GET /users/1/pets", 404)]
        ),
        (
            #"{"urlPathTemplate": "/users/{id}", "pathParameters": {"id": {"matches": "[a-z]+"}}}"#,
            [("GET /users/anna", 200), ("GET /users/12", 404)]
        ),
        (#"{"method": "ANY"}"#, [("GET /", 200), ("DELETE /deep/down/there", 200)]),
        (#"{"method": "PUT", "urlPath": "/a"}"#, [("PUT /a", 200), ("GET /a", 405)]),
        (
            #"{"method": {"oneOf": ["GET", "PUT"]}, "urlPath": "/a"}"#,
            [("PUT /a", 200), ("GET /a", 200), ("POST /a", 405)]
        ),
        (
            #"{"urlPath": "/a", "queryParameters": {"q": {"matches": "[a-c]+"}, "no": {"absent": true}}}"#,
            [
                ("GET /a?q=abc", 200), ("GET /a?q=x&q=cab", 200), ("GET /a?q=abcd", 404), ("GET /a", 404),
                ("GET /a?q=a&no=1", 404),
            ]
        ),
        (
            #"{"urlPath": "/a", "queryParameters": {"q": {"or": [{"absent": true}, {"equalTo": "1"}]}}}"#,
            [("GET /a", 200), ("GET /a?q=1", 200), ("GET /a?q=2", 404)]
        ),
        (
            #"{"urlPath": "/a", "queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}, {"contains": "2"}]}}}"#,
            [("GET /a?q=1&q=22", 200), ("GET /a?q=1", 404), ("GET /a?q=1&q=2&q=3", 404)]
        ),
        (
            #"{"urlPath": "/a", "queryParameters": {"q": {"includes": [{"equalTo": "1"}]}}}"#,
            [("GET /a?q=1&q=22", 200), ("GET /a?q=2", 404)]
        ),
        (
            #"{"urlPath": "/a", "queryParameters": {"q": {"doesNotMatch": "x.*"}}}"#,
            [("GET /a?q=1", 200), ("GET /a?q=xy", 404), ("GET /a", 404)]
        ),
        (
            #"{"urlPath": "/a", "queryParameters": {"q": {"greaterThanNumber": 5}}}"#,
            [("GET /a?q=6", 200), ("GET /a?q=5", 404), ("GET /a?q=many", 404)]
        ),
    ]

    @Test(arguments: urls)
    func matchesURL(request: String, expected: [(String, Int)]) throws {
        let server = try ImportedMockServer(#"{"request": \#(request), "response": {"status": 200, "body": "yes"}}"#)
        for (line, status) in expected { try ExpectedAnswer(line, status, status == 200 ? "yes" : nil).check(server) }
        #expect(server.result.losses.isEmpty)
    }

    private static let bodies: [(String, [(String, Bool)])] = [
        (#"{"equalTo": "abc"}"#, [("abc", true), ("abcd", false)]),
        (#"{"equalTo": "abc", "caseInsensitive": true}"#, [("aBC", true), ("abd", false)]),
        (#"{"contains": "b"}"#, [("abc", true), ("ac", false)]),
        (#"{"doesNotContain": "b"}"#, [("abc", false), ("ac", true)]),
        (#"{"matches": "a.*c"}"#, [("a\nc", true), ("abcd", false)]),
        (#"{"matches": "^(?!admin).*$"}"#, [("user", true), ("admin1", false)]),
        (
            #"{"equalToJson": "{\"a\": 1, \"b\": [1, 2]}"}"#,
            [
                (#"{"b": [1,2], "a": 1.0}"#, true), (#"{"b": [2,1], "a": 1}"#, false),
                (#"{"b":[1,2],"a":1,"c":2}"#, false), ("no json", false),
            ]
        ),
        (
            #"{"equalToJson": {"b": [1, 2]}, "ignoreArrayOrder": true}"#,
            [(#"{"b": [2,1]}"#, true), (#"{"b": [2,1,1]}"#, false)]
        ),
        (
            #"{"equalToJson": {"b": [{"c": 1}]}, "ignoreExtraElements": true}"#,
            [(#"{"b": [{"c":1,"d":2}], "e": 3}"#, true), (#"{"e": 3}"#, false)]
        ),
        (#"{"equalToJson": {"id": "${json-unit.any-number}"}}"#, [(#"{"id": 12}"#, true), (#"{"id": "12"}"#, false)]),
        (
            #"{"matchesJsonPath": "$.name"}"#,
            [(#"{"name": "x"}"#, true), (#"{"name": null}"#, false), (#"{"nam": 1}"#, false), ("{", false)]
        ),
        (
            #"{"matchesJsonPath": "$.things[?(@.name == 'RequiredThing')]"}"#,
            [(#"{"things": [{"name": "RequiredThing"}]}"#, true), (#"{"things": [{"name": "O"}]}"#, false)]
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.todo", "contains": "wash"}}"#,
            [(#"{"todo": "wash up"}"#, true), (#"{"todo": "cook"}"#, false), (#"{}"#, false)]
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.n", "equalTo": "7"}}"#,
            [(#"{"n": 7}"#, true), (#"{"n": 8}"#, false)]
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.tags", "equalTo": "b"}}"#,
            [(#"{"tags": ["a", "b"]}"#, true), (#"{"tags": ["a"]}"#, false)]
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.outer", "equalToJson": {"inner": 42}}}"#,
            [(#"{"outer": {"inner": 42}}"#, true), (#"{"outer": {}}"#, false)]
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.gone", "absent": true}}"#,
            [(#"{"a": 1}"#, true), (#"{"gone": 1}"#, false)]
        ),
        (#"{"and": [{"contains": "a"}, {"contains": "b"}]}"#, [("ab", true), ("a", false)]),
        (#"{"not": {"contains": "a"}}"#, [("b", true), ("a", false)]),
        (#"{"binaryEqualTo": "YWJj"}"#, [("abc", true), ("abd", false)]),
    ]

    @Test(arguments: bodies)
    func matchesBody(pattern: String, expected: [(String, Bool)]) throws {
        let server = try ImportedMockServer(
            #"{"request": {"method": "POST", "urlPath": "/a", "bodyPatterns": [\#(pattern)]}, "response": {"status": 202}}"#
        )
        for (body, isTaken) in expected {
            try ExpectedAnswer("POST /a", body: body, isTaken ? 202 : 404).check(server)
            try ExpectedAnswer("POST /a", ["Content-Type": "text/plain"], body: body, isTaken ? 202 : 404).check(server)
        }
        #expect(server.result.losses.isEmpty)
    }

    @Test func matchesHeadersAndCookies() throws {
        let server = try ImportedMockServer(
            """
            {"request": {"urlPath": "/a", "headers": {"Accept": {"contains": "xml"}, "X-No": {"absent": true}},
              "cookies": {"session": {"matches": ".*12345.*"}},
              "basicAuthCredentials": {"username": "jeff", "password": "jeffteenjefftyjeff"}}, "response": {"status": 200}}
            """)
        let good = [
            "Accept": "text/xml", "Cookie": "a=b; session=9912345",
            "Authorization": "Basic amVmZjpqZWZmdGVlbmplZmZ0eWplZmY=",
        ]
        try ExpectedAnswer("GET /a", good, 200).check(server)
        for (name, value) in [
            ("Accept", "text/plain"), ("X-No", "1"), ("Cookie", "session=1"), ("Authorization", "Basic x"),
        ] {
            try ExpectedAnswer("GET /a", good.merging([name: value]) { $1 }, 404).check(server)
        }
    }

    @Test func theLowestPriorityFirstThenTheLastAdded() throws {
        let server = try ImportedMockServer(
            """
            {"mappings": [
              {"priority": 1, "request": {"urlPath": "/a", "queryParameters": {"first": {"equalTo": "1"}}}, "response": {"status": 200, "body": "first"}},
              {"request": {"urlPath": "/a"}, "response": {"status": 200, "body": "old"}},
              {"request": {"urlPath": "/a"}, "response": {"status": 201, "body": "new"}},
              {"priority": 10, "request": {"urlPathPattern": "/.*"}, "response": {"status": 418, "body": "else"}}]}
            """)
        try ExpectedAnswer("GET /a?first=1", 200, "first").check(server)
        try ExpectedAnswer("GET /a", 201, "new").check(server)
        try ExpectedAnswer("GET /b/c", 418, "else").check(server)
        try ExpectedAnswer("GET /", 418, "else").check(server)
    }

    // MARK: - Answers

    @Test func delaysAndFaults() throws {
        let server = try ImportedMockServer(
            """
            {"mappings": [
              {"request": {"urlPath": "/log"}, "response": {"delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4, "maxValue": 200}}},
              {"request": {"urlPath": "/uni"}, "response": {"delayDistribution": {"type": "uniform", "lower": 15, "upper": 25}}},
              {"request": {"urlPath": "/drip"}, "response": {"body": "slow", "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}}},
              {"request": {"urlPath": "/reset"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}},
              {"request": {"urlPath": "/empty"}, "response": {"fault": "EMPTY_RESPONSE"}},
              {"request": {"urlPath": "/chunk"}, "response": {"fault": "MALFORMED_RESPONSE_CHUNK"}},
              {"request": {"urlPath": "/noise"}, "response": {"fault": "RANDOM_DATA_THEN_CLOSE"}}]}
            """)
        for _ in 0..<50 {
            #expect(try server.ask("GET /log").answer.delivery.firstByte <= .milliseconds(200))
            let uniform = try server.ask("GET /uni").answer.delivery.firstByte
            #expect((.milliseconds(15) ... .milliseconds(25)).contains(uniform))
        }
        #expect(try server.ask("GET /drip").answer.delivery.pace == .slices(count: 5, over: .seconds(1)))
        #expect(try server.ask("GET /reset").answer.delivery.ending == .unanswered(.reset))
        #expect(try server.ask("GET /empty").answer.delivery.ending == .unanswered(.close))
        #expect(try server.ask("GET /chunk").answer.delivery.ending == .cutShort(content: 0, .malformedChunk))
        guard case .garbage = try server.ask("GET /noise").answer.delivery.ending else {
            Issue.record("no garbage")
            return
        }
        #expect(server.result.losses.isEmpty)
    }

    @Test(
        arguments: [
            ("{{request.method}} {{request.path}} {{request.url}}", "POST /t/7/x /t/7/x?q=a&q=b&e="),
            ("{{request.pathSegments.[1]}}-{{request.path.[2]}}", "7-x"),
            ("{{request.query.q}} {{request.query.q.[1]}} [{{request.query.none}}]", "a b []"),
            ("{{request.headers.X-Name}} {{request.cookies.c}}", "Anna 1"),
            ("{{request.body}}", #"{"name": "Bo", "n": [1, 2, 3], "o": {"p": true}}"#),
            ("{{jsonPath request.body '$.name'}}/{{jsonPath request.body '$.n[1]'}}", "Bo/2"),
            ("{{jsonPath request.body '$.o'}}", #"{"p":true}"#),
            ("{{jsonPath request.body '$.none' default='-'}}", "-"),
            ("{{#each (jsonPath request.body '$.n') as |v|}}<{{v}}{{#unless @last}},{{/unless}}{{/each}}", "<1,<2,<3"),
            ("{{#if request.query.q}}yes{{else}}no{{/if}}{{#if request.query.e}}yes{{else}}no{{/if}}", "yesno"),
            ("{{#eq request.method 'POST'}}post{{else}}other{{/eq}}", "post"),
            ("{{upper request.query.q}}{{lower 'ABC'}}{{capitalizeFirst 'x y'}}{{trim '  z '}}", "AabcX yz"),
            ("{{base64 'hello'}} {{base64 'aGVsbG8=' decode=true}}", "aGVsbG8= hello"),
            ("{{math 1 '+' 2}} {{math 7 '%' 4}}", "3 3"),
            ("{{#assign 'who'}}{{request.headers.X-Name}}!{{/assign}}{{who}}", "Anna!"),
            (#"{"a": {{request.path.[1]}}}"#, #"{"a": 7}"#),
            (#"{"a": {"b": {{request.path.[1]}}}}"#, #"{"a": {"b": 7}}"#),
            ("{{date now offset='0 days' format='unix'}}", nil),
        ] as [(String, String?)])
    func templates(template: String, expected: String?) throws {
        let stub: JSON = [
            "request": ["urlPathPattern": "/t/.*"],
            "response": ["status": 200, "body": .string(template), "transformers": ["response-template"]],
        ]
        let server = try ImportedMockServer(stub.serialized())
        #expect(server.result.losses.isEmpty)
        let given = try server.ask(
            "POST /t/7/x?q=a&q=b&e=", ["X-Name": "Anna", "Cookie": "c=1", "Content-Type": "application/json"],
            #"{"name": "Bo", "n": [1, 2, 3], "o": {"p": true}}"#)
        #expect(given.status == 200)
        if let expected { #expect(given.text == expected) } else { #expect(Int(given.text) != nil, "\(given.text)") }
    }

    @Test func randomValuesFollowFromTheSeed() throws {
        let stub: JSON = [
            "request": ["urlPath": "/r"],
            "response": [
                "body":
                    "{{randomValue type='UUID'}} {{randomValue length=4 type='NUMERIC'}} {{randomInt lower=5 upper=9}}",
                "transformers": ["response-template"], "headers": ["X-Id": "{{randomValue type='UUID'}}"],
            ],
        ]
        let texts = try (0..<2).map { _ in try ImportedMockServer(stub.serialized()).ask("GET /r").text }
        #expect(texts[0] == texts[1])
        let words = texts[0].split(separator: " ")
        #expect(words.count == 3 && words[0].count == 36 && words[1].count == 4)
        #expect((5..<9).contains(Int(words[2]) ?? 0))
        let server = try ImportedMockServer(stub.serialized())
        #expect(try server.ask("GET /r").text != server.ask("GET /r").text)
    }

    // MARK: - What is told

    @Test func whatCannotBeCarriedHasItsPlace() throws {
        let server = try ImportedMockServer(
            """
            {"mappings": [
              {"request": {"urlPath": "/ok"}, "response": {"body": "ok"}},
              {"request": {"urlPath": "/proxy"}, "response": {"proxyBaseUrl": "http://other.example"}},
              {"request": {"urlPath": "/custom", "customMatcher": {"name": "mine"}}, "response": {"status": 200}},
              {"request": {"urlPath": "/xml", "bodyPatterns": [{"equalToXml": "<a>"}]}, "response": {"status": 200}},
              {"request": {"urlPath": "/tpl"}, "response": {"body": "{{xPath request.body '//a['}}", "transformers": ["response-template"]}}]}
            """)
        #expect(
            server.result.losses.map(\.place) == [
                "mappings/a.json#/mappings/1/response/proxyBaseUrl",
                "mappings/a.json#/mappings/2/request/customMatcher",
                "mappings/a.json#/mappings/3/request/bodyPatterns/0", "mappings/a.json#/mappings/4/response/body",
            ])
        try ExpectedAnswer("GET /ok", 200, "ok").check(server)
        // A stub that would take more than it says takes nothing.
        try ExpectedAnswer("POST /xml", 404).check(server)
    }
}
