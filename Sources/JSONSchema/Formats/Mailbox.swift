// Email addresses: the mailbox of RFC 5321, section 4.1.2, and its international form, RFC 6531, section 3.3.

import JSONValues

enum Mailbox {
    static func accepts(_ text: TextBytes, international: Bool) -> Bool {
        // A quoted local part may hold an `@`; a domain never does.
        guard let at = text.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = text[..<at]
        guard (1...64).contains(local.count) else { return false }
        let accepted =
            local.first == UInt8(ascii: "\"") ? isQuoted(local, international) : isDotString(local, international)
        return accepted && isDomain(text[(at + 1)...], international)
    }

    private static func isDotString(_ text: TextBytes, _ international: Bool) -> Bool {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { isAtomText($0) || (international && $0 >= 0x80) }
        }
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
            UInt8(ascii: "^")...UInt8(ascii: "`"),
            UInt8(ascii: "{")...UInt8(ascii: "~"):
            true
        default: byte.isAlphanumeric
        }
    }

    private static func isQuoted(_ text: TextBytes, _ international: Bool) -> Bool {
        guard text.count >= 2, text.last == UInt8(ascii: "\"") else { return false }
        var escaped = false
        for byte in text.dropFirst().dropLast() {
            guard (0x20...0x7E).contains(byte) || (international && byte >= 0x80) else { return false }
            if !escaped, byte == UInt8(ascii: "\"") { return false }
            escaped = !escaped && byte == UInt8(ascii: "\\")
        }
        return !escaped
    }

    private static func isDomain(_ text: TextBytes, _ international: Bool) -> Bool {
        if text.first == UInt8(ascii: "[") {
            guard text.last == UInt8(ascii: "]") else { return false }
            let literal = text.dropFirst().dropLast()
            let tag = "IPv6:".utf8
            let isTagged = literal.prefix(tag.count).elementsEqual(tag) { $0 | 0x20 == $1 | 0x20 }
            return isTagged ? IPAddress.isVersion6(literal.dropFirst(tag.count)) : IPAddress.isVersion4(literal)
        }
        guard text.count <= 255 else { return false }
        return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            Hostname.isLabel($0, international: international)
        }
    }
}
