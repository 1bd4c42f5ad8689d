// What is seen of a plain GET is what reading its bytes gives.

import HTTPTypes
import Synchronization
import Testing

@testable import HTTPExchange

@Suite struct PlainGetTests {
    private static let plain = [
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /api/shop?user_id=1&a[b]=%C3%A9+x?y HTTP/1.1\r\nhost: 127.0.0.1:8080\r\nACCEPT: */*\r\n\r\n",
        "GET /p?q HTTP/1.1\r\nHost: h\r\nConnection: Keep-Alive\r\nUser-Agent: app/1 (iOS 18)\r\nReferer: http://h/\r\n"
            + "Accept-Language: uk, en;q=0.8\r\nAccept-Encoding: gzip, br\r\nCache-Control: no-cache\r\n\r\nGET /next",
        "GET /app HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer a.b.c\r\nCookie: a=1; b=2\r\nORIGIN: null\r\nX-Trace:  7\r\n"
            + "If-Match: \"1\"\r\nif-none-match: W/\"2\"\r\nCounterpart-Session: s\r\nPrefers: 1\r\nKeep-Alive: 5\r\n\r\n",
    ]

    /// Whose end is elsewhere, or which ask for more than a value says.
    private static let others =
        [
            "", "GET", "GET / HTTP/1.1\r\nHost: h\r\n", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.0\r\nHost: h\r\n\r\n", "GET /# HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", "GET * HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX-Trace:\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX-Trace: \u{E9}\r\n\r\n",
        ]
        + [
            "Prefer: code=401", "PREFER: respond-async", "Connection: close", "Connection: keep-alive, x",
            "Content-Length: 0", "Content-Length: 1", "Expect: x", "Upgrade: h2c", "Proxy-Connection: keep-alive",
            "Transfer-Encoding: chunked", "Access-Control-Request-Method: PUT", "Accept: */*\r\nAccept: text/csv",
            "Accept-Encoding: gzip\r\naccept-encoding: br", "Authorization: a\r\nAuthorization: b",
            "If-Match: *\r\nIf-Match: *", "If-None-Match: *\r\nIf-None-Match: *", "Origin: a\r\nOrigin: b",
            "Counterpart-Session: a\r\nCounterpart-Session: a",
        ].map { "GET / HTTP/1.1\r\nHost: h\r\n\($0)\r\n\r\n" }

    private struct Seen: Equatable {
        var target: String
        var path: String
        /// The values of fields by the names of their places.
        var values: [String: String]
    }

    /// What is seen of it and its length; when it has been read as well, that says the same.
    private func seen(_ bytes: [UInt8]) -> (seen: Seen, length: Int)? {
        bytes.withUnsafeBytes { bytes in
            guard let get = PlainGet(bytes, headLimit: 4_096, fieldLimit: 10) else { return nil }
            let read = PlainRequestReader(headLimit: 4_096, fieldLimit: 10, bodyLimit: 0).read(bytes)
            #expect(read?.length == get.bytes.count, "\(String(decoding: bytes, as: UTF8.self))")
            let exchange = PlainExchange(get, PreparedResponse(Response(status: 200))) { _, _ in }
            #expect(read?.request == exchange.request)
            #expect(exchange.request.target == exchange.target)
            let places: [(name: HTTPField.Name?, place: Range<Int>?)] = [
                (.accept, get.accept), (.acceptEncoding, get.acceptEncoding), (.authorization, get.authorization),
                (.ifMatch, get.ifMatch), (.ifNoneMatch, get.ifNoneMatch), (.origin, get.origin),
                (HTTPField.Name("Counterpart-Session"), get.session),
            ]
            var values: [String: String] = [:]
            for (name, place) in places {
                guard let name else { continue }
                #expect(place.map { get.text($0) } == exchange.request.headers[name])
                values[name.canonicalName] = place.map { get.text($0) }
            }
            for field in exchange.request.headers where exchange.request.headers[values: field.name].count == 1 {
                #expect(get.value(of: Array(field.name.canonicalName.utf8)).map { get.text($0) } == field.value)
            }
            return (
                Seen(
                    target: get.text(get.target), path: get.text(get.target.lowerBound..<get.pathEnd), values: values),
                get.bytes.count
            )
        }
    }

