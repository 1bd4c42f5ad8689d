// Requests that leave nothing to interpretation, read where they lie.

import HTTPTypes

/// Reads a request of HTTP/1.1 that has come whole, whose lines are as RFC 9112 would have them sent, and whose end no field can move:
/// no transfer coding, at most one length, nothing about the connection but that it stays. To everything else it says nothing, so that
/// the decoder sees the bytes as if nobody had looked at them: there is one reading of what is unusual.
package struct PlainRequestReader: Sendable {
    /// Bytes of the head.
    let headLimit: Int
    let fieldLimit: Int
    let bodyLimit: Int

    package init(headLimit: Int, fieldLimit: Int, bodyLimit: Int) {
        self.headLimit = headLimit
        self.fieldLimit = fieldLimit
        self.bodyLimit = bodyLimit
    }

    /// The request that the bytes start with, and how many are its.
    package func read(_ bytes: UnsafeRawBufferPointer) -> (request: Request, length: Int)? {
        guard let (method, start) = method(bytes) else { return nil }
        var position = start
        let targetBytes = PlainBytes.target
        while position < bytes.count, targetBytes.contains(bytes[position]) { position += 1 }
        guard position > start, bytes[start] == UInt8(ascii: "/"), bytes.has(" HTTP/1.1\r\n", at: position) else {
            return nil
        }
        let target = bytes.text(start..<position)
        position += 11
        var fields = Fields()
        while !bytes.has("\r\n", at: position) {
            guard fields.count < fieldLimit, let end = fields.add(bytes, from: position) else { return nil }
            position = end
        }
        position += 2
        guard fields.hosts == 1, position <= headLimit, fields.length <= min(bodyLimit, bytes.count - position) else {
            return nil
        }
        let end = position + fields.length
        let body = fields.length == 0 ? [] : Array(bytes[position..<end])
        return (Request(method: method, target: target, headers: fields.fields, body: body), end)
    }

    /// The method, and where the target starts.
    private func method(_ bytes: UnsafeRawBufferPointer) -> (HTTPRequest.Method, Int)? {
        if bytes.has("GET ", at: 0) { return (.get, 4) }
        if bytes.has("POST ", at: 0) { return (.post, 5) }
        if bytes.has("PUT ", at: 0) { return (.put, 4) }
        if bytes.has("HEAD ", at: 0) { return (.head, 5) }
        if bytes.has("PATCH ", at: 0) { return (.patch, 6) }
        if bytes.has("DELETE ", at: 0) { return (.delete, 7) }
        if bytes.has("OPTIONS ", at: 0) { return (.options, 8) }
        return nil
    }

    /// The fields so far, and what they say of the message's end.
    private struct Fields {
        var fields = HTTPFields()
        var hosts = 0
        var length = 0
        private var hasLength = false

        var count: Int { fields.count }

        /// Where the line that starts at a position ends; nil where it is not plain.
        mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
            guard let (colon, first, end) = bytes.fieldLine(from: start) else { return nil }
            guard let name = FieldNames.name(UnsafeRawBufferPointer(rebasing: bytes[start..<colon])) else { return nil }
            if name.canonicalName == "host", !HostField.isValid(bytes, first..<end) { return nil }
            let value = bytes.text(first..<end)
            guard isPlain(name.canonicalName, value) else { return nil }
            // To set one is faster, and the same where there is none of that name; a cookie would be taken apart.
            if name.canonicalName == "cookie" || fields.contains(name) {
                fields.append(HTTPField(name: name, value: value))
            } else {
                fields[name] = value
            }
            return end + 2
        }

        private mutating func isPlain(_ name: String, _ value: String) -> Bool {
            switch name {
            case "host": hosts += 1
            case "content-length":
                guard !hasLength, value.utf8.count < 10, value.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
                    let count = Int(value)
                else { return false }
                (length, hasLength) = (count, true)
            case "connection": return value.utf8.count == 10 && value.lowercased() == "keep-alive"
            case "content-encoding", "transfer-encoding", "expect", "upgrade", "proxy-connection": return false
            default: break
            }
            return true
        }
    }
}

