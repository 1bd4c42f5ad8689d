// UTF-8 as the matchers read it: scalar by scalar, in both directions.

/// Bytes of valid UTF-8 under one match. Positions are byte offsets between scalars.
package struct PatternText {
    let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: must outlive this value.
    package init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var end: Int { bytes.count }

    /// The scalar that begins at a position before the end, and where the next one begins.
    @inline(__always)
    package func scalar(at position: Int) -> (value: UInt32, next: Int) {
        let first = UInt32(bytes[position])
        if first < 0x80 { return (first, position + 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        // Cut short or misplaced: not UTF-8, taken as a scalar that no set holds.
        guard position + length <= bytes.count, first >= 0xC2 else { return (UInt32.max, position + 1) }
        var value = first & (0x7F >> UInt32(length))
        for index in position + 1..<position + length { value = value << 6 | UInt32(bytes[index] & 0x3F) }
        return (value, position + length)
    }

    /// The scalar that ends at a position after the start, and where it begins.
    func scalar(before position: Int) -> (value: UInt32, start: Int) {
        var start = position - 1
        while start > 0, position - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return (scalar(at: start).value, start)
    }

    func holds(_ anchor: PatternAnchor, at position: Int) -> Bool {
        switch anchor {
        case .textStart: return position == 0
        case .textEnd: return position == end
        case .lineStart:
            return position == 0 || ScalarSet.ecmaLineTerminators.contains(scalar(before: position).value)
        case .lineEnd: return position == end || ScalarSet.ecmaLineTerminators.contains(scalar(at: position).value)
        case .wordBoundary, .notWordBoundary:
            let before = position > 0 && ScalarSet.wordCharacters.contains(scalar(before: position).value)
            let after = position < end && ScalarSet.wordCharacters.contains(scalar(at: position).value)
            return (before != after) == (anchor == .wordBoundary)
        }
    }
}
