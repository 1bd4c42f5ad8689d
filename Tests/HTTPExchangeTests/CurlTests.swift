// The curl line of a request, whole.

import HTTPTypes
import Testing

@testable import HTTPExchange

@Suite struct CurlTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let request: Request
        let line: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "plain GET", request: Request(target: "/a/b"), line: "curl http://h/a/b"),
        Case(name: "query", request: Request(target: "/a?b=1&c=2"), line: "curl 'http://h/a?b=1&c=2'"),
        Case(name: "brackets", request: Request(target: "/a?f[x]=1"), line: "curl --globoff 'http://h/a?f[x]=1'"),
        Case(name: "dots", request: Request(target: "/a/../b"), line: "curl --path-as-is http://h/a/../b"),
        Case(name: "HEAD", request: Request(method: .head, target: "/"), line: "curl --head http://h/"),
        Case(name: "POST without a body", request: Request(method: .post, target: "/"), line: "curl -X POST http://h/"),
        Case(
            name: "POST with a body and a quote in it",
            request: Request(
                method: .post, target: "/", headers: [.contentType: "application/json"],
                body: Array(#"{"name":"it's"}"#.utf8)),
            line: #"curl -H 'Content-Type: application/json' --data-raw '{"name":"it'\''s"}' http://h/"#),
        Case(
            name: "body without a content type", request: Request(method: .put, target: "/", body: Array("@x".utf8)),
            line: "curl -X PUT -H 'Content-Type:' --data-raw @x http://h/"),
        Case(
            name: "binary body", request: Request(method: .post, target: "/", body: [0, 255, 10]),
            line: #"printf '\000\377\012' | curl -H 'Content-Type:' --data-binary @- http://h/"#),
        Case(
            name: "header without a value", request: Request(target: "/", headers: [.accept: ""]),
            line: "curl -H 'Accept;' http://h/"),
        Case(
            name: "cookies", request: Request(target: "/", headers: [.cookie: "a=1; b=2"]),
            line: "curl -H 'Cookie: a=1; b=2' http://h/"),
    ]

    @Test(arguments: cases) func line(_ test: Case) {
        #expect(test.request.curl(origin: "http://h") == test.line)
    }
}
