// Character classes that the grammars of the RFCs share.

extension UInt8 {
    var isDigit: Bool { self &- 0x30 < 10 }
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    var isAlphanumeric: Bool { isDigit || isLetter }
    var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}

extension FormatBytes {
    /// The value of a run of exactly `count` digits at the front, which is taken.
    mutating func takeNumber(digits count: Int) -> Int? {
        guard self.count >= count, prefix(count).allSatisfy(\.isDigit) else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        self = dropFirst()
        return true
    }

    /// Everything before the first such character, and after it; nil where there is none.
    func split(at character: Unicode.Scalar) -> (FormatBytes, FormatBytes)? {
        guard let index = firstIndex(of: UInt8(ascii: character)) else { return nil }
        return (self[..<index], self[(index + 1)...])
    }
}
