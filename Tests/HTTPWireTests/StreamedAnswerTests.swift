// Answers whose content comes in parts: what a client sees of them, and when.

import HTTPExchange
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct StreamedAnswerTests {
    private struct Broken: Error {}

    /// Content that a test gives part by part.
    private struct Feed: Sendable {
        private let parts: AsyncThrowingStream<[UInt8], any Error>
        private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

        init() { (parts, continuation) = AsyncThrowingStream.makeStream() }

        func give(_ text: String) { continuation.yield(Array(text.utf8)) }

        func end(_ error: (any Error)? = nil) { continuation.finish(throwing: error) }

        func content(length: Int? = nil) -> ContentStream {
            ContentStream(length: length) { [parts] in
                for try await part in parts { return part }
                return nil
            }
        }
    }

    private static let head = Response(status: 200, headers: [.contentType: "text/event-stream"])
    private static let request = "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n"
    private static let chunkedHead =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// A listener that streams `content` on `/stream`, and answers anything else with its target.
    private func listener(
        _ content: ContentStream, limits: ListenerLimits = ListenerLimits(), delivered: Recorder<Delivered> = Recorder()
    ) async throws -> HTTPListener {
        var configuration = HTTPListener.Configuration()
        configuration.limits = limits
        return try await HTTPListener.start(configuration) { request in
            guard request.target == "/stream" else {
                return .now(OutgoingResponse(PreparedResponse(Response(status: 200, body: Array(request.target.utf8)))))
            }
            return .now(OutgoingResponse(Self.head, streaming: content) { delivered.record($0) })
        }
    }

    @Test func everyPartReachesTheClientBeforeTheNextIsMade() async throws {
        let feed = Feed()
        let delivered = Recorder<Delivered>()
        let listener = try await listener(feed.content(), delivered: delivered)
        try await RawClient.with(listener.address) { client in
            try await client.send(Self.request)
            #expect(try await client.receive(through: "\r\n\r\n") == Self.chunkedHead)
            for text in ["data: 1\n\n", "data: 22\n\n"] {
                feed.give(text)
                let chunk = String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
                #expect(try await client.receive(through: "\n\n\r\n") == chunk)
            }
            feed.end()
            #expect(try await client.receive(through: "0\r\n\r\n") == "0\r\n\r\n")
            // The connection is good for the next request.
            try await client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.receive(through: "/next").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        #expect(delivered.values.map(\.reachedClient) == [true])
        await listener.shutdown()
    }

    /// What a client gets of two parts and their end, and how.
    @Test(arguments: [
        ("GET", "1.1", 6, "Content-Length: 6\r\n\r\nabcdef"),
        ("GET", "1.1", nil, "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"),
        ("GET", "1.0", 6, "Content-Length: 6\r\n\r\nabcdef"), ("GET", "1.0", nil, "\r\nabcdef"),
        ("HEAD", "1.1", 6, "Content-Length: 6\r\n\r\n"),
        // Less or more than was told is not what was told.
        ("GET", "1.1", 7, "Content-Length: 7\r\n\r\nabcdef"), ("GET", "1.1", 4, "Content-Length: 4\r\n\r\nabc"),
    ])
    func framing(method: String, version: String, length: Int?, expected: String) async throws {
        let feed = Feed()
        feed.give("abc")
        feed.give("def")
        feed.end()
        let listener = try await listener(feed.content(length: length))
        let received = try await RawClient.with(listener.address) { client in
            try await client.send("\(method) /stream HTTP/\(version)\r\nHost: h\r\nConnection: close\r\n\r\n")
            return try await client.receiveAll()
        }
        #expect(
            received.replacing("Connection: close\r\n", with: "")
                == "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + expected)
        await listener.shutdown()
    }

    @Test func whatBreaksOffHasNoEnd() async throws {
        let feed = Feed()
        let delivered = Recorder<Delivered>()
        let listener = try await listener(feed.content(), delivered: delivered)
        let received = try await RawClient.with(listener.address) { client in
            try await client.send(Self.request)
            feed.give("abc")
            let start = try await client.receive(through: "abc\r\n")
            feed.end(Broken())
            return start + (try await client.receiveAll())
        }
        #expect(received == Self.chunkedHead + "3\r\nabc\r\n")
        #expect(await delivered.first().reachedClient == false)
        await listener.shutdown()
    }

    @Test func aClientThatLeavesEndsTheContent() async throws {
        let ended = Gate()
        let delivered = Recorder<Delivered>()
        let (parts, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.onTermination = { _ in ended.open() }
        let content = ContentStream {
            for await part in parts { return part }
            return nil
        }
        let listener = try await listener(content, delivered: delivered)
        try await RawClient.with(listener.address) { client in
            try await client.send(Self.request)
            #expect(try await client.receive(through: "\r\n\r\n") == Self.chunkedHead)
        }
        await ended.wait()
        #expect(await delivered.first().reachedClient == false)
        await listener.shutdown()
    }

    /// Content without an end, to a client that reads nothing: it is asked for no more than the system takes, and cut off in the end.
    @Test(arguments: [1, 2]) func noMoreIsMadeThanIsTaken(version: Int) async throws {
        let taken = Atomic(0)
        let delivered = Recorder<Delivered>()
        let content = ContentStream {
            taken.add(1, ordering: .relaxed)
            return [UInt8](repeating: 0x61, count: 64 << 10)
        }
        var limits = ListenerLimits()
        limits.stallTime = .milliseconds(200)
        let listener = try await listener(content, limits: limits, delivered: delivered)
        if version == 1 {
            try await RawClient.with(listener.address) { client in
                try await client.send(Self.request)
                #expect(await delivered.first().reachedClient == false)
            }
        } else {
            // The window of a stream is not opened again by who does not read.
            let frames = try await FrameClient.frames(
                from: listener.address, [.get("/stream")], readsContent: false)
            #expect(frames.contains { $0.contains("RST_STREAM") })
            #expect(await delivered.first().reachedClient == false)
        }
        #expect(taken.load(ordering: .relaxed) < 1_024)
        await listener.shutdown()
    }

    @Test func overHTTP2() async throws {
        let feed = Feed()
        let listener = try await listener(feed.content())
        feed.give("1")
        let frames = try await FrameClient.frames(from: listener.address, [.get("/stream")]) { _ in
            false
        } meanwhile: { frames in
            if frames.last == "1 DATA 1" { feed.give("2") }
            if frames.last == "1 DATA 2" { feed.end() }
        }
        #expect(
            frames == [
                "1 HEADERS :status: 200, content-type: text/event-stream", "1 DATA 1", "1 DATA 2", "1 DATA  end",
            ])
        await listener.shutdown()
    }

    @Test func whatBreaksOffOverHTTP2IsReset() async throws {
        let feed = Feed()
        let listener = try await listener(feed.content())
        feed.give("1")
        let frames = try await FrameClient.frames(from: listener.address, [.get("/stream")]) { _ in
            false
        } meanwhile: { frames in
            if frames.last == "1 DATA 1" { feed.end(Broken()) }
        }
        #expect(
            frames == [
                "1 HEADERS :status: 200, content-type: text/event-stream", "1 DATA 1", "1 RST_STREAM INTERNAL_ERROR",
            ])
        await listener.shutdown()
    }
}
