// The event stream's parser, by the examples of the standard.

import Foundation
import Testing

@testable import ClientRuntime

struct ServerSentEventTests {
    @Test(arguments: [
        ("data: a\n\n", [ServerSentEvent(data: "a")]),
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(data: "first event", id: "1"), ServerSentEvent(data: "second event", id: ""),
                ServerSentEvent(data: " third event", id: ""),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        (
            "\u{FEFF}event: add\r\ndata: 73857293\r\rretry: 10\ndata: é\n\n",
            [
                ServerSentEvent(event: "add", data: "73857293"), ServerSentEvent(data: "é", retry: 10),
            ]
        ),
        (
            "retry: 50\n\n: hello\n\ndata: a\n\ndata: b\n\n",
            [ServerSentEvent(data: "a", retry: 50), ServerSentEvent(data: "b")]
        ),
        ("event: x\n\nid: a\u{0}b\nretry: 1x\ndata: y\n\n", [ServerSentEvent(data: "y")]),
    ])
    func parses(_ text: String, _ events: [ServerSentEvent]) throws {
        var whole = EventParser()
        #expect(try whole.feed(Data(text.utf8)) == events)
        var byByte = EventParser()
        #expect(try text.utf8.flatMap { try byByte.feed(Data([$0])) } == events)
    }

    @Test func refusesAnEventWithoutEnd() throws {
        var parser = EventParser()
        let part = Data(repeating: UInt8(ascii: "x"), count: 1_024 * 1_024)
        #expect(throws: URLError.self) { for _ in 0..<17 { _ = try parser.feed(part) } }
    }

    @Test func isASequence() async throws {
        let (body, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.yield(Data("data: 1\n\nda".utf8))
        continuation.yield(Data("ta: 2\n\ndata: lost".utf8))
        continuation.finish()
        var numbers: [Int] = []
        for try await event in EventStream<Int>(body) { numbers.append(try event.decoded()) }
        #expect(numbers == [1, 2])
    }
}
