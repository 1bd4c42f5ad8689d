// The rules of RFC 9113 for frames, by its sections, and those of RFC 7541 for what HEADERS say.

import Testing

extension FrameRulesTests {
    /// GET / of authority "h", with the indexes of HPACK's own table.
    static let get: [UInt8] = [0x82, 0x84, 0x86, 0x41, 1, 0x68]
    static let post: [UInt8] = [0x83, 0x84, 0x86, 0x41, 1, 0x68]

    /// A field that stays out of the table (RFC 7541, section 6.2.2).
    static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    private static let open: UInt8 = Frame.endHeaders

    static let rules: [Rule] = [
        Rule("3.4", "a request after the preface", .answered(1, status: 200), .headers(1, get)),
        Rule("4.1", "an unknown type", .ignored, Frame(kind: 0xFF, payload: [1, 2, 3])),
        Rule("4.1", "flags that mean nothing", .ignored, .ping(1, flags: 0xFE)),
        Rule("4.1", "the reserved bit", .ignored, Frame(kind: 6, stream: 1 << 31, payload: [1, 2, 3, 4, 5, 6, 7, 8])),
        Rule(
            "4.2", "content of the largest frame", .answered(1, status: 200), .headers(1, post, flags: open),
            .data(1, Array(repeating: 0x61, count: 1 << 14))),
        Rule(
            "4.2", "content that is larger", .stream(1, [.frameSize]), .headers(1, post, flags: open),
            .data(1, Array(repeating: 0x61, count: 1 << 14 + 1))),
        Rule(
            "4.2", "fields that are larger", .connection([.frameSize]),
            .headers(1, get + field("x", String(repeating: "a", count: 100)) + Array(repeating: 0x86, count: 1 << 14))),
        Rule("4.3", "a block that is none", .connection([.compression]), .headers(1, [0xFF, 0xFF, 0xFF, 0xFF])),
        Rule(
            "4.3", "PRIORITY within a block", .connection([.protocolError]),
            .headers(1, get, flags: Frame.endStream), .priority(1), .continuation(1, [])),
        Rule(
            "4.3", "another stream within a block", .connection([.protocolError]),
            .headers(1, get, flags: Frame.endStream), .headers(3, get)),
        Rule("5.1", "DATA of an idle stream", .connection([.protocolError]), .data(1, [0x61])),
        Rule("5.1", "RST_STREAM of an idle stream", .connection([.protocolError]), .reset(1)),
        Rule("5.1", "WINDOW_UPDATE of an idle stream", .connection([.protocolError]), .window(1, 100)),
        Rule("5.1", "CONTINUATION of an idle stream", .connection([.protocolError]), .continuation(1, get)),
        Rule(
            "5.1", "DATA after the end", .stream(1, [.streamClosed]), .headers(1, get), .data(1, [0x61])),
        Rule(
            "5.1", "HEADERS after the end", .stream(1, [.streamClosed, .protocolError]), .headers(1, get),
            .headers(1, get)),
        Rule(
            "5.1", "CONTINUATION after the end", .connection([.streamClosed, .protocolError]), .headers(1, get),
            .continuation(1, get)),
        Rule(
            "5.1", "WINDOW_UPDATE and PRIORITY after the end", .answered(3, status: 200), .headers(1, get),
            .window(1, 1), .priority(1),
            .headers(3, get)),
        Rule(
            "5.1.1", "an even number", .connection([.protocolError]), .headers(2, get)),
        Rule(
            "5.1.1", "a smaller number", .connection([.protocolError, .streamClosed]), .headers(5, get),
            .headers(3, get)),
        Rule("5.3.2", "PRIORITY of an idle stream", .ignored, .priority(1)),
        Rule(
            "5.5", "an unknown frame within a block", .connection([.protocolError]),
            .headers(1, get, flags: Frame.endStream), Frame(kind: 0xFF, stream: 1), .continuation(1, [])),
        Rule("6.1", "DATA of stream 0", .connection([.protocolError]), .data(0, [0x61])),
        Rule(
            "6.1", "padding longer than DATA", .connection([.protocolError]), .headers(1, post, flags: open),
            .data(1, [6, 0x61], flags: Frame.padded | Frame.endStream)),
        Rule(
            "6.1", "DATA with padding", .answered(1, status: 200), .headers(1, post, flags: open),
            .data(1, [2, 0x61, 0, 0], flags: Frame.padded | Frame.endStream)),
        Rule("6.2", "HEADERS of stream 0", .connection([.protocolError]), .headers(0, get)),
        Rule(
            "6.2", "padding longer than HEADERS", .connection([.protocolError]),
            .headers(1, [99] + get, flags: Frame.padded | Frame.endHeaders | Frame.endStream)),
        Rule(
            "6.2", "HEADERS with priority and padding", .answered(1, status: 200),
            .headers(
                1, [1, 0, 0, 0, 0, 15] + get + [0],
                flags: Frame.padded | Frame.priority | Frame.endHeaders | Frame.endStream)),
        Rule("6.3", "PRIORITY of stream 0", .connection([.protocolError]), .priority(0)),
        Rule("6.3", "PRIORITY of 4 bytes", .stream(1, [.frameSize]), .priority(1, [0, 0, 0, 0])),
        Rule("6.4", "RST_STREAM of stream 0", .connection([.protocolError]), .reset(0)),
        Rule(
            "6.4", "RST_STREAM of 3 bytes", .connection([.frameSize]), .headers(1, post, flags: open),
            Frame(kind: 3, stream: 1, payload: [0, 0, 8])),
        Rule(
            "6.5", "an acknowledgement with content", .connection([.frameSize]), Frame(kind: 4, flags: 1, payload: [0])),
        Rule("6.5", "SETTINGS of a stream", .connection([.protocolError]), Frame(kind: 4, stream: 1)),
        Rule("6.5", "SETTINGS of 5 bytes", .connection([.frameSize]), Frame(kind: 4, payload: [0, 1, 0, 0, 0])),
        Rule("6.5.2", "ENABLE_PUSH of 2", .connection([.protocolError]), .settings([(2, 2)])),
        Rule("6.5.2", "a window of 2^31", .connection([.flowControl]), .settings([(4, 1 << 31)])),
        Rule("6.5.2", "frames below 16,384", .connection([.protocolError]), .settings([(5, (1 << 14) - 1)])),
        Rule("6.5.2", "frames of 2^24", .connection([.protocolError]), .settings([(5, 1 << 24)])),
        Rule("6.5.2", "an unknown setting", .ignored, .settings([(0xFF, 1)])),
        Rule(
            "6.6", "PUSH_PROMISE of a client", .connection([.protocolError]),
            Frame(kind: 5, flags: 4, stream: 1, payload: [0, 0, 0, 2] + get)),
        Rule("6.7", "a PING that acknowledges nothing", .ignored, .ping(1, flags: 1)),
        Rule(
            "6.7", "PING of a stream", .connection([.protocolError]),
            Frame(kind: 6, stream: 1, payload: Array(repeating: 0, count: 8))),
        Rule(
            "6.7", "PING of 6 bytes", .connection([.frameSize]), Frame(kind: 6, payload: Array(repeating: 0, count: 6))),
        Rule(
            "6.8", "GOAWAY of a stream", .connection([.protocolError]),
            Frame(kind: 7, stream: 1, payload: Array(repeating: 0, count: 8))),
        Rule("6.9", "a window that grows by nothing", .connection([.protocolError]), .window(0, 0)),
        Rule(
            "6.9", "a stream's window that grows by nothing", .stream(1, [.protocolError]),
            .headers(1, post, flags: open),
            .window(1, 0)),
        Rule("6.9", "WINDOW_UPDATE of 3 bytes", .connection([.frameSize]), Frame(kind: 8, payload: [0, 0, 1])),
        Rule(
            "6.9.1", "the connection's window above 2^31 - 1", .connection([.flowControl]), .window(0, (1 << 31) - 1),
            .window(0, (1 << 31) - 1)),
        Rule(
            "6.9.1", "a stream's window above 2^31 - 1", .stream(1, [.flowControl]), .headers(1, post, flags: open),
            .window(1, (1 << 31) - 1), .window(1, (1 << 31) - 1)),
        Rule(
            "6.9.2", "a window of nothing that grows later", .answered(1, status: 200), .settings([(4, 0)]),
            .headers(1, get),
            .settings([(4, 100)])),
        Rule(
            "6.9.2", "a window below nothing that grows later", .answered(1, status: 200), .settings([(4, 3)]),
            .headers(1, get),
            .settings([(4, 2)]), .window(1, 100)),
        Rule(
            "6.10", "fields in several CONTINUATION", .answered(1, status: 200),
            .headers(1, Array(get.prefix(2)), flags: Frame.endStream), .continuation(1, Array(get[2..<3]), flags: 0),
            .continuation(1, Array(get.dropFirst(3)))),
        Rule(
            "6.10", "DATA in the place of CONTINUATION", .connection([.protocolError]), .headers(1, post, flags: 0),
            .data(1, [0x61])),
        Rule(
            "6.10", "CONTINUATION of stream 0", .connection([.protocolError]), .headers(1, get, flags: Frame.endStream),
            .continuation(0, [])),
        Rule(
            "6.10", "CONTINUATION after all fields", .connection([.protocolError, .streamClosed]),
            .headers(1, post, flags: open),
            .continuation(1, [])),
        Rule("7", "GOAWAY with an unknown code", .ignored, .goAway(code: 0xFF)),
        Rule(
            "7", "RST_STREAM with an unknown code", .ignored, .headers(1, post, flags: open), .reset(1, code: 0xFF)),
        Rule(
            "8.1", "trailers", .answered(1, status: 200), .headers(1, post, flags: open), .data(1, [0x61], flags: 0),
            .headers(1, field("x", "y"))),
        Rule(
            "8.1", "fields after content that do not end the stream", .stream(1, [.protocolError]),
            .headers(1, post, flags: open), .data(1, [0x61], flags: 0), .headers(1, field("x", "y"), flags: open)),
    ]

