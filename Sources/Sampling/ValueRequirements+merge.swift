// Adds keywords and facts to the requirements on a value.

import JSONValues
import JSONSchema

extension ValueRequirements {
    /// Adds the annotations of a schema.
    mutating func note(_ node: SchemaNode) {
        examples += node.examples
        if let value = node.defaultValue { defaults.append(value) }
        if title == nil { title = node.title }
    }

    /// Adds a keyword that asserts something by itself. Applicators to the same instance have been taken apart before.
    mutating func merge(_ keyword: Keyword, _ id: SchemaNode.ID, _ goal: Goal) {
        func holds(_ schema: SchemaNode.ID) -> Goal { goal.ofPart(.holds(schema)) }
        switch keyword {
        case .type(let types): self.types = self.types.commonTypes(types)
        case .enumeration(let values): allow(values)
        case .const(let value): allow([value])
        case .multipleOf(let number): multiples.append(number)
        case .minimum(let bound): raise(Limit(value: bound.value, exclusive: bound.exclusive))
        case .maximum(let bound): lower(Limit(value: bound.value, exclusive: bound.exclusive))
        case .minLength(let count): minLength = max(minLength, count)
        case .maxLength(let count): maxLength = min(maxLength, count)
        case .pattern(let pattern): patterns.append(pattern)
        case .format(let format, let asserted): formats.append((format, asserted))
        case .content(let content): contents.append(content)
        case .minItems(let count): minItems = max(minItems, count)
        case .maxItems(let count): maxItems = min(maxItems, count)
        case .uniqueItems: unique = true
        case .items(let items):
            self.items.append(
                ItemRule(prefix: items.prefix.map(holds), rest: items.rest.map(holds), owners: goal.owners))
        case .contains(let contains):
            containing.append(
                ContainsRule(
                    goal: holds(contains.schema), failing: goal.ofPart(.fails(contains.schema)),
                    minimum: contains.minimum, maximum: contains.maximum, owners: goal.owners))
        case .minProperties(let count): minProperties = max(minProperties, count)
        case .maxProperties(let count): maxProperties = min(maxProperties, count)
        case .required(let required): for name in required.names { require(name) }
        case .properties(let properties):
            self.properties.append(PropertyRule(properties: properties, goal: goal))
        case .propertyNames(let schema): names.append(holds(schema))
        case .dependentRequired(let dependencies): self.dependencies += dependencies
        case .unevaluatedItems(let schema): unevaluatedItems.append((id, holds(schema)))
        case .unevaluatedProperties(let schema): unevaluatedProperties.append((id, holds(schema)))
        case .never, .dependentSchemas, .reference, .dynamicReference, .allOf, .anyOf, .oneOf, .not, .conditional,
            .subtypes:
            break
        }
    }

    mutating func merge(_ fact: Fact, _ goal: Goal, _ schema: Schema) {
        func about(_ id: SchemaNode.ID, holds: Bool) -> Goal {
            goal.ofPart(holds ? .holds(id) : .fails(id))
        }
        switch fact {
        case .types(let types): self.types = self.types.commonTypes(types)
        case .notInteger: notInteger = true
        case .otherThan(let id, let index): excluded += schema[id].node.keywords[index].namedValues
        case .minimum(let limit): raise(limit)
        case .maximum(let limit):
            lower(limit)
            isNearMaximum = true
        case .notMultiple(let number): notMultiples.append(number)
        case .minLength(let count): minLength = max(minLength, count)
        case .maxLength(let count): maxLength = min(maxLength, count)
        case .unmatched(let id, let index):
            if case .pattern(let pattern) = schema[id].node.keywords[index] { notPatterns.append(pattern) }
        case .unformatted(let id, let index):
            switch schema[id].node.keywords[index] {
            case .format(let format, _): notFormats.append(format)
            case .content(let content): notContents.append(content)
            default: break
            }
        case .minItems(let count): minItems = max(minItems, count)
        case .maxItems(let count): maxItems = min(maxItems, count)
        case .repeats: repeats = true
        case .element(let position, let id, let holds): elements.append((position, about(id, holds: holds)))
        case .everyElementFails(let id): everyElement.append(about(id, holds: false))
        case .containing(let id, let count):
            containing.append(
                ContainsRule(
                    goal: about(id, holds: true), failing: about(id, holds: false), minimum: count, maximum: nil,
                    owners: []))
        case .minProperties(let count): minProperties = max(minProperties, count)
        case .maxProperties(let count): maxProperties = min(maxProperties, count)
        case .required(let name): require(name)
        case .forbidden(let name): forbidden.insert(name)
        case .member(let name, let id, let holds): members.append((name, about(id, holds: holds)))
        case .misnamed(let id): misnamed.append(about(id, holds: false))
        case .tag(let property, let value):
            require(property)
            tags.append((property, value))
        }
    }

    private mutating func allow(_ allowed: [JSON]) {
        values = values.map { $0.filter(allowed.contains) } ?? allowed
    }

    private mutating func require(_ name: String) {
        if !required.contains(name) { required.append(name) }
    }

    private mutating func raise(_ limit: Limit) {
        guard let minimum else { return self.minimum = limit }
        if limit.value > minimum.value || (limit.value == minimum.value && limit.exclusive) { self.minimum = limit }
    }

    private mutating func lower(_ limit: Limit) {
        guard let maximum else { return self.maximum = limit }
        if limit.value < maximum.value || (limit.value == maximum.value && limit.exclusive) { self.maximum = limit }
    }
}

extension Keyword {
    /// The values of `enum` or `const`.
    fileprivate var namedValues: [JSON] {
        switch self {
        case .enumeration(let values): values
        case .const(let value): [value]
        default: []
        }
    }
}
