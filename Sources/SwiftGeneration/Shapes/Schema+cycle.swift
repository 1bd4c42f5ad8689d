// Arrays and dictionaries of themselves: Swift needs a type with a name there.

import JSONSchema

extension Schema {
    /// Whether its values hold values of itself with nothing but arrays and dictionaries between. Of such a circle those that have a
    /// name in the contract are declared, or all where none has.
    var isContainerOfItself: Bool {
        guard let cycle = cycle() else { return false }
        return NormalizedSchema.isNamed(self) || !cycle.contains(where: NormalizedSchema.isNamed)
    }

    private func cycle() -> [Schema]? {
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
        let constraints = Constraints([self])
        guard constraints.groups.isEmpty, constraints.conditions.isEmpty, constraints.values == nil,
            constraints.kinds.count == 1
        else {
            return nil
        }
        switch constraints.kinds[0] {
        case .array where constraints.prefix.isEmpty && constraints.items.count == 1:
            return NormalizedSchema(constraints.items[0]).schema
        case .object
        where constraints.members.isEmpty && constraints.required.isEmpty && constraints.valueSchemas.count == 1:
            return NormalizedSchema(constraints.valueSchemas[0]).schema
        default: return nil
        }
    }
}
