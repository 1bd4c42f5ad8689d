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
        let folded = set.extended { $0 }
        return folded.extended { $0.inverse }
    }
}

extension ScalarSet {
    /// With the images of its members in each run. Most sets lie outside of all runs but a few.
    fileprivate func extended(by run: (UnicodeCase.Run) -> UnicodeCase.Run) -> ScalarSet {
        guard let least = ranges.first?.lowerBound, let greatest = ranges.last?.upperBound else { return self }
        var added: [ClosedRange<UInt32>] = []
        for run in UnicodeCase.runs.lazy.map(run) where run.first <= greatest && run.last >= least {
            for member in run.members where contains(member) && !contains(run.image(of: member)) {
                added.append(run.image(of: member)...run.image(of: member))
            }
        }
        return added.isEmpty ? self : ScalarSet(ranges + added)
    }
}
