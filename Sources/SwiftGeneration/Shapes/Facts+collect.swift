// Reads a schema's keywords into facts.

import JSONSchema

extension Facts {
    /// Adds what a schema says, and what it refers to; each schema once, so that circles end.
    mutating func add(_ schema: Schema, _ seen: inout Set<Schema>) {
        guard seen.insert(schema).inserted else { return }
        let node = schema.node
        annotate(node)
        for keyword in node.keywords { add(keyword, of: schema, node, &seen) }
    }

    private mutating func annotate(_ node: SchemaNode) {
        title = title ?? node.title
        description = description ?? node.description
        isDeprecated = isDeprecated || node.isDeprecated
        isReadOnly = isReadOnly || node.isReadOnly
        isWriteOnly = isWriteOnly || node.isWriteOnly
        format = format ?? node.formatName
        contentEncoding = contentEncoding ?? node.contentEncoding
        defaultValue = defaultValue ?? node.defaultValue
        // Beside a reference OpenAPI 3.0 does not hear it, but those who write it there mean it.
        if node.dialect == .openAPI30, node.annotation("nullable")?.bool == true { isNullable = true }
    }

    private mutating func add(_ keyword: Keyword, of schema: Schema, _ node: SchemaNode, _ seen: inout Set<Schema>) {
        switch keyword {
        case .never: isNever = true
        case .type(let set):
            types.formIntersection(set.contains(.number) ? set.union(.integer) : set)
            isTyped = true
        case .enumeration(let list): values = Self.common(values, list)
        case .const(let value):
            values = Self.common(values, [value])
            isConstant = true
        case .minimum(let bound): minimum = bound.value
        case .maximum(let bound): maximum = bound.value
        case .multipleOf, .minLength, .maxLength, .pattern, .minItems, .maxItems, .uniqueItems, .contains,
            .minProperties, .maxProperties, .propertyNames, .format, .content, .subtypes:
            break
        case .items(let list):
            hasItems = true
            prefix += list.prefix.map { schema[$0] }
            if let rest = list.rest { items.append(schema[rest]) }
        case .required(let names): require(names.names)
        case .properties(let properties): add(properties, of: schema, node)
        case .dependentRequired: unexpressed.append(("dependentRequired", schema))
        case .dependentSchemas(let dependencies):
            unexpressed.append(("dependentSchemas", schema))
            for dependency in dependencies { addLoosely(schema[dependency.schema]) }
        case .reference(let reference): add(schema[reference.target], &seen)
        case .dynamicReference(let reference): add(schema[reference.initial], &seen)
        case .allOf(let schemas): for id in schemas { add(schema[id], &seen) }
        case .anyOf(let alternatives): add(alternatives, isExclusive: false, of: schema)
        case .oneOf(let alternatives): add(alternatives, isExclusive: true, of: schema)
        case .not(let id): addNegation(schema[id], owner: schema)
        case .conditional(let conditional):
            conditions.append(
                Condition(
                    owner: schema, condition: schema[conditional.condition], then: conditional.then.map { schema[$0] },
                    otherwise: conditional.otherwise.map { schema[$0] }))
        case .unevaluatedProperties(let id):
            if schema[id].node.isNever { isClosed = true } else { additional.append(schema[id]) }
        case .unevaluatedItems(let id):
            if !schema[id].node.isNever { items.append(schema[id]) }
        }
    }

    private mutating func add(_ properties: Properties, of schema: Schema, _ node: SchemaNode) {
        for property in properties.declared {
            let property = (name: property.name, schema: schema[property.schema])
            if property.schema.node.isNever {
                forbidden.append(property.name)
            } else {
                addMember(property.name, property.schema)
            }
        }
        patterns += properties.patterns.map { schema[$0.schema] }
        if let additional = properties.additional {
            if schema[additional].node.isNever {
                isClosed = true
            } else {
                self.additional.append(schema[additional])
                hasAdditional = true
            }
        } else if node.annotation("additionalProperties")?.bool == true {
            hasAdditional = true
        }
    }

    private mutating func add(_ alternatives: Alternatives, isExclusive: Bool, of schema: Schema) {
        let arms = alternatives.schemas.map { schema[$0] }
        groups.append(
            Group(arms: arms, owner: schema, isExclusive: isExclusive, discriminator: alternatives.discriminator))
    }

    /// Members that are there under a condition no type carries: they may be there.
    mutating func addLoosely(_ schema: Schema) {
        let other = Facts([schema])
        for member in other.members {
            for schema in member.schemas { addMember(member.name, schema) }
        }
    }

    /// `not: {required: [a]}` forbids a, and `not: {anyOf: [...]}` each of several; other negations have no type.
    private mutating func addNegation(_ negated: Schema, owner: Schema) {
        guard let names = Self.negatedNames(negated) else {
            unexpressed.append(("not", owner))
            return
        }
        forbidden += names.filter { !forbidden.contains($0) }
    }

    private static func negatedNames(_ schema: Schema) -> [String]? {
        let keywords = schema.node.keywords.filter { if case .type = $0 { false } else { true } }
        guard keywords.count == 1, let keyword = keywords.first else { return nil }
        switch keyword {
        case .required(let required) where required.names.count == 1: return required.names
        case .anyOf(let alternatives):
            let names = alternatives.schemas.map { negatedNames(schema[$0]) }
            return names.contains(nil) ? nil : names.flatMap { $0 ?? [] }
        default: return nil
        }
    }
}

extension SchemaNode {
    /// The schema `false`.
    var isNever: Bool { if case .never? = keywords.first { true } else { false } }
}
