// What the keywords of a resource mean: its $schema, and the vocabularies of a metaschema of one's own.

import JSONValues

extension SchemaCompiler {
    mutating func meaning(of id: ResourceID) -> SchemaIndex.Meaning {
        guard let resource = index.resources[id] else {
            return SchemaIndex.Meaning(dialect: index.dialect, vocabularies: index.dialect.vocabularies)
        }
        if let known = resource.meaning { return known }
        let inherited = SchemaIndex.Meaning(dialect: resource.dialect, vocabularies: resource.dialect.vocabularies)
        // What it is while it is being found out: a metaschema may be its own.
        index.resources[id]?.meaning = inherited
        let root = state.locations[Int(resource.root)].value
        // An OpenAPI document has its own word for what its schemas leave unsaid.
        let keyword = root["openapi"] == nil ? KeywordName.schema.text : "jsonSchemaDialect"
        guard resource.dialect != .openAPI30, let uri = root[keyword]?.string else { return inherited }
        let meaning = meaning(ofMetaschema: uri, for: id, by: keyword) ?? inherited
        index.resources[id]?.meaning = meaning
        return meaning
    }

    /// The dialect that a metaschema describes, nil where it is not known: then the schema is read as if it had named none.
    private mutating func meaning(
        ofMetaschema uri: String, for user: ResourceID, by keyword: String
    ) -> SchemaIndex.Meaning? {
        if let dialect = Dialect(metaschema: uri) {
            return SchemaIndex.Meaning(dialect: dialect, vocabularies: dialect.vocabularies)
        }
        guard let id = index.resourcesByURI[URIReference(uri).document], let root = index.resources[id]?.root else {
            fault(
                in: user, keyword, .warning, found: uri, expected: Dialect.metaschemas.joined(separator: ", or "),
                message: "\(keyword) names \(uri), a dialect that is not known here.")
            return nil
        }
        let dialect = meaning(of: id).dialect
        guard case .object(let declared)? = state.locations[Int(root)].value["$vocabulary"] else {
            return SchemaIndex.Meaning(dialect: dialect, vocabularies: dialect.vocabularies)
        }
        var vocabularies: Vocabularies = []
        for (name, required) in declared {
            if let known = Vocabularies(uri: name) {
                vocabularies.insert(known)
            } else if required.bool == true {
                fault(
                    in: user, keyword, .error, found: name, expected: "a vocabulary of 2020-12",
                    message: "\(uri) requires the vocabulary \(name), which is not known here.")
            }
        }
        return SchemaIndex.Meaning(dialect: dialect, vocabularies: vocabularies)
    }

    private mutating func fault(
        in resource: ResourceID, _ keyword: String, _ severity: SchemaProblem.Severity, found: String, expected: String,
        message: String
    ) {
        guard let root = index.resources[resource]?.root else { return }
        let place = state.locations.place(of: root)
        index.resources[resource]?.fault = SchemaProblem(
            severity: severity, kind: .unknownDialect,
            place: SchemaPlace(document: place.document, pointer: place.pointer.appending(keyword)), found: found,
            expected: expected, message: message)
    }
}
