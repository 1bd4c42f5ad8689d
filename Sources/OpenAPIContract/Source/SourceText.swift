// The lines of a source text, counted as the parsers count them.

/// Lines end at LF, CR LF or CR, and as in YAML 1.1 at NEL, LS and PS, which is how libyaml counts them.
enum SourceText {
    /// A line without its end, counted from 1.
    static func line(_ number: Int, of bytes: [UInt8]) -> String? {
        guard number >= 1 else { return nil }
        var current = 1
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = lineEnd(at: index, in: bytes)
            guard length > 0 else {
                index += 1
                continue
            }
            if current == number { return String(decoding: bytes[start..<index], as: UTF8.self) }
            current += 1
            index += length
            start = index
        }
        return current == number ? String(decoding: bytes[start...], as: UTF8.self) : nil
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
