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

extension Schema {
    /// Whether two schemas of the library hold of the same instances because they are written alike. What is written alike in another
    /// resource can refer to something else, and so it can where there are dynamic anchors.
    package func isSame(_ left: SchemaNode.ID, as right: SchemaNode.ID) -> Bool {
        if left == right { return true }
        let left = graph[left]
        let right = graph[right]
        return left.keywords.count == right.keywords.count && left.resource == right.resource
            && left.dialect == right.dialect && left.source == right.source
    }
}

/// The same compiled schema: of one library, at one place.
extension Schema: Hashable {
    package static func == (left: Schema, right: Schema) -> Bool {
        left.graph === right.graph && left.id == right.id
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
