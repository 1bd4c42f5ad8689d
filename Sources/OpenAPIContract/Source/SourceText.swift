// The lines of a source text, counted as the parsers count them.

/// Lines end at LF, CR LF or CR, and as in YAML 1.1 at NEL, LS and PS, which is how libyaml counts them.
enum SourceText {
    /// A line without its end, counted from 1.
    static func line(_ number: Int, of bytes: [UInt8]) -> String? { line(number, of: bytes, lines(of: bytes)) }

    /// - Parameter lines: those of the text.
    static func line(_ number: Int, of bytes: [UInt8], _ lines: [Range<Int>]) -> String? {
        lines.indices.contains(number - 1) ? String(decoding: bytes[lines[number - 1]], as: UTF8.self) : nil
    }

    /// Where each line stands, without its end.
    static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = lineEnd(at: index, in: bytes)
            if length > 0 {
                lines.append(start..<index)
                start = index + length
            }
            index += max(length, 1)
        }
        lines.append(start..<bytes.count)
        return lines
    }

    /// How many bytes of line end start here.
    private static func lineEnd(at index: Int, in bytes: [UInt8]) -> Int {
        func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch bytes[index] {
        case 0x0A: return 1
        case 0x0D: return next(1) == 0x0A ? 2 : 1
        case 0xC2: return next(1) == 0x85 ? 2 : 0
        case 0xE2: return next(1) == 0x80 && (next(2) == 0xA8 || next(2) == 0xA9) ? 3 : 0
        default: return 0
        }
    }
}
