// Eight bytes of a text at a time.

/// Finds bytes in a word that was read in little-endian order. They are marked by their top bits; only the lowest mark is
/// sure, because the subtractions carry upwards.
enum JSONBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Marks what a string must escape: quotes, backslashes and control characters.
    @inline(__always)
    static func escaped(_ word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let below = (quotes &- ones) | (backslashes &- ones) | (word &- ones &* 0x20)
        return below & ~word & (ones &* 0x80)
    }

    /// Marks these and what is not ASCII.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 { escaped(word) | word & (ones &* 0x80) }
}

/// Whether two runs of memory hold the same bytes; eight are compared at a time.
@inlinable @inline(__always)
package func sameBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    var index = 0
    while index + 8 <= count {
        if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
            return false
        }
        index += 8
    }
    while index < count {
        if left.load(fromByteOffset: index, as: UInt8.self) != right.load(fromByteOffset: index, as: UInt8.self) {
            return false
        }
        index += 1
    }
    return true
}
