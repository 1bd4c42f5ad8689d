// Compiles OpenAPI's discriminator: which value of a property names which schema.

import JSONValues

extension SchemaCompiler {
    mutating func alternatives(_ name: KeywordName, _ schema: inout SchemaReader) -> Alternatives? {
        guard let schemas = subschemas(name, &schema) else { return nil }
        guard let property = discriminatorProperty(&schema) else {
            return Alternatives(schemas: schemas, discriminator: nil)
        }
        // Inline alternatives have no name that a value could say.
        let branches = schemas.map { id in
            let node = state.nodes[Int(id.index)]
            let target = node.source["$ref"]?.string.flatMap { try? locate($0, in: node.resource).get() }
            return (location: target, schema: id)
        }
        let mapping = mapping(schema, to: branches)
        return Alternatives(schemas: schemas, discriminator: Discriminator(property: property, mapping: mapping))
    }

    /// A `discriminator` without alternatives beside it stands in a schema that others extend by `allOf`.
    mutating func compileSubtypes(_ schema: inout SchemaReader) {
        guard let property = discriminatorProperty(&schema), !schema.has(.oneOf), !schema.has(.anyOf) else { return }
        var subtypes = subtypes(of: schema.node.location)
        for subtype in mappedSubtypes(schema) where !subtypes.contains(subtype) { subtypes.append(subtype) }
        guard !subtypes.isEmpty else { return }
        let branches = subtypes.map { (location: LocationID?.some($0), schema: node(at: $0)) }
        schema.emit(.subtypes(Discriminator(property: property, mapping: mapping(schema, to: branches))))
    }

    /// What the mapping names of a contract whose schemas stand in files of their own, where no components list them.
    private mutating func mappedSubtypes(_ schema: SchemaReader) -> [LocationID] {
        guard case .object(let declared)? = schema[.discriminator]?["mapping"] else { return [] }
        return declared.compactMap { _, target in
            guard let subtype = target.string.flatMap({ mapped($0, in: schema.node.resource) }) else { return nil }
            let place = state.locations[Int(subtype)]
            let extends = (place.value["allOf"]?.array ?? []).contains { part in
                guard let reference = part["$ref"]?.string else { return false }
                return (try? locate(reference, in: place.resource).get()) == schema.node.location
            }
            return extends ? subtype : nil
        }
    }

    private func discriminatorProperty(_ schema: inout SchemaReader) -> String? {
        guard let discriminator = schema[.discriminator] else { return nil }
        if let property = discriminator["propertyName"]?.string { return property }
        schema.malformed(.discriminator, expected: "an object with a propertyName")
        return nil
    }

    private mutating func mapping(
        _ schema: SchemaReader, to branches: [(location: LocationID?, schema: SchemaNode.ID)]
    ) -> [(value: String, schema: SchemaNode.ID)] {
        var mapping: [(value: String, schema: SchemaNode.ID)] = []
        if case .object(let declared)? = schema[.discriminator]?["mapping"] {
            for (value, target) in declared {
                guard let target = target.string.flatMap({ mapped($0, in: schema.node.resource) }),
                    let branch = branches.first(where: { $0.location == target })
                else { continue }
                mapping.append((value, branch.schema))
            }
        }
        for branch in branches where !mapping.contains(where: { $0.schema == branch.schema }) {
            guard let name = branch.location.flatMap({ state.locations.place(of: $0).name }),
                !mapping.contains(where: { $0.value == name })
            else { continue }
            mapping.append((name, branch.schema))
        }
        return mapping
    }

    /// A mapping says a component's name or a URI reference; what could be either is a name.
    private mutating func mapped(_ target: String, in resource: ResourceID) -> LocationID? {
        if let named = try? locate("#/components/schemas/\(target)", in: resource).get() { return named }
        return try? locate(target, in: resource).get()
    }

    /// The components of the same document that extend a schema, directly or by way of others.
    private mutating func subtypes(of location: LocationID) -> [LocationID] {
        var root = location
        while state.locations[Int(root)].parent >= 0 { root = state.locations[Int(root)].parent }
        if index.extensions[root] == nil { index.extensions[root] = extensions(in: root) }
        var found: [LocationID] = []
        var next = [location]
        while let schema = next.popLast() {
            for subtype in index.extensions[root]?[schema] ?? [] where !found.contains(subtype) && subtype != location {
                found.append(subtype)
                next.append(subtype)
            }
        }
        return found
    }

    private mutating func extensions(in root: LocationID) -> [LocationID: [LocationID]] {
        guard let components = child("components", of: root), let container = child("schemas", of: components),
            case .object(let schemas) = state.locations[Int(container)].value
        else { return [:] }
        var extensions: [LocationID: [LocationID]] = [:]
        for (name, schema) in schemas {
            for part in schema["allOf"]?.array ?? [] {
                guard let reference = part["$ref"]?.string,
                    let base = try? locate(reference, in: state.locations[Int(container)].resource).get()
                else { continue }
                extensions[base, default: []].append(place(schema, token: name, in: container))
            }
        }
        return extensions
    }
}
