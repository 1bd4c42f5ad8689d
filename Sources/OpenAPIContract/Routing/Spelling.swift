// How alike two words are, for "did you mean".

package enum Spelling {
    /// From 0 to 1, by the least number of insertions, deletions, replacements and swaps of neighbours (optimal string
    /// alignment). Long texts are compared by their beginning.
    package static func likeness(_ left: some StringProtocol, _ right: some StringProtocol) -> Double {
        let left = Array(left.lowercased().unicodeScalars.prefix(64))
        let right = Array(right.lowercased().unicodeScalars.prefix(64))
        let longest = max(left.count, right.count)
        guard longest > 0 else { return 1 }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return 1 - Double(last[right.count]) / Double(longest)
    }

    /// The most alike of some words, if any is alike enough to have been meant.
    package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let best = words.map { (word: $0, likeness: likeness(word, $0)) }.max { $0.likeness < $1.likeness }
        return best.flatMap { $0.likeness >= 0.6 ? $0.word : nil }
    }
}