    @Test func targetPathAndFieldsAreSeen() throws {
        let seen = try Self.plain.map { try #require(self.seen(Array($0.utf8))) }
        #expect(
            seen.map(\.seen) == [
                Seen(target: "/", path: "/", values: [:]),
                Seen(
                    target: "/api/shop?user_id=1&a[b]=%C3%A9+x?y", path: "/api/shop", values: ["accept": "*/*"]),
                Seen(target: "/p?q", path: "/p", values: ["accept-encoding": "gzip, br"]),
                Seen(
                    target: "/app", path: "/app",
                    values: [
                        "authorization": "Bearer a.b.c", "origin": "null", "if-match": "\"1\"",
                        "if-none-match": "W/\"2\"", "counterpart-session": "s",
                    ]),
            ])
        #expect(seen[2].length == Self.plain[2].utf8.count - "GET /next".utf8.count)
    }

    @Test func aFieldThatStandsTwiceHasNoPlace() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\nX-Key: a\r\nx-key: b\r\nX-Keys: c\r\n\r\n".utf8)
        let values = bytes.withUnsafeBytes { bytes in
            PlainGet(bytes, headLimit: 4_096, fieldLimit: 10).map { get in
                ["x-key", "x-keys", "x-other", ""].map { get.value(of: Array($0.utf8)).map { get.text($0) } }
            }
        }
        #expect(values == [nil, "c", nil, nil])
    }

    /// Of two sessions the one that the request names counts.
    @Test(arguments: [("", "port"), ("Counterpart-Session: own\r\n", "own")])
    func aSessionsRequestNamesIt(field: String, name: String) throws {
        let session = try #require(SessionID("port"))
        let request = Array("GET / HTTP/1.1\r\nHost: h\r\n\(field)\r\n".utf8).withUnsafeBytes { bytes in
            PlainGet(bytes, headLimit: 4_096, fieldLimit: 10).map { get in
                PlainExchange(get, of: session, PreparedResponse(Response(status: 200))) { _, _ in }.request
            }
        }
        #expect(try SessionRequest(#require(request)).session == name)
    }

    @Test(arguments: others) func whatMayMatterIsNotPlain(_ message: String) {
        #expect(seen(Array(message.utf8)) == nil)
    }

    /// Cut short anywhere, and with any byte changed to any of those that mean something.
    @Test(arguments: plain) func changedMessagesAreReadAlike(_ message: String) {
        let bytes = Array(message.utf8)
        let end = bytes.count - (message.hasSuffix("GET /next") ? 9 : 0)
        for count in 0..<end { #expect(seen(Array(bytes[..<count])) == nil) }
        for index in bytes.indices {
            for byte in [0, 9, 10, 13, 32, 35, 37, 47, 58, 63, 65, 97, 127, 200] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                _ = seen(changed)
            }
        }
    }

    @Test func limitsHold() {
        let long = "GET /" + String(repeating: "a", count: 4_096) + " HTTP/1.1\r\nHost: h\r\n\r\n"
        let many = "GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "Referer: h\r\n", count: 10) + "\r\n"
        #expect(seen(Array(long.utf8)) == nil)
        #expect(seen(Array(many.utf8)) == nil)
    }

    @Test func whatBecameOfItIsToldAndKept() throws {
        let bytes = Array(Self.plain[0].utf8)
        let told = Mutex<[Delivered]>([])
        let exchange = try bytes.withUnsafeBytes { bytes in
            PlainExchange(
                try #require(PlainGet(bytes, headLimit: 100, fieldLimit: 10)), PreparedResponse(Response(status: 204))
            ) { _, delivered in told.withLock { $0.append(delivered) } }
        }
        #expect(exchange.delivered == nil)
        exchange.wasDelivered(Delivered(elapsed: .milliseconds(3), reachedClient: false))
        #expect(exchange.delivered == Delivered(elapsed: .milliseconds(3), reachedClient: false))
        #expect(told.withLock { $0 } == [Delivered(elapsed: .milliseconds(3), reachedClient: false)])
    }
}
