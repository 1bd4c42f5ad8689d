// The constraints on a value, collected from its schema and those that it refers to.

import RegularExpressions
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// The schemas that a value must satisfy all at once, as one: `$ref` and `allOf` are looked through, a choice of one is no choice, a
/// choice of constants is an `enum`, a choice with `null` is nullable. Two schemas that say the same in different words have the same
/// shape.
struct ValueShape {
    /// A keyword's value and the schema that says it.
    struct Declared<Value> {
        var value: Value
        let by: Schema
        let keyword: String
    }

    /// `anyOf`, `oneOf`, or a discriminator's subtypes.
    struct Choice {
        var branches: [Schema]
        let isExclusive: Bool
        let discriminator: Discriminator?
        let by: Schema
    }

    struct Limit: Equatable {
        let value: JSONNumber
        let isExclusive: Bool
    }

    struct Property {
        var schemas: [Schema] = []
        let by: Schema
    }

    var types = TypeSet.all
    var typesBy: Schema?
    var isNever: Schema?
    var isNullable = true
    /// The listed values (`enum`, `const`), without `null`.
    var values: Declared<[JSON]>?
    var format: Declared<String>?
    var content: Declared<String>?
    var minimum: Declared<Limit>?
    var maximum: Declared<Limit>?
    var multiple: Declared<JSONNumber>?
    /// Counts by keyword: `minLength`, `maxItems`, …
    var counts: [String: Declared<Int>] = [:]
    var patterns: [Declared<String>] = []
    var isUnique: Schema?
    var prefix: [[Schema]] = []
    var elements: [Schema] = []
    var contains: Declared<[Schema]>?
    var properties: [String: Property] = [:]
    /// In the order of the documents.
    var propertyNames: [String] = []
    var required: [String: Schema] = [:]
    /// By the pattern's text.
    var patternProperties: [String: [Schema]] = [:]
    var names: [Schema] = []
    var additional: [Schema] = []
    var isClosed: Schema?
    /// `a needs b` by `dependentRequired`.
    var dependencies: [String: Schema] = [:]
    var dependentSchemas: [String: [Schema]] = [:]
    var choices: [Choice] = []
    var negations: [Declared<JSON>] = []
    var conditions: [Declared<JSON>] = []
    var defaultValue: Declared<JSON>?
    var deprecated: Schema?
    var isReadOnly = false
    var isWriteOnly = false

    init(_ schemas: [Schema]) {
        var seen: Set<Schema> = []
        for schema in schemas { add(schema, admittingNull: false, to: &seen) }
        settleTypes()
    }

    /// Whether a single choice is the only constraint.
    var isChoiceAlone: Bool {
        choices.count == 1 && typesBy == nil && values == nil && minimum == nil && maximum == nil && counts.isEmpty
            && patterns.isEmpty && properties.isEmpty && required.isEmpty && elements.isEmpty && prefix.isEmpty
            && isClosed == nil && additional.isEmpty && negations.isEmpty && conditions.isEmpty
    }

    private mutating func settleTypes() {
        if types.contains(.number) { types.insert(.integer) }
        if types.contains(.null) { types.remove(.null) } else { isNullable = false }
        if let values { types.formIntersection(TypeSet(of: values.value)) }
        // Without `type`, the type that the keywords apply to is meant.
        guard typesBy == nil, values == nil, choices.isEmpty else { return }
        if !properties.isEmpty || isClosed != nil {
            types = .object
            isNullable = false
        } else if !elements.isEmpty || !prefix.isEmpty {
            types = .array
            isNullable = false
        }
    }
}

extension ValueShape {
    /// How bytes are encoded in a string, as said by OpenAPI 3.0 (`format`) or 3.1 (`contentEncoding`, `contentMediaType`).
    enum TextEncoding: Equatable { case base64, binary }

    var encodingOfText: TextEncoding? {
        switch (format?.value, content?.value) {
        case ("byte", nil), (nil, "base64"), ("byte", "base64"): .base64
        case ("binary", nil), (nil, "binary"), (nil, "application/octet-stream"),
            (nil, "binary application/octet-stream"), ("binary", "binary"):
            .binary
        default: nil
        }
    }
}

