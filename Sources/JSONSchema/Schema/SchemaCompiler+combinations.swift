// Compiles references and the applicators that apply to the same instance.

import JSONValues

extension SchemaCompiler {
    mutating func compileReference(_ schema: inout SchemaReader) {
        guard case .string(let written)? = schema[.ref] else {
            return schema.malformed(.ref, expected: "a string with a URI reference")
        }
        switch locate(written, in: schema.node.resource) {
        case .success(let location): schema.emit(.reference(Reference(target: node(at: location), written: written)))
        case .failure(let failure): schema.report(failure, at: KeywordName.ref.text)
        }
    }

    /// Only a reference that leads to a `$dynamicAnchor` by its name is dynamic, any other is a `$ref`
    /// ([core, section 8.2.3.2](https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2)).
    mutating func compileDynamicReference(_ schema: inout SchemaReader) {
        guard case .string(let written)? = schema[.dynamicRef] else {
            return schema.malformed(.dynamicRef, expected: "a string with a URI reference")
        }
        switch locate(written, in: schema.node.resource) {
        case .failure(let failure): schema.report(failure, at: KeywordName.dynamicRef.text)
        case .success(let location):
            let target = node(at: location)
            let anchor = URIReference(written).decodedFragment ?? ""
            let resource = index.resources[state.locations[Int(location)].resource]
            if resource?.dynamicAnchors[anchor] == location {
                index.dynamicNames.insert(anchor)
                schema.emit(.dynamicReference(DynamicReference(anchor: anchor, initial: target, written: written)))
            } else {
                schema.emit(.reference(Reference(target: target, written: written)))
            }
        }
    }

    mutating func compileConditional(_ schema: inout SchemaReader) {
        guard let condition = subschema(.if, schema) else { return }
        schema.emit(
            .conditional(
                Conditional(
                    condition: condition, then: subschema(.then, schema), otherwise: subschema(.else, schema))))
    }
}
