// Arrays and dictionaries of themselves: Swift needs a type with a name there.

import JSONSchema

extension Schema {
    /// Whether its values hold values of itself with nothing but arrays and dictionaries between. Of such a circle those that have a
    /// name in the contract are declared, or all where none has.
    var isContainerOfItself: Bool {
        guard let circle = circle() else { return false }
        return Essence.isNamed(self) || !circle.contains(where: Essence.isNamed)
    }

    private func circle() -> [Schema]? {
        var path: [Schema] = []
        var next = contained
        while let schema = next {
            if schema == self { return path + [self] }
            guard !path.contains(schema) else { return nil }
            path.append(schema)
            next = schema.contained
        }
        return nil
    }

    /// What a plain array or dictionary consists of.
    private var contained: Schema? {
        let facts = Facts([self])
        guard facts.groups.isEmpty, facts.conditions.isEmpty, facts.values == nil, facts.kinds.count == 1 else {
            return nil
        }
        switch facts.kinds[0] {
        case .array where facts.prefix.isEmpty && facts.items.count == 1: return Essence(facts.items[0]).schema
        case .object where facts.members.isEmpty && facts.required.isEmpty && facts.valueSchemas.count == 1:
            return Essence(facts.valueSchemas[0]).schema
        default: return nil
        }
    }
}
