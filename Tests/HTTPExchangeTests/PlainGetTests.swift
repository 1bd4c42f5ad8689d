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
    ]

    /// What may matter to an answer, or to what comes after it on the connection.
    private static let others = [
        "", "GET", "GET / HTTP/1.1\r\nHost: h\r\n", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: h\r\n\r\n", "GET /# HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", "GET * HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nAccept: text/csv\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nPrefer: code=401\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nIf-None-Match: *\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nCounterpart-Session: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", "GET / HTTP/1.1\r\nHost: h\r\nExpect: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX-Trace: 1\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nAccept: *.*\r\n\r\n",
    ]

    /// What is seen of it, when it has been read as well.
    private func seen(_ bytes: [UInt8]) -> (request: Request, length: Int, target: String, path: String, codings: Bool)?
    {
        bytes.withUnsafeBytes { bytes in
            guard let get = PlainGet(bytes, headLimit: 4_096, fieldLimit: 10) else { return nil }
            let read = PlainRequestReader(headLimit: 4_096, fieldLimit: 10, bodyLimit: 0).read(bytes)
            #expect(read?.length == get.bytes.count, "\(String(decoding: bytes, as: UTF8.self))")
            let exchange = PlainExchange(get, PreparedResponse(Response(status: 200))) { _ in }
            #expect(read?.request == exchange.request)
            return (
                exchange.request, get.bytes.count, get.bytes.text(get.target),
                get.bytes.text(get.target.lowerBound..<get.pathEnd), get.namesCodings
            )
        }
    }

    @Test func targetPathAndCodingsAreSeen() throws {
        let seen = try Self.plain.map { try #require(self.seen(Array($0.utf8))) }
        #expect(seen.map(\.target) == ["/", "/api/shop?user_id=1&a[b]=%C3%A9+x?y", "/p?q"])
        #expect(seen.map(\.path) == ["/", "/api/shop", "/p"])
        #expect(seen.map(\.codings) == [false, false, true])
        #expect(seen.map(\.request.target) == seen.map(\.target))
        #expect(seen[2].length == Self.plain[2].utf8.count - "GET /next".utf8.count)
        #expect(seen[2].request.headers.count == 7)
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
            ) { delivered in told.withLock { $0.append(delivered) } }
        }
        #expect(exchange.delivered == nil)
        exchange.wasDelivered(Delivered(elapsed: .milliseconds(3), reachedClient: false))
        #expect(exchange.delivered == Delivered(elapsed: .milliseconds(3), reachedClient: false))
        #expect(told.withLock { $0 } == [Delivered(elapsed: .milliseconds(3), reachedClient: false)])
    }
}
