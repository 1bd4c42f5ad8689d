// A connection whose requests are read where they lie, and lent to the decoder one at a time.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPWire

@Suite struct RequestReaderTests {
    /// An exchange, and the bytes that its answers are told by.
    private static let exchanges: [(name: String, parts: [String], answers: [String])] = [
        ("GET", ["GET /a HTTP/1.1\r\nHost: h\r\n\r\n"], ["GET /a "]),
        (
            "POST in two segments",
            ["POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n", "12345"], ["POST /b 12345"]
        ),
        (
            "POST whose body comes byte by byte",
            ["POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n1", "2", "3"], ["POST /b 123"]
        ),
        (
            "chunked POST",
            ["POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n", "hello\r\n0\r\n\r\n"],
            ["POST /c hello"]
        ),
        (
            "chunked POST with a trailer and a chunk like the end of a head",
            ["POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\nX: y\r\n\r\n"],
            ["POST /c \r\n\r\n"]
        ),
        (
            "Expect: 100-continue",
            ["POST /d HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", "ok"],
            ["HTTP/1.1 100 Continue", "POST /d ok"]
        ),
        ("HEAD", ["HEAD /e HTTP/1.1\r\nHost: h\r\n\r\n"], ["X-Target: /e\r\n"]),
        (
            "pipelined GETs",
            [(0..<3).map { "GET /f\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()],
            ["GET /f0 ", "GET /f1 ", "GET /f2 "]
        ),
        ("a head in two segments", ["GET /g HTTP/1.1\r\nHo", "st: h\r\n\r\n"], ["GET /g "]),
        (
            "an unusual request with a usual one behind it",
            ["GET http://h/i HTTP/1.1\r\nHost: h\r\n\r\nGET /j HTTP/1.1\r\nHost: h\r\n\r\n"], ["GET /i ", "GET /j "]
        ),
        ("empty lines before a request", ["\r\n\r\nGET /k HTTP/1.1\r\nHost: h\r\n\r\n"], ["GET /k "]),
    ]

    private struct Wire {
        let channel = EmbeddedChannel()
        let reader: RequestReader

        init(readsHeads: Bool = true) throws {
            let settings = ConnectionSettings(
                limits: ListenerLimits(), registry: ConnectionRegistry(), representations: nil, streamsContent: false,
                takesOffCodings: true,
                handler: { request, _, _ in
                    var fields: HTTPFields = [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]
                    if let name = HTTPField.Name("X-Target") { fields[name] = request.target }
                    let content = String(decoding: request.body, as: UTF8.self)
                    let body = "\(request.method.rawValue) \(request.target) \(content)"
                    return .now(
                        OutgoingResponse(
                            PreparedResponse(Response(status: 200, headers: fields, body: Array(body.utf8)))))
                })
            let connection = Connection(settings)
            reader = RequestReader(settings.limits, connection: connection, readsHeads: readsHeads)
            try channel.pipeline.syncOperations.addHandlers(reader, connection)
            channel.pipeline.fireChannelActive()
        }

        mutating func say(_ text: String) throws -> String {
            channel.pipeline.fireChannelRead(ByteBuffer(string: text))
            channel.pipeline.fireChannelReadComplete()
            return try heard()
        }

        func heard() throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }
    }

    /// Whatever came before on the connection, each request is answered, and the next usual one is read where it lies.
    @Test func anyMixStaysOnTheWay() throws {
        for first in Self.exchanges {
            for second in Self.exchanges {
                var wire = try Wire()
                for exchange in [first, second, Self.exchanges[0]] {
                    let told = try exchange.parts.map { try wire.say($0) }.joined()
                    var rest = told[...]
                    for answer in exchange.answers {
                        let range = rest.firstRange(of: answer)
                        #expect(range != nil, "\(first.name), \(second.name): \(answer) in \(told)")
                        rest = rest[(range?.upperBound ?? rest.startIndex)...]
                    }
                    #expect(wire.reader.isReadingInPlace, "\(first.name), \(second.name) at \(exchange.name)")
                }
            }
        }
    }

    /// All requests of a list in one segment, in segments of any size, and with the decoder alone: the same bytes come back.
    @Test func howItComesDoesNotMatter() throws {
        let text = (Self.exchanges + Self.exchanges.reversed()).flatMap(\.parts).joined()
        var decoded = try Wire(readsHeads: false)
        let expected = try decoded.say(text).replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "")
        #expect(expected.contains("GET /k "))
        for size in [1, 2, 3, 7, 64, 1_000, text.utf8.count] {
            var wire = try Wire()
            var told = ""
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                told += try wire.say(String(decoding: rest.prefix(size), as: UTF8.self))
                rest = rest.dropFirst(size)
            }
            #expect(told.replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "") == expected, "segments of \(size)")
        }
    }

    /// Of requests that come at once, as many are answered in a turn of the event loop, and then others are.
    @Test func nobodyIsAnsweredMoreThanATurn() throws {
        var wire = try Wire()
        let request = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
        func count(_ text: String) -> Int { text.ranges(of: "GET /a ").count }
        #expect(count(try wire.say(String(repeating: request, count: 150))) == RequestReader.turn)
        // What comes meanwhile waits behind them, and so does the end.
        #expect(count(try wire.say(request)) == 0)
        wire.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        var turns: [Int] = []
        for _ in 0..<3 {
            wire.channel.embeddedEventLoop.advanceTime(by: .microseconds(20))
            turns.append(count(try wire.heard()))
        }
        #expect(turns == [RequestReader.turn, 151 - 2 * RequestReader.turn, 0])
    }

    /// A client that leaves in the middle of its content is told so.
    @Test func contentThatEndsEarlyIsRefused() throws {
        var wire = try Wire()
        #expect(try wire.say("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n123") == "")
        wire.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        let told = try wire.heard()
        #expect(told.hasPrefix("HTTP/1.1 400 ") && told.contains("it ends before it is complete"))
    }
}
