// The keywords that are understood, by name, in the order in which a schema's keywords are evaluated.

/// A keyword with a meaning for validation or for finding schemas. Every other member of a schema is an annotation.
package enum KeywordName: UInt8, Sendable, CaseIterable {
    case schema, id, vocabulary, anchor, dynamicAnchor, defs, definitions
    case type, `enum`, const
    case multipleOf, minimum, exclusiveMinimum, maximum, exclusiveMaximum
    case minLength, maxLength, pattern, format, contentEncoding, contentMediaType, contentSchema
    case minItems, maxItems, uniqueItems, prefixItems, items, additionalItems, contains, minContains, maxContains
    case minProperties, maxProperties, required, properties, patternProperties, additionalProperties, propertyNames
    case dependentRequired, dependentSchemas, dependencies
    case ref, dynamicRef, allOf, anyOf, oneOf, not, `if`, then, `else`
    case unevaluatedItems, unevaluatedProperties
    case nullable, discriminator, readOnly, writeOnly

    /// The keyword as schemas write it.
    package var text: String { Self.texts[Int(rawValue)] }

    /// In the order of the cases.
    private static let texts = [
        "$schema", "$id", "$vocabulary", "$anchor", "$dynamicAnchor", "$defs", "definitions",
        "type", "enum", "const",
        "multipleOf", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum",
        "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema",
        "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "additionalItems", "contains", "minContains",
        "maxContains",
        "minProperties", "maxProperties", "required", "properties", "patternProperties", "additionalProperties",
        "propertyNames",
        "dependentRequired", "dependentSchemas", "dependencies",
        "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
        "unevaluatedItems", "unevaluatedProperties",
        "nullable", "discriminator", "readOnly", "writeOnly",
    ]

    /// The keywords of a dialect by the name that a schema gives them.
    static func table(of dialect: Dialect) -> [String: KeywordName] {
        switch dialect {
        case .draft202012: draft202012
        case .openAPI31: openAPI31
        case .draft4: draft4
        case .openAPI30: openAPI30
        }
    }

    private static let draft202012 = names(excluding: [.additionalItems, .nullable, .discriminator])
    private static let openAPI31 = names(excluding: [.additionalItems, .nullable])
    private static let draft4: [String: KeywordName] = {
        var table = names(excluding: newerThanDraft4 + [.nullable, .discriminator, .readOnly, .writeOnly])
        table["id"] = .id
        return table
    }()
    /// OpenAPI 3.0 leaves out what it calls unsupported of draft 4 and adds its own.
    private static let openAPI30 = names(
        excluding: newerThanDraft4 + [
            .schema, .id, .definitions, .additionalItems, .patternProperties, .dependencies,
        ])

    private static let newerThanDraft4: [KeywordName] = [
        .id, .vocabulary, .anchor, .dynamicAnchor, .defs, .const, .contentEncoding, .contentMediaType, .contentSchema,
        .prefixItems, .contains, .minContains, .maxContains, .propertyNames, .dependentRequired, .dependentSchemas,
        .dynamicRef, .if, .then, .else, .unevaluatedItems, .unevaluatedProperties,
    ]

    private static func names(excluding excluded: [KeywordName]) -> [String: KeywordName] {
        Dictionary(uniqueKeysWithValues: allCases.filter { !excluded.contains($0) }.map { ($0.text, $0) })
    }

    /// The vocabulary a keyword of 2020-12 belongs to: it has no meaning where the metaschema leaves that out.
    var vocabulary: Vocabularies {
        switch self {
        case .schema, .id, .vocabulary, .anchor, .dynamicAnchor, .defs, .definitions, .ref, .dynamicRef: .core
        case .type, .enum, .const, .multipleOf, .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .minLength,
            .maxLength, .pattern, .minItems, .maxItems, .uniqueItems, .minContains, .maxContains, .minProperties,
            .maxProperties, .required, .dependentRequired:
            .validation
        case .format: [.formatAnnotation, .formatAssertion]
        case .contentEncoding, .contentMediaType, .contentSchema: .content
        case .prefixItems, .items, .additionalItems, .contains, .properties, .patternProperties, .additionalProperties,
            .propertyNames, .dependentSchemas, .dependencies, .allOf, .anyOf, .oneOf, .not, .if, .then, .else:
            .applicator
        case .unevaluatedItems, .unevaluatedProperties: .unevaluated
        case .readOnly, .writeOnly: .metaData
        case .nullable, .discriminator: .openAPI
        }
    }
}