/// Names of fields that nearly all requests have, as clients spell them: a name that is known need not be looked at twice.
private enum FieldNames {
    private static let byLength: [[(bytes: [UInt8], name: HTTPField.Name)]] = {
        let common = [
            "Host", "Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Connection", "Content-Length",
            "Content-Type", "Authorization", "Cookie", "Origin", "Referer", "Cache-Control", "If-None-Match", "Prefer",
            "Counterpart-Session", "If-Match", "Keep-Alive", "Pragma", "DNT", "Priority", "Sec-Fetch-Site",
            "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Sec-CH-UA", "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform",
            "Upgrade-Insecure-Requests", "X-API-Key", "X-Request-ID", "X-Requested-With",
        ]
        var byLength: [[(bytes: [UInt8], name: HTTPField.Name)]] = []
        for text in common + common.map({ $0.lowercased() }) {
            guard let name = HTTPField.Name(text) else { continue }
            while byLength.count <= text.utf8.count { byLength.append([]) }
            byLength[text.utf8.count].append((Array(text.utf8), name))
        }
        return byLength
    }()

    static func name(_ bytes: UnsafeRawBufferPointer) -> HTTPField.Name? {
        if bytes.count < byLength.count {
            for index in byLength[bytes.count].indices where bytes.elementsEqual(byLength[bytes.count][index].bytes) {
                return byLength[bytes.count][index].name
            }
        }
        return HTTPField.Name(String(decoding: bytes, as: UTF8.self))
    }
}

/// A set of ASCII characters.
struct PlainBytes {
    private let low: UInt64
    private let high: UInt64

    /// What a token has (RFC 9110, section 5.6.2).
    static let token = PlainBytes(letters: "!#$%&'*+-.^_`|~")
    /// What a path and a query have (RFC 3986, sections 3.3 and 3.4), and the brackets that they are often given.
    static let target = PlainBytes(letters: "-._~%!$&'()*+,;=:@/?[]")
    /// What a registered name without escapes and an IPv4 address have (RFC 3986, section 3.2.2).
    static let name = PlainBytes(letters: "-._~!$&'()*+,;=")
    /// What any host and its port have.
    static let authority = PlainBytes(letters: "-._~%!$&'()*+,;=:[]")

    /// Letters, digits and these.
    private init(letters others: String) {
        let all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" + others
        var (low, high) = (UInt64(0), UInt64(0))
        for byte in all.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
        (self.low, self.high) = (low, high)
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func has(_ text: StaticString, at start: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard self.count - start >= count else { return false }
        for index in 0..<count where self[start + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Where the name of the field line that starts at a position ends, and where its value starts and ends. Nil where it is not plain, or
    /// has no end.
    @inline(__always)
    func fieldLine(from start: Int) -> (colon: Int, first: Int, end: Int)? {
        var colon = start
        let tokenBytes = PlainBytes.token
        while colon < count, tokenBytes.contains(self[colon]) { colon += 1 }
        guard colon > start, colon < count, self[colon] == UInt8(ascii: ":") else { return nil }
        var first = colon + 1
        while first < count, self[first] == UInt8(ascii: " ") { first += 1 }
        var end = first
        while end + 8 <= count, isVisible(loadUnaligned(fromByteOffset: end, as: UInt64.self)) { end += 8 }
        while end < count, self[end] &- 0x20 < 0x5F { end += 1 }
        guard end > first, self[end - 1] != UInt8(ascii: " "), has("\r\n", at: end) else { return nil }
        return (colon, first, end)
    }

    /// Whether each of eight bytes is from 0x20 to 0x7E: to add 1 or to take off 0x20 sets the highest bit of a byte that is not.
    @inline(__always)
    private func isVisible(_ bytes: UInt64) -> Bool {
        let (ones, highest) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
        return (bytes | (bytes &+ ones) | (bytes &- 0x20 &* ones)) & highest == 0
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: self[range]), as: UTF8.self)
    }
}
