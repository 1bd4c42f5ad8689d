// Streams of events as text.

import Testing

@testable import HTTPExchange

@Suite struct ServerSentEventTests {
    @Test(
        arguments: [
            ("data: a\n\n", [ServerSentEvent(data: "a")]), ("data:a\r\n\r\n", [ServerSentEvent(data: "a")]),
            ("data:  a\r\r", [ServerSentEvent(data: " a")]),
            ("\u{FEFF}data: a\n\ndata: b\n\n", [ServerSentEvent(data: "a"), ServerSentEvent(data: "b")]),
            (": hello\n\ndata\n\n", [ServerSentEvent(data: "")]),
            ("data: a\ndata: b\ndata:\n\n", [ServerSentEvent(data: "a\nb\n")]),
            (
                "event: add\nid: 7\nretry: 20\ndata: x\n\n",
                [ServerSentEvent(event: "add", data: "x", id: "7", retry: 20)]
            ),
            ("retry: soon\nwhat: x\nid: a\0b\ndata: x\n\n", [ServerSentEvent(data: "x")]),
            ("data: whole\n\ndata: cut sho", [ServerSentEvent(data: "whole")]), ("data: x\n", []), ("\n\n\n", []),
            ("", []),
            ("retry: 99999999999999999999\n\n", []),
        ] as [(String, [ServerSentEvent])])
    func reading(text: String, events: [ServerSentEvent]) {
        #expect(ServerSentEvent.all(in: Array(text.utf8)).map(\.event) == events)
    }

    @Test func endsAreThoseOfTheEmptyLines() {
        let text = ": a comment\ndata: 1\n\n:\n\ndata: 2\r\n\r\n"
        #expect(ServerSentEvent.all(in: Array(text.utf8)).map(\.end) == [21, text.utf8.count])
    }

    @Test(arguments: [
        ServerSentEvent(data: "a"), ServerSentEvent(data: ""), ServerSentEvent(data: "a\n\nb\n"),
        ServerSentEvent(event: "add", data: ": not a comment", id: "7", retry: 20),
    ])
    func writingIsReadAsItWas(event: ServerSentEvent) {
        #expect(ServerSentEvent.all(in: Array(event.text.utf8)).map(\.event) == [event])
    }

    /// A value can end neither its line nor its event.
    @Test func namesAreOneLine() {
        let event = ServerSentEvent(event: "a\ndata: b", data: "c", id: "1\r\n\r\n2")
        #expect(
            ServerSentEvent.all(in: Array(event.text.utf8)).map(\.event) == [
                ServerSentEvent(event: "a data: b", data: "c", id: "1  2")
            ])
    }
}
