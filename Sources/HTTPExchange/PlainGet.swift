// A GET that asks for nothing but what its target says, seen where it lies.

/// A request of HTTP/1.1 that has come whole, without content, and whose fields are of those that no answer hangs on. What
/// `PlainRequestReader` makes of its bytes is the same request. Borrowed memory: not to leave the closure that it was lent to.
package struct PlainGet {
    /// From the first byte of the message to its last.
    package let bytes: UnsafeRawBufferPointer
    /// Where the target stands in them.
    package let target: Range<Int>
    /// Where the target's path ends: at its first `?`, or with it.
    package let pathEnd: Int
    /// Whether the client says which codings it takes (RFC 9110, section 12.5.3).
    package let namesCodings: Bool

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
        guard received.has(" HTTP/1.1\r\n", at: position) else { return nil }
        target = 4..<position
        pathEnd = query ?? position
        position += 11
        var fields = Fields()
        while !received.has("\r\n", at: position) {
            guard let end = fields.pass(received, from: position) else { return nil }
            position = end
        }
        position += 2
        guard fields.hosts == 1, fields.count <= fieldLimit, position <= headLimit else { return nil }
        namesCodings = fields.namesCodings
        bytes = UnsafeRawBufferPointer(rebasing: received[..<position])
    }

    private struct Fields {
        var count = 0
        var hosts = 0
        var namesCodings = false

        /// Where the line that starts at a position ends; nil for a field that may matter.
        @inline(__always)
        mutating func pass(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
            guard let (colon, first, end) = bytes.fieldLine(from: start) else { return nil }
            count += 1
            switch colon - start {
            case 4 where bytes.isName("host", at: start):
                guard HostField.isValid(bytes, first..<end) else { return nil }
                hosts += 1
            case 6 where bytes.isName("accept", at: start):
                guard end - first == 3, bytes.has("*/*", at: first) else { return nil }
            case 7 where bytes.isName("referer", at: start): break
            case 10 where bytes.isName("user-agent", at: start): break
            case 10 where bytes.isName("connection", at: start):
                guard end - first == 10, bytes.isName("keep-alive", at: first) else { return nil }
            case 13 where bytes.isName("cache-control", at: start): break
            case 15 where bytes.isName("accept-language", at: start): break
            case 15 where bytes.isName("accept-encoding", at: start): namesCodings = true
            default: return nil
            }
            return end + 2
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
}
