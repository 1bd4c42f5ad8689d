// Where `$dynamicRef` leads when a schema is walked without an instance.

/// The schema resources that a walk came through, the outermost first.
package struct DynamicScope: Hashable, Sendable {
    private var resources: [ResourceID] = []

    package init() {}

    /// The scope within a schema, once the walk has reached it.
    package func entering(_ node: SchemaNode) -> DynamicScope {
        // Only the first time counts: the outermost resource that has the anchor wins.
        if resources.contains(node.resource) { return self }
        var scope = self
        scope.resources.append(node.resource)
        return scope
    }

    fileprivate func target(of reference: DynamicReference, in graph: SchemaGraph.Snapshot) -> SchemaNode.ID {
        for resource in resources {
            let anchor = SchemaGraph.DynamicAnchor(resource: resource, name: reference.anchor)
            if let target = graph.dynamicAnchors[anchor] { return target }
        }
        return reference.initial
    }
}

extension Schema {
    /// The schema that a dynamic reference leads to, within that scope (JSON Schema 2020-12, section 8.2.3.2).
    package func target(of reference: DynamicReference, in scope: DynamicScope) -> SchemaNode.ID {
        scope.target(of: reference, in: graph.snapshot)
    }

    /// Whether any `$dynamicRef` of the library can lead elsewhere than it says.
    package var hasDynamicAnchors: Bool { !graph.snapshot.dynamicAnchors.isEmpty }
}
