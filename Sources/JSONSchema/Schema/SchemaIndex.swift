// What a library knows of its documents: resources, anchors, and which places have been compiled.

/// The library's side of a ``SchemaGraph``: it finds places by URI, the graph only holds them.
struct SchemaIndex: Sendable {
    /// Of documents that do not say it.
    let dialect: Dialect
    var resources: [ResourceID: Resource] = [:]
    /// By URI, without fragment.
    var resourcesByURI: [String: ResourceID] = [:]
    /// By the parent and the hash of the token the last place with these; the others are its namesakes. Keys of a type of its own
    /// would have the runtime look through all conformances of the program, half a million instructions for the first.
    var children: [Int: LocationID] = [:]
    var compiled: [LocationID: SchemaNode.ID] = [:]
    /// Schemas whose subschemas' identifiers have been registered.
    var identified: Set<LocationID> = []
    /// Schemas with an `$id`, and the resource it made or belongs to.
    var resourceRoots: [LocationID: ResourceID] = [:]
    /// By the root of an OpenAPI document: the components that extend a schema by `allOf`.
    var extensions: [LocationID: [LocationID: [LocationID]]] = [:]
    /// The anchors that some compiled `$dynamicRef` names.
    var dynamicNames: Set<String> = []
    var problems: [SchemaNode.ID: [SchemaProblem]] = [:]
    var warnings: [SchemaProblem] = []

    struct Resource: Sendable {
        let uri: URIReference
        let root: LocationID
        /// What it was added with; a `$schema` at its root goes before.
        let dialect: Dialect
        var meaning: Meaning?
        /// Why its `$schema` gives it no meaning.
        var fault: SchemaProblem?
        var anchors: [String: LocationID] = [:]
        var dynamicAnchors: [String: LocationID] = [:]
        /// Where the references written in it lead.
        var targets: [String: LocationID] = [:]
    }

    /// A dialect less the vocabularies that a metaschema leaves out.
    struct Meaning: Sendable {
        let dialect: Dialect
        let vocabularies: Vocabularies
    }
}
