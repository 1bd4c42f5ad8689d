// A compiled schema, ready to judge instances, and the way to its subschemas.

import JSONValues

/// A schema of a ``SchemaLibrary``, compiled with everything it refers to. A value: cheap to copy, good on any thread.
package struct Schema: Sendable {
    let graph: SchemaGraph
    package let id: SchemaNode.ID

    package var node: SchemaNode { graph[id] }

    /// The subschema that a keyword of this schema's node names.
    package subscript(id: SchemaNode.ID) -> Schema { Schema(graph: graph, id: id) }

    /// Where the schema stands.
    package var place: SchemaPlace {
        let state = graph.snapshot
        return state.locations.place(of: state.nodes[Int(id.index)].location)
    }
}

/// The same compiled schema: of one library, at one place.
extension Schema: Hashable {
    package static func == (left: Schema, right: Schema) -> Bool {
        left.graph === right.graph && left.id == right.id
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
