// Compiles the keywords for any type, for numbers and for strings.

import JSONValues

extension SchemaCompiler {
    mutating func compileType(_ schema: inout SchemaReader) {
        guard var types = types(&schema) else { return }
        if schema.flag(.nullable) { types.insert(.null) }
        if types != .all { schema.emit(.type(types)) }
    }

    mutating func compileEnumeration(_ schema: inout SchemaReader) {
        guard case .array(let values)? = schema[.enum] else { return schema.malformed(.enum, expected: "an array") }
        schema.emit(.enumeration(values))
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
        case .null? where schema.node.dialect == .openAPI31:
            schema.malformed(.type, expected: "the word null in quotes", severity: .warning)
            return .null
        case .null?, .bool?, .number?, .object?: schema.malformed(.type, expected: expected)
        case nil: break
        }
        return nil
    }

    mutating func compileMultipleOf(_ schema: inout SchemaReader) {
        guard let divisor = schema.number(.multipleOf) else { return }
        guard divisor > JSONNumber(0) else { return schema.malformed(.multipleOf, expected: "a number above 0") }
        schema.emit(.multipleOf(divisor))
    }

    mutating func compileLimit(_ name: KeywordName, _ schema: inout SchemaReader) {
        guard let limit = schema.number(name) else { return }
        let isMinimum = name == .minimum
        let exclusive = schema[isMinimum ? .exclusiveMinimum : .exclusiveMaximum]?.bool ?? false
        let bound = Bound(limit, exclusive: exclusive)
        schema.emit(isMinimum ? .minimum(bound) : .maximum(bound))
    }

    /// A limit of its own in 2020-12, a flag for the other limit in draft 4. Each is clear in the other's place too.
    mutating func compileExclusiveLimit(_ name: KeywordName, _ schema: inout SchemaReader) {
        let legacy = schema.node.dialect.isLegacy
        let expected = legacy ? "true or false" : "a number"
        switch schema[name] {
        case .number(let limit)?:
            if legacy { schema.malformed(name, expected: expected, severity: .warning) }
            let bound = Bound(limit, exclusive: true)
            schema.emit(name == .exclusiveMinimum ? .minimum(bound) : .maximum(bound))
        case .bool?: if !legacy { schema.malformed(name, expected: expected, severity: .warning) }
        case .null?, .string?, .array?, .object?: schema.malformed(name, expected: expected)
        case nil: break
        }
    }

    mutating func compilePattern(_ schema: inout SchemaReader) {
        guard case .string(let source)? = schema[.pattern] else {
            return schema.malformed(.pattern, expected: "a string with a regular expression")
        }
        if let pattern = schema.pattern(source, at: KeywordName.pattern.text) { schema.emit(.pattern(pattern)) }
    }

    mutating func compileFormat(_ schema: inout SchemaReader) {
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
    mutating func compileContent(_ schema: inout SchemaReader) {
        let mediaType = schema.string(.contentMediaType)
        schema.emit(
            .content(
                Content(
                    encoding: schema.string(.contentEncoding), mediaType: mediaType,
                    schema: mediaType == nil ? nil : subschema(.contentSchema, schema),
                    asserted: state.assertions.content)))
    }
}
