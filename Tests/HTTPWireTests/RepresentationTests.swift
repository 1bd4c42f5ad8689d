// Conditional requests and compressed answers, as a raw socket sees them.

import HTTPExchange
import HTTPTypes
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct RepresentationTests {
    private static let large = Array(
        String(repeating: "{\"size\": 41, \"name\": \"Court Classic\"}\n", count: 100).utf8)
    private static let tag = EntityTag(of: large)

    private static func response(_ target: String) -> Response {
        switch target {
        case "/small": Response(status: 200, headers: [.contentType: "text/plain"], body: Array("small".utf8))
        case "/picture": Response(status: 200, headers: [.contentType: "image/png"], body: large)
        case "/own":
            Response(status: 200, headers: [.contentType: "application/json", .eTag: "W/\"7\""], body: Array("7".utf8))
        case "/missing": Response(status: 404, headers: [.contentType: "application/json"], body: large)
        default:
            Response(status: 200, headers: [.contentType: "application/json", .cacheControl: "max-age=9"], body: large)
        }
    }

    /// The answer's head and its content.
    private func exchange(
        _ line: String, _ fields: String = "", delivery: Delivery = .immediate
    ) async throws -> (head: String, content: [UInt8]) {
        let delivered = Recorder<Delivered>()
        let listener = try await HTTPListener.start(.init(offersRepresentations: true)) { request in
            .now(
                OutgoingResponse(
                    PreparedResponse(Self.response(request.target)), delivery: delivery,
                    delivered: { delivered.record($0) }))
        }
        let received = try await RawClient.with(listener.address) { client in
            try await client.send("\(line) HTTP/1.1\r\nHost: h\r\n\(fields)Connection: close\r\n\r\n")
            return try await client.receiveAllBytes()
        }
        await listener.shutdown()
        let end = try #require(received.firstRange(of: Array("\r\n\r\n".utf8)))
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        // Who writes the exchange down is told what went out.
        let substitute = await delivered.first().substitute.map { String(decoding: $0.head, as: UTF8.self) }
        let isSubstituted = head.hasPrefix("HTTP/1.1 304 ") || head.hasPrefix("HTTP/1.1 412 ")
        #expect(substitute.map { head.hasPrefix($0.dropLast(2)) } == (isSubstituted ? true : nil))
        return (head, Array(received[end.upperBound...]))
    }

    @Test func anAnswerToGETHasAnEntityTag() async throws {
        let (head, content) = try await exchange("GET /large")
        #expect(head.contains("ETag: \(Self.tag)\r\nVary: Accept-Encoding\r\n"), "\(head)")
        #expect(content == Self.large)
        #expect(try await exchange("HEAD /large").head.contains("ETag: \(Self.tag)"))
        #expect(try await exchange("GET /small").head.contains("Vary") == false)
        #expect(try await exchange("POST /large").head.contains("ETag") == false)
        #expect(try await exchange("GET /missing").head.contains("ETag") == false)
        #expect(try await exchange("GET /own").head.ranges(of: "ETag:").count == 1)
    }

    @Test(arguments: [
        ("GET /large", "If-None-Match: \(tag)\r\n", 304), ("GET /large", "If-None-Match: W/\(tag), \"x\"\r\n", 304),
        ("HEAD /large", "If-None-Match: *\r\n", 304), ("GET /own", "If-None-Match: W/\"7\"\r\n", 304),
        ("GET /large", "If-None-Match: \"other\"\r\n", 200), ("POST /large", "If-None-Match: \(tag)\r\n", 200),
        ("GET /missing", "If-None-Match: *\r\n", 404), ("GET /large", "If-Match: \(tag)\r\n", 200),
        ("GET /large", "If-Match: \"other\"\r\n", 412), ("GET /large", "If-Match: *\r\n", 200),
        ("GET /own", "If-Match: W/\"7\"\r\n", 412), ("GET /large", "If-Match: \(tag.compressed)\r\n", 200),
        ("GET /large", "If-Match: \(tag.compressed.weak)\r\n", 412),
        ("GET /large", "If-Match: \(tag)\r\nIf-None-Match: \(tag)\r\n", 304),
    ])
    func conditions(line: String, fields: String, status: Int) async throws {
        let (head, content) = try await exchange(line, fields)
        #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
        if status == 304 { #expect(content.isEmpty && !head.lowercased().contains("content-")) }
    }

    @Test func whatIsNotModifiedKeepsTheFieldsThatAreKeptWithIt() async throws {
        let (head, _) = try await exchange("GET /large", "If-None-Match: \(Self.tag)\r\n")
        let lines = head.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
        #expect(
            lines == [
                "HTTP/1.1 304 Not Modified", "Cache-Control: max-age=9", "ETag: \(Self.tag)", "Vary: Accept-Encoding",
                "Connection: close",
            ])
    }

    @Test func whatIsAnotherByNowKeepsTheFieldsOfTheAnswer() async throws {
        let (head, content) = try await exchange("GET /large", "If-Match: \"other\"\r\n")
        let lines = head.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
        #expect(
            lines == [
                "HTTP/1.1 412 Precondition Failed", "Content-Type: application/problem+json",
                "Cache-Control: max-age=9", "ETag: \(Self.tag)", "Content-Length: \(content.count)",
                "Connection: close",
            ])
    }

    @Test func contentIsCompressedForWhoAsksForIt() async throws {
        let (head, content) = try await exchange("GET /large", "Accept-Encoding: gzip, deflate\r\n")
        #expect(
            head.contains("Content-Encoding: gzip\r\n") && head.contains("ETag: \(Self.tag.compressed)\r\n"), "\(head)")
        #expect(head.contains("Vary: Accept-Encoding\r\n") && head.contains("Content-Length: \(content.count)\r\n"))
        #expect(content.starts(with: [0x1F, 0x8B, 8]) && content.count < Self.large.count / 4)
        #expect(Inflate.gunzip(content) == Self.large)
        // The tag of the compressed content is one for the conditions of the next request.
        let next = try await exchange(
            "GET /large", "Accept-Encoding: gzip\r\nIf-None-Match: \(Self.tag.compressed)\r\n")
        #expect(next.head.hasPrefix("HTTP/1.1 304 "))
    }

    @Test(arguments: ["/small", "/picture", "/missing", "/own"])
    func whatWouldNotGainIsSentAsItIs(target: String) async throws {
        let (head, content) = try await exchange("GET \(target)", "Accept-Encoding: gzip\r\n")
        #expect(!head.contains("Content-Encoding"))
        #expect(content == Self.response(target).body)
    }

    @Test func aSlowAnswerIsCompressedToo() async throws {
        let (_, content) = try await exchange(
            "GET /large", "Accept-Encoding: gzip\r\n",
            delivery: Delivery(firstByte: .milliseconds(1), pace: .slices(count: 3, over: .milliseconds(2))))
        #expect(Inflate.gunzip(content) == Self.large)
    }

    @Test func anAnswerThatBreaksOffIsCutFromItsOwnContent() async throws {
        let (head, content) = try await exchange(
            "GET /large", "Accept-Encoding: gzip\r\n", delivery: Delivery(ending: .cutShort(content: 10, .close)))
        #expect(head.contains("Content-Length: \(Self.large.count)\r\n"))
        #expect(content == Array(Self.large.prefix(10)))
    }

    @Test func allSizesComeBackWhole() {
        for count in [0, 1, 1_023, 70_000, 3_000_000] {
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
            #expect(Gzip.compressed(content).flatMap(Inflate.gunzip) == content)
        }
    }
}
