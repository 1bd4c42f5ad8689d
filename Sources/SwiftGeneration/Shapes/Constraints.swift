// All that a schema says of its values, gathered from it and from what it refers to.

import JSONValues
import JSONSchema

/// The conjunction of several schemas, flat: `allOf` and `$ref` are followed, alternatives kept apart.
struct Constraints {
    /// A property by all the schemas that speak of it.
    struct Member {
        let name: String
        var schemas: [Schema]
    }

    /// `anyOf` or `oneOf`.
    struct Group {
        var branches: [Schema]
        let owner: Schema
        let isExclusive: Bool
        let discriminator: Discriminator?

        /// Which choice it is, wherever it was met.
        var choice: Choice { Choice(owner: owner, isExclusive: isExclusive) }
    }

    struct Choice: Hashable {
        let owner: Schema
        let isExclusive: Bool
    }

    struct Condition {
        let owner: Schema
        let condition: Schema
        let then: Schema?
        let otherwise: Schema?
    }

    var types: TypeSet = .all
    /// Whether `type` was said anywhere.
    var isTyped = false
    var isNullable = false
    var isNever = false
    /// `enum`, or the one value of `const`.
    var values: [JSON]?
    var isConstant = false
    var format: String?
    var contentEncoding: String?
    var minimum: JSONNumber?
    var maximum: JSONNumber?

    var members: [Member] = []
    var required: [String] = []
    var forbidden: [String] = []
    /// Members that have one value under the condition in which these constraints hold.
    var fixed: [(name: String, value: JSON)] = []
    /// Of members that are neither declared nor matched.
    var additional: [Schema] = []
    var hasAdditional = false
    var isClosed = false
    var patterns: [Schema] = []
    var prefix: [Schema] = []
    var items: [Schema] = []
    var hasItems = false

    var groups: [Group] = []
    /// Those that were made already: a schema that leads back to itself puts them again.
    var chosen: Set<Choice> = []
    var conditions: [Condition] = []
    var rules: [PresenceRule] = []
    /// What is said of values that no type can say: keyword and owner.
    var unexpressed: [(keyword: String, owner: Schema)] = []

    var title: String?
    var description: String?
    var isDeprecated = false
    var isReadOnly = false
    var isWriteOnly = false
    var defaultValue: JSON?

    init() {}

    init(_ schemas: [Schema]) {
        for schema in schemas {
            var seen: Set<Schema> = []
            add(schema, &seen)
        }
    }

    /// Whether anything is said of the members of an object.
    var hasObjectConstraints: Bool {
        !members.isEmpty || !required.isEmpty || hasAdditional || !patterns.isEmpty || isClosed || !forbidden.isEmpty
    }

    /// The values that a member can have, as far as they are listed.
    func values(of name: String) -> [JSON]? {
        if let fixed = fixed.first(where: { $0.name == name }) { return [fixed.value] }
        return members.first { $0.name == name }.flatMap { Constraints($0.schemas).values }
    }

    /// Whether anything is said that a type would show.
    var hasNoEffectOnType: Bool {
        !isTyped && !hasObjectConstraints && !hasItems && values == nil && format == nil && groups.isEmpty
            && conditions.isEmpty
            && fixed.isEmpty && contentEncoding == nil
    }

    mutating func addMember(_ name: String, _ schema: Schema) {
        if let index = members.firstIndex(where: { $0.name == name }) {
            if !members[index].schemas.contains(schema) { members[index].schemas.append(schema) }
        } else {
            members.append(Member(name: name, schemas: [schema]))
        }
    }

    mutating func require(_ names: [String]) {
        for name in names where !required.contains(name) { required.append(name) }
    }

    /// Both at once.
    mutating func merge(_ other: Constraints) {
        types.formIntersection(other.types)
        isTyped = isTyped || other.isTyped
        isNullable = isNullable || other.isNullable
        isNever = isNever || other.isNever
        values = Self.common(values, other.values)
        isConstant = isConstant || other.isConstant
        format = format ?? other.format
        contentEncoding = contentEncoding ?? other.contentEncoding
        minimum = minimum ?? other.minimum
        maximum = maximum ?? other.maximum
        for member in other.members {
            for schema in member.schemas { addMember(member.name, schema) }
        }
        require(other.required)
        forbidden += other.forbidden.filter { !forbidden.contains($0) }
        fixed += other.fixed
        additional += other.additional
        hasAdditional = hasAdditional || other.hasAdditional
        isClosed = isClosed || other.isClosed
        patterns += other.patterns
        prefix += other.prefix
        items += other.items
        hasItems = hasItems || other.hasItems
        groups += other.groups.filter { group in
            !chosen.contains(group.choice) && !groups.contains { $0.choice == group.choice }
        }
        chosen.formUnion(other.chosen)
        conditions += other.conditions
        rules += other.rules.filter { !rules.contains($0) }
        unexpressed += other.unexpressed
        title = other.title ?? title
        description = description ?? other.description
        isDeprecated = isDeprecated || other.isDeprecated
        isReadOnly = isReadOnly || other.isReadOnly
        isWriteOnly = isWriteOnly || other.isWriteOnly
    }

    static func common(_ left: [JSON]?, _ right: [JSON]?) -> [JSON]? {
        guard let left, let right else { return left ?? right }
        let both = left.filter(right.contains)
        return both.isEmpty ? left : both
    }
}
