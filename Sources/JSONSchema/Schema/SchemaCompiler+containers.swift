// Compiles the keywords for arrays and objects.

import JSONValues

extension SchemaCompiler {
    mutating func compileItems(_ schema: inout SchemaReader) {
        switch (schema.node.dialect, schema[.items]) {
        case (.draft4, .array(let list)?):
            let container = place(.array(list), token: KeywordName.items.text, in: schema.node.location)
            let prefix = list.enumerated().map { node(at: place($1, token: String($0), in: container)) }
            schema.emit(.items(Items(prefix: prefix, rest: subschema(.additionalItems, schema))))
        case (.openAPI30, .array?): schema.malformed(.items, expected: "a schema: OpenAPI 3.0 has no tuples")
        case (.draft202012, _), (.openAPI31, _), (.draft4, _), (.openAPI30, _):
            let prefix = subschemas(.prefixItems, &schema) ?? []
            let rest = subschema(.items, schema)
            if rest != nil || !prefix.isEmpty { schema.emit(.items(Items(prefix: prefix, rest: rest))) }
        }
    }

    mutating func compileContains(_ schema: inout SchemaReader) {
        guard let contained = subschema(.contains, schema) else { return }
        let minimum = schema.count(.minContains) ?? 1
        schema.emit(.contains(Contains(schema: contained, minimum: minimum, maximum: schema.count(.maxContains))))
    }

    mutating func compileRequired(_ schema: inout SchemaReader) {
        // In draft 3 it stood in the property's own schema, and lives on in published documents.
        if case .bool? = schema[.required], schema.node.dialect.isOpenAPI {
            return schema.malformed(
                .required, expected: "an array of strings in the schema that has the property", severity: .warning)
        }
        guard let names = schema.strings(.required) else { return }
        let inProperties = schema.has(.properties)
        schema.emit(.required(Required(names: NameTable(names).names, inProperties: inProperties)))
    }

    mutating func compileProperties(_ schema: inout SchemaReader) {
        let declared = namedSubschemas(.properties, &schema).map {
            Properties.Property(name: $0.name, schema: $0.schema)
        }
        let sources = namedSubschemas(.patternProperties, &schema)
        let patterns = sources.compactMap { source, subschema in
            schema.pattern(source, at: KeywordName.patternProperties.text).map { (pattern: $0, schema: subschema) }
        }
        // Which properties are additional cannot be told without knowing all the patterns.
        let additional = patterns.count == sources.count ? subschema(.additionalProperties, schema) : nil
        let required = schema.has(.properties) ? (schema[.required]?.array ?? []).compactMap(\.string) : []
        schema.emit(
            .properties(
                Properties(
                    declared: declared, patterns: patterns, additional: additional, required: required)))
    }

    /// `dependencies` has names or a schema for each property; 2020-12 has a keyword for each.
    mutating func compileDependencies(_ name: KeywordName, _ schema: inout SchemaReader) {
        guard let value = schema[name] else { return }
        guard case .object(let object) = value else { return schema.malformed(name, expected: "an object") }
        var required: [(property: String, names: [String])] = []
        var schemas: [(property: String, schema: SchemaNode.ID)] = []
        let container = place(value, token: name.text, in: schema.node.location)
        for (property, dependency) in object {
            if name != .dependentSchemas, case .array(let list) = dependency {
                let names = list.compactMap(\.string)
                if names.count != list.count { schema.malformed(name, expected: "arrays of strings") }
                required.append((property, names))
            } else if name != .dependentRequired {
                schemas.append((property, node(at: place(dependency, token: property, in: container))))
            } else {
                schema.malformed(name, expected: "an object whose members are arrays of strings")
            }
        }
        if !required.isEmpty { schema.emit(.dependentRequired(required)) }
        if !schemas.isEmpty { schema.emit(.dependentSchemas(schemas)) }
    }
}
