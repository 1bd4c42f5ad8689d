// Reads a schema's keywords into constraints.

import JSONValues
import JSONSchema

extension Constraints {
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
        case .dependentRequired(let dependencies):
            rules += dependencies.map { .requires($0.names, with: [$0.property]) }
        case .dependentSchemas(let dependencies):
            for dependency in dependencies {
                if let names = schema[dependency.schema].onlyRequired {
                    rules.append(.requires(names, with: [dependency.property]))
                } else {
                    unexpressed.append(("dependentSchemas", schema))
                    addOptionalMembers(schema[dependency.schema], seen)
                }
            }
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
            if members.contains(where: { $0.name == property.name && !$0.name.utf8.elementsEqual(property.name.utf8) })
            {
                // Foundation's decoder takes both for one.
                unexpressed.append(("a name that Unicode calls equal to another one", schema))
            } else if property.schema.node.isNever {
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
        let branches = alternatives.schemas.flatMap { Self.inlinedBranches(schema[$0], [schema]) }
        groups.append(
            Group(
                branches: branches, owner: schema, isExclusive: isExclusive, discriminator: alternatives.discriminator))
    }

    /// The alternatives of an alternative that is nothing but a choice without a name.
    private static func inlinedBranches(_ branch: Schema, _ seen: Set<Schema>) -> [Schema] {
        guard branch.place.name == nil, !seen.contains(branch), branch.node.keywords.count == 1 else { return [branch] }
        switch branch.node.keywords[0] {
        case .anyOf(let inner) where inner.discriminator == nil, .oneOf(let inner) where inner.discriminator == nil:
            return inner.schemas.flatMap { inlinedBranches(branch[$0], seen.union([branch])) }
        default: return [branch]
        }
    }

    /// Members that are there under a condition no type carries: they may be there.
    mutating func addOptionalMembers(_ schema: Schema, _ seen: Set<Schema> = []) {
        var other = Constraints()
        var seen = seen
        other.add(schema, &seen)
        for member in other.members {
            for schema in member.schemas { addMember(member.name, schema) }
        }
    }

    /// `not: {required: [a]}` forbids a, `not: {anyOf: [...]}` each of several, `not: {required: [a, b]}` both together; other
    /// negations have no type.
    private mutating func addNegation(_ negated: Schema, owner: Schema) {
        if let names = negated.onlyRequired, names.count > 1 {
            rules.append(.notTogether(names))
            return
        }
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
