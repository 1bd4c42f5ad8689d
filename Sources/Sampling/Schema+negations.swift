// How a keyword can be broken: each way is a set of further goals.

import JSONValues
import RegularExpressions
import JSONSchema

extension Schema {
    /// The ways to break a keyword, the simplest first. None where nothing can: of `minLength: 0`, say.
    func negations(of id: SchemaNode.ID, _ index: Int) -> [[Literal]] {
        switch self[id].node.keywords[index] {
        case .never: return [[]]
        case .type(let types): return types.complements
        case .enumeration, .const: return [[.fact(.otherThan(id, index))]]
        case .multipleOf(let number): return [[.fact(.types(.number)), .fact(.notMultiple(number))]]
        case .minimum(let bound):
            return [[.fact(.types(.number)), .fact(.maximum(Limit(value: bound.value, exclusive: !bound.exclusive)))]]
        case .maximum(let bound):
            return [[.fact(.types(.number)), .fact(.minimum(Limit(value: bound.value, exclusive: !bound.exclusive)))]]
        case .minLength(let count): return fewer(.string, count, { .minLength($0) }, { .maxLength($0) })
        case .maxLength(let count):
            return count == .max ? [] : [[.fact(.types(.string)), .fact(.minLength(count + 1))]]
        case .pattern: return [[.fact(.types(.string)), .fact(.unmatched(id, index))]]
        case .format(let format, let asserted):
            guard asserted else { return [] }
            return [[.fact(.types(format.outside == nil ? .string : .number)), .fact(.unformatted(id, index))]]
        case .content(let content):
            return content.asserted ? [[.fact(.types(.string)), .fact(.unformatted(id, index))]] : []
        case .minItems(let count): return fewer(.array, count, { .minItems($0) }, { .maxItems($0) })
        case .maxItems(let count): return count == .max ? [] : [[.fact(.types(.array)), .fact(.minItems(count + 1))]]
        case .uniqueItems: return [[.fact(.types(.array)), .fact(.minItems(2)), .fact(.repeats)]]
        case .items(let items): return negations(of: items)
        case .contains(let contains): return negations(of: contains)
        case .minProperties(let count): return fewer(.object, count, { .minProperties($0) }, { .maxProperties($0) })
        case .maxProperties(let count):
            return count == .max ? [] : [[.fact(.types(.object)), .fact(.minProperties(count + 1))]]
        case .required(let required):
            return required.names.map { missing -> [Literal] in
                let present = required.names.filter { $0 != missing }
                return [.fact(.types(.object)), .fact(.forbidden(missing))] + present.map { .fact(.required($0)) }
            }
        case .properties(let properties): return negations(of: properties)
        case .propertyNames(let schema):
            return self[schema].node.keywords.isEmpty ? [] : [[.fact(.types(.object)), .fact(.misnamed(schema))]]
        case .dependentRequired(let dependencies):
            return dependencies.flatMap { property, names in
                let others = names.filter { $0 != property }
                return others.map { missing -> [Literal] in
                    let present = others.filter { $0 != missing } + [property]
                    return [.fact(.types(.object)), .fact(.forbidden(missing))] + present.map { .fact(.required($0)) }
                }
            }
        case .dependentSchemas(let dependencies):
            return dependencies.map { property, schema in
                [.fact(.types(.object)), .fact(.required(property)), .fails(schema)]
            }
        case .reference(let reference): return [[.fails(reference.target)]]
        case .dynamicReference(let reference): return [[.fails(reference.initial)]]
        case .allOf(let schemas): return schemas.map { [.fails($0)] }
        case .anyOf(let alternatives): return [alternatives.schemas.map(Literal.fails)]
        case .oneOf(let alternatives):
            let schemas = alternatives.schemas
            return [schemas.map(Literal.fails)]
                + zip(schemas, schemas.dropFirst()).map { [.holds($0), .holds($1)] }
        case .not(let schema): return [[.holds(schema)]]
        case .conditional(let conditional):
            return [conditional.then].compactMap(\.self).map { [.holds(conditional.condition), .fails($0)] }
                + [conditional.otherwise].compactMap(\.self).map { [.fails(conditional.condition), .fails($0)] }
        case .subtypes(let discriminator):
            return discriminator.mapping.map { value, schema in
                [.fact(.tag(discriminator.property, value)), .fails(schema)]
            }
        case .unevaluatedItems(let schema):
            let position = longestPrefix(from: id)
            return [
                [
                    .fact(.types(.array)), .fact(.minItems(position + 1)),
                    .fact(.element(position, schema, holds: false)),
                ]
            ]
        case .unevaluatedProperties(let schema): return [undeclaredMember([], schema)]
        }
    }

