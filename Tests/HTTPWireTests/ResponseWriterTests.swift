// Answers in slices and answers that break off, as a raw socket sees them.

import HTTPExchange
import HTTPTypes
import NIOCore
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct ResponseWriterTests {
    private static let content = String(repeating: "0123456789", count: 10)
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n"

    /// What a client gets that sends the text, and how the connection ended.
    private struct Outcome: Equatable, Sendable {
        var received: String
        var wasReset = false
    }

    private static func reply(_ delivery: Delivery, _ delivered: (@Sendable (Delivered) -> Void)? = nil) -> Reply {
        let response = Response(status: 200, headers: [.contentType: "text/plain"], body: Array(content.utf8))
        return .now(OutgoingResponse(PreparedResponse(response), delivery: delivery, delivered: delivered))
    }

    /// The answer to the first request is delivered as told, that to any other plainly.
    private func outcome(
        _ delivery: Delivery, of text: String = "GET /first HTTP/1.1\r\nHost: h\r\n\r\n",
        delivered: Recorder<Delivered> = Recorder()
    ) async throws -> Outcome {
        let listener = try await HTTPListener.start(.init()) { request in
            guard request.target == "/first" else { return Self.reply(.immediate) }
            return Self.reply(delivery) { delivered.record($0) }
        }
        let outcome = try await RawClient.with(listener.address) { client in
            try await client.send(text)
            do {
                return Outcome(received: try await client.receiveAll())
            } catch let error as IOError where error.errnoCode == 104 || error.errnoCode == 54 {
                return Outcome(received: client.takeReceived(), wasReset: true)
            }
        }
        await listener.shutdown()
        return outcome
    }

    @Test func closedWithoutAnAnswer() async throws {
        #expect(try await outcome(Delivery(ending: .unanswered(.close))) == Outcome(received: ""))
    }

    @Test func resetInPlaceOfAnAnswer() async throws {
        #expect(try await outcome(Delivery(ending: .unanswered(.reset))) == Outcome(received: "", wasReset: true))
    }

    @Test func truncated() async throws {
        let outcome = try await outcome(Delivery(ending: .cutShort(content: 42, .close)))
        #expect(outcome == Outcome(received: Self.head + "\r\n" + Self.content.prefix(42)))
    }

    @Test func resetInTheMiddle() async throws {
        let outcome = try await outcome(Delivery(ending: .cutShort(content: 10, .reset)))
        #expect(outcome == Outcome(received: Self.head + "\r\n0123456789", wasReset: true))
    }

    @Test func malformedChunk() async throws {
        let outcome = try await outcome(Delivery(ending: .cutShort(content: 16, .malformedChunk)))
        #expect(
            outcome
                == Outcome(
                    received: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "10\r\n0123456789012345\r\nnot a size\r\n"))
    }

    @Test func aMalformedChunkIsOnlyAnEarlyEndWhereThereAreNoChunks() async throws {
        let outcome = try await outcome(
            Delivery(ending: .cutShort(content: 16, .malformedChunk)), of: "GET /first HTTP/1.0\r\n\r\n")
        #expect(outcome == Outcome(received: Self.head + "Connection: close\r\n\r\n0123456789012345"))
    }

    @Test func garbage() async throws {
        let bytes = [UInt8](repeating: 0xC3, count: 1) + [0xA9, 0x0D, 0x0A, 0x01]
        #expect(try await outcome(Delivery(ending: .garbage(bytes))) == Outcome(received: "é\r\n\u{1}"))
    }

    @Test func nothingComesAndNothingEnds() async throws {
        let delivered = Recorder<Delivered>()
        let listener = try await HTTPListener.start(.init()) { _ in
            .now(
                OutgoingResponse(
                    PreparedResponse(Response(status: 200)), delivery: Delivery(ending: .unanswered(.stall)),
                    delivered: { delivered.record($0) }))
        }
        let received = try await RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            // The answer is as far out as it ever will be, and the connection is open: the client has to give up.
            _ = await delivered.first()
            client.finishSending()
            return try await client.receiveAll()
        }
        #expect(received == "")
        await listener.shutdown()
    }

    @Test func stallsInTheMiddleUntilTheListenerEnds() async throws {
        let delivered = Recorder<Delivered>()
        let listener = try await HTTPListener.start(.init()) { _ in
            .now(
                OutgoingResponse(
                    PreparedResponse(Response(status: 200, body: Array("abcdef".utf8))),
                    delivery: Delivery(ending: .cutShort(content: 3, .stall)), delivered: { delivered.record($0) }))
        }
        let received = try await RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let head = try await client.receive(through: "abc")
            await listener.shutdown()
            return head + (try await client.receiveAll())
        }
        #expect(received == "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
        #expect(delivered.values.map(\.reachedClient) == [true])
    }

    /// Bytes of several requests: what is delivered oddly neither overtakes nor is overtaken.
    @Test func slicesKeepTheirTimeAndTheOrderOfAnswers() async throws {
        let delivered = Recorder<Delivered>()
        let text =
            "GET /other HTTP/1.1\r\nHost: h\r\n\r\nGET /first HTTP/1.1\r\nHost: h\r\n\r\n"
            + "GET /other HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        let plain = Self.head + "\r\n" + Self.content
        let last = Self.head + "Connection: close\r\n\r\n" + Self.content
        for pace in [Pace.slices(count: 5, over: .milliseconds(40)), .bandwidth(bytesPerSecond: 4_000)] {
            let outcome = try await outcome(
                Delivery(firstByte: .milliseconds(10), pace: pace), of: text, delivered: delivered)
            #expect(outcome == Outcome(received: plain + plain + last))
        }
        // 5 slices over 40 ms; 164 bytes and the date at 4,000 bytes a second.
        #expect(delivered.values.count == 2)
        for delivery in delivered.values { #expect(delivery.elapsed >= .milliseconds(50)) }
    }

    @Test func aBrokenAnswerEndsTheConnectionForThoseBehindIt() async throws {
        let text = "GET /first HTTP/1.1\r\nHost: h\r\n\r\nGET /other HTTP/1.1\r\nHost: h\r\n\r\n"
        let outcome = try await outcome(Delivery(ending: .cutShort(content: 1, .close)), of: text)
        #expect(outcome == Outcome(received: Self.head + "\r\n0"))
    }

    @Test func slowAnswersLeaveAtOnceWhenTheListenerEnds() async throws {
        let listener = try await HTTPListener.start(.init()) { _ in
            .now(
                OutgoingResponse(
                    PreparedResponse(Response(status: 200, body: Array("abcdef".utf8))),
                    delivery: Delivery(pace: .slices(count: 6, over: .seconds(3_600)))))
        }
        let received = try await RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let first = try await client.receive(through: "\r\n\r\na")
            await listener.shutdown()
            return first + (try await client.receiveAll())
        }
        #expect(received == "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef")
    }

    @Test func aHeadAnswerHasNoContentToCut() async throws {
        let outcome = try await outcome(
            Delivery(ending: .cutShort(content: 42, .close)), of: "HEAD /first HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(outcome == Outcome(received: Self.head + "\r\n"))
    }
}
