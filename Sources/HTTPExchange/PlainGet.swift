// A GET that asks for nothing but what its target and a few fields say, seen where it lies.

/// A request of HTTP/1.1 that has come whole, without content, and of whose fields everything that an answer may hang on is known by its
/// place. What `PlainRequestReader` makes of its bytes is the same request. Borrowed memory: not to leave the closure that it was lent to.
///
/// A field that nobody knows here is one that no answer hangs on, unless an operation declares it: that is for `PlainOperation` to see. The
/// fields that move the end of a message or of its connection, `Prefer`, and the question of a preflight are not of plain requests, nor is
/// any of the fields below twice.
package struct PlainGet {
    /// From the first byte of the message to its last.
    package let bytes: UnsafeRawBufferPointer
    /// Where the target stands in them.
    package let target: Range<Int>
    /// Where the target's path ends: at its first `?`, or with it.
    package let pathEnd: Int
    private let fields: Fields

    /// Nil where the bytes do not start with such a request.
    package init?(_ received: UnsafeRawBufferPointer, headLimit: Int, fieldLimit: Int) {
        guard received.has("GET /", at: 0) else { return nil }
        let targetBytes = PlainBytes.target
        var position = 4
        var query: Int?
        while position < received.count, targetBytes.contains(received[position]) {
            if received[position] == UInt8(ascii: "?"), query == nil { query = position }
            position += 1
        }
        guard received.has(Self.version, at: position) else { return nil }
        target = 4..<position
        pathEnd = query ?? position
        position += Self.version.utf8CodeUnitCount
        var fields = Fields()
        while !received.has("\r\n", at: position) {
            guard let end = fields.pass(received, from: position) else { return nil }
            position = end
        }
        position += 2
        guard fields.hosts == 1, fields.count <= fieldLimit, position <= headLimit else { return nil }
        self.fields = fields
        bytes = UnsafeRawBufferPointer(rebasing: received[..<position])
    }

    private static var version: StaticString { " HTTP/1.1\r\n" }

    /// Where the values of fields stand that answers may hang on; nil for one that the request does not have.
    package var accept: Range<Int>? { fields.accept }
    package var acceptEncoding: Range<Int>? { fields.acceptEncoding }
    package var authorization: Range<Int>? { fields.authorization }
    package var ifMatch: Range<Int>? { fields.ifMatch }
    package var ifNoneMatch: Range<Int>? { fields.ifNoneMatch }
    package var origin: Range<Int>? { fields.origin }
    /// Of the field that names the session.
    package var session: Range<Int>? { fields.session }

    /// Whether `Accept` says just that.
    package var takesEverything: Bool {
        fields.accept.map { $0.count == 3 && bytes.has("*/*", at: $0.lowerBound) } ?? false
    }

    /// Where the value of any field stands. Nil where the request does not have it, or has it twice.
    /// - Parameter name: in lower case.
    package func value(of name: [UInt8]) -> Range<Int>? {
        var found: Range<Int>?
        var position = target.upperBound + Self.version.utf8CodeUnitCount
        while let (colon, first, end) = bytes.fieldLine(from: position) {
            if colon - position == name.count, bytes.isName(name, at: position) {
                guard found == nil else { return nil }
                found = first..<end
            }
            position = end + 2
        }
        return found
    }

    /// From its first slash on.
    package func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        slice(target.lowerBound..<pathEnd).withMemoryRebound(to: UInt8.self, body)
    }

    package func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

    package func text(_ range: Range<Int>) -> String { bytes.text(range) }

    private struct Fields {
        var count = 0
        var hosts = 0
        var accept: Range<Int>?
        var acceptEncoding: Range<Int>?
        var authorization: Range<Int>?
        var ifMatch: Range<Int>?
        var ifNoneMatch: Range<Int>?
        var origin: Range<Int>?
        var session: Range<Int>?

        /// Where the line that starts at a position ends; nil for a field that plain requests do not have.
        @inline(__always)
        mutating func pass(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
            guard let (colon, first, end) = bytes.fieldLine(from: start) else { return nil }
            count += 1
            var isFirst = true
            switch colon - start {
            case 4 where bytes.isName("host", at: start):
                guard HostField.isValid(bytes, first..<end) else { return nil }
                hosts += 1
            case 6 where bytes.isName("accept", at: start): isFirst = Self.note(first..<end, &accept)
            case 6 where bytes.isName("origin", at: start): isFirst = Self.note(first..<end, &origin)
            case 6 where bytes.isName("expect", at: start) || bytes.isName("prefer", at: start): return nil
            case 7 where bytes.isName("upgrade", at: start): return nil
            case 8 where bytes.isName("if-match", at: start): isFirst = Self.note(first..<end, &ifMatch)
            case 10 where bytes.isName("connection", at: start):
                guard end - first == 10, bytes.isName("keep-alive", at: first) else { return nil }
            case 13 where bytes.isName("authorization", at: start): isFirst = Self.note(first..<end, &authorization)
            case 13 where bytes.isName("if-none-match", at: start): isFirst = Self.note(first..<end, &ifNoneMatch)
            case 14 where bytes.isName("content-length", at: start): return nil
            case 15 where bytes.isName("accept-encoding", at: start): isFirst = Self.note(first..<end, &acceptEncoding)
            case 16 where bytes.isName("proxy-connection", at: start): return nil
            case 17 where bytes.isName("transfer-encoding", at: start): return nil
            case 19 where bytes.isName("counterpart-session", at: start): isFirst = Self.note(first..<end, &session)
            case 29 where bytes.isName("access-control-request-method", at: start): return nil
            default: break
            }
            return isFirst ? end + 2 : nil
        }

        @inline(__always)
        private static func note(_ value: Range<Int>, _ place: inout Range<Int>?) -> Bool {
            guard place == nil else { return false }
            place = value
            return true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether a token that is as long as the name is the name, in whatever case.
    @inline(__always)
    fileprivate func isName(_ name: StaticString, at start: Int) -> Bool {
        for index in 0..<name.utf8CodeUnitCount where self[start + index] | 0x20 != name.utf8Start[index] {
            return false
        }
        return true
    }

    fileprivate func isName(_ name: [UInt8], at start: Int) -> Bool {
        for index in name.indices where self[start + index] | 0x20 != name[index] { return false }
        return true
    }
}
