// URI templates: the grammar of RFC 6570, section 2.

import JSONValues
import RegularExpressions

enum URITemplateGrammar {
    static func accepts(_ text: TextBytes) -> Bool {
        var rest = text
        while let byte = rest.first {
            if byte == UInt8(ascii: "{") {
                guard let (expression, after) = rest.dropFirst().split(at: "}"), isExpression(expression) else {
                    return false
                }
                rest = after
            } else if byte == UInt8(ascii: "%") {
                guard takeTriplet(&rest) else { return false }
            } else if byte < 0x80 {
                guard isLiteral(byte) else { return false }
                rest = rest.dropFirst()
            } else {
                let scalar = PatternText(bytes: rest.base).scalar(at: rest.startIndex)
                guard
                    URIGrammar.characters.contains(scalar.value) || URIGrammar.privateCharacters.contains(scalar.value)
                else { return false }
                rest = rest[scalar.next...]
            }
        }
        return true
    }

    /// `literals` of the ASCII range. An apostrophe is among them by the RFC's erratum 6937.
    private static func isLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: true
        }
    }

    private static func isExpression(_ text: TextBytes) -> Bool {
        var list = text
        if let first = list.first, "+#./;?&=,!@|".utf8.contains(first) { list = list.dropFirst() }
        return list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy(isVariable)
    }

    /// `varspec`: a name with `:` and a length from 1 to 9999, with `*`, or with neither.
    private static func isVariable(_ text: TextBytes) -> Bool {
        var name = text
        if name.last == UInt8(ascii: "*") {
            name = name.dropLast()
        } else if let (before, length) = name.split(at: ":") {
            guard (1...4).contains(length.count), length.first != UInt8(ascii: "0"), length.allSatisfy(\.isDigit) else {
                return false
            }
            name = before
        }
        return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isName)
    }

    private static func isName(_ text: TextBytes) -> Bool {
        var rest = text
        while let byte = rest.first {
            if byte == UInt8(ascii: "%") {
                guard takeTriplet(&rest) else { return false }
            } else {
                guard byte.isAlphanumeric || byte == UInt8(ascii: "_") else { return false }
                rest = rest.dropFirst()
            }
        }
        return !text.isEmpty
    }

    private static func takeTriplet(_ text: inout TextBytes) -> Bool {
        guard text.count >= 3, text.dropFirst().prefix(2).allSatisfy(\.isHexDigit) else { return false }
        text = text.dropFirst(3)
        return true
    }
}
