// Server-sent events as they stand in the content of an answer (WHATWG HTML, section 9.2).

/// What the fields of one event say; nil for a field that it does not have.
package struct ServerSentEvent: Hashable, Sendable {
    /// The event's type.
    package var event: String?
    /// Lines of it are told apart by `\n`.
    package var data: String?
    package var id: String?
    /// Milliseconds before a client connects again.
    package var retry: Int?

    package init(event: String? = nil, data: String? = nil, id: String? = nil, retry: Int? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// The media type of streams of events.
    package static let mediaType = "text/event-stream"

    /// As the stream has it, with the empty line that ends it.
    package var text: String {
        var lines: [String] = []
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            lines += ServerSentEvent.lines(of: value).map { $0.isEmpty ? name : "\(name): \($0)" }
        }
        add("event", event.map(ServerSentEvent.oneLine))
        add("id", id.map(ServerSentEvent.oneLine))
        add("retry", retry.map { String($0) })
        add("data", data)
        return lines.map { $0 + "\n" }.joined() + "\n"
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    }

    private static func oneLine(_ text: String) -> String { lines(of: text).joined(separator: " ") }
}

extension ServerSentEvent {
    /// The events of a stream, each with where it ends; comments belong to the event after them. What no empty line ends is none
    /// (section 9.2.6).
    package static func all(in content: [UInt8]) -> [(event: ServerSentEvent, end: Int)] {
        var events: [(event: ServerSentEvent, end: Int)] = []
        var current = ServerSentEvent()
        var start = content.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while let end = content[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = content[start..<end]
            start = end + 1
            if content[end] == UInt8(ascii: "\r"), start < content.count, content[start] == UInt8(ascii: "\n") {
                start += 1
            }
            if !line.isEmpty {
                current.take(line)
            } else if current != ServerSentEvent() {
                events.append((current, start))
                current = ServerSentEvent()
            }
        }
        return events
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var rest = line.dropFirst(name.count + 1)
        if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
        let value = String(decoding: rest, as: UTF8.self)
        switch String(decoding: name, as: UTF8.self) {
        case "event": event = value
        case "data": data = data.map { "\($0)\n\(value)" } ?? value
        case "id" where !rest.contains(0): id = value
        case "retry" where !rest.isEmpty && rest.allSatisfy { (0x30...0x39).contains($0) }: retry = Int(value) ?? retry
        default: break
        }
    }
}
