// The head of an answer that goes out in chunks, though its length is known.

extension PreparedResponse {
    /// The head with `Transfer-Encoding: chunked` in place of the length (RFC 9112, section 6.1).
    package var chunkedHead: [UInt8] {
        var lines = head.split(separator: UInt8(ascii: "\n"))
        lines.removeAll { line in line.starts(with: "content-length:".utf8) { $0 | 0x20 == $1 | 0x20 } }
        lines.append(ArraySlice("Transfer-Encoding: chunked\r".utf8))
        return lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    }
}