    /// A request with those fields, which is malformed (section 8.1.1).
    private static func malformed(_ section: String, _ what: String, _ block: [UInt8]) -> Rule {
        Rule(section, what, .stream(1, [.protocolError]), .headers(1, block))
    }

    private static func broken(_ section: String, _ what: String, _ block: [UInt8]) -> Rule {
        Rule("RFC 7541, \(section)", what, .connection([.compression]), .headers(1, block))
    }

    static let headerRules: [Rule] = [
        malformed("8.2.1", "a name in upper case", get + field("X-Upper", "1")),
        malformed("8.2.1", "a name with a colon", get + field("a:b", "1")),
        malformed("8.2.1", "a name with a space", get + field("a b", "1")),
        malformed("8.2.1", "a value with a line feed", get + field("a", "b\nc")),
        malformed("8.2.1", "a value with a NUL", get + field("a", "b\0c")),
        malformed("8.2.2", "connection", get + field("connection", "keep-alive")),
        malformed("8.2.2", "proxy-connection", get + field("proxy-connection", "keep-alive")),
        malformed("8.2.2", "keep-alive", get + field("keep-alive", "timeout=1")),
        malformed("8.2.2", "transfer-encoding", get + field("transfer-encoding", "chunked")),
        malformed("8.2.2", "upgrade", get + field("upgrade", "h2c")),
        malformed("8.2.2", "te", get + field("te", "trailers, deflate")),
        Rule("8.2.2", "te: trailers", .answered(1, status: 200), .headers(1, get + field("te", "trailers"))),
        malformed("8.3", "a pseudo-header that is unknown", get + field(":test", "1")),
        malformed("8.3", "a pseudo-header of responses", get + field(":status", "200")),
        malformed("8.3", "a pseudo-header after a field", [0x82, 0x84, 0x41, 1, 0x68] + field("a", "b") + [0x86]),
        malformed("8.3.1", "an empty path", [0x82, 0x86, 0x41, 1, 0x68] + field(":path", "")),
        malformed("8.3.1", "no method", [0x84, 0x86, 0x41, 1, 0x68]),
        malformed("8.3.1", "no scheme", [0x82, 0x84, 0x41, 1, 0x68]),
        malformed("8.3.1", "no path", [0x82, 0x86, 0x41, 1, 0x68]),
        malformed("8.3.1", "two methods", [0x82] + get),
        malformed("8.3.1", "two schemes", [0x86] + get),
        malformed("8.3.1", "two paths", [0x84] + get),
        Rule(
            "8.1.1", "less content than content-length says", .stream(1, [.protocolError]),
            .headers(1, post + field("content-length", "2"), flags: open), .data(1, [0x61])),
        Rule(
            "8.1.1", "more content than content-length says", .stream(1, [.protocolError]),
            .headers(1, post + field("content-length", "1"), flags: open), .data(1, [0x61], flags: 0), .data(1, [0x61])),
        malformed("8.1.1", "content-length and no content", post + field("content-length", "1")),
        Rule(
            "8.1", "a pseudo-header in trailers", .stream(1, [.protocolError]), .headers(1, post, flags: open),
            .data(1, [0x61], flags: 0), .headers(1, [0x82])),
        broken("2.3.3", "an index beyond the tables", get + [0xFF, 0]),
        broken("4.2", "a change of size after a field", get + [0x20]),
        broken("5.2", "Huffman code that is padded with more than 7 bits", get + [0, 0x82, 0x1F, 0xFF, 1, 0x61]),
        broken("5.2", "Huffman code that is padded with zeros", get + [0, 0x81, 0x18, 1, 0x61]),
        broken("5.2", "Huffman code with the end of string", get + [0, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0x61]),
        broken("6.1", "index 0", get + [0x80]),
        broken("6.3", "a table that is larger than was allowed", [0x3F, 0xE1, 0xFF, 0x03] + get),
        Rule(
            "RFC 7541, 2.3.2", "a field of the table that an earlier request has made", .answered(3, status: 200),
            .headers(1, get), .headers(3, [0x82, 0x84, 0x86, 0xBE])),
    ]
}
