// One compiled schema: its keywords as an exhaustive enum that validator, sampler and generators switch over.

package import JSONValues
package import RegularExpressions

/// A schema object after compilation: what it asserts, in the order of evaluation, and where it stands.
///
/// Subschemas are named by ``ID`` and looked up through ``Schema``, so that a recursive schema is a finite graph.
/// The dialects have been settled: `nullable` is part of ``Keyword/type(_:)``, a boolean `exclusiveMinimum` part of
/// ``Keyword/minimum(_:)``, a tuple's `items` and `additionalItems` are ``Keyword/items(_:)``.
package struct SchemaNode: Sendable {
    /// A node's name within the library it was compiled by.
    package struct ID: Hashable, Sendable {
        let index: Int32
    }

    /// What instances must meet, in the order in which it is checked.
    package internal(set) var keywords: [Keyword]
    /// The schema as written, with its annotations.
    package let source: JSON
    package let dialect: Dialect
    let location: LocationID
    let resource: ResourceID
    var traits: Traits = []

    /// Whether it is the schema `false`.
    package var isNever: Bool {
        if case .never? = keywords.first { true } else { false }
    }

    /// What is known of a node once all it refers to has been compiled.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt8
        /// Evaluating it can come back to it with the same instance.
        static let reenters = Traits(rawValue: 1)
        static let collectsEvaluated = Traits(rawValue: 2)
        /// `readOnly` itself or by what it refers to.
        static let readOnly = Traits(rawValue: 4)
        static let writeOnly = Traits(rawValue: 8)
        /// A part of it, however deep, is `writeOnly`.
        static let holdsWriteOnly = Traits(rawValue: 16)
    }
}

/// An assertion or applicator of a compiled schema. A schema holds if all its keywords do; without any it is `true`.
package enum Keyword: Sendable {
    /// The schema `false`.
    case never
    case type(TypeSet)
    case enumeration([JSON])
    case const(JSON)

    case multipleOf(JSONNumber)
    case minimum(Bound)
    case maximum(Bound)

    /// In Unicode code points.
    case minLength(Int)
    case maxLength(Int)
    case pattern(Pattern)
    /// Of strings and numbers. Not asserted, it is an annotation; formats that are not known are annotations alone.
    case format(Format, asserted: Bool)
    case content(Content)

    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    case items(Items)
    case contains(Contains)

    case minProperties(Int)
    case maxProperties(Int)
    case required(Required)
    case properties(Properties)
    case propertyNames(SchemaNode.ID)
    case dependentRequired([(property: String, names: [String])])
    case dependentSchemas([(property: String, schema: SchemaNode.ID)])

    /// `$ref`: the schema that it leads to applies as well.
    case reference(Reference)
    case dynamicReference(DynamicReference)
    case allOf([SchemaNode.ID])
    case anyOf(Alternatives)
    case oneOf(Alternatives)
    case not(SchemaNode.ID)
    case conditional(Conditional)
    /// `discriminator` without alternatives beside it: the schemas that extend this one by `allOf`, which a value can name.
    case subtypes(Discriminator)

    case unevaluatedItems(SchemaNode.ID)
    case unevaluatedProperties(SchemaNode.ID)
}

/// The types of an instance that `type` allows.
package struct TypeSet: OptionSet, Hashable, Sendable {
    /// A bit for each type.
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `null`.
    package static let null = TypeSet(rawValue: 1)
    /// `true` and `false`.
    package static let boolean = TypeSet(rawValue: 2)
    /// Numbers without a fraction.
    package static let integer = TypeSet(rawValue: 4)
    /// Any number; stands for integers too, with or without ``integer``.
    package static let number = TypeSet(rawValue: 8)
    /// Strings.
    package static let string = TypeSet(rawValue: 16)
    /// Arrays.
    package static let array = TypeSet(rawValue: 32)
    /// Objects.
    package static let object = TypeSet(rawValue: 64)
    /// What a schema without `type` allows.
    package static let all: TypeSet = [.null, .boolean, .integer, .number, .string, .array, .object]

    /// The name of a single type in `type`.
    init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: 1 << UInt8(index))
    }

    /// The names of the types, in a fixed order.
    package var names: [String] {
        Self.names.enumerated().filter { contains(TypeSet(rawValue: 1 << UInt8($0.offset))) }.map(\.element)
    }

    private static let names = ["null", "boolean", "integer", "number", "string", "array", "object"]
}

/// A limit of `minimum` or `maximum` and their exclusive forms.
package struct Bound: Hashable, Sendable {
    /// The limit itself.
    package let value: JSONNumber
    /// Whether the limit itself is not allowed.
    package let exclusive: Bool

    init(_ value: JSONNumber, exclusive: Bool) {
        self.value = value
        self.exclusive = exclusive
    }
}

