// Small formats with a grammar of one line each.

import JSONValues
import RegularExpressions

enum Identifiers {
    /// RFC 4122, section 3, whatever version and variant it claims.
    static func isUUID(_ text: TextBytes) -> Bool {
        text.count == 36
            && zip(text, 0...).allSatisfy { byte, index in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte.isHexDigit
                }
            }
    }

    /// RFC 6901, section 3.
    static func isJSONPointer(_ text: TextBytes) -> Bool {
        guard !text.isEmpty else { return true }
        guard text.first == UInt8(ascii: "/") else { return false }
        var afterTilde = false
        for byte in text {
            if afterTilde, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
            afterTilde = byte == UInt8(ascii: "~")
        }
        return !afterTilde
    }

    /// draft-handrews-relative-json-pointer-01, section 3.
    static func isRelativeJSONPointer(_ text: TextBytes) -> Bool {
        let levels = text.prefix(while: \.isDigit)
        guard !levels.isEmpty, levels.count == 1 || levels.first != UInt8(ascii: "0") else { return false }
        let rest = text[levels.endIndex...]
        return rest.elementsEqual("#".utf8) || isJSONPointer(rest)
    }

    static func isRegularExpression(_ text: TextBytes) -> Bool {
        let source = String(decoding: text, as: UTF8.self)
        do {
            _ = try PatternSyntax(parsing: source, dialect: .ecma262)
            return true
        } catch {
            return false
        }
    }
}
