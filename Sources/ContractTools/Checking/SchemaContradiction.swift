// Schemas that no value fits, because what they say in one place forbids what they say in another.

import JSONSchema
import JSONValues
import OpenAPIContract

/// Why no value fits a schema, or none of the kind that its keywords are about.
struct SchemaContradiction {
    /// Where it stands in the schema.
    let keyword: String
    let message: String
    var found: String?
    let remedy: String

    /// The first contradiction between a schema's own keywords, and between them and what they refer to; nil where there is none, and where
    /// it stands within one of those schemas alone.
    static func find(in schema: Schema) -> SchemaContradiction? {
        guard case .object(let source) = schema.node.source, schema.node.keywords.count > 1 || source["allOf"] != nil,
            !schema.parts.contains(where: { $0.possibleTypes().isEmpty })
        else { return nil }
        return ofTypes(schema, source) ?? ofLimits(schema, source) ?? ofNames(schema, source)
            ?? ofValues(schema, source)
    }

    private static func ofTypes(_ schema: Schema, _ source: JSONObject) -> SchemaContradiction? {
        guard schema.possibleTypes().isEmpty else { return nil }
        let combined = ["oneOf", "anyOf", "allOf", "$ref", "enum", "const"].filter { source[$0] != nil }
        // Each value that its type forbids is told by itself.
        if source["type"] != nil, combined == ["enum"] { return nil }
        guard let keyword = source["type"] == nil ? combined.first : "type" else { return nil }
        guard let type = source["type"] else {
            return SchemaContradiction(
                keyword: keyword, message: "no value fits: what \(list(combined)) allow have no type in common",
                remedy: "Mend the types, so that one of them is allowed everywhere.")
        }
        let isNull = type == "null" || type == ["null"]
        return SchemaContradiction(
            keyword: keyword, message: "no value fits: 'type' forbids all that \(list(combined)) allows",
            found: type.serialized(),
            remedy: isNull
                ? "Take 'type' out and add '{type: \"null\"}' to the alternatives, where it may be null."
                : "Take 'type' out, or mend it.")
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: " and ")
    }

    private static func ofLimits(_ schema: Schema, _ source: JSONObject) -> SchemaContradiction? {
        let keywords = schema.conjuncts.flatMap(\.node.keywords)
        func pair(_ least: Int?, _ most: Int?, _ names: (String, String), _ what: String) -> SchemaContradiction? {
            guard let least, let most, least > most,
                let keyword = [names.0, names.1, "allOf", "$ref"].first(where: { source[$0] != nil })
            else { return nil }
            return SchemaContradiction(
                keyword: keyword, message: "no \(what) fits: '\(names.0)' is above '\(names.1)'",
                found: "at least \(least), at most \(most)", remedy: "Mend one of them.")
        }
        func highest(_ limit: (Keyword) -> Int?) -> Int? { keywords.compactMap(limit).max() }
        func lowest(_ limit: (Keyword) -> Int?) -> Int? { keywords.compactMap(limit).min() }
        let found =
            pair(
                highest { if case .minLength(let count) = $0 { count } else { nil } },
                lowest { if case .maxLength(let count) = $0 { count } else { nil } }, ("minLength", "maxLength"),
                "string")
            ?? pair(
                highest { if case .minItems(let count) = $0 { count } else { nil } },
                lowest { if case .maxItems(let count) = $0 { count } else { nil } }, ("minItems", "maxItems"), "array")
            ?? pair(
                highest { if case .minProperties(let count) = $0 { count } else { nil } },
                lowest { if case .maxProperties(let count) = $0 { count } else { nil } },
                ("minProperties", "maxProperties"), "object")
            ?? pair(
                schema.requiredNames.count, lowest { if case .maxProperties(let count) = $0 { count } else { nil } },
                ("required", "maxProperties"), "object")
        return found ?? ofNumbers(keywords, source)
    }

    private static func ofNumbers(_ keywords: [Keyword], _ source: JSONObject) -> SchemaContradiction? {
        for case .minimum(let low) in keywords {
            for case .maximum(let high) in keywords {
                guard low.value > high.value || low.value == high.value && (low.exclusive || high.exclusive),
                    let keyword = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "allOf", "$ref"].first(
                        where: { source[$0] != nil })
                else { continue }
                return SchemaContradiction(
                    keyword: keyword, message: "no number fits: the lower limit is not below the upper",
                    found: "\(low.value.text) and \(high.value.text)", remedy: "Mend one of them.")
            }
        }
        return nil
    }

    /// Names that an object must have and may not have.
    private static func ofNames(_ schema: Schema, _ source: JSONObject) -> SchemaContradiction? {
        let required = schema.requiredNames
        guard !required.isEmpty else { return nil }
        for part in schema.conjuncts {
            for case .properties(let properties) in part.node.keywords {
                guard let rest = properties.additional, part[rest].isNever, properties.patterns.isEmpty else {
                    continue
                }
                let known = Set(properties.declared.filter { !part[$0.schema].isNever }.map(\.name))
                guard let name = required.subtracting(known).sorted().first,
                    let keyword = ["required", "allOf", "$ref"].first(where: { source[$0] != nil })
                else { continue }
                return SchemaContradiction(
                    keyword: keyword,
                    message: "no object fits: '\(name)' is required, and 'additionalProperties: false' forbids it",
                    remedy: "Declare it among the properties beside 'additionalProperties', or take one of the two out."
                )
            }
        }
        return nil
    }

    /// Of an `enum` each value that its type forbids is told by itself.
    private static func ofValues(_ schema: Schema, _ source: JSONObject) -> SchemaContradiction? {
        let values = source["enum"]?.array ?? source["const"].map { [$0] } ?? []
        guard !values.isEmpty, values.count <= 100 else { return nil }
        for value in values {
            let broken = schema.validate(value)
            if broken.isEmpty || broken.contains(where: { $0.keyword == "type" && $0.instance.tokens.isEmpty }) {
                return nil
            }
        }
        let keyword = source["enum"] == nil ? "const" : "enum"
        return SchemaContradiction(
            keyword: keyword, message: "no value fits: the schema's other keywords forbid all that '\(keyword)' allows",
            remedy: "Mend '\(keyword)', or what forbids its values.")
    }
}

