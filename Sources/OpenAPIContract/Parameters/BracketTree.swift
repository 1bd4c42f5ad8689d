// Values whose names carry a path in brackets: filter[price][gt]=3, expand[]=a, items[0][id]=7.

import JSONSchema

/// Bracketed pairs as a tree, which a shape turns into JSON.
struct BracketTree {
    private enum Node {
        case leaf([String])
        case branch([(name: String, node: Node)])
    }

    private var root = Node.branch([])

    init(_ pairs: [(path: [String], raw: String)]) {
        for pair in pairs { BracketTree.insert(pair.raw, at: pair.path[...], into: &root) }
    }

    private static func insert(_ raw: String, at path: ArraySlice<String>, into node: inout Node) {
        guard let name = path.first else {
            if case .leaf(let values) = node { node = .leaf(values + [raw]) } else { node = .leaf([raw]) }
            return
        }
        var children: [(name: String, node: Node)] = []
        if case .branch(let known) = node { children = known }
        if let index = children.firstIndex(where: { $0.name == name }) {
            insert(raw, at: path.dropFirst(), into: &children[index].node)
        } else {
            var child = path.count == 1 ? Node.leaf([]) : Node.branch([])
            insert(raw, at: path.dropFirst(), into: &child)
            children.append((name, child))
        }
        node = .branch(children)
    }

    func value(_ shape: WireShape, decode: (String) -> String) -> JSON { BracketTree.value(root, shape, decode) }

    private static func value(_ node: Node, _ shape: WireShape, _ decode: (String) -> String) -> JSON {
        switch node {
        case .leaf(let values):
            if values.count == 1, !shape.isArray { return shape.scalar(decode(values[0])) }
            let items = shape.items ?? .any
            return .array(values.map { items.scalar(decode($0)) })
        case .branch(let children):
            guard isList(children, shape) else {
                return .object(
                    JSONObject(children.map { ($0.name, value($0.node, shape.property($0.name), decode)) }))
            }
            let items = shape.items ?? .any
            return .array(
                children.flatMap { child -> [JSON] in
                    // `a[]=1&a[]=2` is one child with both values.
                    if case .leaf(let values) = child.node { return values.map { items.scalar(decode($0)) } }
                    return [value(child.node, items, decode)]
                })
        }
    }

    /// `[]`, or indices where the schema wants a list.
    private static func isList(_ children: [(name: String, node: Node)], _ shape: WireShape) -> Bool {
        if children.allSatisfy({ $0.name.isEmpty }) { return true }
        guard shape.kinds.contains(.array) else { return false }
        return children.allSatisfy { $0.name.isEmpty || Int($0.name) != nil }
    }
}
