// Server-sent events (WHATWG HTML, section 9.2) as they come.
public import Foundation

/// One event of a stream.
public nonisolated struct ServerSentEvent: Hashable, Sendable {
    /// The event's type: `message` unless the server says otherwise.
    public var event: String
    /// Its data, lines joined by line feeds.
    public var data: String
    /// The last id that the server has sent, to go on from after a break.
    public var id: String?
    /// Milliseconds to wait before connecting again, where this event says so, or what has come since the last one.
    public var retry: Int?

    /// An event with these members.
    public init(event: String = "message", data: String, id: String? = nil, retry: Int? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// Reads the data as JSON.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        let data = Data(data.utf8)
        return try Wire.decoder(for: data).decode(type, from: data)
    }
}

/// The events of one answer. Whoever stops reading closes the connection.
public nonisolated struct EventStream<Payload: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What the stream is made of.
    public typealias Element = ServerSentEvent
    private let body: AsyncThrowingStream<Data, any Error>
    private let leniency = Leniency.current

    /// Reads the events of a body.
    public init(_ body: AsyncThrowingStream<Data, any Error>) { self.body = body }

    /// Reads on from where the body is.
    public func makeAsyncIterator() -> Iterator { Iterator(parts: body.makeAsyncIterator()) }

    /// The data of each event, as the contract has it. `[DONE]`, by which many streams of JSON end, and which is none, ends this.
    public var payloads: Payloads { Payloads(events: self) }

    /// The data of the events as they come.
    public struct Payloads: AsyncSequence, Sendable {
        /// What the contract says of an event's data.
        public typealias Element = Payload
        let events: EventStream

        /// Reads on from where the body is.
        public func makeAsyncIterator() -> Iterator {
            Iterator(events: events.makeAsyncIterator(), leniency: events.leniency)
        }

        /// Gives the data as it comes.
        public struct Iterator: AsyncIteratorProtocol {
            var events: EventStream.Iterator
            let leniency: Leniency

            /// The data of the next event; nil at the end of the answer. Data that breaks the contract is a `DecodingError`.
            #if compiler(>=6.2)
            @concurrent
            #endif
            public mutating func next() async throws -> Payload? {
                guard let event = try await events.next() else { return nil }
                if let text = event.data as? Payload { return text }
                if event.data == "[DONE]" { return nil }
                return try leniency.reading { try event.decoded() }
            }
        }
    }

    /// Gives the events as they come.
    public struct Iterator: AsyncIteratorProtocol {
        var parts: AsyncThrowingStream<Data, any Error>.Iterator
        var parser = EventParser()
        var ready: ArraySlice<ServerSentEvent> = []

        /// The next event; nil at the end of the answer.
        #if compiler(>=6.2)
        @concurrent
        #endif
        public mutating func next() async throws -> ServerSentEvent? {
            while ready.isEmpty {
                guard let part = try await parts.next() else { return nil }
                ready = try parser.feed(part)[...]
            }
            return ready.removeFirst()
        }
    }
}

nonisolated extension HTTPReply {
    /// The events of an answer that was read as a whole, since it does not say that it is a stream of them.
    func events<Payload>() throws -> EventStream<Payload> {
        // A page of HTML has no event: without this it would be a stream that has ended.
        if let mediaType, mediaType != "text/event-stream" {
            throw WireFailure("$", "expected text/event-stream, found \(mediaType)")
        }
        return EventStream(HTTPStream(self).body)
    }
}

nonisolated struct EventParser {
    /// What a server may send as one event.
    static let limit = 16 * 1_024 * 1_024

    private var line: [UInt8] = []
    private var lastWasReturn = false
    private var isFirstLine = true
    private var event = ""
    private var data: [String] = []
    private var size = 0
    private var id: String?
    private var retry: Int?

    /// The events that these bytes complete.
    mutating func feed(_ bytes: Data) throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { lastWasReturn = byte == UInt8(ascii: "\r") }
            if byte == UInt8(ascii: "\n"), lastWasReturn { continue }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                guard line.count + size <= Self.limit else { throw URLError(.dataLengthExceedsMaximum) }
                continue
            }
            var text = String(decoding: line, as: UTF8.self)
            line.removeAll(keepingCapacity: true)
            if isFirstLine, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
            isFirstLine = false
            if text.isEmpty {
                if let event = dispatched() { events.append(event) }
            } else {
                take(text)
            }
        }
        return events
    }

    private mutating func take(_ line: String) {
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        let name = line[..<colon]
        var value = colon == line.endIndex ? "" : line[line.index(after: colon)...]
        if value.first == " " { value = value.dropFirst() }
        switch name {
        case "event": event = String(value)
        case "data":
            data.append(String(value))
            size += value.utf8.count + 1
        case "id" where !value.contains("\0"): id = String(value)
        case "retry" where value.utf8.decimal != nil: retry = value.utf8.decimal
        default: break
        }
    }

    private mutating func dispatched() -> ServerSentEvent? {
        defer { (event, data, size) = ("", [], 0) }
        guard !data.isEmpty else { return nil }
        defer { retry = nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: data.joined(separator: "\n"), id: id, retry: retry)
    }
}
