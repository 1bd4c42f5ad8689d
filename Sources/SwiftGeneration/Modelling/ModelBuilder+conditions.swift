// if/then/else on the value of one property: an enum whose cases carry exactly what exists then.

import JSONValues
import JSONSchema
import OpenAPIContract

extension ModelBuilder {
    /// A condition on one property: the values for which it holds.
    private struct PropertyCondition {
        let property: String
        let values: [JSON]
        let condition: Constraints.Condition
    }

    /// Nil where there is no condition, or none that an enum can carry: what those speak of may then be there or not.
    mutating func conditional(_ constraints: inout Constraints, _ origin: Origin, _ context: Context) -> SwiftType? {
        guard !constraints.conditions.isEmpty else { return nil }
        constraints.rules += constraints.conditions.compactMap(\.rule)
        let conditions = constraints.conditions.filter { $0.rule == nil }
        constraints.conditions = []
        guard !conditions.isEmpty else { return nil }
        let propertyConditions = conditions.compactMap(Self.propertyCondition)
        guard propertyConditions.count == conditions.count, let property = propertyConditions.first?.property,
            propertyConditions.allSatisfy({ $0.property == property }),
            constraints.members.contains(where: { $0.name == property })
        else {
            for condition in conditions {
                constraints.unexpressed.append(("if", condition.owner))
                for schema in [condition.then, condition.otherwise] {
                    if let schema { constraints.addOptionalMembers(schema) }
                }
            }
            return nil
        }
        return union(branches(propertyConditions, property, constraints), constraints, origin, context, tag: property)
    }

    private func branches(_ propertyConditions: [PropertyCondition], _ property: String, _ constraints: Constraints)
        -> [Alternative]
    {
        var listed: [JSON] = []
        for value in propertyConditions.flatMap({ Self.values($0, []) }) where !listed.contains(value) {
            listed.append(value)
        }
        var possible = constraints.values(of: property)
        if possible == nil, listed.allSatisfy({ $0.bool != nil }) { possible = [true, false] }
        let rest = possible?.filter { !listed.contains($0) }
        var branches = listed.map { value in
            branch(propertyConditions, property, constraints, value: value)
        }
        let isRequired = constraints.required.contains(property)
        if isRequired, let rest, rest.count == 1 {
            branches.append(branch(propertyConditions, property, constraints, value: rest[0]))
        } else if !isRequired || rest.map({ !$0.isEmpty }) ?? true {
            branches.append(branch(propertyConditions, property, constraints, value: nil))
        }
        return branches
    }

    /// What holds where the property has a value, or none of those that are spoken of.
    private func branch(
        _ propertyConditions: [PropertyCondition], _ property: String, _ constraints: Constraints, value: JSON?
    ) -> Alternative {
        var constraints = constraints
        var open = propertyConditions[...]
        var seen: Set<Schema> = []
        while let item = open.popFirst() {
            guard seen.insert(item.condition.owner).inserted else { continue }
            let holds = value.map(item.values.contains) ?? false
            guard let schema = holds ? item.condition.then : item.condition.otherwise else { continue }
            var branch = Constraints([schema])
            if let nested = Self.propertyConditions(branch, on: property) {
                branch.conditions = []
                open += nested
            }
            constraints.merge(branch)
        }
        // The documentation of the whole stays with the whole.
        (constraints.title, constraints.description) = (nil, nil)
        var branch = Alternative(constraints: constraints, schema: nil, part: value?.serialized() ?? "other")
        if let value {
            branch.constraints.fixed = [(property, value)]
            branch.constraints.require([property])
            branch.tags = [value]
            branch.words = [Self.tagWords(value, property)]
        } else {
            branch.isDefault = true
            branch.words = [Words("other")]
        }
        return branch
    }

    /// Those that a value meets on its way: of `if … else if …` all.
    private static func values(_ item: PropertyCondition, _ seen: Set<Schema>) -> [JSON] {
        guard !seen.contains(item.condition.owner) else { return [] }
        let seen = seen.union([item.condition.owner])
        let branches = [item.condition.then, item.condition.otherwise].compactMap(\.self).map { Constraints([$0]) }
        return item.values
            + branches.flatMap { (propertyConditions($0, on: item.property) ?? []).flatMap { values($0, seen) } }
    }

    /// The conditions of a branch, where all of them ask for the same property again.
    private static func propertyConditions(_ constraints: Constraints, on property: String) -> [PropertyCondition]? {
        let propertyConditions = constraints.conditions.compactMap(propertyCondition)
        guard propertyConditions.count == constraints.conditions.count,
            propertyConditions.allSatisfy({ $0.property == property })
        else {
            return nil
        }
        return propertyConditions
    }

    private static func propertyCondition(_ condition: Constraints.Condition) -> PropertyCondition? {
        let constraints = Constraints([condition.condition])
        guard constraints.members.count == 1, constraints.groups.isEmpty, constraints.conditions.isEmpty,
            constraints.required.allSatisfy({ $0 == constraints.members[0].name })
        else { return nil }
        let property = constraints.members[0].name
        guard let values = constraints.values(of: property), values.allSatisfy({ $0.isScalar && !$0.isNull }) else {
            return nil
        }
        return PropertyCondition(property: property, values: values, condition: condition)
    }
}
