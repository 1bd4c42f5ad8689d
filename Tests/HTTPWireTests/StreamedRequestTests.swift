// Requests whose content is given on as it comes.

import HTTPExchange
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct StreamedRequestTests {
    private static let post = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"

    /// Answers with the content as it comes, or with what it was asked where the request is whole.
    private static let echo: StreamingRequestHandler = { request, content, _ in
        guard let content else {
            return .now(OutgoingResponse(PreparedResponse(Response(status: 201, body: request.body))))
        }
        return .now(
            OutgoingResponse(
                Response(status: 200), streaming: ContentStream(length: content.length) { try await content.next() }))
    }

    @Test func contentIsAnsweredWhileItComes() async throws {
        let listener = try await HTTPListener.start(.init(), streaming: Self.echo)
        try await RawClient.with(listener.address) { client in
            try await client.send(Self.post + "\r\n")
            #expect(
                try await client.receive(through: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            for text in ["3\r\nabc\r\n", "4\r\ndefg\r\n"] {
                try await client.send(text)
                #expect(try await client.receive(through: text) == text)
            }
            try await client.send("0\r\n\r\n")
            #expect(try await client.receive(through: "0\r\n\r\n") == "0\r\n\r\n")
            // The connection is good for the next request, which is short and comes whole.
            try await client.send("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
            #expect(
                try await client.receive(through: "hi") == "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nhi")
        }
        await listener.shutdown()
    }

    @Test func moreContentThanTheLimitPasses() async throws {
        var configuration = HTTPListener.Configuration()
        configuration.limits.body = 8
        let listener = try await HTTPListener.start(configuration, streaming: Self.echo)
        let body = String(repeating: "x", count: 100_000)
        let received = try await RawClient.with(listener.address) { client in
            try await client.send(
                "POST /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n" + body)
            return try await client.receiveAll()
        }
        #expect(received.hasSuffix("\r\n\r\n" + body))
        await listener.shutdown()
    }

    @Test func whoWaitsForContinueGetsItWhenTheContentIsWanted() async throws {
        let listener = try await HTTPListener.start(
            .init(),
            streaming: { request, content, _ in
                .later {
                    guard request.target == "/wanted", let content else {
                        return OutgoingResponse(PreparedResponse(Response(status: 403)))
                    }
                    var body: [UInt8] = []
                    do {
                        while let part = try await content.next() { body += part }
                    } catch {
                        return OutgoingResponse(PreparedResponse(Response(status: 400)))
                    }
                    return OutgoingResponse(PreparedResponse(Response(status: 200, body: body)))
                }
            })
        @Sendable func post(_ target: String) -> String {
            "POST \(target) HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        }
        let unwanted = try await RawClient.with(listener.address) { client in
            try await client.send(post("/unwanted"))
            return try await client.receiveAll()
        }
        #expect(unwanted == "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        try await RawClient.with(listener.address) { client in
            try await client.send(post("/wanted"))
            #expect(try await client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("hi")
            #expect(try await client.receive(through: "hi") == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        }
        await listener.shutdown()
    }

    @Test(arguments: [
        // The client goes, or sends what is no chunk.
        "3\r\nab", "3\r\nabc\r\nzz\r\n",
    ])
    func contentThatBreaksOffHasNoEnd(sent: String) async throws {
        let outcome = Recorder<Bool>()
        let listener = try await HTTPListener.start(
            .init(),
            streaming: { _, content, _ in
                .later {
                    do {
                        while try await content?.next() != nil {}
                        outcome.record(true)
                    } catch {
                        outcome.record(false)
                    }
                    return OutgoingResponse(PreparedResponse(Response(status: 200)))
                }
            })
        try await RawClient.with(listener.address) { client in
            try await client.send(Self.post + "\r\n" + sent)
            if sent.hasSuffix("zz\r\n") { _ = try await client.receiveAll() }
        }
        #expect(await outcome.first() == false)
        await listener.shutdown()
    }

    @Test func overHTTP2() async throws {
        let listener = try await HTTPListener.start(.init(), streaming: Self.echo)
        let frames = try await FrameClient.frames(
            from: listener.address, [.init("POST", "/a", content: ["abc", "def"])])
        let data = frames.compactMap { $0.hasPrefix("1 DATA ") ? String($0.dropFirst(7)) : nil }
        #expect(frames.first == "1 HEADERS :status: 200")
        #expect(data.joined() == "abcdef end")
        await listener.shutdown()
    }

    // MARK: Room

    @Test func whoPutsInTooMuchWaitsUntilItIsTaken() async throws {
        let pipe = ContentPipe()
        let room = Recorder<String>()
        let half = ByteBuffer(repeating: 0x61, count: ContentPipe.room / 2)
        #expect(pipe.put(half) { room.record("first") })
        #expect(!pipe.put(half) { room.record("second") })
        #expect(room.values == [])
        #expect(try await pipe.next()?.count == ContentPipe.room)
        #expect(room.values == ["second"])
        pipe.end()
        #expect(try await pipe.next() == nil)
    }

    @Test func whatWaitsIsTakenBeforeTheErrorAfterIt() async throws {
        let pipe = ContentPipe()
        #expect(pipe.put(ByteBuffer(string: "ab")) {})
        pipe.end(IncomingContent.Incomplete())
        #expect(pipe.put(ByteBuffer(string: "late")) {})
        #expect(try await pipe.next() == Array("ab".utf8))
        await #expect(throws: IncomingContent.Incomplete.self) { try await pipe.next() }
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let pipe = ContentPipe()
        let task = Task { try await pipe.next() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