extension Schema {
    /// What must hold besides the schema's own keywords, and its alternatives.
    fileprivate var parts: [Schema] {
        node.keywords.flatMap { keyword -> [Schema] in
            switch keyword {
            case .reference(let reference): [self[reference.target]]
            case .allOf(let schemas): schemas.map { self[$0] }
            default: []
            }
        }
    }

    fileprivate var isNever: Bool {
        node.keywords.contains { if case .never = $0 { true } else { false } }
    }

    /// The types that a value may have, as far as types, listed values and alternatives tell.
    fileprivate func possibleTypes() -> TypeSet {
        var steps = 500
        return possibleTypes(&steps, depth: 0)
    }

    /// - Parameter steps: how many schemas may be looked at; of the others all is possible.
    private func possibleTypes(_ steps: inout Int, depth: Int) -> TypeSet {
        var types = TypeSet.all
        for schema in conjuncts {
            steps -= 1
            for keyword in schema.node.keywords {
                switch keyword {
                case .never: return []
                case .type(let allowed): types.formIntersection(allowed.withIntegers)
                case .const(let value): types.formIntersection(value.possibleTypes)
                case .enumeration(let values):
                    types.formIntersection(values.reduce(TypeSet()) { $0.union($1.possibleTypes) })
                case .anyOf(let alternatives), .oneOf(let alternatives):
                    var union = TypeSet()
                    for id in alternatives.schemas where !union.isSuperset(of: types) {
                        let isBounded = steps > 0 && depth < 6
                        union.formUnion(isBounded ? schema[id].possibleTypes(&steps, depth: depth + 1) : .all)
                    }
                    types.formIntersection(union)
                default: break
                }
            }
        }
        return types
    }
}

extension TypeSet {
    /// Numbers may be whole.
    fileprivate var withIntegers: TypeSet { contains(.number) ? union(.integer) : self }
}

extension JSON {
    fileprivate var possibleTypes: TypeSet {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number(let number): number.int64 == nil && number.uint64 == nil ? [.number] : [.integer, .number]
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
