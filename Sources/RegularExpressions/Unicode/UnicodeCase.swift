// Which scalars differ in case alone.

/// Simple case folding, which ECMA-262 (section 22.2.2.7.3, Canonicalize) and RE2 compare by.
enum UnicodeCase {
    /// The one that stands for a scalar and all others which differ from it in case alone.
    static func folded(_ value: UInt32) -> UInt32 {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last < value { low = middle + 1 } else { high = middle }
        }
        guard low < runs.count, runs[low].first <= value, (value - runs[low].first) % runs[low].step == 0 else {
            return value
        }
        return runs[low].image(of: value)
    }

    /// The set with every scalar that differs from one of its own in case alone.
    static func closed(_ set: ScalarSet) -> ScalarSet {
        let folded = set.extended(backwards: false)
        return folded.extended(backwards: true)
    }
}

extension ScalarSet {
    /// With what its members fold to or, backwards, with what folds to its members. Most sets lie outside of all runs but a few.
    fileprivate func extended(backwards: Bool) -> ScalarSet {
        guard let least = ranges.first?.lowerBound, let greatest = ranges.last?.upperBound else { return self }
        var added: [ClosedRange<UInt32>] = []
        for run in UnicodeCase.runs {
            let (first, last) = backwards ? (run.image(of: run.first), run.image(of: run.last)) : (run.first, run.last)
            guard first <= greatest, last >= least else { continue }
            for member in stride(from: run.first, through: run.last, by: Int(run.step)) {
                let image = run.image(of: member)
                let (held, other) = backwards ? (image, member) : (member, image)
                if contains(held), !contains(other) { added.append(other...other) }
            }
        }
        return added.isEmpty ? self : ScalarSet(ranges + added)
    }
}
