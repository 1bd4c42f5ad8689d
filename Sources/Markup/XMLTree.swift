// An XML document as the nodes of XPath's data model.

import JSONValues

/// A document as its nodes, in document order ([XPath 1.0](https://www.w3.org/TR/xpath-10/#data-model), section 5). The first is the root, which
/// stands for the document. Namespace nodes are left out: what is declared is kept by the element.
package struct XMLTree: Sendable {
    /// What a node is.
    package enum Kind: Sendable { case root, element, attribute, text, comment, instruction }

    /// A node. Those of an element's attributes follow it, those of its content follow them.
    package struct Node: Sendable {
        /// What it is.
        package let kind: Kind
        /// Of an element, an attribute, or the target of an instruction; else empty.
        package var name = XMLElement.Name("")
        /// What the prefix stands for; nil for no namespace.
        package var namespace: String?
        /// Of an attribute, a text, a comment or an instruction, with its references taken back.
        package var value = ""
        /// The place of the node that holds it; of the root its own.
        package let parent: Int
        /// The place behind the last node in it.
        package fileprivate(set) var end: Int
        /// The place of the first node in it that is no attribute.
        package fileprivate(set) var content: Int
        /// Namespaces that are declared here, by their prefixes.
        package fileprivate(set) var declared: [(prefix: String, namespace: String)] = []
    }

    /// In document order.
    package private(set) var nodes: [Node]

    /// How deep elements may stand in each other.
    package static let depth = 64
    /// How many nodes a document may have: each takes some hundred bytes, where `<a/>` has four.
    package static let mostNodes = 500_000

    /// Nil for what is not well-formed, has a document type of its own (which may define entities), is too deep or too large, or no UTF-8.
    package init?(parsing bytes: [UInt8]) {
        let source = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: source, as: UTF8.self) != nil else { return nil }
        func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
        nodes = [Node(kind: .root, parent: 0, end: 1, content: 1)]
        var scanner = MarkupScanner(source)
        var open: [Int] = [0]
        var spaces: [[String: String]] = [["xml": "http://www.w3.org/XML/1998/namespace"]]
        while let token = scanner.next() {
            guard nodes.count < Self.mostNodes else { return nil }
            let parent = open[open.count - 1]
            switch token {
            case .start(let name, let attributes, let isEmpty):
                let isSecondRoot = parent == 0 && nodes.contains { $0.kind == .element }
                guard !isSecondRoot, open.count <= Self.depth else { return nil }
                let place = nodes.count
                spaces.append(spaces[spaces.count - 1])
                append(text(name), attributes.map { (text($0.name), text($0.value)) }, in: parent, &spaces)
                open.append(place)
                if isEmpty { close(&open, &spaces) }
            case .end(let name):
                guard parent > 0, nodes[parent].name == XMLElement.Name(text(name)) else { return nil }
                close(&open, &spaces)
            case .text(let range, let isEscaped):
                let plain = isEscaped ? MarkupScanner.unescaped(text(range)) : text(range)
                guard parent > 0 else {
                    guard plain.allSatisfy(\.isWhitespace) else { return nil }
                    continue
                }
                if let last = nodes.indices.last, nodes[last].kind == .text, nodes[last].parent == parent {
                    nodes[last].value += plain
                } else if !plain.isEmpty {
                    append(Node(kind: .text, value: plain, parent: parent, end: 0, content: 0))
                }
            case .aside(let range): append(aside: text(range), in: parent)
            case .declaration: return nil
            }
        }
        guard open.count == 1, nodes.contains(where: { $0.kind == .element }) else { return nil }
        nodes[0].end = nodes.count
    }

    private mutating func append(_ node: Node) {
        nodes.append(node)
        nodes[nodes.count - 1].end = nodes.count
        nodes[nodes.count - 1].content = nodes.count
    }

    private mutating func append(
        _ name: String, _ attributes: [(name: String, value: String)], in parent: Int,
        _ spaces: inout [[String: String]]
    ) {
        let place = nodes.count
        let pairs = attributes.map {
            (name: XMLElement.Name($0.name), value: MarkupScanner.unescaped($0.value), written: $0.name)
        }
        var declared: [(prefix: String, namespace: String)] = []
        for pair in pairs {
            if pair.name.prefix == "xmlns" { declared.append((pair.name.local, pair.value)) }
            if pair.written == "xmlns" { declared.append(("", pair.value)) }
        }
        for (prefix, namespace) in declared { spaces[spaces.count - 1][prefix] = namespace }
        let scope = spaces[spaces.count - 1]
        let own = XMLElement.Name(name)
        var element = Node(kind: .element, name: own, parent: parent, end: 0, content: 0)
        element.namespace = scope[own.prefix ?? ""].flatMap { $0.isEmpty ? nil : $0 }
        element.declared = declared
        append(element)
        for pair in pairs where pair.name.prefix != "xmlns" && pair.written != "xmlns" {
            append(
                Node(
                    kind: .attribute, name: pair.name, namespace: pair.name.prefix.flatMap { scope[$0] },
                    value: pair.value, parent: place, end: 0, content: 0))
        }
        nodes[place].content = nodes.count
    }

    /// A comment or an instruction. The declaration of the document is none.
    private mutating func append(aside text: String, in parent: Int) {
        if text.hasPrefix("<!--") {
            let value = String(text.dropFirst(4).dropLast(text.hasSuffix("-->") ? 3 : 0))
            append(Node(kind: .comment, value: value, parent: parent, end: 0, content: 0))
            return
        }
        let inner = text.dropFirst(2).dropLast(text.hasSuffix("?>") ? 2 : 0)
        let target = inner.prefix { !$0.isWhitespace }
        guard target.lowercased() != "xml" else { return }
        let value = inner.dropFirst(target.count).drop(while: \.isWhitespace)
        append(
            Node(
                kind: .instruction, name: XMLElement.Name(String(target)), value: String(value), parent: parent, end: 0,
                content: 0))
    }

    private mutating func close(_ open: inout [Int], _ spaces: inout [[String: String]]) {
        guard let place = open.popLast() else { return }
        spaces.removeLast()
        nodes[place].end = nodes.count
    }

    // MARK: - What a node holds

    /// The places of the nodes that stand directly in one, without its attributes.
    package func children(of place: Int) -> [Int] {
        var found: [Int] = []
        var next = nodes[place].content
        while next < nodes[place].end {
            found.append(next)
            next = nodes[next].end
        }
        return found
    }

    /// The places of an element's attributes.
    package func attributes(of place: Int) -> Range<Int> {
        nodes[place].kind == .element ? place + 1..<nodes[place].content : place..<place
    }

    /// The place of the outermost element.
    package var rootElement: Int { nodes.firstIndex { $0.kind == .element } ?? 0 }

    /// The string-value (section 5): of an element or the root all text in it.
    package func text(of place: Int) -> String {
        let node = nodes[place]
        guard node.kind == .element || node.kind == .root else { return node.value }
        return nodes[node.content..<node.end].reduce(into: "") { if $1.kind == .text { $0 += $1.value } }
    }

    /// The node as markup: an element as a document of its own, with the namespaces of those around it; anything else as its value.
    package func markup(of place: Int) -> String {
        guard nodes[place].kind == .element || nodes[place].kind == .root else { return nodes[place].value }
        let place = nodes[place].kind == .root ? rootElement : place
        var spaces: [(prefix: String, namespace: String)] = []
        var next = nodes[place].parent
        while next != 0 {
            for space in nodes[next].declared where !spaces.contains(where: { $0.prefix == space.prefix }) {
                spaces.append(space)
            }
            next = nodes[next].parent
        }
        let own = nodes[place].declared
        spaces.removeAll { space in space.prefix == "xml" || own.contains { $0.prefix == space.prefix } }
        var result = ""
        write(place, declaring: spaces.sorted { $0.prefix < $1.prefix }, to: &result)
        return result
    }

    private func write(_ place: Int, declaring outer: [(prefix: String, namespace: String)], to result: inout String) {
        let node = nodes[place]
        switch node.kind {
        case .root, .attribute: break
        case .text: result += MarkupText.escaped(node.value, quotes: false)
        case .comment: result += "<!--\(node.value)-->"
        case .instruction: result += "<?\(node.name.written) \(node.value)?>"
        case .element:
            result += "<\(node.name.written)"
            for (prefix, namespace) in outer + node.declared {
                result += " xmlns\(prefix.isEmpty ? "" : ":" + prefix)=\"\(MarkupText.escaped(namespace))\""
            }
            for attribute in attributes(of: place) {
                let value = MarkupText.escaped(nodes[attribute].value, breaks: true)
                result += " \(nodes[attribute].name.written)=\"\(value)\""
            }
            let content = children(of: place)
            guard !content.isEmpty else {
                result += "/>"
                return
            }
            result += ">"
            for child in content { write(child, declaring: [], to: &result) }
            result += "</\(node.name.written)>"
        }
    }
}
