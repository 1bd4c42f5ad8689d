// Strings: escapes, UTF-8, control characters (RFC 8259, sections 7 and 8).

extension JSONScanner {
    typealias Position = UnsafeMutablePointer<UInt8>

    /// Reads a string from behind its opening quote to behind its closing one, and leaves its unescaped text at its start.
    @inline(__always)
    func scanString(_ position: inout Position) throws(JSONFault) -> (length: Int, isASCII: Bool) {
        let start = position
        JSONScanner.skipPlain(&position)
        if position.pointee == UInt8(ascii: "\"") {
            position += 1
            return (position - start - 1, true)
        }
        return try scanRest(&position, of: start)
    }

    /// Goes on to the first byte that is not plain: a quote, a backslash, a control character, or one above 0x7F.
    @inline(__always)
    private static func skipPlain(_ position: inout Position) {
        while true {
            let marks = JSONBytes.special(UnsafeRawPointer(position).loadUnaligned(as: UInt64.self).littleEndian)
            if marks != 0 {
                position += marks.trailingZeroBitCount >> 3
                return
            }
            position += 8
        }
    }

    /// The way of a string that has escapes or characters outside ASCII.
    @inline(never)
    private func scanRest(_ position: inout Position, of start: Position) throws(JSONFault) -> (
        length: Int, isASCII: Bool
    ) {
        var isASCII = true
        var out = position
        while true {
            switch position.pointee {
            case UInt8(ascii: "\""):
                position += 1
                return (out - start, isASCII)
            case UInt8(ascii: "\\"):
                isASCII = try scanEscape(&position, into: &out) && isASCII
            case 0x80...:
                isASCII = false
                let length = JSONScanner.utf8Length(position)
                guard length > 0 else { throw fault(.utf8, position, expected: "UTF-8") }
                for _ in 0..<length { JSONScanner.move(&position, to: &out) }
                continue
            case ..<0x20:
                let isEnd = position == text.start + text.count
                throw fault(
                    isEnd ? .syntax : .controlCharacter, position,
                    expected: isEnd ? "'\"'" : "an escape such as \\n in place of a control character")
            default: break
            }
            if out == position {
                JSONScanner.skipPlain(&position)
                out = position
            } else {
                JSONScanner.movePlain(&position, to: &out)
            }
        }
    }

    @inline(__always)
    private static func move(_ position: inout Position, to out: inout Position) {
        out.pointee = position.pointee
        position += 1
        out += 1
    }

    /// `skipPlain` that closes the gap which escapes have left.
    @inline(__always)
    private static func movePlain(_ position: inout Position, to out: inout Position) {
        while true {
            let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
            let marks = JSONBytes.special(word.littleEndian)
            if marks != 0 {
                for _ in 0..<(marks.trailingZeroBitCount >> 3) { move(&position, to: &out) }
                return
            }
            UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
            position += 8
            out += 8
        }
    }

    /// Replaces one escape by its UTF-8, which is always shorter. Returns whether that is ASCII.
    @inline(__always)
    private func scanEscape(_ position: inout Position, into out: inout Position) throws(JSONFault) -> Bool {
        let character: UInt8
        switch position[1] {
        case UInt8(ascii: "n"): character = 0x0A
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = position[1]
        case UInt8(ascii: "t"): character = 0x09
        case UInt8(ascii: "r"): character = 0x0D
        case UInt8(ascii: "b"): character = 0x08
        case UInt8(ascii: "f"): character = 0x0C
        case UInt8(ascii: "u"): return try scanUnicodeEscape(&position, into: &out)
        default: throw fault(.escape, position + 1, expected: "one of \" \\ / b f n r t u behind a backslash")
        }
        out.pointee = character
        out += 1
        position += 2
        return true
    }

    private func scanUnicodeEscape(_ position: inout Position, into out: inout Position) throws(JSONFault) -> Bool {
        let start = position
        var value = try scanCodeUnit(&position)
        if 0xD800..<0xE000 ~= value {
            let refusal = fault(.loneSurrogate, start, expected: "a surrogate pair, high before low")
            guard value < 0xDC00, position[0] == UInt8(ascii: "\\"), position[1] == UInt8(ascii: "u") else {
                throw refusal
            }
            let low = try scanCodeUnit(&position)
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
    private func scanCodeUnit(_ position: inout Position) throws(JSONFault) -> UInt32 {
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
