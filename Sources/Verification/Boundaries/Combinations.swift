// Few rows in which every value of every column stands, and every pair of values of columns with few values.

/// Rows of choices: for each column the index of a value, or nil for none.
struct Combinations {
    private(set) var rows: [[Int?]] = []

    /// Columns with more values than that are combined with others by chance only.
    private static let few = 6
    private static let mostRows = 12

    /// - Parameters:
    ///   - counts: how many values each column has.
    ///   - paired: the columns whose values may depend on each other.
    init(_ counts: [Int], paired: Set<Int>) {
        let narrow = counts.indices.filter { counts[$0] <= Combinations.few && paired.contains($0) }
        var pairs: Set<Pair> = []
        for (position, left) in narrow.enumerated() {
            for right in narrow[(position + 1)...] {
                for first in 0..<counts[left] {
                    for second in 0..<counts[right] { pairs.insert(Pair(left, first, right, second)) }
                }
            }
        }
        let depth = counts.max() ?? 0
        for row in 0..<max(depth, Combinations.mostRows) {
            if row >= depth, pairs.isEmpty { break }
            var choices: [Int?] = counts.indices.map { row < counts[$0] ? row : nil }
            for column in narrow {
                if choices[column] != nil, row < counts[column], pairs.isEmpty { continue }
                // The value that stands beside the most that it has not stood beside yet.
                let best = (0..<counts[column]).map { value in
                    (
                        value: value,
                        gain: narrow.count { other in
                            other < column
                                && (choices[other].map { pairs.contains(Pair(other, $0, column, value)) } ?? false)
                        }
                    )
                }.max { ($0.gain, -$0.value) < ($1.gain, -$1.value) }
                let isFirst = column == narrow.first
                choices[column] =
                    isFirst
                    ? row % counts[column] : (best.flatMap { $0.gain > 0 ? $0.value : nil } ?? row % counts[column])
            }
            for (position, left) in narrow.enumerated() {
                for right in narrow[(position + 1)...] {
                    if let first = choices[left], let second = choices[right] {
                        pairs.remove(Pair(left, first, right, second))
                    }
                }
            }
            rows.append(choices)
        }
    }

    private struct Pair: Hashable {
        let left: Int
        let first: Int
        let right: Int
        let second: Int

        init(_ left: Int, _ first: Int, _ right: Int, _ second: Int) {
            self.left = left
            self.first = first
            self.right = right
            self.second = second
        }
    }
}
