// How alike two words are, for "did you mean".

import JSONValues

package enum Spelling {
    /// From 0 to 1, by the least number of insertions, deletions, replacements and swaps of neighbours (optimal string
    /// alignment). Long texts are compared by their beginning.
    package static func likeness(_ left: some StringProtocol, _ right: some StringProtocol) -> Double {
        likeness(letters(left), letters(right))
    }

    private static func letters(_ text: some StringProtocol) -> [Unicode.Scalar] {
        Array(text.lowercased().unicodeScalars.prefix(64))
    }

    private static func likeness(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Double {
        let longest = max(left.count, right.count)
        guard longest > 0 else { return 1 }
        return 1 - Double(editDistance(left, right)) / Double(longest)
    }

    private static let alikeEnough = 0.6

    /// The most alike of some words, if any is alike enough to have been meant.
    package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let letters = letters(word)
        var best: (word: String, likeness: Double)?
        for word in words.prefix(namesToCompare) {
            // No more letters can be right than the shorter word has: most words need not be compared.
            let length = min(word.unicodeScalars.count, 64)
            let most = Double(min(letters.count, length)) / Double(max(letters.count, length, 1))
            guard most >= alikeEnough, most > best?.likeness ?? 0 else { continue }
            let likeness = likeness(letters, Self.letters(word))
            if likeness >= alikeEnough, likeness > best?.likeness ?? 0 { best = (word, likeness) }
        }
        return best?.word
    }
}
