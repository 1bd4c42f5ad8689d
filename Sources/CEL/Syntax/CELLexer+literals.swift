// Numbers, strings and bytes as CEL writes them.

import Expressions

extension CELLexer {
    mutating func number() throws(UnlocatedError) -> CELToken.Kind {
        let start = position
        if peek() == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x") {
            position += 2
            return try whole(digits: run { hexValue($0) != nil }, radix: 16, start: start)
        }
        var isDouble = false
        _ = run(isDigit)
        if peek() == UInt8(ascii: "."), isDigit(peek(1)) {
            isDouble = true
            position += 1
            _ = run(isDigit)
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            let signed = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
            guard isDigit(peek(signed ? 2 : 1)) else {
                throw .syntax(
                    "a number's exponent has no digits", at: position, found: shown(at: position + 1),
                    expected: "digits")
            }
            isDouble = true
            position += signed ? 2 : 1
            _ = run(isDigit)
        }
        let text = String(decoding: source[start..<position], as: UTF8.self)
        guard isDouble else { return try whole(digits: text, radix: 10, start: start) }
        guard let value = Double(text.hasPrefix(".") ? "0" + text : text), value.isFinite else {
            throw .syntax("the number does not fit a double", at: start, found: text)
        }
        return .double(value)
    }

    private mutating func whole(digits: String, radix: Int, start: Int) throws(UnlocatedError) -> CELToken.Kind {
        guard !digits.isEmpty else {
            throw .syntax("a hexadecimal number has no digits", at: start, found: shown(at: position))
        }
        guard let value = UInt64(digits, radix: radix) else {
            throw .syntax("the number does not fit 64 bits", at: start, found: digits)
        }
        if peek() == UInt8(ascii: "u") || peek() == UInt8(ascii: "U") {
            position += 1
            return .uint(value)
        }
        return .int(value)
    }

    private mutating func run(_ belongs: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = peek(), belongs(byte) { position += 1 }
        return String(decoding: source[start..<position], as: UTF8.self)
    }
}

extension CELLexer {
    /// The quotes stand at `position`; a prefix has been read already.
    mutating func quoted(raw: Bool, bytes: Bool, start: Int) throws(UnlocatedError) -> CELToken.Kind {
        guard let quote = peek() else { return .end }
        let triple = peek(1) == quote && peek(2) == quote
        position += triple ? 3 : 1
        var content: [UInt8] = []
        while true {
            guard let byte = peek() else {
                throw .syntax("a string is never closed", at: start, found: "the end of the expression")
            }
            if byte == quote, !triple || (peek(1) == quote && peek(2) == quote) { break }
            if !triple, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                throw .syntax(
                    "a string breaks off at the end of its line", at: start, found: "a line break",
                    expected: "the closing quote, or three quotes on either side")
            }
            if byte == UInt8(ascii: "\\"), !raw {
                try escape(into: &content, bytes: bytes)
            } else {
                content.append(byte)
                position += 1
            }
        }
        position += triple ? 3 : 1
        return bytes ? .bytes(content) : .string(String(decoding: content, as: UTF8.self))
    }

    private mutating func escape(into content: inout [UInt8], bytes: Bool) throws(UnlocatedError) {
        let start = position
        position += 1
        guard let letter = peek() else {
            throw .syntax("a string is never closed", at: start, found: "the end of the expression")
        }
        position += 1
        switch letter {
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            content.append(letter)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            try code(digits: 2, radix: 16, bytes: bytes, start: start, into: &content)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            position -= 1
            try code(digits: 3, radix: 8, bytes: bytes, start: start, into: &content)
        case UInt8(ascii: "u") where !bytes:
            try code(digits: 4, radix: 16, bytes: false, start: start, into: &content)
        case UInt8(ascii: "U") where !bytes:
            try code(digits: 8, radix: 16, bytes: false, start: start, into: &content)
        default:
            throw .syntax(
                bytes && (letter == UInt8(ascii: "u") || letter == UInt8(ascii: "U"))
                    ? "bytes have no Unicode escapes" : "no such escape in a string", at: start,
                found: "\\" + String(decoding: [letter], as: UTF8.self),
                expected: bytes
                    ? #"\xHH or \OOO"# : #"\\ \" \' \` \? \a \b \f \n \r \t \v \xHH \uHHHH \UHHHHHHHH or \OOO"#)
        }
    }

    private mutating func code(
        digits: Int, radix: Int, bytes: Bool, start: Int, into content: inout [UInt8]
    ) throws(UnlocatedError) {
        let end = position + digits
        guard end <= source.count,
            let code = UInt32(String(decoding: source[position..<end], as: UTF8.self), radix: radix),
            isDigit(source[position]) || isNameStart(source[position])
        else { throw .syntax("an escape needs \(digits) digits", at: start, found: shown(at: position)) }
        position = end
        if bytes {
            content.append(UInt8(truncatingIfNeeded: code))
        } else if let scalar = Unicode.Scalar(code) {
            content.append(contentsOf: Array(String(Character(scalar)).utf8))
        } else {
            throw .syntax("an escape names no Unicode scalar", at: start, found: String(code, radix: 16))
        }
    }
}
