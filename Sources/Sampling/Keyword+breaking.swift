// Describes the keyword that a negative value breaks.

import JSONSchema

extension Keyword {
    /// What the validator calls the keyword where it is broken; nothing where other keywords say what is wrong.
    var names: [String] {
        switch self {
        case .never: ["false"]
        case .type: ["type"]
        case .enumeration: ["enum"]
        case .const: ["const"]
        case .multipleOf: ["multipleOf"]
        case .minimum: ["minimum", "exclusiveMinimum"]
        case .maximum: ["maximum", "exclusiveMaximum"]
        case .minLength: ["minLength"]
        case .maxLength: ["maxLength"]
        case .pattern: ["pattern"]
        case .format: ["format"]
        case .content: ["contentEncoding", "contentMediaType", "contentSchema"]
        case .minItems: ["minItems"]
        case .maxItems: ["maxItems"]
        case .uniqueItems: ["uniqueItems"]
        case .contains: ["contains", "minContains", "maxContains"]
        case .minProperties: ["minProperties"]
        case .maxProperties: ["maxProperties"]
        case .required: ["required"]
        case .propertyNames: ["propertyNames"]
        case .dependentRequired: ["dependentRequired", "dependencies"]
        case .anyOf: ["anyOf"]
        case .oneOf: ["oneOf"]
        case .not: ["not"]
        case .items, .properties, .reference, .dynamicReference, .allOf, .conditional, .dependentSchemas, .subtypes,
            .unevaluatedItems, .unevaluatedProperties:
            []
        }
    }

    var isUnevaluated: Bool {
        switch self {
        case .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
    }

    /// Whether it asks something of strings or numbers, or of any value as a whole.
    var isOfScalars: Bool {
        switch self {
        case .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .format, .content:
            true
        default: false
        }
    }

    /// Whether it asks for several things, each of which is broken by itself.
    var isList: Bool {
        switch self {
        case .required, .dependentRequired, .contains: true
        default: false
        }
    }
}
