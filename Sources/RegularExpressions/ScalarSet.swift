// A set of Unicode scalars as sorted ranges.

/// A set of code points: what a character class, an escape or a literal matches.
package struct ScalarSet: Hashable, Sendable {
    /// Sorted, without overlaps and without neighbours that touch.
    package let ranges: [ClosedRange<UInt32>]
    /// Membership of U+0000…U+003F and U+0040…U+007F, a bit each.
    private let ascii: (low: UInt64, high: UInt64)

    static let last: UInt32 = 0x10FFFF
    static let everything = ScalarSet([0...last])
    static let nothing = ScalarSet([])

    /// The union of the ranges, in any order.
    package init(_ unsorted: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let previous = merged.last, range.lowerBound <= previous.upperBound &+ 1 {
                merged[merged.count - 1] = previous.lowerBound...max(previous.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.init(sorted: merged)
    }

    /// The ranges must be sorted and apart.
    private init(sorted: [ClosedRange<UInt32>]) {
        ranges = sorted
        var low: UInt64 = 0
        var high: UInt64 = 0
        for range in sorted {
            guard range.lowerBound < 128 else { break }
            for value in range.lowerBound...min(range.upperBound, 127) {
                if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
            }
        }
        ascii = (low, high)
    }

    /// A set of one.
    package init(_ scalar: Unicode.Scalar) { self.init(sorted: [scalar.value...scalar.value]) }

    init(_ characters: String) { self.init(characters.unicodeScalars.map { $0.value...$0.value }) }

    /// Ranges as tables write them: `41-5A 61`.
    package init(hexadecimal ranges: String) {
        self.init(
            ranges.split(whereSeparator: \.isWhitespace).compactMap { range in
                let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                guard let first = ends.first, let last = ends.last else { return nil }
                return first...last
            })
    }

    package static func == (left: ScalarSet, right: ScalarSet) -> Bool { left.ranges == right.ranges }

    package func hash(into hasher: inout Hasher) { hasher.combine(ranges) }

    /// Whether there is no scalar in it.
    package var isEmpty: Bool { ranges.isEmpty }

    /// Whether a scalar of that value is in it.
    package func contains(_ value: UInt32) -> Bool {
        if value < 64 { return ascii.low >> UInt64(value) & 1 == 1 }
        if value < 128 { return ascii.high >> UInt64(value - 64) & 1 == 1 }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    /// The scalars of either.
    package func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    /// All other scalars, surrogates left out.
    package var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= ScalarSet.last { gaps.append(next...ScalarSet.last) }
        return ScalarSet(sorted: gaps)
    }

    /// The scalars of both.
    package func intersection(_ other: ScalarSet) -> ScalarSet {
        var shared: [ClosedRange<UInt32>] = []
        var (left, right) = (ranges[...], other.ranges[...])
        while let first = left.first, let second = right.first {
            let (lower, upper) = (max(first.lowerBound, second.lowerBound), min(first.upperBound, second.upperBound))
            if lower <= upper { shared.append(lower...upper) }
            if first.upperBound < second.upperBound { left.removeFirst() } else { right.removeFirst() }
        }
        return ScalarSet(sorted: shared)
    }
}

extension ScalarSet {
    static let digits = ScalarSet([0x30...0x39])
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// ECMA-262 WhiteSpace and LineTerminator, section 12.2 and 12.3.
    static let ecmaSpace = ScalarSet(
        [0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0xFEFF...0xFEFF, 0x2028...0x2029]
            + [0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000])
    static let re2Space = ScalarSet("\t\n\u{0C}\r ")
    static let ecmaLineTerminators = ScalarSet("\n\r\u{2028}\u{2029}")
}
