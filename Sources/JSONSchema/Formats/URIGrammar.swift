// URIs by RFC 3986 and IRIs by RFC 3987: their grammar, to the letter.

import JSONValues
import RegularExpressions

struct URIGrammar {
    /// Whether the characters of IRIs are taken too.
    let international: Bool

    /// `URI`: with a scheme.
    func acceptsAbsolute(_ text: TextBytes) -> Bool {
        guard let (scheme, rest) = text.split(at: ":"), isScheme(scheme) else { return false }
        return acceptsAfterScheme(rest)
    }

    /// `URI-reference`: with a scheme or relative.
    func acceptsReference(_ text: TextBytes) -> Bool {
        let firstSegment = text.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if firstSegment.contains(UInt8(ascii: ":")) { return acceptsAbsolute(text) }
        return acceptsAfterScheme(text)
    }

    private func isScheme(_ text: TextBytes) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        return text.allSatisfy {
            $0.isAlphanumeric || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }

    private func acceptsAfterScheme(_ text: TextBytes) -> Bool {
        var rest = text
        if let (before, fragment) = rest.split(at: "#") {
            guard consists(fragment, of: .fragment) else { return false }
            rest = before
        }
        if let (before, query) = rest.split(at: "?") {
            guard consists(query, of: .query) else { return false }
            rest = before
        }
        guard rest.starts(with: "//".utf8) else { return consists(rest, of: .path) }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        return isAuthority(authority) && consists(rest[authority.endIndex...], of: .path)
    }

    private func isAuthority(_ text: TextBytes) -> Bool {
        var host = text
        if let (user, rest) = text.split(at: "@") {
            guard consists(user, of: .userInformation) else { return false }
            host = rest
        }
        var port = host[host.endIndex...]
        if host.first == UInt8(ascii: "[") {
            guard let (literal, rest) = host.dropFirst().split(at: "]"), isLiteral(literal) else { return false }
            port = rest
            guard port.isEmpty || port.take(":") else { return false }
        } else {
            if let (name, rest) = host.split(at: ":") { (host, port) = (name, rest) }
            guard consists(host, of: .registeredName) else { return false }
        }
        return port.allSatisfy(\.isDigit)
    }

    /// `IP-literal` without its brackets.
    private func isLiteral(_ text: TextBytes) -> Bool {
        guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else { return IPAddress.isVersion6(text) }
        guard let (version, address) = text.dropFirst().split(at: ".") else { return false }
        return !version.isEmpty && version.allSatisfy(\.isHexDigit) && !address.isEmpty
            && address.allSatisfy { isUnreserved($0) || isSubDelimiter($0) || $0 == UInt8(ascii: ":") }
    }
}

extension URIGrammar {
    private enum Part {
        case userInformation, registeredName, path, query, fragment
    }

    private func consists(_ text: TextBytes, of part: Part) -> Bool {
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < text.endIndex, text[index + 1].isHexDigit, text[index + 2].isHexDigit else {
                    return false
                }
                index += 3
            } else if byte < 0x80 {
                guard isUnreserved(byte) || isSubDelimiter(byte) || allows(byte, in: part) else { return false }
                index += 1
            } else {
                guard international else { return false }
                let scalar = PatternText(bytes: text.base).scalar(at: index)
                guard
                    URIGrammar.characters.contains(scalar.value)
                        || (part == .query && URIGrammar.privateCharacters.contains(scalar.value))
                else { return false }
                index = scalar.next
            }
        }
        return true
    }

    private func allows(_ byte: UInt8, in part: Part) -> Bool {
        switch byte {
        case UInt8(ascii: ":"): part != .registeredName
        case UInt8(ascii: "@"): part != .registeredName && part != .userInformation
        case UInt8(ascii: "/"): part == .path || part == .query || part == .fragment
        case UInt8(ascii: "?"): part == .query || part == .fragment
        default: false
        }
    }

    private func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "~")
    }

    private func isSubDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// `ucschar` and `iprivate` of RFC 3987, section 2.2.
    static let characters = ScalarSet(
        [0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF] + (1...13).map { $0 << 16...($0 << 16 | 0xFFFD) }
            + [0xE1000...0xEFFFD])
    static let privateCharacters = ScalarSet([0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD])
}
