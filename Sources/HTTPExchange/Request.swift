// One HTTP request as a value: what a client sent, before anything has judged it.

package import HTTPTypes

/// A request with its whole body. It keeps the bytes of its head where they lie; texts and fields are made of them when somebody asks. The
/// target is kept as it stood on the wire (RFC 9112, section 3.2.1), so that what is judged is what was sent.
package struct Request: Sendable {
    package var method: HTTPRequest.Method
    /// The content, without transfer codings.
    package var body: [UInt8]
    private var head: RequestHead
    /// Where the target stands in the head.
    private var targetStart: Int
    private var targetEnd: Int
    /// Where its path ends: at its first `?`, or with it.
    private var pathEnd: Int

    /// - Parameter target: in origin form, percent-encoded: `/items?sort=newest`.
    package init(
        method: HTTPRequest.Method = .get, target: String, headers: HTTPFields = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.body = body
        head = RequestHead(method, target, headers)
        targetStart = method.rawValue.utf8.count + 1
        targetEnd = targetStart + target.utf8.count
        pathEnd = head.bytes[targetStart..<targetEnd].firstIndex(of: UInt8(ascii: "?")) ?? targetEnd
    }

    init(_ method: HTTPRequest.Method, _ head: RequestHead, target: Range<Int>, pathEnd: Int) {
        self.method = method
        self.head = head
        body = []
        targetStart = target.lowerBound
        targetEnd = target.upperBound
        self.pathEnd = pathEnd
    }

    /// Path and query, percent-encoded: `/api/shop/get_preview_list?user_id=1`.
    package var target: String {
        get { head.text(targetStart..<targetEnd) }
        set { self = Request(method: method, target: newValue, headers: headers, body: body) }
    }

    /// In the order in which they came. Setting them writes the head anew.
    package var headers: HTTPFields {
        get { head.fields }
        set { self = Request(method: method, target: target, headers: newValue, body: body) }
    }

    /// The target up to its first `?`, still percent-encoded.
    package var path: Substring { head.text(targetStart..<pathEnd)[...] }

    /// The target after its first `?`, still percent-encoded; nil without one.
    package var query: Substring? { pathEnd == targetEnd ? nil : head.text((pathEnd + 1)..<targetEnd)[...] }
}

extension Request {
    /// Lends the bytes of the target.
    @inline(__always)
    package func withTarget<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try head.bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[targetStart..<targetEnd])) }
    }

    /// In bytes.
    package var targetCount: Int { targetEnd - targetStart }

    /// Whether the target begins with these bytes.
    package func hasTarget(startingWith text: StaticString) -> Bool {
        withTarget { UnsafeRawBufferPointer($0).has(text, at: 0) }
    }

    /// The same request without so many bytes at the start of its target. What is left starts with a slash.
    package func droppingTarget(_ count: Int) -> Request {
        var request = self
        request.targetStart += count
        return request
    }

    /// How long the head is, and how many fields it has.
    package var headSize: (bytes: Int, fields: Int) { (head.bytes.count, head.lines.count) }

    /// Whether there is at least one line of that field.
    @inline(__always)
    package func has(_ field: KnownField) -> Bool { head.has(field) }

    /// The value of a field, its lines joined by commas (RFC 9110, section 5.3); nil where there is none.
    package func value(of field: KnownField) -> String? {
        guard head.has(field) else { return nil }
        let values = head.lines.lazy.filter { $0.field == field }.map { head.text($0.valueRange) }
        return values.joined(separator: field == .cookie ? "; " : ", ")
    }

    /// Lends the same.
    @inline(__always)
    package func withJoinedValue<Result>(
        of field: KnownField, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard head.has(field) else { return nil }
        if let range = head.onlyValue(of: field) {
            return head.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
        var value = value(of: field) ?? ""
        return value.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// Whether both have the same lines of a field, in the same order.
    package func hasSame(_ field: KnownField, as other: Request) -> Bool {
        guard head.has(field) == other.head.has(field) else { return false }
        guard head !== other.head, head.has(field) else { return true }
        if let own = head.onlyValue(of: field), let its = other.head.onlyValue(of: field) {
            return hasSame(own, as: its, of: other)
        }
        return hasSame(as: other) { line, _ in line.field == field }
    }

    /// - Parameter name: in lower case.
    package func hasSame(_ name: [UInt8], as other: Request) -> Bool {
        head === other.head
            || hasSame(as: other) { line, bytes in
                guard line.nameCount == name.count else { return false }
                for index in name.indices where bytes[Int(line.name) + index].lowercased != name[index] { return false }
                return true
            }
    }

    private func hasSame(as other: Request, _ isMeant: (RequestHead.Line, [UInt8]) -> Bool) -> Bool {
        var index = 0
        for line in head.lines where isMeant(line, head.bytes) {
            while index < other.head.lines.count, !isMeant(other.head.lines[index], other.head.bytes) { index += 1 }
            guard index < other.head.lines.count,
                head.bytes[line.valueRange] == other.head.bytes[other.head.lines[index].valueRange]
            else { return false }
            index += 1
        }
        return !other.head.lines.dropFirst(index).contains { isMeant($0, other.head.bytes) }
    }

    /// Of target and body, for tables of what was made of a request.
    package var fingerprint: UInt64 {
        let target = withTarget { UnsafeRawBufferPointer($0).fingerprint }
        return body.isEmpty ? target : target ^ body.withUnsafeBytes { $0.fingerprint }
    }

    /// Whether both targets are the same bytes.
    package func hasSameTarget(as other: Request) -> Bool {
        hasSame(targetStart..<targetEnd, as: other.targetStart..<other.targetEnd, of: other)
    }

    private func hasSame(_ own: Range<Int>, as its: Range<Int>, of other: Request) -> Bool {
        guard own.count == its.count else { return false }
        return head.bytes.withUnsafeBytes { bytes in
            other.head.bytes.withUnsafeBytes { others in
                UnsafeRawBufferPointer(rebasing: bytes[own]).isSame(as: UnsafeRawBufferPointer(rebasing: others[its]))
            }
        }
    }

    /// Whether both bodies are the same bytes.
    package func hasSameBody(as other: Request) -> Bool {
        body.isEmpty
            ? other.body.isEmpty
            : body.withUnsafeBytes { bytes in other.body.withUnsafeBytes { bytes.isSame(as: $0) } }
    }

    /// Whether the heads are the same bytes.
    package func hasSameHead(as other: Request) -> Bool {
        targetStart == other.targetStart
            && (head === other.head || hasSame(0..<head.bytes.count, as: 0..<other.head.bytes.count, of: other))
    }
}

extension Request: Hashable {
    package static func == (left: Request, right: Request) -> Bool {
        left.method == right.method && left.hasSameTarget(as: right) && left.body == right.body
            && (left.head === right.head || left.headers == right.headers)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(target)
    }
}

extension UInt8 {
    /// Of an ASCII letter its small one.
    fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
