// One spelling for path text, whichever way a client has escaped it.

import JSONValues
import HTTPExchange
import SourceDocuments

/// Text of a path in one spelling: escaped are only the characters that a parameter's style may split at, and what no path may
/// hold. `%2D` becomes `-`, `%2c` stays `%2C`, `é` becomes `%C3%A9`.
enum PathText {
    static func canonical(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ isPlain($0) || isDelimiter($0) }) { return String(text) }
        return String(decoding: canonical(Array(text.utf8)), as: UTF8.self)
    }

    /// Takes a path apart, its first slash left out.
    static func segments(of path: some StringProtocol) -> [String] {
        var bytes = Substring(path).utf8
        if bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            canonical(Substring($0))
        }
    }

    /// Lends a path from the wire for routing: as it is where its spelling is the one already, as nearly all are.
    /// Safe: only captures that were written are read, and none leaves `body`.
    /// - Parameter captures: how many parameters may take a part of it.
    static func withBytes<Result>(
        of path: UnsafeBufferPointer<UInt8>, captures: Int, _ body: (inout PathBytes) -> Result
    ) -> Result {
        let path = path.first == UInt8(ascii: "/") ? UnsafeBufferPointer(rebasing: path.dropFirst()) : path
        return withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: captures) { captures in
            if path.allSatisfy({ isPlain($0) || isDelimiter($0) || $0 == UInt8(ascii: "/") }) {
                var bytes = PathBytes(path, captures: captures)
                return body(&bytes)
            }
            return canonical(Array(path), keepingSlashes: true).withUnsafeBufferPointer { path in
                var bytes = PathBytes(path, captures: captures)
                return body(&bytes)
            }
        }
    }

    /// Lends a text that is in the one spelling.
    static func withBytes<Result>(of text: String, captures: Int, _ body: (inout PathBytes) -> Result) -> Result {
        var text = text
        return text.withUTF8 { text in
            withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: captures) { captures in
                var bytes = PathBytes(text, captures: captures)
                return body(&bytes)
            }
        }
    }

    private static func canonical(_ text: [UInt8], keepingSlashes: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 8)
        var bytes = text[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = Percent.byte(bytes) {
                bytes = bytes.dropFirst(2)
                if isPlain(escaped), !isDelimiter(escaped) {
                    result.append(escaped)
                } else {
                    Percent.append(escaped, to: &result)
                }
            } else if isPlain(byte) || isDelimiter(byte) || (keepingSlashes && byte == UInt8(ascii: "/")) {
                result.append(byte)
            } else {
                Percent.append(byte, to: &result)
            }
        }
        return result
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ":"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// What the styles `simple`, `label` and `matrix` put between values.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "."): true
        default: false
        }
    }
}
