// Multipart bodies (RFC 2046, section 5.1, and RFC 7578): taken apart and put together.

package import HTTPTypes

/// One part of a multipart body.
package struct BodyPart {
    /// The fields of the part, as they were sent.
    package let headers: HTTPFields
    /// Without the line break that belongs to the boundary.
    package let bytes: [UInt8]

    /// The `name` of its content disposition.
    package var name: String? { disposition?["name"] }
    /// The `filename` of its content disposition.
    package var filename: String? { disposition?["filename"] ?? disposition?["filename*"] }
    /// Nil where the part has none, which means text/plain (RFC 7578, section 4.4).
    package var contentType: MediaRange? { headers[.contentType].flatMap { MediaRange($0) } }

    private var disposition: MediaRange? {
        // A disposition has the same grammar as a media type but for the slash.
        HTTPField.Name("Content-Disposition").flatMap { headers[$0] }.flatMap { MediaRange("multipart/" + $0) }
    }
}

/// Bodies of parts that a boundary separates (RFC 2046, section 5.1.1).
package enum MultipartBody {
    /// Nil where the boundary never stands.
    package static func parts(_ bytes: [UInt8], boundary: String) -> [BodyPart]? {
        let mark = Array("--\(boundary)".utf8)
        var parts: [BodyPart] = []
        guard var start = next(mark, in: bytes, from: 0) else { return nil }
        while true {
            var at = start + mark.count
            if bytes[at...].starts(with: [0x2D, 0x2D]) { return parts }
            while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
            at += bytes[at...].starts(with: [0x0D, 0x0A]) ? 2 : 1
            // A body that is cut short has no last boundary; what there is of it is a part.
            let end = next(mark, in: bytes, from: at)
            if at <= bytes.count { parts.append(part(bytes[min(at, bytes.count)..<(end ?? bytes.count)])) }
            guard let end else { return parts }
            start = end
        }
    }

    /// The next boundary at the start of a line.
    private static func next(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= mark.count else { return nil }
        var at = start
        while at <= bytes.count - mark.count {
            if bytes[at] == mark[0], at == 0 || bytes[at - 1] == 0x0A, bytes[at...].starts(with: mark) { return at }
            at += 1
        }
        return nil
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> BodyPart {
        var headers = HTTPFields()
        var rest = bytes
        // More are not known to any form, and `HTTPFields` holds 65,535.
        let mostHeaders = 100
        while let end = rest.firstIndex(of: 0x0A) {
            var line = rest[..<end]
            if line.last == 0x0D { line = line.dropLast() }
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            if headers.count < mostHeaders, let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)) {
                let value = String(decoding: line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
                headers.append(HTTPField(name: name, value: value))
            }
        }
        // The line end before a boundary belongs to the boundary.
        if rest.last == 0x0A { rest = rest.dropLast() }
        if rest.last == 0x0D { rest = rest.dropLast() }
        return BodyPart(headers: headers, bytes: Array(rest))
    }
}
