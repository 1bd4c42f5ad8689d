// Compiles one schema object: reads its keywords in order of evaluation and turns each into its compiled form.

import JSONValues

extension SchemaCompiler {
    mutating func compileNode(_ id: SchemaNode.ID) {
        var schema = SchemaReader(id: id, node: state.nodes[Int(id.index)])
        switch schema.node.source {
        case .bool(true) where !schema.node.dialect.isLegacy || schema.isAdditional(in: state): break
        case .bool(false) where !schema.node.dialect.isLegacy || schema.isAdditional(in: state): schema.emit(.never)
        case .object(let object):
            let meaning = meaning(of: schema.node.resource)
            schema.read(object, meaning)
            if schema.hidesSiblings {
                compileReference(&schema)
            } else {
                for (name, _) in schema.members { compile(name, &schema) }
            }
        case .bool(let holds) where schema.node.dialect == .openAPI30:
            let expected = "an object: OpenAPI 3.0 has no \(holds) for a schema"
            schema.malformed(nil, expected: expected, severity: .warning)
            if !holds { schema.emit(.never) }
        case .null, .bool, .number, .string, .array:
            schema.malformed(nil, expected: schema.node.dialect.isLegacy ? "an object" : "an object or a boolean")
        }
        state.nodes[Int(id.index)].keywords = schema.keywords
        state.nodes[Int(id.index)].traits = schema.traits
        note(schema)
    }

    private mutating func compile(_ name: KeywordName, _ schema: inout SchemaReader) {
        switch name {
        case .type: compileType(&schema)
        case .enum: compileEnumeration(&schema)
        case .const: if let value = schema[.const] { schema.emit(.const(value)) }
        case .multipleOf: compileMultipleOf(&schema)
        case .minimum, .maximum: compileLimit(name, &schema)
        case .exclusiveMinimum, .exclusiveMaximum: compileExclusiveLimit(name, &schema)
        case .minLength: if let count = schema.count(name) { schema.emit(.minLength(count)) }
        case .maxLength: if let count = schema.count(name) { schema.emit(.maxLength(count)) }
        case .pattern: compilePattern(&schema)
        case .format: compileFormat(&schema)
        case .contentEncoding, .contentMediaType, .contentSchema:
            if schema.begin(.contentEncoding) { compileContent(&schema) }
        case .minItems: if let count = schema.count(name) { schema.emit(.minItems(count)) }
        case .maxItems: if let count = schema.count(name) { schema.emit(.maxItems(count)) }
        case .uniqueItems: if schema.flag(name) { schema.emit(.uniqueItems) }
        case .prefixItems, .items: if schema.begin(.items) { compileItems(&schema) }
        case .contains: compileContains(&schema)
        case .minProperties: if let count = schema.count(name) { schema.emit(.minProperties(count)) }
        case .maxProperties: if let count = schema.count(name) { schema.emit(.maxProperties(count)) }
        case .required: compileRequired(&schema)
        case .properties, .patternProperties, .additionalProperties:
            if schema.begin(.properties) { compileProperties(&schema) }
        case .propertyNames: if let names = subschema(name, schema) { schema.emit(.propertyNames(names)) }
        case .dependentRequired, .dependentSchemas, .dependencies: compileDependencies(name, &schema)
        case .ref: compileReference(&schema)
        case .dynamicRef: compileDynamicReference(&schema)
        case .allOf: if let schemas = subschemas(name, &schema) { schema.emit(.allOf(schemas)) }
        case .anyOf: if let alternatives = alternatives(name, &schema) { schema.emit(.anyOf(alternatives)) }
        case .oneOf: if let alternatives = alternatives(name, &schema) { schema.emit(.oneOf(alternatives)) }
        case .not: if let refused = subschema(name, schema) { schema.emit(.not(refused)) }
        case .if: compileConditional(&schema)
        case .discriminator: compileSubtypes(&schema)
        case .unevaluatedItems: if let rest = subschema(name, schema) { schema.emit(.unevaluatedItems(rest)) }
        case .unevaluatedProperties: if let rest = subschema(name, schema) { schema.emit(.unevaluatedProperties(rest)) }
        case .nullable: if !schema.has(.type) { _ = schema.flag(name) }
        case .schema, .id, .vocabulary, .anchor, .dynamicAnchor, .defs, .definitions, .readOnly, .writeOnly,
            .additionalItems, .minContains, .maxContains, .then, .else:
            // They name schemas, annotate, or are read with the keyword that they belong to.
            break
        }
    }

    private mutating func note(_ schema: SchemaReader) {
        var problems = schema.problems.map { $0.problem(in: state, at: schema.node.location) }
        if let fault = index.resources[schema.node.resource]?.fault { problems.append(fault) }
        guard !problems.isEmpty else { return }
        let errors = problems.filter { $0.severity == .error }
        if !errors.isEmpty { index.problems[schema.id] = errors }
        for problem in problems where problem.severity == .warning && !index.warnings.contains(problem) {
            index.warnings.append(problem)
        }
    }

    /// The subschema that is the value of a keyword.
    mutating func subschema(_ name: KeywordName, _ schema: SchemaReader) -> SchemaNode.ID? {
        schema[name].map { node(at: place($0, token: schema.text(of: name), in: schema.node.location)) }
    }

    /// The subschemas in a keyword's array.
    mutating func subschemas(_ name: KeywordName, _ schema: inout SchemaReader) -> [SchemaNode.ID]? {
        guard let value = schema[name] else { return nil }
        guard case .array(let list) = value, !list.isEmpty else {
            schema.malformed(name, expected: "an array of at least one schema")
            return nil
        }
        let container = place(value, token: schema.text(of: name), in: schema.node.location)
        return list.enumerated().map { node(at: place($1, token: String($0), in: container)) }
    }

    /// The subschemas that are the members of a keyword's object.
    mutating func namedSubschemas(
        _ name: KeywordName, _ schema: inout SchemaReader
    ) -> [(name: String, schema: SchemaNode.ID)] {
        guard let value = schema[name] else { return [] }
        guard case .object(let object) = value else {
            schema.malformed(name, expected: "an object whose members are schemas")
            return []
        }
        if let written = object["$ref"]?.string { return referredSubschemas(written, name, &schema) }
        let container = place(value, token: schema.text(of: name), in: schema.node.location)
        return object.map { ($0.key, node(at: place($0.value, token: $0.key, in: container))) }
    }

    /// `properties: {$ref: …}`, which no dialect has and most programs follow.
    private mutating func referredSubschemas(
        _ written: String, _ name: KeywordName, _ schema: inout SchemaReader
    ) -> [(name: String, schema: SchemaNode.ID)] {
        switch locate(written, in: schema.node.resource) {
        case .failure(let failure):
            schema.report(failure, at: name.text)
            return []
        case .success(let container):
            guard case .object(let object) = state.locations[Int(container)].value, object["$ref"]?.string == nil else {
                schema.malformed(name, expected: "an object whose members are schemas")
                return []
            }
            schema.report(
                .malformed, .warning, at: name.text, found: written, expected: "an object whose members are schemas",
                message: "\(name.text) cannot be a reference; it is followed all the same.")
            return object.map { ($0.key, node(at: place($0.value, token: $0.key, in: container))) }
        }
    }
}