extension TypeSet {
    /// The types of some values; for whole numbers both `integer` and `number`.
    fileprivate init(of values: [JSON]) {
        self = values.reduce(into: []) { types, value in
            switch value {
            case .null: types.insert(.null)
            case .bool: types.insert(.boolean)
            case .number: types.formUnion([.integer, .number])
            case .string: types.insert(.string)
            case .array: types.insert(.array)
            case .object: types.insert(.object)
            }
        }
    }
}

// MARK: - Putting together

extension ValueShape {
    private mutating func add(_ schema: Schema, admittingNull: Bool, to seen: inout Set<Schema>) {
        for schema in schema.conjuncts where seen.insert(schema).inserted {
            let node = schema.node
            isReadOnly = isReadOnly || node.isReadOnly
            isWriteOnly = isWriteOnly || node.isWriteOnly
            if node.isDeprecated, deprecated == nil { deprecated = schema }
            if let value = node.defaultValue, defaultValue == nil {
                defaultValue = Declared(value: value, by: schema, keyword: "default")
            }
            if let name = node.formatName, format == nil {
                format = Declared(value: name, by: schema, keyword: "format")
            }
            for keyword in node.keywords { add(keyword, of: schema, admittingNull: admittingNull, to: &seen) }
        }
    }

    private mutating func add(
        _ keyword: Keyword, of schema: Schema, admittingNull: Bool, to seen: inout Set<Schema>
    ) {
        switch keyword {
        case .never: isNever = schema
        case .type(var allowed):
            if admittingNull { allowed.insert(.null) }
            if allowed.contains(.number) { allowed.insert(.integer) }
            if types.contains(.number) { types.insert(.integer) }
            types.formIntersection(allowed)
            typesBy = typesBy ?? schema
        case .enumeration(let values): restrict(to: values, by: schema, "enum", admittingNull: admittingNull)
        case .const(let value): restrict(to: [value], by: schema, "const", admittingNull: admittingNull)
        case .multipleOf(let divisor): multiple = Declared(value: divisor, by: schema, keyword: "multipleOf")
        case .minimum(let bound):
            let said = Declared(value: limit(bound, .minimum), by: schema, keyword: minimumKeyword(bound, of: schema))
            if minimum.map({ ValueShape.isTighter(said.value, than: $0.value, upwards: true) }) ?? true {
                minimum = said
            }
        case .maximum(let bound):
            let said = Declared(value: limit(bound, .maximum), by: schema, keyword: maximumKeyword(bound, of: schema))
            if maximum.map({ ValueShape.isTighter(said.value, than: $0.value, upwards: false) }) ?? true {
                maximum = said
            }
        case .minLength(let count): raise("minLength", to: count, by: schema)
        case .maxLength(let count): lower("maxLength", to: count, by: schema)
        case .pattern(let pattern):
            if !patterns.contains(where: { $0.value == pattern.source }) {
                patterns.append(Declared(value: pattern.source, by: schema, keyword: "pattern"))
            }
        // Known and unknown formats alike are read from the annotation.
        case .format: break
        case .content(let content):
            let text = [content.encoding, content.mediaType].compactMap(\.self).joined(separator: " ")
            if !text.isEmpty {
                self.content = Declared(
                    value: text, by: schema, keyword: content.encoding == nil ? "contentMediaType" : "contentEncoding")
            }
        case .minItems(let count): raise("minItems", to: count, by: schema)
        case .maxItems(let count): lower("maxItems", to: count, by: schema)
        case .uniqueItems: isUnique = schema
        case .items(let items):
            for (index, id) in items.prefix.enumerated() {
                if index == prefix.count { prefix.append([]) }
                prefix[index].append(schema[id])
            }
            if let rest = items.rest { elements.append(schema[rest]) }
        case .contains(let contains):
            self.contains = Declared(value: [schema[contains.schema]], by: schema, keyword: "contains")
            raise("minContains", to: contains.minimum, by: schema)
            if let maximum = contains.maximum { lower("maxContains", to: maximum, by: schema) }
        case .minProperties(let count): raise("minProperties", to: count, by: schema)
        case .maxProperties(let count): lower("maxProperties", to: count, by: schema)
        case .required(let names): for name in names.names where required[name] == nil { required[name] = schema }
        case .properties(let properties): add(properties, of: schema)
        case .propertyNames(let id): names.append(schema[id])
        case .dependentRequired(let dependencies):
            for (property, names) in dependencies {
                for name in names { self.dependencies["\(property)' needs '\(name)"] = schema }
            }
        case .dependentSchemas(let dependencies):
            for (property, id) in dependencies { dependentSchemas[property, default: []].append(schema[id]) }
        // `$ref` and `allOf` have been followed already.
        case .reference, .dynamicReference, .allOf: break
        case .anyOf(let alternatives): add(alternatives, isExclusive: false, of: schema, admittingNull, to: &seen)
        case .oneOf(let alternatives): add(alternatives, isExclusive: true, of: schema, admittingNull, to: &seen)
        case .subtypes(let discriminator):
            let branches = discriminator.mapping.map { schema[$0.schema] }
            choices.append(
                Choice(branches: branches.unique, isExclusive: false, discriminator: discriminator, by: schema))
        case .not: note("not", of: schema, in: \.negations)
        case .conditional: note("if", of: schema, in: \.conditions)
        case .unevaluatedItems(let id): elements.append(schema[id])
        case .unevaluatedProperties(let id): close(schema[id], by: schema)
        }
    }

