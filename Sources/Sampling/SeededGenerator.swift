// Randomness that is the same on every platform, and for every run with the same seed.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SeededGenerator: Sendable {
    private var state: UInt64

    /// The same seed gives the same bits on every machine.
    package init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SeededGenerator.mixed(state)
    }

    /// A number from 0 up to, not including, the bound, which is above 0.
    package mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number of the range, each as likely as any other.
    package mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True that many times out of a hundred.
    package mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

    /// An element, each as likely as any other; nil of an empty array.
    package mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    /// A generator of its own for a part of the whole, so that what one part draws changes nothing in another.
    package func forked(_ salt: UInt64) -> SeededGenerator {
        SeededGenerator(seed: SeededGenerator.mixed(state ^ SeededGenerator.mixed(salt)))
    }

    /// A generator of its own for a name, whatever has been drawn from this one.
    package func forked(_ name: String) -> SeededGenerator { forked(name.salt) }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension String {
    /// FNV-1a, to fork a generator by a name, or to tell two texts apart.
    package var salt: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
