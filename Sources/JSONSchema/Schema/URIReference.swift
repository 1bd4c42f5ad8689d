// URI references and their resolution against a base (RFC 3986, section 5).

import JSONValues

/// The components of a URI reference, by the expression of RFC 3986, appendix B. Takes any text: what is no URI is a path.
package struct URIReference: Hashable, Sendable {
    /// In lower case, without the colon; nil for a relative reference.
    package var scheme: String?
    /// Without the slashes before it.
    package var authority: String?
    /// Empty where there is none.
    package var path: String
    /// Without the question mark.
    package var query: String?
    /// Without the number sign, still percent-encoded.
    package var fragment: String?

    /// Takes a text apart; never fails.
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
        return String(validating: Percent.decodedBytes(fragment[...]), as: UTF8.self)
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
