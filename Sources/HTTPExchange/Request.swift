// One HTTP request as a value: what a client sent, before anything has judged it.

package import HTTPTypes

/// A request with its whole body. It keeps the bytes of its head where they lie; texts and fields are made of them when somebody asks. The
/// target is kept as it stood on the wire (RFC 9112, section 3.2.1), so that what is judged is what was sent.
package struct Request: Sendable {
    package var method: HTTPRequest.Method
    /// The content, without transfer codings.
    package var body: [UInt8]
    /// Whether it came over TLS.
    package var isSecure = false
    /// The request line, to its end.
    private var line: [UInt8]
    private var section: FieldSection
    /// Where the target stands in the line.
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
        line = Array("\(method.rawValue) \(target) HTTP/1.1\r\n".utf8)
        section = FieldSection(headers)
        targetStart = method.rawValue.utf8.count + 1
        targetEnd = targetStart + target.utf8.count
        pathEnd = line[targetStart..<targetEnd].firstIndex(of: UInt8(ascii: "?")) ?? targetEnd
    }

    init(
        _ method: HTTPRequest.Method, _ line: [UInt8], _ section: FieldSection, target: Range<Int>, pathEnd: Int
    ) {
        self.method = method
        self.line = line
        self.section = section
        body = []
        targetStart = target.lowerBound
        targetEnd = target.upperBound
        self.pathEnd = pathEnd
    }

    /// Path and query, percent-encoded: `/api/shop/get_preview_list?user_id=1`.
    package var target: String {
        get { text(targetStart..<targetEnd) }
        set { self = with(target: newValue, headers: headers) }
    }

    /// In the order in which they came. Setting them writes them anew.
    package var headers: HTTPFields {
        get { section.fields }
        set { self = with(target: target, headers: newValue) }
    }

    private func with(target: String, headers: HTTPFields) -> Request {
        var request = Request(method: method, target: target, headers: headers, body: body)
        request.isSecure = isSecure
        return request
    }

    /// Scheme and authority as the client has them, which links back to this server begin with: of a request without `Host` those of this
    /// machine. Where a proxy in front has ended TLS, `X-Forwarded-Proto` says so; of several proxies the first speaks with the client.
    package var origin: String {
        let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { headers[$0] }
        let first = forwarded?.prefix { $0 != "," }.filter { $0 != " " }.lowercased()
        let scheme = isSecure || first == "https" ? "https" : "http"
        return "\(scheme)://\(value(of: .host) ?? "localhost")"
    }

    /// The target up to its first `?`, still percent-encoded.
    package var path: Substring { text(targetStart..<pathEnd)[...] }

    /// The target after its first `?`, still percent-encoded; nil without one.
    package var query: Substring? { pathEnd == targetEnd ? nil : text((pathEnd + 1)..<targetEnd)[...] }

    private func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }
}

extension Request {
    /// Lends the bytes of the target.
    @inline(__always)
    package func withTarget<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try line.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[targetStart..<targetEnd])) }
    }

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
    package var headSize: (bytes: Int, fields: Int) { (line.count + section.bytes.count, section.lines.count) }

    /// Whether there is at least one line of that field.
    @inline(__always)
    package func has(_ field: KnownField) -> Bool { section.has(field) }

    /// The value of a field, its lines joined by commas (RFC 9110, section 5.3); nil where there is none.
    package func value(of field: KnownField) -> String? {
        guard section.has(field) else { return nil }
        let values = section.lines.lazy.filter { $0.field == field }.map { section.text($0.valueRange) }
        return values.joined(separator: field == .cookie ? "; " : ", ")
    }

    /// Lends the same.
    @inline(__always)
    package func withJoinedValue<Result>(
        of field: KnownField, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard section.has(field) else { return nil }
        if let range = section.onlyValue(of: field) {
            return section.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
        var value = value(of: field) ?? ""
        return value.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// Whether both have the same lines of a field, in the same order.
    package func hasSame(_ field: KnownField, as other: Request) -> Bool {
        guard section !== other.section else { return true }
        guard section.has(field) == other.section.has(field) else { return false }
        guard section.has(field) else { return true }
        if let own = section.onlyValue(of: field), let its = other.section.onlyValue(of: field) {
            return section.bytes.withUnsafeBytes { bytes in
                other.section.bytes.withUnsafeBytes { bytes.isSame(own, as: $0, its) }
            }
        }
        return hasSame(as: other) { line, _ in line.field == field }
    }

    /// - Parameter name: in lower case.
    package func hasSame(_ name: [UInt8], as other: Request) -> Bool {
        section === other.section
            || hasSame(as: other) { line, bytes in
                guard line.nameCount == name.count else { return false }
                for index in name.indices where bytes[Int(line.name) + index].lowercased != name[index] { return false }
                return true
            }
    }

    private func hasSame(as other: Request, _ isMeant: (FieldSection.Line, [UInt8]) -> Bool) -> Bool {
        var index = 0
        for line in section.lines where isMeant(line, section.bytes) {
            while index < other.section.lines.count, !isMeant(other.section.lines[index], other.section.bytes) {
                index += 1
            }
            guard index < other.section.lines.count,
                section.bytes[line.valueRange] == other.section.bytes[other.section.lines[index].valueRange]
            else { return false }
            index += 1
        }
        return !other.section.lines.dropFirst(index).contains { isMeant($0, other.section.bytes) }
    }

    /// Of target and body, for tables of what was made of a request.
    package var fingerprint: UInt64 {
        let target = withTarget { UnsafeRawBufferPointer($0).fingerprint }
        return body.isEmpty ? target : target ^ body.withUnsafeBytes { $0.fingerprint }
    }

    /// Whether both targets are the same bytes.
    package func hasSameTarget(as other: Request) -> Bool {
        line.withUnsafeBytes { bytes in
            other.line.withUnsafeBytes {
                bytes.isSame(targetStart..<targetEnd, as: $0, other.targetStart..<other.targetEnd)
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
            && line.withUnsafeBytes { bytes in other.line.withUnsafeBytes { bytes.isSame(as: $0) } }
            && (section === other.section
                || section.bytes.withUnsafeBytes { bytes in
                    other.section.bytes.withUnsafeBytes { bytes.isSame(as: $0) }
                })
    }
}

extension Request: Hashable {
    package static func == (left: Request, right: Request) -> Bool {
        left.method == right.method && left.hasSameTarget(as: right) && left.body == right.body
            && (left.section === right.section || left.headers == right.headers)
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
