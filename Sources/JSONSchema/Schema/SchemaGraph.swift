// The nodes compiled so far, shared by a library and all the schemas it gave out.

package import JSONValues
import Synchronization

/// A place in a document, as an index into ``SchemaGraph/State/locations``.
typealias LocationID = Int
/// A schema resource ([core, section 4.3.5](https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.5)).
typealias ResourceID = Int

/// Grows while a library compiles. Nothing in it ever changes, so readers go on with the snapshot they took.
final class SchemaGraph: Sendable {
    struct State: Sendable {
        var nodes: ContiguousArray<SchemaNode> = []
        var locations: ContiguousArray<Location> = []
        /// By node: how a verdict is come to.
        var plans: ContiguousArray<SchemaPlan> = []
        var checks: ContiguousArray<SchemaCheck> = []
        /// Keeps what the checks point at.
        var owned: ContiguousArray<any AnyObject & Sendable> = []
        var resources = 0
        let assertions: SchemaAssertions
        /// The schemas that `$dynamicRef`s can lead to.
        var dynamicAnchors: [DynamicAnchor: SchemaNode.ID] = [:]

        init(assertions: SchemaAssertions) { self.assertions = assertions }
    }

    /// A place in a document by the way that leads to it from the root.
    struct Location: Sendable {
        /// −1 for a root.
        let parent: LocationID
        /// The reference token, or of a root the document's URI.
        let token: String
        let value: JSON
        /// Settled before the place is compiled.
        var resource: ResourceID
        /// The place before it with that parent and a token of the same hash; nil where there is none.
        var namesake: LocationID?
    }

    struct DynamicAnchor: Hashable, Sendable {
        let resource: ResourceID
        let name: String
    }

    /// What a validation reads: one object, so that to take it counts one reference.
    final class Snapshot: Sendable {
        let nodes: ContiguousArray<SchemaNode>
        let locations: ContiguousArray<Location>
        let plans: ContiguousArray<SchemaPlan>
        let checks: ContiguousArray<SchemaCheck>
        let owned: ContiguousArray<any AnyObject & Sendable>
        let assertions: SchemaAssertions
        let dynamicAnchors: [DynamicAnchor: SchemaNode.ID]

        init(_ state: State) {
            nodes = state.nodes
            locations = state.locations
            plans = state.plans
            checks = state.checks
            owned = state.owned
            assertions = state.assertions
            dynamicAnchors = state.dynamicAnchors
        }
    }

    private struct Content: Sendable {
        var state: State
        /// Of the state, once someone has asked.
        var snapshot: Snapshot?
    }

    private let content: Mutex<Content>
    /// See ``Schema/kept(_:)``.
    fileprivate let kept = Mutex<[any AnyObject & Sendable]>([])

    init(assertions: SchemaAssertions) { content = Mutex(Content(state: State(assertions: assertions))) }

    var snapshot: Snapshot {
        content.withLock { content in
            if let snapshot = content.snapshot { return snapshot }
            let snapshot = Snapshot(content.state)
            content.snapshot = snapshot
            return snapshot
        }
    }

    subscript(id: SchemaNode.ID) -> SchemaNode { content.withLock { $0.state.nodes[id] } }

    func grow<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        content.withLock { content in
            // Without it the arrays are the state's alone again, and grow in place.
            content.snapshot = nil
            return body(&content.state)
        }
    }
}

extension Schema {
    /// What a floor above has worked out from the schemas of this library: made when it is first asked for, one of each type, and
    /// let go of with the library. It must not hold on to a schema.
    package func kept<Value: AnyObject & Sendable>(_ make: () -> Value) -> Value {
        graph.kept.withLock { kept in
            for case let value as Value in kept { return value }
            let value = make()
            kept.append(value)
            return value
        }
    }
}

extension ContiguousArray<SchemaNode> {
    subscript(id: SchemaNode.ID) -> SchemaNode { self[Int(id.index)] }
}

extension ContiguousArray<SchemaGraph.Location> {
    /// The document's URI and the pointer of a location.
    func place(of location: LocationID) -> SchemaPlace {
        var tokens: [String] = []
        var current = self[Int(location)]
        while current.parent >= 0 {
            tokens.append(current.token)
            current = self[Int(current.parent)]
        }
        return SchemaPlace(document: current.token, pointer: JSONPointer(tokens.reversed()))
    }
}

/// Where a schema stands: the URI of its document, as it was added, and the pointer from the document's root.
package struct SchemaPlace: Hashable, Sendable, CustomStringConvertible {
    /// The URI of the document, as it was added.
    package let document: String
    package let pointer: JSONPointer

    package init(document: String, pointer: JSONPointer) {
        self.document = document
        self.pointer = pointer
    }

    package var description: String { "\(document)#\(pointer)" }

    /// The name that the place gives a schema: of `#/components/schemas/Pet`, `#/$defs/Pet` and `#/definitions/Pet` it is
    /// `Pet`, of a whole document the file's name without extension; nil for a schema that stands inside another.
    package var name: String? {
        let tokens = pointer.tokens
        if tokens.isEmpty {
            let file = document.split(separator: "/").last?.prefix { $0 != "." }
            return file.map(String.init).flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let last = tokens.last else { return nil }
        switch tokens.dropLast() {
        case ["components", "schemas"]: return last
        case let container where container.last == "$defs" || container.last == "definitions": return last
        default: return nil
        }
    }
}
