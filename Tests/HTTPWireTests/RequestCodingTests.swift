// Bodies in content codings: what the handler gets of them, and which are refused.

import HTTPExchange
import NIOHPACK
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct RequestCodingTests {
    private static let text = Array(String(repeating: "{\"size\": 41}\n", count: 100).utf8)
    private static let limit = 2_000

    private static var limits: ListenerLimits {
        var limits = ListenerLimits()
        limits.body = limit
        return limits
    }

    private static func packed(_ content: [UInt8] = text) throws -> [UInt8] { try #require(Gzip.compressed(content)) }

    /// A fresh listener's answers to requests that come on one connection; the handler sends bodies back.
    private func answers(to requests: [(fields: String, body: [UInt8])], takesOffCodings: Bool = true) async throws
        -> String
    {
        let listener = try await HTTPListener.start(
            .init(limits: Self.limits, takesOffCodings: takesOffCodings)
        ) { request in
            .now(OutgoingResponse(PreparedResponse(Response(status: 200, body: request.body))))
        }
        let received = try await RawClient.with(listener.address) { client in
            for (index, request) in requests.enumerated() {
                let end = index == requests.count - 1 ? "Connection: close\r\n\r\n" : "\r\n"
                try await client.send(
                    Array("POST / HTTP/1.1\r\nHost: h\r\n\(request.fields)\(end)".utf8) + request.body)
            }
            return try await client.receiveAllBytes()
        }
        await listener.shutdown()
        return String(decoding: received, as: UTF8.self)
    }

    private static func fields(_ coding: String, _ body: [UInt8]) -> String {
        "Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n"
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP", "identity, gzip"])
    func theHandlerGetsTheContent(coding: String) async throws {
        let body = try Self.packed()
        let chunked = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
        let answers = try await answers(to: [
            (Self.fields(coding, body), body), (Self.fields("identity", Self.text), Self.text),
            ("Content-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n", chunked),
        ])
        #expect(answers.ranges(of: "HTTP/1.1 200").count == 3, "\(answers)")
        #expect(answers.ranges(of: String(decoding: Self.text, as: UTF8.self)).count == 3)
    }

    @Test func whoWantsBodiesAsTheyCameGetsThemSo() async throws {
        let answers = try await answers(to: [(Self.fields("br", [1, 2]), [1, 2])], takesOffCodings: false)
        #expect(answers.hasPrefix("HTTP/1.1 200") && answers.hasSuffix("\u{1}\u{2}"))
    }

    @Test func aRequestWithoutContentHasNoCoding() async throws {
        #expect(try await answers(to: [("Content-Encoding: br\r\n", [])]).hasPrefix("HTTP/1.1 200"))
    }

    private static func refused() throws -> [(coding: String, body: [UInt8], refusal: Refusal)] {
        let packed = try packed()
        return [
            ("br", text, .unsupportedContentCoding("br")), ("gzip, br", packed, .unsupportedContentCoding("br")),
            ("gzip", text, .brokenContent(coding: "gzip")),
            ("gzip", packed.dropLast(), .brokenContent(coding: "gzip")),
            ("gzip", try Self.packed(Array(repeating: 0, count: limit + 1)), .bodyTooLarge(limit: limit)),
            // A thousand times as much.
            (
                "gzip, gzip", try Self.packed(Self.packed(Array(repeating: 0, count: 1 << 20))),
                .bodyTooLarge(limit: limit)
            ),
        ]
    }

    @Test func whatCannotBeReadIsRefused() async throws {
        for (coding, body, refusal) in try Self.refused() {
            let answer = try await answers(to: [(Self.fields(coding, body), body)])
            let problem = refusal.problem
            #expect(answer.hasPrefix("HTTP/1.1 \(problem.status) "), "\(answer)")
            #expect(answer.hasSuffix(String(decoding: problem.response().body, as: UTF8.self)))
            #expect(answer.contains("\r\nAccept-Encoding: gzip, deflate, identity\r\n") == (problem.status == 415))
        }
    }

    @Test func overHTTP2Too() throws {
        func assembled(_ coding: String, _ body: [UInt8]) throws -> HTTP2RequestAssembly {
            var assembly = HTTP2RequestAssembly(limits: Self.limits, takesOffCodings: true)
            try assembly.receive([
                ":method": "POST", ":path": "/", ":scheme": "http", ":authority": "h", "content-encoding": coding,
            ])
            try assembly.receive(body)
            try assembly.end()
            return assembly
        }
        #expect(try assembled("gzip", Self.packed()).request?.body == Self.text)
        for (coding, body, refusal) in try Self.refused() {
            let error = #expect(throws: HTTP2RequestAssembly.Refused.self) { try assembled(coding, body) }
            #expect(error?.refusal == refusal)
        }
    }
}
