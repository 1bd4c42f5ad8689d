// The name that a misspelt one was most likely meant to be.

/// How many names one is compared with: a document with thousands of them may have thousands of misspelt ones as well.
package let namesToCompare = 500

/// The candidate with the fewest edits from `name`, upper and lower case being the same, if those are at most a third of the longer of
/// the two; the first of several. Names are compared by their first 64 characters.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let written = comparedLetters(name)
    var best: (name: String, edits: Int)?
    for candidate in candidates.prefix(namesToCompare) {
        let other = comparedLetters(candidate)
        let limit = (best?.edits ?? (max(written.count, other.count) / 3 + 1)) - 1
        guard limit >= 0, abs(written.count - other.count) <= limit else { continue }
        let edits = editDistance(written, other)
        if edits <= limit { best = (candidate, edits) }
    }
    return best?.name
}

/// How alike two names are by the same measure: 1 for the same, 0 where every letter is an edit.
package func similarity(of left: String, to right: String) -> Double {
    let (left, right) = (comparedLetters(left), comparedLetters(right))
    let longest = max(left.count, right.count)
    return longest > 0 ? 1 - Double(editDistance(left, right)) / Double(longest) : 1
}

private func comparedLetters(_ name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars.prefix(64)) }

/// Levenshtein's distance, two neighbours that changed places being one edit (optimal string alignment).
@inlinable
package func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    var previous = Array(0...right.count)
    var (beforePrevious, current) = (previous, previous)
    for row in left.indices {
        current[0] = row + 1
        for column in right.indices {
            let isSame = left[row] == right[column]
            var edits = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                edits = min(edits, beforePrevious[column - 1] + 1)
            }
            current[column + 1] = edits
        }
        (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[right.count]
}
