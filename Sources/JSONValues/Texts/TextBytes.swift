// Bytes of a text that is read from its front, and the character classes that the grammars of the RFCs share.

/// UTF-8 of a text, or the part of it that is still to be read. Valid only while the text's bytes are lent out.
package typealias TextBytes = Slice<UnsafeBufferPointer<UInt8>>

/// Classes of ASCII characters; false for every byte of a longer character.
extension UInt8 {
    /// `0` to `9`.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
    /// `A` to `Z` and `a` to `z`.
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// A letter or a digit.
    @inlinable package var isAlphanumeric: Bool { isDigit || isLetter }
    /// A hexadecimal digit of either case.
    @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}

extension TextBytes {
    /// The value of a run of exactly `count` digits at the front, which is taken; nil, and nothing taken, where there are fewer.
    package mutating func takeNumber(digits count: Int) -> Int? {
        guard self.count >= count, prefix(count).allSatisfy(\.isDigit) else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Whether an ASCII character is at the front; it is taken.
    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        self = dropFirst()
        return true
    }

    /// Everything before the first such character, and after it; nil where there is none.
    package func split(at character: Unicode.Scalar) -> (TextBytes, TextBytes)? {
        guard let index = firstIndex(of: UInt8(ascii: character)) else { return nil }
        return (self[..<index], self[(index + 1)...])
    }
}
