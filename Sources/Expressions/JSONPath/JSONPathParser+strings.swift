// Strings and numbers as JSONPath writes them.

import JSONValues

extension JSONPathParser {
    /// A string in either quotes (section 2.3.1.1); the opening one stands here.
    mutating func string() throws(UnlocatedError) -> String {
        let start = position
        let quote = source[position]
        position += 1
        var content: [UInt8] = []
        while let byte = peek(), byte != quote {
            guard byte >= 0x20 else {
                throw .syntax("a control character in a string is escaped", at: position, expected: #"\u00…"#)
            }
            position += 1
            if byte == UInt8(ascii: "\\") {
                try escape(quote: quote, into: &content)
            } else {
                content.append(byte)
            }
        }
        guard peek() == quote else {
            throw .syntax(
                "a string is never closed", at: start, found: "the end of the path",
                expected: "\(Character(Unicode.Scalar(quote)))")
        }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func escape(quote: UInt8, into content: inout [UInt8]) throws(UnlocatedError) {
        let start = position - 1
        let letter = peek()
        position += 1
        switch letter {
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "/"), UInt8(ascii: "\\"): content.append(letter ?? 0)
        case quote: content.append(quote)
        case UInt8(ascii: "u"):
            let first = try codeUnit(start)
            var code = first
            if (0xD800..<0xDC00).contains(first), take("\\u") {
                let second = try codeUnit(start)
                guard (0xDC00..<0xE000).contains(second) else {
                    throw .syntax("the first half of a surrogate pair has no second one", at: start)
                }
                code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw .syntax("a surrogate stands alone", at: start, found: String(code, radix: 16))
            }
            content.append(contentsOf: Array(String(Character(scalar)).utf8))
        default:
            position = min(position, source.count)
            throw .syntax(
                "no such escape in a string", at: start,
                found: String(decoding: source[start..<position], as: UTF8.self),
                expected: "\\b \\f \\n \\r \\t \\/ \\\\ \\uHHHH or \\\(Character(Unicode.Scalar(quote)))")
        }
    }

    private mutating func codeUnit(_ start: Int) throws(UnlocatedError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = hexValue(byte) else {
                throw .syntax("an escape has four hexadecimal digits", at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// A number as JSON writes it, and `-0`; nil where none stands here.
    mutating func number() throws(UnlocatedError) -> JSONNumber? {
        let start = position
        if peek() == UInt8(ascii: "-") { position += 1 }
        while let byte = peek(),
            isDigit(byte) || ".eE".utf8.contains(byte)
                || ("+-".utf8.contains(byte) && "eE".utf8.contains(source[position - 1]))
        {
            position += 1
        }
        guard position > start else { return nil }
        let text = String(decoding: source[start..<position], as: UTF8.self)
        guard let number = JSONNumber(text) else { throw .syntax("this is no number", at: start, found: text) }
        return number
    }
}
