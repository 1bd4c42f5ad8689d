// What the keywords of a resource mean: its $schema, and the vocabularies of a metaschema of one's own.

extension SchemaCompiler {
    mutating func meaning(of id: ResourceID) -> SchemaIndex.Meaning {
        guard let resource = index.resources[id] else {
            return SchemaIndex.Meaning(dialect: index.dialect, vocabularies: index.dialect.vocabularies)
        }
        if let known = resource.meaning { return known }
        let meaning = declaredMeaning(of: resource)
        index.resources[id]?.meaning = meaning
        return meaning
    }

    private func declaredMeaning(of resource: SchemaIndex.Resource) -> SchemaIndex.Meaning {
        let inherited = SchemaIndex.Meaning(dialect: resource.dialect, vocabularies: resource.dialect.vocabularies)
        let root = state.locations[Int(resource.root)].value
        guard resource.dialect != .openAPI30, let uri = root["$schema"]?.string else { return inherited }
        if let dialect = Dialect(metaschema: uri) {
            return SchemaIndex.Meaning(dialect: dialect, vocabularies: dialect.vocabularies)
        }
        guard let metaschema = index.resourcesByURI[URIReference(uri).document].flatMap({ index.resources[$0] }),
            case .object(let declared)? = state.locations[Int(metaschema.root)].value["$vocabulary"]
        else { return inherited }
        return SchemaIndex.Meaning(
            dialect: resource.dialect, vocabularies: Vocabularies(declared.map { Vocabularies(uri: $0.key) ?? [] }))
    }
}
