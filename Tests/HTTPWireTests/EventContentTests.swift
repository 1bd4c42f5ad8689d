// Server-sent events as they leave.

import HTTPExchange
import HTTPTypes
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct EventContentTests {
    @Test func aStreamGivesItsEventsOneByOne() async throws {
        let content = Array("data: 1\n\n: so far\ndata: 2\n\n".utf8)
        let stream = ContentStream(events: content, EventPace(every: .zero))
        #expect(stream.length == nil)
        #expect(try await stream.next() == Array("data: 1\n\n".utf8))
        #expect(try await stream.next() == Array(": so far\ndata: 2\n\n".utf8))
        #expect(try await stream.next() == nil)
    }

    @Test func anAnswerOfEventsGoesInChunks() async throws {
        let content = Array("data: 1\n\ndata: 2\n\n".utf8)
        let listener = try await HTTPListener.start(.init(offersRepresentations: true)) { _ in
            let response = Response(status: 200, headers: [.contentType: ServerSentEvent.mediaType], body: content)
            var delivery = Delivery.immediate
            delivery.events = EventPace(every: .milliseconds(1))
            return .now(OutgoingResponse(PreparedResponse(response), delivery: delivery))
        }
        let received = try await RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            return String(decoding: try await client.receiveAllBytes(), as: UTF8.self)
        }
        await listener.shutdown()
        #expect(received.contains("Transfer-Encoding: chunked\r\n") && !received.contains("Content-Length"))
        #expect(received.hasSuffix("\r\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n"), "\(received)")
    }
}
