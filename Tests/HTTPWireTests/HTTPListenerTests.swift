// The listener on real sockets: framing, order, limits, refusals, time limits, ending.

import HTTPExchange
import Archives
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct HTTPListenerTests {
    /// Answers with method, target and body, so that a test sees what the handler saw.
    static func echo(_ request: Request) -> Response {
        let body = String(decoding: request.body, as: UTF8.self)
        return Response(
            status: 200, headers: [.contentType: "text/plain"],
            body: Array("\(request.method.rawValue) \(request.target) \(body)".utf8))
    }

    func listening<Result: Sendable>(
        limits: ListenerLimits = ListenerLimits(),
        handler: @escaping RequestHandler = { .now(OutgoingResponse(PreparedResponse(echo($0)))) },
        _ body: (HTTPListener) async throws -> Result
    ) async throws -> Result {
        let listener = try await HTTPListener.start(.init(limits: limits), handler: handler)
        do {
            let result = try await body(listener)
            await listener.shutdown()
            return result
        } catch {
            await listener.shutdown()
            throw error
        }
    }

    /// Sends the text, and gives all that came back when the server has closed.
    func conversation(_ text: String, limits: ListenerLimits = ListenerLimits()) async throws -> String {
        try await listening(limits: limits) { listener in
            try await RawClient.with(listener.address) { client in
                try await client.send(text)
                return try await client.receiveAll()
            }
        }
    }

    static func ok(_ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    @Test(arguments: [
        (
            "GET /a?b=%20 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
            ok("GET /a?b=%20 ", "Connection: close\r\n")
        ),
        (
            "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
            ok("GET /1 ") + ok("GET /2 ", "Connection: close\r\n")
        ),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n",
            ok("POST / abcde", "Connection: close\r\n")
        ),
        (
            "HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\nConnection: close\r\n\r\n"
        ),
        ("GET / HTTP/1.0\r\n\r\n", ok("GET / ", "Connection: close\r\n")),
        (
            "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n",
            ok("GET /1 ", "Connection: keep-alive\r\n") + ok("GET /2 ", "Connection: close\r\n")
        ),
        (
            "GET http://other/a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
            ok("GET /a ", "Connection: close\r\n")
        ),
        (
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
            ok("GET / ", "Connection: close\r\n")
        ),
    ])
    func answersAreFramedAsTheRequestWants(text: String, answer: String) async throws {
        #expect(try await conversation(text) == answer)
    }

    @Test(arguments: [
        ("junk\r\n\r\n", "501 Not Implemented"),
        ("GET / HTTP/1.1\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: h\r\nHo st: x\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: h/i\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: []\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost: a%\r\n\r\n", "400 Bad Request"),
        ("GET /#a HTTP/1.1\r\nHost: h\r\n\r\n", "400 Bad Request"),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 Bad Request"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9223372036854775808\r\n\r\n", "413 Content Too Large"),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n", "400 Bad Request"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", "400 Bad Request"),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "400 Bad Request"
        ),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400 Bad Request"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501 Not Implemented"),
        ("BREW / HTTP/1.1\r\nHost: h\r\n\r\n", "501 Not Implemented"),
        ("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n", "501 Not Implemented"),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", "505 HTTP Version Not Supported"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 33\r\n\r\n", "413 Content Too Large"),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n21\r\n" + String(repeating: "a", count: 33)
                + "\r\n",
            "413 Content Too Large"
        ),
        (
            "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: 600) + "\r\n\r\n",
            "431 Request Header Fields Too Large"
        ),
        (
            "GET /" + String(repeating: "a", count: 600) + " HTTP/1.1\r\nHost: h\r\n\r\n",
            "414 URI Too Long"
        ),
        (
            "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 20) + "\r\n",
            "431 Request Header Fields Too Large"
        ),
        ("POST / HTTP/1.1\r\nHost: h\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n", "417 Expectation Failed"),
    ])
    func whatIsNotARequestIsRefusedAndTheConnectionClosed(text: String, status: String) async throws {
        var limits = ListenerLimits()
        limits.body = 32
        limits.head = 512
        limits.headerFields = 16
        let answer = try await conversation(text, limits: limits)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\nContent-Type: application/problem+json\r\n"), "\(answer)")
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.ranges(of: "HTTP/1.1 \(status)").count == 1)
    }

    @Test(arguments: [
        (
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "stands beside Content-Length"
        ),
        (
            "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 20) + "\r\n",
            "may have 512 bytes together, and there may be 16 fields."
        ),
    ])
    func aRefusalSaysWhatWouldBeTaken(text: String, detail: String) async throws {
        var limits = ListenerLimits()
        limits.head = 512
        limits.headerFields = 16
        let answer = try await conversation(text, limits: limits)
        #expect(answer.contains(detail), "\(answer)")
    }

    @Test func aHeadThatIsRefusedHasNoContent() async throws {
        let answer = try await conversation("HEAD / HTTP/1.1\r\nHost: h/i\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
    }

    /// Whichever of a connection's requests it is, and in however many parts it comes.
    @Test(arguments: [
        ("GET /", "414 URI Too Long"), ("GET / HTTP/1.1\r\nHost: h\r\nX: ", "431 Request Header Fields Too Large"),
    ])
    func aTargetThatIsTooLongIsToldFromFieldsThatAre(beginning: String, status: String) async throws {
        var limits = ListenerLimits()
        limits.head = 512
        let answer = try await listening(limits: limits) { listener in
            try await RawClient.with(listener.address) { client in
                for rest in ["\n3", "23"] {
                    try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n1")
                    try await client.send(rest)
                    _ = try await client.receive(through: "POST / 1" + rest)
                }
                try await client.send(beginning)
                try await client.send(String(repeating: "a", count: 300))
                try await client.send(String(repeating: "a", count: 300))
                return try await client.receiveAll()
            }
        }
        #expect(answer.contains("HTTP/1.1 \(status)\r\n"), "\(answer)")
    }

    @Test func requestsBeforeAMalformedOneAreAnsweredFirst() async throws {
        let answer = try await conversation("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n!\r\n")
        #expect(answer.hasPrefix(HTTPListenerTests.ok("GET /1 ") + "HTTP/1.1 "))
        #expect(answer.contains("application/problem+json"))
    }

    @Test func aRequestThatComesByteByByteIsOneRequest() async throws {
        let answer = try await listening { listener in
            try await RawClient.with(listener.address) { client in
                for byte in "POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi" {
                    try await client.send(String(byte))
                }
                return try await client.receiveAll()
            }
        }
        #expect(answer == HTTPListenerTests.ok("POST /slow hi", "Connection: close\r\n"))
    }

    @Test func theBodyIsAskedForWhereTheClientWaitsForThat() async throws {
        let (interim, answer) = try await listening { listener in
            try await RawClient.with(listener.address) { client in
                try await client.send(
                    "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
                )
                let interim = try await client.receive(through: "\r\n\r\n")
                try await client.send("hi")
                return (interim, try await client.receiveAll())
            }
        }
        #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(answer == HTTPListenerTests.ok("POST / hi", "Connection: close\r\n"))
    }

    @Test func aClientThatOnlyClosesItsHalfGetsItsAnswer() async throws {
        let answer = try await listening(handler: { request in
            .now(
                OutgoingResponse(
                    PreparedResponse(HTTPListenerTests.echo(request)), delivery: Delivery(firstByte: .milliseconds(20)))
            )
        }) { listener in
            try await RawClient.with(listener.address) { client in
                try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                client.finishSending()
                return try await client.receiveAll()
            }
        }
        #expect(answer == HTTPListenerTests.ok("GET / ", "Connection: close\r\n"))
    }

    @Test func answersLeaveInTheOrderOfTheirRequests() async throws {
        let gate = Gate()
        let answers = try await listening(handler: { request in
            let response = OutgoingResponse(PreparedResponse(HTTPListenerTests.echo(request)))
            switch request.target {
            case "/later":
                return .later {
                    await gate.wait()
                    return response
                }
            case "/delayed":
                return .now(OutgoingResponse(response.response, delivery: Delivery(firstByte: .milliseconds(5))))
            default:
                gate.open()
                return .now(response)
            }
        }) { listener in
            try await RawClient.with(listener.address) { client in
                try await client.send(
                    ["/later", "/delayed", "/now"].map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
                        + "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                return try await client.receiveAll()
            }
        }
        #expect(
            answers == HTTPListenerTests.ok("GET /later ") + HTTPListenerTests.ok("GET /delayed ")
                + HTTPListenerTests.ok("GET /now ") + HTTPListenerTests.ok("GET /last ", "Connection: close\r\n"))
    }

    @Test func manyPipelinedRequestsWithLargeAnswersAllArrive() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        let large = PreparedResponse(Response(status: 200, body: body))
        let length = try await listening(handler: { _ in .now(OutgoingResponse(large)) }) { listener in
            try await RawClient.with(listener.address) { client in
                try await client.send(
                    String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 200)
                        + "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                return try await client.receiveAll().utf8.count
            }
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8.count
        #expect(length == 201 * (head + 100_000) + "Connection: close\r\n".utf8.count)
    }

    @Test func aDelayIsCountedFromTheEndOfTheRequest() async throws {
        let elapsed = Recorder<Delivered>()
        let outgoing = OutgoingResponse(
            PreparedResponse(Response(status: 200)), delivery: Delivery(firstByte: .milliseconds(30)),
            delivered: { elapsed.record($0) })
        try await listening(handler: { _ in .now(outgoing) }) { listener in
            _ = try await RawClient.with(listener.address) { client in
                try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                return try await client.receiveAll()
            }
        }
        let delivered = try #require(elapsed.values.first)
        #expect(elapsed.values.count == 1)
        #expect(delivered.reachedClient)
        #expect(delivered.elapsed >= .milliseconds(30))
    }
}
