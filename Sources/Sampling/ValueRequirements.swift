// All that is asked of one instance, merged: what a value is made from.

import JSONValues
import RegularExpressions
import JSONSchema

/// The facts about an instance once every choice has been made. For each type they say what a value of it must be.
struct ValueRequirements: Sendable {
    var types: TypeSet = .all
    var notInteger = false
    /// The only values that are allowed, nil where any are.
    var values: [JSON]?
    var excluded: [JSON] = []
    /// Schemas that hold as a whole, to ask of a given value.
    var schemas: [SchemaNode.ID] = []
    /// Schemas that are to fail, which is left to chance and checked.
    var avoided: [Goal] = []

    var minimum: Limit?
    var maximum: Limit?
    /// Whether the maximum is what a broken `minimum` leaves, so that a value close to it says more than a small one.
    var isNearMaximum = false
    var multiples: [JSONNumber] = []
    var notMultiples: [JSONNumber] = []

    var minLength = 0
    var maxLength = Int.max
    var patterns: [Pattern] = []
    var notPatterns: [Pattern] = []
    /// Those that are not asserted are aimed at all the same, if that can be done.
    var formats: [(format: Format, asserted: Bool)] = []
    var notFormats: [Format] = []
    var contents: [Content] = []
    var notContents: [Content] = []

    var minItems = 0
    var maxItems = Int.max
    var unique = false
    var repeats = false
    var items: [ItemRule] = []
    var containing: [ContainsRule] = []
    var elements: [(position: Int, goal: Goal)] = []
    var everyElement: [Goal] = []
    var unevaluatedItems: [(owner: SchemaNode.ID, goal: Goal)] = []

    var minProperties = 0
    var maxProperties = Int.max
    var required: [String] = []
    var forbidden: Set<String> = []
    var properties: [PropertyRule] = []
    var members: [(name: String, goal: Goal)] = []
    var names: [Goal] = []
    var misnamed: [Goal] = []
    var dependencies: [(property: String, names: [String])] = []
    var tags: [(property: String, value: String)] = []
    var unevaluatedProperties: [(owner: SchemaNode.ID, goal: Goal)] = []

    /// Values that the schemas give as examples, those that say most of the whole first; then their defaults.
    var examples: [JSON] = []
    var defaults: [JSON] = []
    /// Names and descriptions that tell what the value is about.
    var title: String?

    struct ItemRule: Sendable {
        let prefix: [Goal]
        let rest: Goal?
        let owners: [SchemaNode.ID]
    }

    struct ContainsRule: Sendable {
        let goal: Goal
        let failing: Goal
        let minimum: Int
        let maximum: Int?
        let owners: [SchemaNode.ID]
    }

    struct PropertyRule: Sendable {
        let properties: Properties
        /// The keyword it comes from.
        let goal: Goal
    }
}

extension TypeSet {
    /// The types in both, where a number that is no integer is of neither if one of them allows integers alone.
    func commonTypes(_ other: TypeSet) -> TypeSet {
        let left = contains(.number) ? union(.integer) : self
        let right = other.contains(.number) ? other.union(.integer) : other
        return left.intersection(right)
    }
}

extension ValueRequirements {
    /// Takes types away that no value could have any more; what is left may be nothing.
    mutating func settle() {
        if let minimum, let maximum,
            minimum.value > maximum.value
                || (minimum.value == maximum.value && (minimum.exclusive || maximum.exclusive))
        {
            types.subtract([.integer, .number])
        }
        if types.contains(.integer), !types.contains(.number), notInteger { types.subtract(.integer) }
        if minLength > maxLength { types.subtract(.string) }
        if max(minItems, containing.map(\.minimum).max() ?? 0) > maxItems { types.subtract(.array) }
        if containing.contains(where: { $0.minimum > $0.maximum ?? .max }) { types.subtract(.array) }
        if minProperties > maxProperties || required.count > maxProperties || !forbidden.isDisjoint(with: required) {
            types.subtract(.object)
        }
    }

    /// What the elements at a position are asked; the goals of `contains` are not among them.
    /// - Parameter covered: owners of `unevaluatedItems` that a `contains` has evaluated the element for.
    func goals(forElement position: Int, coveredFor covered: [SchemaNode.ID] = []) -> [Goal] {
        var goals = items.compactMap { position < $0.prefix.count ? $0.prefix[position] : $0.rest }
        goals += everyElement
        goals += elements.lazy.filter { $0.position == position }.map(\.goal)
        for (owner, goal) in unevaluatedItems where !covered.contains(owner) {
            let isEvaluated = items.contains {
                $0.owners.contains(owner) && (position < $0.prefix.count || $0.rest != nil)
            }
            if !isEvaluated { goals.append(goal) }
        }
        return goals
    }

    /// The first position from which on all elements are asked the same.
    var distinctElements: Int {
        max(items.map(\.prefix.count).max() ?? 0, elements.map { $0.position + 1 }.max() ?? 0)
    }

    /// What the member of a name is asked; nil where there may be none.
    func goals(forMember name: String) -> [Goal]? {
        guard !forbidden.contains(name) else { return nil }
        var goals: [Goal] = []
        var coveredFor: [SchemaNode.ID] = []
        for rule in properties {
            var known = false
            func ask(_ schema: SchemaNode.ID) {
                goals.append(rule.goal.ofPart(.holds(schema)))
                known = true
            }
            if let property = rule.properties.declared.first(where: { $0.name == name }) { ask(property.schema) }
            for (pattern, schema) in rule.properties.patterns where pattern.matches(in: name) { ask(schema) }
            if !known, let additional = rule.properties.additional { ask(additional) }
            if known { coveredFor += rule.goal.owners }
        }
        goals += members.lazy.filter { $0.name == name }.map(\.goal)
        for (owner, goal) in unevaluatedProperties where !coveredFor.contains(owner) { goals.append(goal) }
        return goals
    }

    /// What the members are asked that every value has, even if more is asked of it.
    var certainMembers: [[Goal]] {
        guard types == .object, values == nil, unevaluatedProperties.isEmpty else { return [] }
        return required.compactMap(goals(forMember:))
    }

    /// Every name that something is said of, those of `properties` first and in their order.
    var namedMembers: [String] {
        var seen: Set<String> = []
        let declared = properties.flatMap { $0.properties.declared.map(\.name) }
        return (declared + required + members.map(\.name) + tags.map(\.property)).filter { seen.insert($0).inserted }
    }
}
