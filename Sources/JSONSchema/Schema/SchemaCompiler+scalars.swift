// Compiles the keywords for any type, for numbers and for strings.

extension SchemaCompiler {
    mutating func compileValues(_ name: KeywordName, _ schema: inout SchemaReader) {
        switch name {
        case .type:
            guard var types = types(&schema) else { return }
            if schema.flag(.nullable) { types.insert(.null) }
            if types != .all { schema.emit(.type(types)) }
        case .enum:
            guard case .array(let values)? = schema[.enum] else {
                return schema.malformed(.enum, expected: "an array")
            }
            schema.emit(.enumeration(values))
        case .const:
            if let value = schema[.const] { schema.emit(.const(value)) }
        case .nullable: _ = schema.flag(.nullable)
        default: break
        }
    }

    private func types(_ schema: inout SchemaReader) -> TypeSet? {
        let expected = "one of \(TypeSet.all.names.joined(separator: ", "))"
        switch schema[.type] {
        case .string(let name)?:
            if name == "null", schema.node.dialect == .openAPI30 {
                let expected = "another type: OpenAPI 3.0 says null with nullable: true"
                schema.malformed(.type, expected: expected, severity: .warning)
            }
            if let type = TypeSet(name: name) { return type }
            schema.malformed(.type, expected: expected)
        case .array(let names)? where schema.node.dialect != .openAPI30:
            // In YAML a bare `null` is null: `type: [object, null]` stands in published documents.
            let bareNull = schema.node.dialect == .openAPI31 ? TypeSet.null : nil
            let types = names.compactMap { $0.isNull ? bareNull : $0.string.flatMap(TypeSet.init(name:)) }
            if types.count == names.count, !types.isEmpty { return TypeSet(types) }
            schema.malformed(.type, expected: "\(expected), or an array of them")
        case .array(let names)?:
            let types = names.compactMap { $0.isNull ? .null : $0.string.flatMap(TypeSet.init(name:)) }
            let isClear = types.count == names.count && !types.isEmpty
            schema.malformed(
                .type, expected: "\(expected): OpenAPI 3.0 has no lists of types, and says null with nullable: true",
                severity: isClear ? .warning : .error)
            return isClear ? TypeSet(types) : nil
        case .null?, .bool?, .number?, .object?: schema.malformed(.type, expected: expected)
        case nil: break
        }
        return nil
    }

    mutating func compileNumbers(_ name: KeywordName, _ schema: inout SchemaReader) {
        switch name {
        case .multipleOf:
            guard let divisor = schema.number(name) else { return }
            guard divisor > JSONNumber(0) else { return schema.malformed(name, expected: "a number above 0") }
            schema.emit(.multipleOf(divisor))
        case .minimum:
            guard let limit = schema.number(name) else { return }
            schema.emit(.minimum(Bound(limit, exclusive: schema[.exclusiveMinimum]?.bool ?? false)))
        case .maximum:
            guard let limit = schema.number(name) else { return }
            schema.emit(.maximum(Bound(limit, exclusive: schema[.exclusiveMaximum]?.bool ?? false)))
        case .exclusiveMinimum:
            if let limit = exclusiveLimit(name, &schema) { schema.emit(.minimum(Bound(limit, exclusive: true))) }
        case .exclusiveMaximum:
            if let limit = exclusiveLimit(name, &schema) { schema.emit(.maximum(Bound(limit, exclusive: true))) }
        default: break
        }
    }

    /// A limit of its own in 2020-12, a flag for the other limit in draft 4. Each is clear in the other's place too.
    private func exclusiveLimit(_ name: KeywordName, _ schema: inout SchemaReader) -> JSONNumber? {
        let legacy = schema.node.dialect.isLegacy
        switch schema[name] {
        case .number(let limit)?:
            if legacy { schema.malformed(name, expected: "true or false", severity: .warning) }
            return limit
        case .bool?:
            if !legacy { schema.malformed(name, expected: "a number", severity: .warning) }
        case .null?, .string?, .array?, .object?:
            schema.malformed(name, expected: legacy ? "true or false" : "a number")
        case nil: break
        }
        return nil
    }

    mutating func compileStrings(_ name: KeywordName, _ schema: inout SchemaReader) {
        switch name {
        case .minLength: if let count = schema.count(name) { schema.emit(.minLength(count)) }
        case .maxLength: if let count = schema.count(name) { schema.emit(.maxLength(count)) }
        case .pattern:
            guard case .string(let source)? = schema[name] else {
                return schema.malformed(name, expected: "a string with a regular expression")
            }
            if let pattern = schema.pattern(source, at: name.text) { schema.emit(.pattern(pattern)) }
        case .format: compileFormat(&schema)
        case .contentEncoding, .contentMediaType, .contentSchema:
            if schema.begin(.contentEncoding) { compileContent(&schema) }
        default: break
        }
    }

    private mutating func compileFormat(_ schema: inout SchemaReader) {
        guard case .string(let name)? = schema[.format] else {
            return schema.malformed(.format, expected: "a string")
        }
        guard let format = Format(rawValue: name) else { return }
        let isVocabulary = meaning(of: schema.node.resource).vocabularies.contains(.formatAssertion)
        let asserted =
            state.assertions.formats.contains(format)
            || (isVocabulary && !schema.node.dialect.isLegacy)
        schema.emit(.format(format, asserted: asserted))
    }

    /// Without `contentMediaType` a `contentSchema` has no meaning.
    private mutating func compileContent(_ schema: inout SchemaReader) {
        let mediaType = schema.string(.contentMediaType)
        schema.emit(
            .content(
                Content(
                    encoding: schema.string(.contentEncoding), mediaType: mediaType,
                    schema: mediaType == nil ? nil : subschema(.contentSchema, schema),
                    asserted: state.assertions.content)))
    }
}
