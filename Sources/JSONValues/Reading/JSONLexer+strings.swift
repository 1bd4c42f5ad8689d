// Strings: escapes, UTF-8, control characters (RFC 8259, sections 7 and 8).

extension JSONLexer {
    struct StringToken: BitwiseCopyable {
        /// Behind the closing quote.
        let end: Position
        /// How many bytes the unescaped text has.
        let length: Int
        let isASCII: Bool
    }

    /// Reads a string from behind its opening quote, and leaves its unescaped text where it starts.
    @inline(__always)
    func string(at start: Position) throws(JSONFault) -> StringToken {
        let position = JSONLexer.skipPlain(from: start)
        if position.pointee == UInt8(ascii: "\"") {
            return StringToken(end: position + 1, length: position - start, isASCII: true)
        }
        return try rest(of: start, from: position)
    }

    /// The first byte that is not plain: a quote, a backslash, a control character, or one above 0x7F.
    @inline(__always)
    private static func skipPlain(from start: Position) -> Position {
        var position = start
        while true {
            let marks = JSONBytes.special(UnsafeRawPointer(position).loadUnaligned(as: UInt64.self).littleEndian)
            if marks != 0 { return position + marks.trailingZeroBitCount >> 3 }
            position += 8
        }
    }

    /// The way of a string that has escapes or characters outside ASCII.
    @inline(never)
    private func rest(of start: Position, from plainEnd: Position) throws(JSONFault) -> StringToken {
        var isASCII = true
        var position = plainEnd
        var out = plainEnd
        while true {
            switch position.pointee {
            case UInt8(ascii: "\""):
                return StringToken(end: position + 1, length: out - start, isASCII: isASCII)
            case UInt8(ascii: "\\"):
                isASCII = try escape(&position, into: &out) && isASCII
            case 0x80...:
                isASCII = false
                try multibyte(&position, into: &out)
            case ..<0x20:
                let isEnd = position == end
                throw fault(
                    isEnd ? .syntax : .controlCharacter, position,
                    expected: isEnd ? "'\"'" : "an escape such as \\n in place of a control character")
            default: break
            }
            JSONLexer.movePlain(&position, to: &out)
        }
    }

    /// Moves a run of characters outside ASCII.
    @inline(__always)
    private func multibyte(_ position: inout Position, into out: inout Position) throws(JSONFault) {
        repeat {
            let length = JSONLexer.utf8Length(position)
            guard length > 0 else { throw fault(.utf8, position, expected: "UTF-8") }
            for _ in 0..<length { JSONLexer.move(&position, to: &out) }
        } while position.pointee >= 0x80
    }

    @inline(__always)
    private static func move(_ position: inout Position, to out: inout Position) {
        out.pointee = position.pointee
        position += 1
        out += 1
    }

    /// Goes on as `skipPlain` does, and closes the gap which escapes have left.
    @inline(__always)
    private static func movePlain(_ position: inout Position, to out: inout Position) {
        while true {
            let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
            let marks = JSONBytes.special(word.littleEndian)
            if marks != 0 {
                for _ in 0..<(marks.trailingZeroBitCount >> 3) { move(&position, to: &out) }
                return
            }
            // Safe: `out` is never ahead of `position`, and 64 bytes follow the text.
            UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
            position += 8
            out += 8
        }
    }

    /// Replaces one escape by its UTF-8, which is always shorter. Returns whether that is ASCII.
    @inline(__always)
    private func escape(_ position: inout Position, into out: inout Position) throws(JSONFault) -> Bool {
        let character: UInt8
        switch position[1] {
        case UInt8(ascii: "n"): character = 0x0A
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = position[1]
        case UInt8(ascii: "t"): character = 0x09
        case UInt8(ascii: "r"): character = 0x0D
        case UInt8(ascii: "b"): character = 0x08
        case UInt8(ascii: "f"): character = 0x0C
        case UInt8(ascii: "u"): return try unicodeEscape(&position, into: &out)
        default: throw fault(.escape, position + 1, expected: "one of \" \\ / b f n r t u behind a backslash")
        }
        out.pointee = character
        out += 1
        position += 2
        return true
    }

    private func unicodeEscape(_ position: inout Position, into out: inout Position) throws(JSONFault) -> Bool {
        let start = position
        var value = try codeUnit(&position)
        if 0xD800..<0xE000 ~= value {
            let refusal = fault(.loneSurrogate, start, expected: "a surrogate pair, high before low")
            guard value < 0xDC00, position[0] == UInt8(ascii: "\\"), position[1] == UInt8(ascii: "u") else {
                throw refusal
            }
            let low = try codeUnit(&position)
            guard 0xDC00..<0xE000 ~= low else { throw refusal }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
            throw fault(.loneSurrogate, start, expected: "a Unicode scalar")
        }
        for byte in encoded {
            out.pointee = byte
            out += 1
        }
        return value < 0x80
    }

    /// Reads `\uXXXX`.
    private func codeUnit(_ position: inout Position) throws(JSONFault) -> UInt32 {
        position += 2
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = position.pointee
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw fault(.escape, position, expected: "four hexadecimal digits behind \\u")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// The bytes of the character at `position`, 0 where it is not well-formed (Unicode 15, table 3-7).
    @inline(__always)
    private static func utf8Length(_ position: Position) -> Int {
        func continues(_ index: Int) -> Bool { position[index] & 0xC0 == 0x80 }
        let second = position[1]
        switch position[0] {
        case 0xC2...0xDF: return continues(1) ? 2 : 0
        case 0xE0: return 0xA0...0xBF ~= second && continues(2) ? 3 : 0
        case 0xED: return 0x80...0x9F ~= second && continues(2) ? 3 : 0
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
        case 0xF0: return 0x90...0xBF ~= second && continues(2) && continues(3) ? 4 : 0
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
        case 0xF4: return 0x80...0x8F ~= second && continues(2) && continues(3) ? 4 : 0
        default: return 0
        }
    }
}
