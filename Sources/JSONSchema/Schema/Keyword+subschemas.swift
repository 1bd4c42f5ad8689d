// The schemas that a compiled keyword applies, all of them and those that see the same instance.

extension Keyword {
    /// Every schema that the keyword applies, in order.
    package var subschemas: [SchemaNode.ID] {
        switch self {
        case .never, .type, .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern,
            .format, .minItems, .maxItems, .uniqueItems, .minProperties, .maxProperties, .required, .dependentRequired:
            []
        case .items(let items): items.prefix + [items.rest].compactMap(\.self)
        case .contains(let contains): [contains.schema]
        case .content(let content): [content.schema].compactMap(\.self)
        case .properties(let properties):
            properties.declared.map(\.schema) + properties.patterns.map(\.schema)
                + [properties.additional].compactMap(\.self)
        case .propertyNames(let schema), .unevaluatedItems(let schema), .unevaluatedProperties(let schema): [schema]
        case .dependentSchemas, .reference, .dynamicReference, .allOf, .anyOf, .oneOf, .not, .conditional, .subtypes:
            inPlace
        }
    }

    /// The schemas that are applied to the same instance as the keyword itself.
    package var inPlace: [SchemaNode.ID] {
        switch self {
        case .dependentSchemas(let dependencies): dependencies.map(\.schema)
        case .reference(let reference): [reference.target]
        case .dynamicReference(let reference): [reference.initial]
        case .allOf(let schemas): schemas
        case .anyOf(let alternatives), .oneOf(let alternatives): alternatives.schemas
        case .subtypes(let discriminator): discriminator.mapping.map(\.schema)
        case .not(let schema): [schema]
        case .conditional(let conditional):
            [conditional.condition, conditional.then, conditional.otherwise].compactMap(\.self)
        case .never, .type, .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern,
            .format, .content, .minItems, .maxItems, .uniqueItems, .minProperties, .maxProperties, .required,
            .dependentRequired, .items, .contains, .properties, .propertyNames, .unevaluatedItems,
            .unevaluatedProperties:
            []
        }
    }

    /// The schemas that apply to the same instance whatever it is.
    var unconditional: [SchemaNode.ID] {
        switch self {
        case .reference(let reference): [reference.target]
        case .dynamicReference(let reference): [reference.initial]
        case .allOf(let schemas): schemas
        case .never, .type, .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern,
            .format, .content, .minItems, .maxItems, .uniqueItems, .items, .contains, .minProperties, .maxProperties,
            .required, .properties, .propertyNames, .dependentRequired, .dependentSchemas, .anyOf, .oneOf, .not,
            .conditional, .subtypes, .unevaluatedItems, .unevaluatedProperties:
            []
        }
    }
}
