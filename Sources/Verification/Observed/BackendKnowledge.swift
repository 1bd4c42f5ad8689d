// What a run has come to know of the backend.

import JSONValues

/// Values, limits and habits that answers have shown.
struct BackendKnowledge {
    var values = ObservedValues()
    var limits = Limits()
    var validators = Validators()
    /// What this run has deleted, by its path.
    var deletedPaths = BoundedSet<Substring>(capacity: ObservedValues.longestMemory)
    /// The operations, by their index, that would not create what was asked for.
    var createsNothing: Set<Int> = []
    /// The optional parts of requests, by the operation's index, that good requests are refused for.
    var refusedSites: [Int: Set<Site.Kind>] = [:]
    /// What refusals have said that parts of requests are to be, by the part's plain name: the latest first.
    private(set) var suggestions: [String: [JSON]] = [:]
    /// How many drafts have been made unlike those before.
    private(set) var uniqueDrafts: UInt64 = 0

    /// The next number that no draft has been made with.
    mutating func nextUnique() -> UInt64 {
        uniqueDrafts += 1
        return uniqueDrafts
    }

    /// Keeps a value that a refusal has told of for parts of that name.
    mutating func note(suggested value: JSON, for name: String) {
        var known = suggestions[name.comparableName] ?? []
        known.removeAll { $0 == value }
        known.insert(value, at: 0)
        suggestions[name.comparableName] = Array(known.prefix(8))
    }

    /// Earlier runs have left resources behind that were created with the same values: the next ones are farther on each time.
    mutating func skipAhead() {
        if uniqueDrafts < 1 << 32 { uniqueDrafts *= 2 }
    }

    /// Whether a path leads to what was deleted, or beneath it.
    func isDeleted(_ path: Substring) -> Bool {
        guard !deletedPaths.isEmpty else { return false }
        return deletedPaths.contains(path)
            || path.indices.contains { path[$0] == "/" && deletedPaths.contains(path[..<$0]) }
    }
}
