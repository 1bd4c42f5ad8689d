// Which scalars differ in case alone.

/// Simple case folding, by the one-scalar mappings of the standard library.
enum UnicodeCase {
    /// Every scalar that has another case, with all scalars it is equal to when case is ignored.
    private static let orbits: [UInt32: [UInt32]] = {
        var byFold: [UInt32: [UInt32]] = [:]
        for scalar in ScalarSet.inhabitedPlanes where scalar.properties.changesWhenCaseMapped {
            byFold[folded(scalar), default: []].append(scalar.value)
        }
        var orbits: [UInt32: [UInt32]] = [:]
        for (_, members) in byFold where members.count > 1 {
            for member in members { orbits[member] = members }
        }
        return orbits
    }()

    private static let sorted = orbits.keys.sorted()

    static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return (single(upper.properties.lowercaseMapping) ?? upper).value
    }

    /// The set with every scalar that differs from one of its own in case alone.
    static func closed(_ set: ScalarSet) -> ScalarSet {
        var added: [ClosedRange<UInt32>] = []
        var next = sorted[...]
        for range in set.ranges {
            next = next.drop { $0 < range.lowerBound }
            while let value = next.first, value <= range.upperBound {
                added += (orbits[value] ?? []).map { $0...$0 }
                next.removeFirst()
            }
        }
        return added.isEmpty ? set : ScalarSet(set.ranges + added)
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
