// The name that a misspelt one was most likely meant to be.

/// How many names one is compared with: a document with thousands of them may have thousands of misspelt ones as well.
package let namesToCompare = 500

/// The candidate with the fewest edits from `name`, if that is at most a third of it.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let written = Array(name.lowercased().utf8.prefix(64))
    var best: (name: String, edits: Int)?
    for candidate in candidates.prefix(namesToCompare) {
        let other = Array(candidate.lowercased().utf8.prefix(64))
        let limit = (best?.edits ?? (max(written.count, other.count) / 3 + 1)) - 1
        guard limit >= 0, abs(written.count - other.count) <= limit else { continue }
        let edits = editDistance(written, other)
        if edits <= limit { best = (candidate, edits) }
    }
    return best?.name
}

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
