// Registers documents, and the resources and anchors that schemas declare by $id, $anchor and $dynamicAnchor.

import JSONValues

extension SchemaCompiler {
    mutating func add(_ document: JSON, uri: String, dialect: Dialect?) {
        let uri = URIReference(uri).resolved(against: URIReference(""))
        let dialect = dialect ?? declaredDialect(of: document) ?? index.dialect
        let root = LocationID(state.locations.count)
        let resource = register(uri, root: root, dialect: dialect)
        state.locations.append(.init(parent: -1, token: uri.document, value: document, resource: resource))
        index.resourcesByURI[uri.document] = resource
        if document["openapi"] == nil {
            identify(root)
        } else if case .object(let schemas)? = document["components"]?["schemas"],
            let components = child("components", of: root), let container = child("schemas", of: components)
        {
            for (name, schema) in schemas { identify(place(schema, token: name, in: container)) }
        }
    }

    /// Registers the identifiers in a schema and all its subschemas. Only where a schema can stand: not within `enum`,
    /// `const` or unknown keywords.
    mutating func identify(_ location: LocationID) {
        let root = state.locations[Int(location)]
        let dialect = index.resources[root.resource]?.dialect ?? index.dialect
        guard dialect != .openAPI30, index.identified.insert(location).inserted else { return }
        let keywords = KeywordName.table(of: dialect)
        var pending: [(value: JSON, way: Way, resource: ResourceID)] = [(root.value, .root(location), root.resource)]
        while let (value, way, resource) = pending.popLast() {
            guard case .object(let object) = value else { continue }
            let resource = registerIdentifiers(of: object, at: way, in: resource, dialect: dialect)
            for (key, value) in object {
                guard let name = keywords[key] else { continue }
                switch (name.subschemas, value) {
                case (.direct, .object): pending.append((value, .step(key, from: way), resource))
                case (.direct, .array(let list)):
                    let way = Way.step(key, from: way)
                    for (position, element) in list.enumerated() {
                        pending.append((element, .step(String(position), from: way), resource))
                    }
                case (.named, .object(let named)):
                    let way = Way.step(key, from: way)
                    for (name, schema) in named { pending.append((schema, .step(name, from: way), resource)) }
                case (.direct, _), (.named, _), (.none, _): break
                }
            }
        }
    }

    /// The steps to a subschema; most have no identifier and need no place yet.
    private indirect enum Way {
        case root(LocationID)
        case step(String, from: Way)
    }

    private mutating func location(_ way: Way) -> LocationID? {
        switch way {
        case .root(let location): location
        case .step(let token, let parent): location(parent).flatMap { child(token, of: $0) }
        }
    }

    /// The resource that a schema belongs to: a new one if it has an `$id`.
    private mutating func registerIdentifiers(
        of object: JSONObject, at way: Way, in enclosing: ResourceID, dialect: Dialect
    ) -> ResourceID {
        if dialect.isLegacy {
            guard object["$ref"] == nil, case .string(let id)? = object["id"], let location = location(way) else {
                return enclosing
            }
            return register(id: id, at: location, in: enclosing)
        }
        var resource = enclosing
        if case .string(let id)? = object["$id"], let location = location(way) {
            resource = register(id: id, at: location, in: enclosing)
        }
        if case .string(let anchor)? = object["$anchor"], let location = location(way) {
            index.resources[resource]?.anchors[anchor] = location
        }
        if case .string(let anchor)? = object["$dynamicAnchor"], let location = location(way) {
            index.resources[resource]?.anchors[anchor] = location
            index.resources[resource]?.dynamicAnchors[anchor] = location
        }
        return resource
    }

    /// Registers an `$id`. In draft 4 one that is nothing but a fragment is an anchor.
    private mutating func register(id: String, at location: LocationID, in enclosing: ResourceID) -> ResourceID {
        if let known = index.resourceRoots[location] { return known }
        guard let base = index.resources[enclosing] else { return enclosing }
        let uri = URIReference(id).resolved(against: base.uri)
        var resource = enclosing
        if uri.document != base.uri.document {
            let declared = state.locations[Int(location)].value["$schema"]?.string.flatMap(Dialect.init(metaschema:))
            resource = register(uri, root: location, dialect: declared ?? base.dialect)
            if index.resourcesByURI[uri.document] == nil { index.resourcesByURI[uri.document] = resource }
            state.locations[Int(location)].resource = resource
        }
        index.resourceRoots[location] = resource
        if let fragment = uri.decodedFragment, !fragment.isEmpty {
            index.resources[resource]?.anchors[fragment] = location
        }
        return resource
    }

    private mutating func register(_ uri: URIReference, root: LocationID, dialect: Dialect) -> ResourceID {
        let id = ResourceID(state.resources)
        state.resources += 1
        var uri = uri
        uri.fragment = nil
        index.resources[id] = SchemaIndex.Resource(uri: uri, root: root, dialect: dialect)
        return id
    }

    private func declaredDialect(of document: JSON) -> Dialect? {
        if let version = document["openapi"]?.string { return version.hasPrefix("3.0") ? .openAPI30 : .openAPI31 }
        return document["$schema"]?.string.flatMap(Dialect.init(metaschema:))
    }
}

extension KeywordName {
    /// Where a keyword's value has subschemas.
    enum Subschemas {
        case none
        /// It is one, or an array of them.
        case direct
        /// Its members are.
        case named
    }

    var subschemas: Subschemas {
        switch self {
        case .prefixItems, .items, .additionalItems, .contains, .additionalProperties, .propertyNames, .allOf, .anyOf,
            .oneOf, .not, .if, .then, .else, .unevaluatedItems, .unevaluatedProperties, .contentSchema:
            .direct
        case .defs, .definitions, .properties, .patternProperties, .dependentSchemas, .dependencies: .named
        case .schema, .id, .vocabulary, .anchor, .dynamicAnchor, .type, .enum, .const, .multipleOf, .minimum,
            .exclusiveMinimum, .maximum, .exclusiveMaximum, .minLength, .maxLength, .pattern, .format, .contentEncoding,
            .contentMediaType, .minItems, .maxItems, .uniqueItems, .minContains, .maxContains, .minProperties,
            .maxProperties, .required, .dependentRequired, .ref, .dynamicRef, .nullable, .discriminator, .readOnly,
            .writeOnly:
            .none
        }
    }
}