    private mutating func add(_ properties: Properties, of schema: Schema) {
        for property in properties.declared {
            if self.properties[property.name] == nil { propertyNames.append(property.name) }
            self.properties[property.name, default: Property(by: schema)].schemas.append(schema[property.schema])
        }
        for (pattern, id) in properties.patterns { patternProperties[pattern.source, default: []].append(schema[id]) }
        if let id = properties.additional { close(schema[id], by: schema) }
    }

    private mutating func close(_ rest: Schema, by schema: Schema) {
        if rest.node.isNever {
            isClosed = schema
        } else if !rest.node.keywords.isEmpty {
            additional.append(rest)
        }
    }

    private mutating func add(
        _ alternatives: Alternatives, isExclusive: Bool, of schema: Schema, _ admittingNull: Bool,
        to seen: inout Set<Schema>
    ) {
        let all = alternatives.schemas.map { schema[$0] }
        let branches = all.filter { !$0.isNullAlone }
        let hasNull = branches.count < all.count
        if branches.count == 1 {
            add(branches[0], admittingNull: admittingNull || hasNull, to: &seen)
            return
        }
        if let constants = branches.constants {
            restrict(
                to: constants + (hasNull ? [.null] : []), by: schema, isExclusive ? "oneOf" : "anyOf",
                admittingNull: admittingNull)
            return
        }
        // A choice is nullable only if one of its branches accepts null.
        if !hasNull, !admittingNull, branches.allSatisfy({ !$0.types.contains(.null) }) {
            types.remove(.null)
            isNullable = false
        }
        choices.append(
            Choice(branches: branches, isExclusive: isExclusive, discriminator: alternatives.discriminator, by: schema))
    }

    private mutating func restrict(to all: [JSON], by schema: Schema, _ keyword: String, admittingNull: Bool) {
        if !admittingNull, !all.contains(where: \.isNull) { types.remove(.null) }
        let allowed = all.filter { !$0.isNull }
        if var known = values {
            known.value.removeAll { !allowed.contains($0) }
            values = known
        } else {
            values = Declared(value: allowed, by: schema, keyword: keyword)
        }
    }

    private mutating func note(_ keyword: String, of schema: Schema, in list: WritableKeyPath<Self, [Declared<JSON>]>) {
        guard let source = schema.node.source.object else { return }
        let parts = keyword == "if" ? ["if", "then", "else"] : [keyword]
        let said = JSON.object(JSONObject(parts.compactMap { part in source[part].map { (part, $0) } }))
        self[keyPath: list].append(Declared(value: said, by: schema, keyword: keyword))
    }
}
