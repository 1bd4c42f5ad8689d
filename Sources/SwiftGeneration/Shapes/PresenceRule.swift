// Which members go together: what no property can say by itself, and a decoder can check.

import JSONSchema

/// A rule on which members are present, whatever their values.
enum PresenceRule: Hashable {
    /// With all of the first, all of the others: `dependentRequired`, `if` and `then` on presence.
    case requires([String], with: [String])
    /// At least one of the sets is there, or exactly one: `anyOf` or `oneOf` of `required` alone.
    case choice([[String]], isExclusive: Bool)
    /// Not all of them: `not` of `required`.
    case notTogether([String])

    /// What is left of it where some members need not be there; nil if nothing.
    func withoutNeed(of names: Set<String>) -> PresenceRule? {
        switch self {
        case .requires(let required, let condition):
            let left = required.filter { !names.contains($0) }
            return left.isEmpty ? nil : .requires(left, with: condition)
        case .choice(let sets, _): return sets.allSatisfy { names.isDisjoint(with: $0) } ? self : nil
        case .notTogether: return self
        }
    }
}

extension Schema {
    /// The members that it requires, where it says nothing else.
    var onlyRequired: [String]? {
        var names: [String] = []
        for keyword in node.keywords {
            switch keyword {
            case .required(let required): names += required.names
            case .type(.object): break
            default: return nil
            }
        }
        return names.isEmpty ? nil : names
    }
}

extension Constraints.Condition {
    /// As a rule, where it asks for presence and demands presence alone.
    var rule: PresenceRule? {
        guard otherwise == nil, let with = condition.onlyRequired, let names = then?.onlyRequired else { return nil }
        return .requires(names, with: with)
    }
}

extension Constraints.Group {
    var rule: PresenceRule? {
        let sets = branches.compactMap(\.onlyRequired)
        return sets.count == branches.count ? .choice(sets, isExclusive: isExclusive) : nil
    }
}
