// Gives every name of a scope a Swift name that no other has.

/// The names of the last time, which are kept, and those of this time.
struct Naming {
    let previous: NameRegistry
    var given = NameRegistry()
}

/// The names that stand side by side: types of a file, properties of a struct, cases of an enum.
struct Scope {
    /// A declaration that needs a name.
    struct Entry {
        /// What tells it from the others, and what it is called in the contract.
        let wire: String
        /// The name that it would have alone, and others that are as good where that is taken.
        let candidates: [String]
        /// How the contract spells it; nil: as `wire`.
        var spelling: String?
        /// Lower comes first.
        var rank = 0
    }

    /// How the scope is called in the names file.
    let path: String
    /// Names that are taken already.
    var reserved: Set<String> = []
    /// What is put after a name that is reserved: `none` is `noneValue`.
    var suffix = "Value"

    /// Names by wire name. They do not depend on the order of the entries.
    func resolve(_ entries: [Entry], _ naming: inout Naming) -> [String: String] {
        var taken = reserved
        var names: [String: String] = [:]
        let ordered = entries.sorted { ($0.rank, $0.wire) < ($1.rank, $1.wire) }
        for entry in ordered {
            guard let name = naming.previous[path, entry.wire], Self.isIdentifier(name), taken.insert(name).inserted
            else { continue }
            names[entry.wire] = name
        }
        // What is called so in the contract already cannot lose its name to something added later.
        for entry in ordered where names[entry.wire] == nil {
            let spelling = entry.spelling ?? entry.wire
            if entry.candidates.first == spelling, taken.insert(spelling).inserted { names[entry.wire] = spelling }
        }
        for entry in ordered where names[entry.wire] == nil {
            names[entry.wire] = firstFreeName(entry.candidates, &taken)
        }
        for entry in ordered {
            if let name = names[entry.wire], name != entry.spelling ?? entry.wire {
                naming.given[path, entry.wire] = name
            }
        }
        return names
    }

    private func firstFreeName(_ candidates: [String], _ taken: inout Set<String>) -> String {
        for candidate in candidates where taken.insert(candidate).inserted { return candidate }
        let first = candidates.first ?? "empty"
        if reserved.contains(first), taken.insert(first + suffix).inserted { return first + suffix }
        let base = first.last?.isNumber == true ? first + "_" : first
        var number = 2
        while !taken.insert("\(base)\(number)").inserted { number += 1 }
        return "\(base)\(number)"
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isXIDStart || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
    }
}
