// The dialects of JSON Schema that are understood, and the vocabularies a metaschema can switch on.

/// What the keywords of a schema mean: the `$schema` of its resource, or the dialect its document was added with.
package enum Dialect: String, Sendable, CaseIterable {
    /// [JSON Schema 2020-12](https://json-schema.org/draft/2020-12/json-schema-core).
    case draft202012
    /// The base dialect of OpenAPI 3.1: 2020-12 with `discriminator`.
    case openAPI31
    /// [JSON Schema draft 4](https://json-schema.org/draft-04/draft-zyp-json-schema-04).
    case draft4
    /// The Schema Object of [OpenAPI 3.0](https://spec.openapis.org/oas/v3.0.3#schema-object).
    case openAPI30

    /// The dialect that a `$schema` names, where it names one of them directly.
    init?(metaschema uri: String) {
        switch uri.hasSuffix("#") ? String(uri.dropLast()) : uri {
        case "https://json-schema.org/draft/2020-12/schema": self = .draft202012
        case "http://json-schema.org/draft-04/schema", "https://json-schema.org/draft-04/schema": self = .draft4
        // Each edition of OpenAPI dates its dialect, which has been the same so far.
        case let uri where uri.hasPrefix("https://spec.openapis.org/oas/3.") && uri.contains("/dialect/"):
            self = .openAPI31
        default: return nil
        }
    }

    static let metaschemas = [
        "https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base",
        "http://json-schema.org/draft-04/schema#",
    ]

    /// Whether a `$ref` hides the keywords beside it.
    var referenceHidesSiblings: Bool { isLegacy }

    /// Whether `1.0` is no integer: draft 4 calls an integer what is written without fraction and exponent.
    var integerIsSpelling: Bool { isLegacy }

    /// Whether the dialect stems from draft 4: `items` as a tuple, boolean `exclusiveMinimum`, no boolean schemas.
    var isLegacy: Bool {
        switch self {
        case .draft4, .openAPI30: true
        case .draft202012, .openAPI31: false
        }
    }

    var isOpenAPI: Bool {
        switch self {
        case .openAPI30, .openAPI31: true
        case .draft202012, .draft4: false
        }
    }

    var vocabularies: Vocabularies {
        switch self {
        case .draft202012: .draft202012
        case .openAPI31: .draft202012.union(.openAPI)
        case .draft4, .openAPI30: .all
        }
    }
}

/// A set of vocabularies ([core, section 8.1.2](https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2)).
struct Vocabularies: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let core = Vocabularies(rawValue: 1)
    static let applicator = Vocabularies(rawValue: 2)
    static let unevaluated = Vocabularies(rawValue: 4)
    static let validation = Vocabularies(rawValue: 8)
    static let metaData = Vocabularies(rawValue: 16)
    static let formatAnnotation = Vocabularies(rawValue: 32)
    static let formatAssertion = Vocabularies(rawValue: 64)
    static let content = Vocabularies(rawValue: 128)
    static let openAPI = Vocabularies(rawValue: 256)
    static let all = Vocabularies(rawValue: 511)
    static let draft202012 = all.subtracting([.formatAssertion, .openAPI])

    /// The vocabulary that a URI in `$vocabulary` names.
    init?(uri: String) {
        switch uri {
        case "https://json-schema.org/draft/2020-12/vocab/core": self = .core
        case "https://json-schema.org/draft/2020-12/vocab/applicator": self = .applicator
        case "https://json-schema.org/draft/2020-12/vocab/unevaluated": self = .unevaluated
        case "https://json-schema.org/draft/2020-12/vocab/validation": self = .validation
        case "https://json-schema.org/draft/2020-12/vocab/meta-data": self = .metaData
        case "https://json-schema.org/draft/2020-12/vocab/format-annotation": self = .formatAnnotation
        case "https://json-schema.org/draft/2020-12/vocab/format-assertion": self = .formatAssertion
        case "https://json-schema.org/draft/2020-12/vocab/content": self = .content
        case "https://spec.openapis.org/oas/3.1/vocab/base": self = .openAPI
        default: return nil
        }
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }
}