/// `contentEncoding`, `contentMediaType` and `contentSchema`: what a string holds.
package struct Content: Sendable {
    /// As the schema writes it.
    package let encoding: String?
    /// As the schema writes it.
    package let mediaType: String?
    /// Of the JSON document that the string holds.
    package let schema: SchemaNode.ID?
    /// Whether a string with other contents is invalid.
    package let asserted: Bool
    /// Of those that are checked.
    let coding: ContentCoding?
    /// Of the media type.
    let kind: ContentKind?

    init(encoding: String?, mediaType: String?, schema: SchemaNode.ID?, asserted: Bool) {
        self.encoding = encoding
        self.mediaType = mediaType
        self.schema = schema
        self.asserted = asserted
        coding = encoding.flatMap(ContentCoding.init(name:))
        kind = mediaType.map(ContentKind.init(mediaType:))
    }
}

/// `prefixItems` and `items`, or the two forms of draft 4's `items` with `additionalItems`.
package struct Items: Sendable {
    /// Of the first elements, one each.
    package let prefix: [SchemaNode.ID]
    /// Of every element after the prefix; nil: anything.
    package let rest: SchemaNode.ID?
}

/// `contains` with `minContains` and `maxContains`.
package struct Contains: Sendable {
    /// What elements are compared with.
    package let schema: SchemaNode.ID
    /// How many elements at least; 1 unless `minContains` says otherwise.
    package let minimum: Int
    /// How many at most; nil for any number.
    package let maximum: Int?
}

/// `required`: names that an object must have.
package struct Required: Sendable {
    /// In the order in which they are written.
    package let names: [String]
    /// Whether `properties` of the same schema looks after them, in the one pass over the members that it makes anyway.
    let inProperties: Bool
}

/// `properties`, `patternProperties` and `additionalProperties`, which only mean something together.
package final class Properties: Sendable {
    /// A member that the schema names.
    package struct Property: Sendable {
        /// The member's name.
        package let name: String
        /// What the member's value is compared with.
        package let schema: SchemaNode.ID
    }

    /// `properties`, in the order in which they are written.
    package let declared: [Property]
    /// `patternProperties`: of every member whose name has a match, declared or not.
    package let patterns: [(pattern: Pattern, schema: SchemaNode.ID)]
    /// Of every member that is neither declared nor matched by a pattern; nil: anything.
    package let additional: SchemaNode.ID?
    /// The declared names, then those that are only required.
    let table: NameTable
    /// By the table's index: whether `required` names it.
    let required: [Bool]
    /// Each once.
    let requiredNames: [String]
    var requiredCount: Int { requiredNames.count }

    init(
        declared: [Property], patterns: [(pattern: Pattern, schema: SchemaNode.ID)], additional: SchemaNode.ID?,
        required names: [String]
    ) {
        self.declared = declared
        self.patterns = patterns
        self.additional = additional
        table = NameTable(declared.map(\.name) + names)
        requiredNames = NameTable(names).names
        var required = [Bool](repeating: false, count: table.count)
        for name in names { if let index = table.index(of: name) { required[index] = true } }
        self.required = required
    }
}

/// A resolved `$ref`.
package struct Reference: Sendable {
    /// The schema that it leads to.
    package let target: SchemaNode.ID
    /// As the schema writes it.
    package let written: String
}

/// A `$dynamicRef` to a `$dynamicAnchor`: the outermost schema resource in the dynamic scope that has the anchor wins.
package struct DynamicReference: Sendable {
    /// The name of the `$dynamicAnchor`.
    package let anchor: String
    /// Where it leads if nothing in the dynamic scope says otherwise.
    package let initial: SchemaNode.ID
    /// As the schema writes it.
    package let written: String
}

/// `anyOf` or `oneOf`.
package struct Alternatives: Sendable {
    /// In the order in which they are written.
    package let schemas: [SchemaNode.ID]
    /// Which of the schemas a value says it is of.
    package let discriminator: Discriminator?
}

/// OpenAPI's `discriminator`: the property whose value names the schema that applies
/// ([OpenAPI 3.1.1](https://spec.openapis.org/oas/v3.1.1#discriminator-object)).
package struct Discriminator: Sendable {
    package let property: String
    /// Values and schemas: of `mapping` in its order, then of the schemas that it leaves out, by their components' names.
    package let mapping: [(value: String, schema: SchemaNode.ID)]
    let values: NameTable

    init(property: String, mapping: [(value: String, schema: SchemaNode.ID)]) {
        self.property = property
        self.mapping = mapping
        values = NameTable(mapping.map(\.value))
    }
}

/// `if` with `then` and `else`.
package struct Conditional: Sendable {
    /// `if`.
    package let condition: SchemaNode.ID
    /// Holds where the condition does; nil: anything.
    package let then: SchemaNode.ID?
    /// `else`: holds where the condition does not; nil: anything.
    package let otherwise: SchemaNode.ID?
}
