// Decoder parts become whole requests, or a refusal that says why not.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPWire

@Suite struct RequestAssemblyTests {
    private func head(
        _ method: HTTPMethod = .GET, _ uri: String = "/a", _ headers: HTTPHeaders = ["Host": "h"],
        version: HTTPVersion = .http1_1
    ) -> HTTPServerRequestPart {
        .head(HTTPRequestHead(version: version, method: method, uri: uri, headers: headers))
    }

    private func events(_ parts: [HTTPServerRequestPart], bodyLimit: Int = 8) -> [RequestAssembly.Event] {
        var assembly = RequestAssembly(bodyLimit: bodyLimit)
        return parts.map { assembly.receive($0) }
    }

    @Test func bodyPartsAreJoined() {
        let parts = [
            head(.POST, "/a?b", ["Host": "h", "X": "1", "x": "2", "Content-Length": "4"]),
            .body(ByteBuffer(string: "ab")), .body(ByteBuffer(string: "cd")), .end(nil),
        ]
        var headers: HTTPFields = [:]
        for (name, value) in [("Host", "h"), ("X", "1"), ("x", "2"), ("Content-Length", "4")] {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        let request = Request(method: .post, target: "/a?b", headers: headers, body: Array("abcd".utf8))
        #expect(
            events(parts) == [
                .incomplete, .incomplete, .incomplete,
                .request(ReceivedRequest(request: request, keepsAlive: true, isVersion10: false)),
            ])
    }

    @Test(arguments: [
        ("http://other:81/a?b", "/a?b", "other:81"), ("http://other", "/", "other"),
        ("http://other?x=/y", "/?x=/y", "other"),
        ("HTTP://OTHER/a", "/a", "OTHER"), ("*", "*", "h"), ("//a", "//a", "h"),
    ])
    func absoluteTargetsBecomePathsOfTheirHost(uri: String, target: String, host: String) {
        guard case .request(let received)? = events([head(.OPTIONS, uri), .end(nil)]).last else {
            Issue.record("refused")
            return
        }
        #expect(received.request.target == target)
        #expect(received.request.headers.first { $0.name.canonicalName == "host" }?.value == host)
    }

    @Test(arguments: [
        (HTTPHeaders([("Host", "h"), ("Content-Length", "9")]), Refusal.bodyTooLarge(limit: 8)),
        (HTTPHeaders([("Host", "h"), ("Content-Length", "9223372036854775808")]), .bodyTooLarge(limit: 8)),
        (HTTPHeaders([("Host", "localhost:1@evil.example")]), .badHost),
        (HTTPHeaders(), .malformed("it has no Host field")),
        (HTTPHeaders([("Host", "h"), ("host", "h")]), .malformed("it has more than one Host field")),
        (HTTPHeaders([("Host", "h"), ("Expect", "coffee")]), .unsupportedExpectation("coffee")),
        (
            HTTPHeaders([("Host", "h"), ("Transfer-Encoding", "gzip, chunked")]),
            .unsupportedTransferCoding("gzip, chunked")
        ),
        (
            HTTPHeaders([("Host", "h"), ("", "x")]),
            .malformed("a header field has a character that is not allowed there")
        ),
    ])
    func headsThatCannotBeTakenAreRefused(headers: HTTPHeaders, refusal: Refusal) {
        #expect(events([head(.POST, "/", headers), .end(nil)]) == [.refusal(refusal), .incomplete])
    }

    @Test(arguments: [
        (HTTPMethod.CONNECT, "h:1", Refusal.tunnel), (.RAW(value: "G T"), "/", .unknownMethod),
        (.GET, "ftp://h/", .malformed("its target is neither a path nor an http URL")),
        (.GET, "a", .malformed("its target is neither a path nor an http URL")),
        (.GET, "/a#b", .fragment), (.GET, "http://h/a#b", .fragment),
    ])
    func linesThatCannotBeTakenAreRefused(method: HTTPMethod, uri: String, refusal: Refusal) {
        #expect(events([head(method, uri), .end(nil)]) == [.refusal(refusal), .incomplete])
    }

    @Test func aTransferCodingOfHTTP10IsRefused() {
        let headers: HTTPHeaders = ["Transfer-Encoding": "chunked", "Connection": "keep-alive"]
        #expect(
            events([head(.POST, "/", headers, version: .http1_0), .end(nil)]) == [
                .refusal(.malformed("HTTP/1.0 has no Transfer-Encoding")), .incomplete,
            ])
    }

    @Test func aChunkedBodyIsBoundedAsItComes() {
        let parts: [HTTPServerRequestPart] = [
            head(.POST, "/", ["Host": "h", "Transfer-Encoding": "chunked"]),
            .body(ByteBuffer(string: "12345678")), .body(ByteBuffer(string: "9")), .body(ByteBuffer(string: "9")),
            .end(nil),
        ]
        #expect(
            events(parts) == [.incomplete, .incomplete, .refusal(.bodyTooLarge(limit: 8)), .incomplete, .incomplete])
    }

    @Test(arguments: [
        (
            HTTPHeaders([("Host", "h"), ("Expect", "100-continue"), ("Content-Length", "1")]),
            RequestAssembly.Event.awaitsContinue
        ),
        (HTTPHeaders([("Host", "h"), ("Expect", "100-Continue"), ("Transfer-Encoding", "chunked")]), .awaitsContinue),
        (HTTPHeaders([("Host", "h"), ("Expect", "100-continue")]), .incomplete),
        (
            HTTPHeaders([("Host", "h"), ("Expect", "100-continue"), ("Content-Length", "9")]),
            .refusal(.bodyTooLarge(limit: 8))
        ),
    ])
    func expectationsAreMetBeforeTheBody(headers: HTTPHeaders, event: RequestAssembly.Event) {
        #expect(events([head(.POST, "/", headers)]) == [event])
    }

    @Test(arguments: [
        (HTTPVersion.http1_1, HTTPHeaders(), true), (.http1_1, HTTPHeaders([("Connection", "close")]), false),
        (.http1_0, HTTPHeaders(), false),
        (.http1_0, HTTPHeaders([("Connection", "keep-alive")]), true),
        (.http1_1, HTTPHeaders([("Connection", "upgrade"), ("Upgrade", "h2c")]), false),
    ])
    func connectionsPersistAsTheClientWants(version: HTTPVersion, headers: HTTPHeaders, keepsAlive: Bool) {
        var headers = headers
        headers.add(name: "Host", value: "h")
        guard case .request(let received)? = events([head(.GET, "/", headers, version: version), .end(nil)]).last else {
            Issue.record("refused")
            return
        }
        #expect(received.keepsAlive == keepsAlive)
    }
}
