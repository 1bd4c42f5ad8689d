// What is read where it lies, the decoder reads as the same request.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPWire

@Suite struct HeadReaderTests {
    private static let usual = [
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /api/shop?user_id=1&a[b]=%C3%A9+x HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: */*\r\nX-Trace:1\r\n\r\n",
        "DELETE /pets/1 HTTP/1.1\r\nhost: h\r\nConnection: Keep-Alive\r\nuser-agent: test (1; 2)\r\n\r\n",
        "POST /pets HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}",
        "PUT /p HTTP/1.1\r\nHost: [::1]:8080\r\nContent-Length: 0\r\n\r\n",
        "OPTIONS /p HTTP/1.1\r\nOrigin: http://h\r\nHost: h\r\nCookie: a=1; b=2\r\n\r\n",
    ]

    /// Each is for the decoder, whatever that makes of it.
    private static let unusual = [
        "", "GET / HTTP/1.1\r\nHost: h\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.0\r\nHost: h\r\n\r\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
        "get / HTTP/1.1\r\nHost: h\r\n\r\n", "CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n", "GET /# HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /\u{e9} HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h \r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \u{e9}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "PUT / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: h2c\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
    ]

    private func read(_ bytes: [UInt8], _ limits: ListenerLimits = ListenerLimits()) -> (request: Request, length: Int)?
    {
        var reader = limits.headReader
        return read(bytes, by: &reader)
    }

    private func read(_ bytes: [UInt8], by reader: inout HeadReader) -> (request: Request, length: Int)? {
        guard let (head, length, content) = bytes.withUnsafeBytes({ reader.read($0) }),
            bytes.count >= length + content
        else { return nil }
        var request = head
        request.body = Array(bytes[length..<(length + content)])
        return (request, length + content)
    }

    /// What the decoder makes of the bytes: its whole requests, and whether it has refused anything.
    private func decoded(_ bytes: [UInt8]) -> (requests: [ReceivedRequest], isRefused: Bool) {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        var assembly = RequestAssembly(bodyLimit: ListenerLimits().body)
        var requests: [ReceivedRequest] = []
        do {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                switch assembly.receive(part) {
                case .request(let request): requests.append(request)
                case .refusal: return (requests, true)
                case .incomplete, .awaitsContinue, .opened, .content, .ended: break
                }
            }
            return (requests, false)
        } catch {
            return (requests, true)
        }
    }

    private func expectSame(_ bytes: [UInt8], _ read: (request: Request, length: Int)) {
        let whole = decoded(Array(bytes.prefix(read.length)))
        let expected = ReceivedRequest(request: read.request, keepsAlive: true, isVersion10: false)
        #expect(
            whole.requests == [expected] && !whole.isRefused,
            "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }

    @Test(arguments: usual) func usualRequestsAreRead(text: String) throws {
        let bytes = Array((text + "GET /next").utf8)
        let read = try #require(self.read(bytes))
        #expect(read.length == text.utf8.count)
        expectSame(bytes, read)
    }

    @Test(arguments: unusual) func whatIsUnusualIsLeftToTheDecoder(text: String) {
        #expect(read(Array(text.utf8)) == nil)
    }

    @Test func limitsAreTheDecodersToTell() {
        let request = Array(Self.usual[3].utf8)
        var limits = ListenerLimits()
        limits.body = 6
        #expect(read(request, limits) == nil)
        limits.body = 7
        limits.headerFields = 2
        #expect(read(request, limits) == nil)
        limits.headerFields = 3
        limits.head = request.count - 8
        #expect(read(request, limits) == nil)
        limits.head = request.count - 7
        #expect(read(request, limits) != nil)
    }

    @Test func requestsOfOneConnectionShareTheirFields() throws {
        var reader = ListenerLimits().headReader
        let section = "Host: h\r\nAccept: a/b\r\nContent-Length: 1\r\n\r\n"
        var first = try #require(read(Array("POST /a HTTP/1.1\r\n\(section)x".utf8), by: &reader)).request
        let second = try #require(read(Array("PUT /longer?a=1 HTTP/1.1\r\n\(section)y".utf8), by: &reader)).request
        #expect((second.method, second.target, second.body) == (.put, "/longer?a=1", [UInt8(ascii: "y")]))
        #expect(second.headers.map { "\($0.name): \($0.value)" } == ["Host: h", "Accept: a/b", "Content-Length: 1"])
        #expect(second.value(of: .accept) == "a/b" && second.headSize.fields == 3)
        first.headers[.accept] = "c/d"
        #expect(second.headers[.accept] == "a/b")
        let shorter = try #require(read(Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".utf8), by: &reader)).request
        #expect(shorter.headers.map(\.value) == ["h"])
        #expect(read(Array("GET /a HTTP/1.1\r\nHost: h\r\n\n\r\n".utf8), by: &reader) == nil)
        #expect(read(Array("GET /a HTTP/1.1\r\nHost: h\r\n".utf8), by: &reader) == nil)
    }

    /// Nothing that is changed in a request makes the two readings differ.
    @Test func changedRequestsAreReadAlikeOrLeft() {
        let bytes: [UInt8] = Array("\r\n \t:,;/?#%+&=[]\"\\{}<>\0\u{7f}azAZ09-_.".utf8) + [0x80, 0xC3, 0xFF]
        let texts = (Self.usual + Self.unusual).map { Array($0.utf8) }.filter { !$0.isEmpty }
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var readCount = 0
        var kept = ListenerLimits().headReader
        for _ in 0..<3_000 {
            var text = texts[random(texts.count)]
            _ = self.read(text, by: &kept)
            for _ in 0...random(3) where !text.isEmpty {
                let place = random(text.count)
                switch random(4) {
                case 0: text[place] = bytes[random(bytes.count)]
                case 1: text.insert(bytes[random(bytes.count)], at: place)
                case 2: text.remove(at: place)
                default:
                    let other = texts[random(texts.count)]
                    text.insert(contentsOf: other[random(other.count)...], at: place)
                }
            }
            let fresh = self.read(text)
            let again = self.read(text, by: &kept)
            #expect(fresh?.request == again?.request && fresh?.length == again?.length)
            guard let read = fresh else { continue }
            readCount += 1
            expectSame(text, read)
        }
        #expect(readCount > 100)
    }
}
