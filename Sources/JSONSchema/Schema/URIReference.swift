// URI references and their resolution against a base (RFC 3986, section 5).

import JSONValues

/// The components of a URI reference, by the expression of RFC 3986, appendix B. Takes any text: what is no URI is a path.
package struct URIReference: Hashable, Sendable {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    package init(_ text: String) {
        var rest = text.utf8[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[rest.index(after: hash)...]))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = Substring(rest[..<colon]).lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(Substring(rest[..<end]))
            rest = rest[end...]
        }
        path = String(Substring(rest))
    }

    /// The reference resolved against a base (section 5.2.2). A base without scheme, such as a file's relative path, is
    /// taken as it is.
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.hasPrefix("/") {
            target.path = Self.removingDotSegments(path)
        } else if base.authority != nil, base.path.isEmpty {
            target.path = Self.removingDotSegments("/" + path)
        } else {
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
            target.path = Self.removingDotSegments(folder + path)
        }
        return target
    }

    /// The URI without its fragment.
    package var document: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        return text
    }

    /// The fragment with its percent-encoding undone, nil where that is not UTF-8; empty without a fragment.
    package var decodedFragment: String? {
        guard let fragment, fragment.utf8.contains(UInt8(ascii: "%")) else { return fragment ?? "" }
        var bytes: [UInt8] = []
        var rest = fragment.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Section 5.2.4; `..` above the root of a relative path stays.
    private static func removingDotSegments(_ path: some StringProtocol) -> String {
        guard hasDotSegments(path) else { return String(path) }
        let absolute = path.hasPrefix("/")
        var output: [Substring] = []
        let segments = Substring(path).split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { output.append("") }
            case "..":
                if let last = output.last, last != "..", !(absolute && output.count == 1) {
                    output.removeLast()
                } else if !absolute {
                    output.append("..")
                }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }

    private static func hasDotSegments(_ path: some StringProtocol) -> Bool {
        /// How many dots the segment is so far; nil where it is more than dots.
        var dots: Int? = 0
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "."): dots = dots.map { $0 + 1 }
            case UInt8(ascii: "/"):
                if dots == 1 || dots == 2 { return true }
                dots = 0
            default: dots = nil
            }
        }
        return dots == 1 || dots == 2
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "+")
                || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