    /// One less than there must be, and if that cannot be, any number less.
    private func fewer(
        _ type: TypeSet, _ count: Int, _ atLeast: (Int) -> Fact, _ atMost: (Int) -> Fact
    ) -> [[Literal]] {
        guard count > 0 else { return [] }
        let less: [Literal] = [.fact(.types(type)), .fact(atMost(count - 1))]
        return count == 1 ? [less] : [less + [.fact(atLeast(count - 1))], less]
    }

    private func negations(of items: Items) -> [[Literal]] {
        let schemas = items.prefix + [items.rest].compactMap(\.self)
        return schemas.enumerated().map { position, schema in
            [.fact(.types(.array)), .fact(.minItems(position + 1)), .fact(.element(position, schema, holds: false))]
        }
    }

    private func negations(of contains: Contains) -> [[Literal]] {
        var ways: [[Literal]] = []
        if contains.minimum > 0 { ways.append([.fact(.types(.array)), .fact(.everyElementFails(contains.schema))]) }
        if let maximum = contains.maximum, maximum < .max {
            ways.append([.fact(.types(.array)), .fact(.containing(contains.schema, maximum + 1))])
        }
        return ways
    }

    private func negations(of properties: Properties) -> [[Literal]] {
        var ways: [[Literal]] = properties.declared.map { property in
            [
                .fact(.types(.object)), .fact(.required(property.name)),
                .fact(.member(property.name, property.schema, holds: false)),
            ]
        }
        for (pattern, schema) in properties.patterns {
            guard let name = PatternSample.shortest(of: pattern) else { continue }
            ways.append([.fact(.types(.object)), .fact(.required(name)), .fact(.member(name, schema, holds: false))])
        }
        if let additional = properties.additional {
            ways.append(
                undeclaredMember(properties.declared.map(\.name), additional, properties.patterns.map(\.pattern)))
        }
        return ways
    }

    /// An object with a member that nothing has been said of by name.
    private func undeclaredMember(_ names: [String], _ schema: SchemaNode.ID, _ patterns: [Pattern] = []) -> [Literal] {
        let name = Vocabulary.unknownNames.first { name in
            !names.contains(name) && !patterns.contains { $0.matches(in: name) }
        }
        guard let name else { return [.fact(.types([]))] }
        return [.fact(.types(.object)), .fact(.required(name)), .fact(.member(name, schema, holds: false))]
    }

    /// How many elements the schemas of the same instance name one by one.
    private func longestPrefix(from id: SchemaNode.ID) -> Int {
        var seen: Set<SchemaNode.ID> = []
        var pending = [id]
        var longest = 0
        while let id = pending.popLast() {
            guard seen.insert(id).inserted else { continue }
            for keyword in self[id].node.keywords {
                if case .items(let items) = keyword { longest = max(longest, items.prefix.count) }
                pending += keyword.inPlace
            }
        }
        return longest
    }
}

extension TypeSet {
    /// The ways to be of another type.
    var complements: [[Literal]] {
        let others = TypeSet.all.subtracting(self)
        if contains(.number) {
            let rest = others.subtracting(.integer)
            return rest.isEmpty ? [] : [[.fact(.types(rest))]]
        }
        guard contains(.integer) else { return others.isEmpty ? [] : [[.fact(.types(others))]] }
        let rest = others.subtracting(.number)
        return (rest.isEmpty ? [] : [[.fact(.types(rest))]]) + [[.fact(.types(.number)), .fact(.notInteger)]]
    }
}

extension Format {
    /// Whether it is a format of numbers before it is one of strings.
    var isNumeric: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double, .decimal: true
        case .dateTime, .date, .time, .duration, .email, .idnEmail, .hostname, .idnHostname, .ipv4, .ipv6, .uri,
            .uriReference, .iri, .iriReference, .uriTemplate, .uuid, .jsonPointer, .relativeJSONPointer, .regex, .byte,
            .base64url, .binary, .password:
            false
        }
    }
}
