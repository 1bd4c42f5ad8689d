// if/then/else on the value of one property: an enum whose cases carry exactly what exists then.

import JSONSchema
import OpenAPIContract

extension Modeller {
    /// A condition on one property: the values for which it holds.
    private struct Switch {
        let property: String
        let values: [JSON]
        let condition: Facts.Condition
    }

    /// Nil where there is no condition, or none that an enum can carry: what those speak of may then be there or not.
    mutating func conditional(_ facts: inout Facts, _ origin: Origin, _ context: Context) -> SwiftType? {
        guard !facts.conditions.isEmpty else { return nil }
        facts.rules += facts.conditions.compactMap(\.rule)
        let conditions = facts.conditions.filter { $0.rule == nil }
        facts.conditions = []
        guard !conditions.isEmpty else { return nil }
        let switches = conditions.compactMap(Self.switched)
        guard switches.count == conditions.count, let property = switches.first?.property,
            switches.allSatisfy({ $0.property == property }), facts.members.contains(where: { $0.name == property })
        else {
            for condition in conditions {
                facts.unexpressed.append(("if", condition.owner))
                for schema in [condition.then, condition.otherwise] { if let schema { facts.addLoosely(schema) } }
            }
            return nil
        }
        return union(arms(switches, property, facts), facts, origin, context, tag: property)
    }

    private func arms(_ switches: [Switch], _ property: String, _ facts: Facts) -> [Alternative] {
        var listed: [JSON] = []
        for value in switches.flatMap({ Self.values($0) }) where !listed.contains(value) { listed.append(value) }
        var possible = facts.values(of: property)
        if possible == nil, listed.allSatisfy({ $0.bool != nil }) { possible = [true, false] }
        let rest = possible?.filter { !listed.contains($0) }
        var arms = listed.map { value in
            arm(switches, property, facts, value: value)
        }
        let isRequired = facts.required.contains(property)
        if isRequired, let rest, rest.count == 1 {
            arms.append(arm(switches, property, facts, value: rest[0]))
        } else if !isRequired || rest.map({ !$0.isEmpty }) ?? true {
            arms.append(arm(switches, property, facts, value: nil))
        }
        return arms
    }

    /// What holds where the property has a value, or none of those that are spoken of.
    private func arm(_ switches: [Switch], _ property: String, _ facts: Facts, value: JSON?) -> Alternative {
        var facts = facts
        var open = switches[...]
        while let item = open.popFirst() {
            let holds = value.map(item.values.contains) ?? false
            guard let schema = holds ? item.condition.then : item.condition.otherwise else { continue }
            var branch = Facts([schema])
            if let nested = Self.switches(branch, on: property) {
                branch.conditions = []
                open += nested
            }
            facts.merge(branch)
        }
        // What is said of the whole stands with the whole.
        (facts.title, facts.description) = (nil, nil)
        var arm = Alternative(facts: facts, schema: nil, part: value?.serialized() ?? "other")
        if let value {
            arm.facts.fixed = [(property, value)]
            arm.facts.require([property])
            arm.tags = [value]
            arm.words = [Self.tagWords(value, property)]
        } else {
            arm.isDefault = true
            arm.words = [Words("other")]
        }
        return arm
    }

    /// Those that a value meets on its way: of `if … else if …` all.
    private static func values(_ item: Switch) -> [JSON] {
        let branches = [item.condition.then, item.condition.otherwise].compactMap(\.self).map { Facts([$0]) }
        return item.values
            + branches.flatMap { (switches($0, on: item.property) ?? []).flatMap { values($0) } }
    }

    /// The conditions of a branch, where all of them ask for the same property again.
    private static func switches(_ facts: Facts, on property: String) -> [Switch]? {
        let switches = facts.conditions.compactMap(switched)
        guard switches.count == facts.conditions.count, switches.allSatisfy({ $0.property == property }) else {
            return nil
        }
        return switches
    }

    private static func switched(_ condition: Facts.Condition) -> Switch? {
        let facts = Facts([condition.condition])
        guard facts.members.count == 1, facts.groups.isEmpty, facts.conditions.isEmpty,
            facts.required.allSatisfy({ $0 == facts.members[0].name })
        else { return nil }
        let property = facts.members[0].name
        guard let values = facts.values(of: property), values.allSatisfy({ $0.isScalar && !$0.isNull }) else {
            return nil
        }
        return Switch(property: property, values: values, condition: condition)
    }
}
