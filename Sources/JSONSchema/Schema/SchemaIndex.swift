// What a library knows of its documents: resources, anchors, and which places have been compiled.

/// The library's side of a ``SchemaGraph``: it finds places by URI, the graph only holds them.
struct SchemaIndex: Sendable {
    /// Of documents that do not say it.
    let dialect: Dialect
    var resources: [ResourceID: Resource] = [:]
    /// By URI, without fragment.
    var resourcesByURI: [String: ResourceID] = [:]
    var children: [Child: LocationID] = [:]
    var compiled: [LocationID: SchemaNode.ID] = [:]
    /// Schemas whose subschemas' identifiers have been registered.
    var identified: Set<LocationID> = []
    /// Schemas with an `$id`, and the resource it made or belongs to.
    var resourceRoots: [LocationID: ResourceID] = [:]
    /// By the root of an OpenAPI document: the components that extend a schema by `allOf`.
    var extensions: [LocationID: [LocationID: [LocationID]]] = [:]
    var targets: [WrittenReference: LocationID] = [:]
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
    }

    /// A dialect less the vocabularies that a metaschema leaves out.
    struct Meaning: Sendable {
        let dialect: Dialect
        let vocabularies: Vocabularies
    }

    struct Child: Hashable, Sendable {
        let parent: LocationID
        let token: String

        static func == (left: Child, right: Child) -> Bool {
            left.parent == right.parent && sameUTF8(left.token, right.token)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(parent)
            hasher.combine(JSONHash.standard(token))
        }
    }

    struct WrittenReference: Hashable, Sendable {
        let resource: ResourceID
        let text: String
    }
}
