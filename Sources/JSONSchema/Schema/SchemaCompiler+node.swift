// Compiles one schema object: reads its keywords in order of evaluation and turns each into its compiled form.

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
        case .null, .bool, .number, .string, .array:
            schema.malformed(nil, expected: schema.node.dialect.isLegacy ? "an object" : "an object or a boolean")
        }
        state.nodes[Int(id.index)].keywords = schema.keywords
        state.nodes[Int(id.index)].traits = schema.traits
        note(schema)
    }

    private mutating func compile(_ name: KeywordName, _ schema: inout SchemaReader) {
        switch name {
        case .type, .enum, .const, .nullable: compileValues(name, &schema)
        case .multipleOf, .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum: compileNumbers(name, &schema)
        case .minLength, .maxLength, .pattern, .format, .contentEncoding, .contentMediaType, .contentSchema:
            compileStrings(name, &schema)
        case .minItems, .maxItems, .uniqueItems, .prefixItems, .items, .additionalItems, .contains, .minContains,
            .maxContains, .unevaluatedItems:
            compileArrays(name, &schema)
        case .minProperties, .maxProperties, .required, .properties, .patternProperties, .additionalProperties,
            .propertyNames, .dependentRequired, .dependentSchemas, .dependencies, .unevaluatedProperties:
            compileObjects(name, &schema)
        case .ref: compileReference(&schema)
        case .dynamicRef: compileDynamicReference(&schema)
        case .allOf, .anyOf, .oneOf, .not, .if, .then, .else: compileCombinations(name, &schema)
        case .schema, .id, .vocabulary, .anchor, .dynamicAnchor, .defs, .definitions, .readOnly, .writeOnly:
            break
        case .discriminator: compileSubtypes(&schema)
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
        let container = place(value, token: schema.text(of: name), in: schema.node.location)
        return object.map { ($0.key, node(at: place($0.value, token: $0.key, in: container))) }
    }
}
