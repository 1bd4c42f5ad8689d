// Expands goals into facts about a value, and into choices between further goals.

import JSONSchema

/// Takes goals of one instance apart until only facts are left, and choices between further goals.
struct Expansion {
    private let schema: Schema
    private let hasScopes: Bool
    private var seen: Set<Goal>
    private let isBreaking: Bool
    private var held: Set<SchemaNode.ID> = []
    private var failing: Set<SchemaNode.ID> = []

    private(set) var requirements = ValueRequirements()
    private(set) var choices: [Choice] = []
    /// The keywords that were expanded as satisfied.
    private(set) var keywords: [Goal] = []
    /// Whether no value can satisfy the goals.
    private(set) var isImpossible = false

    /// A goal that can be reached in several ways.
    struct Choice {
        let goal: Goal
        let options: [[Goal]]
    }

    private let effort: SampleEffort

    init(_ key: SamplePlan.Key, schema: Schema, _ effort: SampleEffort) {
        self.schema = schema
        self.effort = effort
        seen = Set(key.skipped)
        hasScopes = schema.hasDynamicAnchors
        isBreaking = key.breaks
        for goal in key.goals { take(goal) }
        requirements.settle()
        if requirements.types.isEmpty || requirements.values?.isEmpty == true { isImpossible = true }
    }

    private mutating func take(_ goal: Goal) {
        effort.spend()
        guard !isImpossible, !effort.isSpent, seen.insert(goal).inserted else { return }
        switch goal.literal {
        case .holds(let id): expandSatisfied(id, goal)
        case .avoids(let id):
            // A schema that accepts every value cannot be avoided.
            if schema[id].node.keywords.isEmpty || isSame(id, asAnyOf: held) { isImpossible = true }
            failing.insert(id)
            requirements.avoided.append(goal.with(.fails(id)))
        case .keyword(let id, let index): apply(schema[id].node.keywords[index], id, index, goal)
        case .fails(let id):
            guard !isSame(id, asAnyOf: held) else { return isImpossible = true }
            failing.insert(id)
            let node = schema[id].node
            let inner = entering(node, goal)
            choose(goal, node.keywords.indices.map { [inner.with(.breaks(id, $0))] })
        case .breaks(let id, let index):
            choose(goal, schema.negations(of: id, index).map { $0.map(goal.assuming) })
        case .dependency(let id, let index, let entry):
            guard case .dependentSchemas(let dependencies) = schema[id].node.keywords[index] else { return }
            let (property, dependent) = dependencies[entry]
            choose(
                goal,
                [
                    [goal.with(.fact(.required(property))), goal.with(.holds(dependent))],
                    [goal.with(.fact(.forbidden(property)))],
                ])
        case .fact(let fact): merge(fact, goal)
        }
    }

    private func entering(_ node: SchemaNode, _ goal: Goal) -> Goal {
        var inner = goal
        if hasScopes { inner.scope = goal.scope.entering(node) }
        return inner
    }

    private mutating func expandSatisfied(_ id: SchemaNode.ID, _ goal: Goal) {
        let node = schema[id].node
        var inner = entering(node, goal)
        guard !isSame(id, asAnyOf: failing) else { return isImpossible = true }
        held.insert(id)
        if !isBreaking { requirements.schemas.append(id) }
        requirements.note(node)
        for keyword in node.keywords {
            switch keyword {
            case .unevaluatedItems, .unevaluatedProperties: if inner.owners.last != id { inner.owners.append(id) }
            default: break
            }
        }
        for index in node.keywords.indices { take(inner.with(.keyword(id, index))) }
    }

    /// Whether a schema says the same as one of several, word for word: documents repeat what they could refer to.
    private func isSame(_ id: SchemaNode.ID, asAnyOf others: Set<SchemaNode.ID>) -> Bool {
        guard !hasScopes, !others.isEmpty else { return false }
        return others.contains(id) || others.contains { schema.isSame(id, as: $0) }
    }

    /// A single option is expanded, none is a contradiction, several remain a choice.
    private mutating func choose(_ goal: Goal, _ options: [[Goal]]) {
        switch options.count {
        case 0: isImpossible = true
        case 1: for inner in options[0] { take(inner) }
        default: choices.append(Choice(goal: goal, options: options))
        }
    }

    private mutating func merge(_ fact: Fact, _ goal: Goal) {
        requirements.merge(fact, goal, schema)
    }
}

extension Expansion {
    private mutating func apply(_ keyword: Keyword, _ id: SchemaNode.ID, _ index: Int, _ goal: Goal) {
        func holds(_ schema: SchemaNode.ID) -> Goal { goal.with(.holds(schema)) }
        switch keyword {
        case .never: isImpossible = true
        case .reference(let reference): take(holds(reference.target))
        case .dynamicReference(let reference): take(holds(schema.target(of: reference, in: goal.scope)))
        case .allOf(let schemas):
            for inner in schemas { take(holds(inner)) }
        case .not(let inner):
            keywords.append(goal)
            take(goal.with(.fails(inner)))
        case .anyOf(let alternatives):
            keywords.append(goal)
            choose(goal, branchesByTag(alternatives.discriminator, goal) ?? alternatives.schemas.map { [holds($0)] })
        case .oneOf(let alternatives):
            keywords.append(goal)
            let schemas = alternatives.schemas
            // Only the first choice is taken up; the others come again when it is made.
            if !choices.isEmpty, schemas.count > 1, alternatives.discriminator == nil { return }
            effort.spend(steps: schemas.count * schemas.count)
            guard !effort.isSpent else { return }
            let branches = schemas.indices.map { chosen in
                [holds(schemas[chosen])]
                    + schemas.indices.filter { $0 != chosen }.map { goal.with(.avoids(schemas[$0])) }
            }
            choose(goal, branchesByTag(alternatives.discriminator, goal) ?? branches)
        case .conditional(let conditional):
            keywords.append(goal)
            let condition = conditional.condition
            choose(
                goal,
                [
                    [goal.assuming(.holds(condition))] + [conditional.then].compactMap(\.self).map(holds),
                    [goal.with(.fails(condition))] + [conditional.otherwise].compactMap(\.self).map(holds),
                ])
        case .dependentSchemas(let dependencies):
            keywords.append(goal)
            for entry in dependencies.indices { take(goal.with(.dependency(id, index, entry: entry))) }
        case .subtypes(let discriminator): applySubtypes(discriminator, goal)
        case .type, .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .format,
            .content, .minItems, .maxItems, .uniqueItems, .items, .contains, .minProperties, .maxProperties, .required,
            .properties, .propertyNames, .dependentRequired, .unevaluatedItems, .unevaluatedProperties:
            keywords.append(goal)
            requirements.merge(keyword, id, goal)
        }
    }

    /// A branch for each value that a discriminator knows; nil where it knows none.
    private func branchesByTag(_ discriminator: Discriminator?, _ goal: Goal) -> [[Goal]]? {
        guard let discriminator, !discriminator.mapping.isEmpty else { return nil }
        return discriminator.mapping.map { value, schema in
            [goal.with(.fact(.tag(discriminator.property, value))), goal.with(.holds(schema))]
        }
    }

    private mutating func applySubtypes(_ discriminator: Discriminator, _ goal: Goal) {
        if let own = discriminator.mapping.first(where: { held.contains($0.schema) }) {
            requirements.tags.append((discriminator.property, own.value))
        } else {
            choose(goal, branchesByTag(discriminator, goal) ?? [[]])
        }
    }
}
