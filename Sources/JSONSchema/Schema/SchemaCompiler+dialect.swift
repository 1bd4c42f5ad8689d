// What the keywords of a resource mean: its $schema, and the vocabularies of a metaschema of one's own.

extension SchemaCompiler {
    mutating func meaning(of id: ResourceID) -> SchemaIndex.Meaning {
        guard let resource = index.resources[id] else {
            return SchemaIndex.Meaning(dialect: index.dialect, vocabularies: index.dialect.vocabularies)
        }
        if let known = resource.meaning { return known }
        let inherited = SchemaIndex.Meaning(dialect: resource.dialect, vocabularies: resource.dialect.vocabularies)
        // What it is while it is being found out: a metaschema may be its own.
        index.resources[id]?.meaning = inherited
        var meaning = inherited
        if resource.dialect != .openAPI30, let uri = state.locations[Int(resource.root)].value["$schema"]?.string {
            meaning = self.meaning(ofMetaschema: uri) ?? inherited
        }
        index.resources[id]?.meaning = meaning
        return meaning
    }

    /// The dialect that a metaschema describes, nil where it is not known.
    private mutating func meaning(ofMetaschema uri: String) -> SchemaIndex.Meaning? {
        if let dialect = Dialect(metaschema: uri) {
            return SchemaIndex.Meaning(dialect: dialect, vocabularies: dialect.vocabularies)
        }
        guard let id = index.resourcesByURI[URIReference(uri).document], let root = index.resources[id]?.root else {
            return nil
        }
        let dialect = meaning(of: id).dialect
        guard case .object(let declared)? = state.locations[Int(root)].value["$vocabulary"] else {
            return SchemaIndex.Meaning(dialect: dialect, vocabularies: dialect.vocabularies)
        }
        return SchemaIndex.Meaning(
            dialect: dialect, vocabularies: Vocabularies(declared.map { Vocabularies(uri: $0.key) ?? [] }))
    }
}
