// Heads that leave nothing to interpretation, read where they lie.

import HTTPTypes

/// Reads the head of a request of HTTP/1.1 that has come whole, whose lines are as RFC 9112 would have them sent, and whose end no field can
/// move: no transfer coding, at most one length, nothing about the connection but that it stays. To everything else it says nothing, so that
/// the decoder gets all bytes of the head: there is one reading of what is unusual.
package struct HeadReader: Sendable {
    /// Bytes of the head.
    let headLimit: Int
    let fieldLimit: Int
    let bodyLimit: Int
    /// What the two requests before had that differed: those of a client that reads and writes in turns.
    private var recent: (FieldSection?, FieldSection?)

    package init(headLimit: Int, fieldLimit: Int, bodyLimit: Int) {
        self.headLimit = headLimit
        self.fieldLimit = fieldLimit
        self.bodyLimit = bodyLimit
    }

    /// The request, as yet without its content, that the bytes start with; how many bytes are its head's, and how many of content follow.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) -> (request: Request, length: Int, content: Int)? {
        guard let (method, start) = method(bytes) else { return nil }
        var position = start
        var pathEnd: Int?
        let targetBytes = ASCIISet.target
        while position < bytes.count, targetBytes.contains(bytes[position]) {
            if bytes[position] == UInt8(ascii: "?"), pathEnd == nil { pathEnd = position }
            position += 1
        }
        guard position > start, bytes[start] == UInt8(ascii: "/"), bytes.has(" HTTP/1.1\r\n", at: position) else {
            return nil
        }
        let target = start..<position
        position += 11
        guard let section = section(bytes, from: position), section.content <= bodyLimit else { return nil }
        let length = position + section.bytes.count
        guard length <= headLimit else { return nil }
        let line = Array(bytes[..<position])
        let request = Request(method, line, section, target: target, pathEnd: pathEnd ?? target.upperBound)
        return (request, length, section.content)
    }

    /// The fields that start at a position: those of a request before where the bytes are the same.
    private mutating func section(_ bytes: UnsafeRawBufferPointer, from start: Int) -> FieldSection? {
        if let known = recent.0, bytes.has(known, at: start) { return known }
        if let known = recent.1, bytes.has(known, at: start) {
            recent = (known, recent.0)
            return known
        }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[start...])
        var position = 0
        var fields = Fields()
        while !bytes.has("\r\n", at: position) {
            guard fields.lines.count < fieldLimit, let end = fields.add(bytes, from: position) else { return nil }
            position = end
        }
        guard fields.known.contains(.host) else { return nil }
        let read = Array(bytes[..<(position + 2)])
        let section = FieldSection(read, fields.lines, known: fields.known, content: fields.content)
        recent = (section, recent.0)
        return section
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
        var lines: [FieldSection.Line] = []
        var known = KnownFields()
        var content = 0

        init() { lines.reserveCapacity(12) }

        /// Where the next line starts; nil where this one is unusual.
        @inline(__always)
        mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
            guard let (colon, first, end) = bytes.fieldLine(from: start) else { return nil }
            let field = KnownField(named: UnsafeRawBufferPointer(rebasing: bytes[start..<colon]))
            switch field {
            case .host: guard !known.contains(.host), HostField.isValid(bytes, first..<end) else { return nil }
            case .contentLength:
                guard !known.contains(.contentLength), end - first < 10 else { return nil }
                for index in first..<end {
                    let digit = bytes[index] &- UInt8(ascii: "0")
                    guard digit < 10 else { return nil }
                    content = content * 10 + Int(digit)
                }
            case .connection: guard end - first == 10, bytes.isKeepAlive(at: first) else { return nil }
            case .contentEncoding, .transferEncoding, .expect, .upgrade, .proxyConnection: return nil
            default: break
            }
            known.insert(field)
            lines.append(
                FieldSection.Line(
                    name: UInt32(truncatingIfNeeded: start), nameCount: UInt32(truncatingIfNeeded: colon - start),
                    value: UInt32(truncatingIfNeeded: first), valueCount: UInt32(truncatingIfNeeded: end - first),
                    field: field))
            return end + 2
        }
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

    @inline(__always)
    fileprivate func has(_ section: FieldSection, at start: Int) -> Bool {
        guard count - start >= section.bytes.count else { return false }
        let range = start..<(start + section.bytes.count)
        return section.bytes.withUnsafeBytes { isSame(range, as: $0, 0..<$0.count) }
    }

    /// Where the name of the field line that starts at a position ends, and where its value starts and ends. Nil where it is unusual, or
    /// has no end.
    @inline(__always)
    fileprivate func fieldLine(from start: Int) -> (colon: Int, first: Int, end: Int)? {
        var colon = start
        let tokenBytes = ASCIISet.token
        while colon < count, tokenBytes.contains(self[colon]) { colon += 1 }
        guard colon > start, colon < count, self[colon] == UInt8(ascii: ":") else { return nil }
        var first = colon + 1
        while first < count, self[first] == UInt8(ascii: " ") { first += 1 }
        var end = first
        // Eight bytes a step is an eighth of the work, and the fields of apps are long.
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

    /// In whatever case.
    @inline(__always)
    fileprivate func isKeepAlive(at start: Int) -> Bool {
        let text: StaticString = "keep-alive"
        for index in 0..<10 where self[start + index] | 0x20 != text.utf8Start[index] { return false }
        return true
    }

    /// Whether the others are the same bytes, eight of them a step.
    @inline(__always)
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset + 8 <= count {
            guard
                loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        while offset < count {
            guard self[offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }

    /// Whether a part of these bytes is the same as a part of others.
    @inline(__always)
    func isSame(_ own: Range<Int>, as other: UnsafeRawBufferPointer, _ its: Range<Int>) -> Bool {
        UnsafeRawBufferPointer(rebasing: self[own]).isSame(as: UnsafeRawBufferPointer(rebasing: other[its]))
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: self[range]), as: UTF8.self)
    }
}
