// Values whose names carry a path in brackets: filter[price][gt]=3, expand[]=a, items[0][id]=7.

import JSONValues
import SourceDocuments

/// Bracketed pairs as a tree, which a shape turns into JSON.
struct BracketTree {
    private final class Node {
        /// Nil where something stands beneath.
        var values: [String]?
        var children: [(name: String, node: Node)] = []
        private var positions: [String: Int] = [:]

        func child(_ name: String) -> Node {
            if values != nil { values = nil }
            if let position = positions[name] { return children[position].node }
            let child = Node()
            positions[name] = children.count
            children.append((name, child))
            return child
        }

        func add(_ value: String) {
            if values == nil { (values, children, positions) = ([], [], [:]) }
            values?.append(value)
        }
    }

    private let root = Node()

    init(_ pairs: [(path: [String], raw: String)]) {
        for pair in pairs { pair.path.reduce(root) { $0.child($1) }.add(pair.raw) }
    }

    func value(_ shape: WireShape, decode: (String) -> String) -> JSON { BracketTree.value(root, shape, decode) }

    private static func value(_ node: Node, _ shape: WireShape, _ decode: (String) -> String) -> JSON {
        if let values = node.values {
            if values.count == 1, !shape.isArray { return shape.scalar(decode(values[0])) }
            let items = shape.items ?? .any
            return .array(values.map { items.scalar(decode($0)) })
        }
        guard isList(node.children, shape) else {
            return .object(
                JSONObject(node.children.map { ($0.name, value($0.node, shape.property($0.name), decode)) }))
        }
        let items = shape.items ?? .any
        return .array(
            node.children.flatMap { child -> [JSON] in
                // `a[]=1&a[]=2` is one child with both values.
                if let values = child.node.values { return values.map { items.scalar(decode($0)) } }
                return [value(child.node, items, decode)]
            })
    }

    /// `[]`, or indices where the schema wants a list.
    private static func isList(_ children: [(name: String, node: Node)], _ shape: WireShape) -> Bool {
        if children.allSatisfy({ $0.name.isEmpty }) { return true }
        guard shape.kinds.contains(.array) else { return false }
        return children.allSatisfy { $0.name.isEmpty || Int($0.name) != nil }
    }
}
