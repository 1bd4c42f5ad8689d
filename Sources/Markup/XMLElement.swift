// An XML document as its elements.

/// An element with all that is in it. Comments and processing instructions are not kept.
package struct XMLElement: Sendable {
    /// A name as it is written, taken apart at its colon.
    package struct Name: Hashable, Sendable {
        /// Nil for a name without a colon.
        package var prefix: String?
        /// What follows the colon, or all of it.
        package var local: String

        /// - Parameter text: as it stands in the document.
        package init(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            (prefix, local) = parts.count == 2 ? (parts[0], parts[1]) : (nil, text)
        }

        /// As it stands in the document.
        package var written: String { (prefix.map { $0 + ":" } ?? "") + local }
    }

    package let name: Name
    /// Without the declarations of namespaces, in their order.
    package private(set) var attributes: [(name: Name, value: String)] = []
    /// Namespaces that are declared here, by their prefixes; that of names without one by the empty one.
    package private(set) var namespaces: [String: String] = [:]
    /// Elements, in their order.
    package private(set) var children: [XMLElement] = []
    /// All text that stands in it directly.
    package private(set) var text = ""

    /// Nil for what is not well-formed, has a document type of its own, is too deep or no UTF-8.
    package init?(parsing bytes: [UInt8]) {
        guard let tree = XMLTree(parsing: bytes) else { return nil }
        self.init(tree, tree.rootElement)
    }

    private init(_ tree: XMLTree, _ place: Int) {
        name = tree.nodes[place].name
        attributes = tree.attributes(of: place).map { (tree.nodes[$0].name, tree.nodes[$0].value) }
        for (prefix, namespace) in tree.nodes[place].declared { namespaces[prefix] = namespace }
        for child in tree.children(of: place) {
            switch tree.nodes[child].kind {
            case .element: children.append(XMLElement(tree, child))
            case .text: text += tree.nodes[child].value
            case .root, .attribute, .comment, .instruction: break
            }
        }
    }

    /// What is said of the document, not in it (XML Schema, part 1, section 2.7).
    package var isNil: Bool {
        attributes.contains { $0.name.prefix == "xsi" && $0.name.local == "nil" && $0.value == "true" }
    }

    /// Attributes that are values.
    package var values: [(name: Name, value: String)] {
        attributes.filter { $0.name.prefix != "xsi" && $0.name.prefix != "xml" }
    }

    /// The text of an element that has nothing else; blanks between elements are none.
    package var ownText: String? {
        let isBlank = text.allSatisfy(\.isWhitespace)
        return children.isEmpty ? (isBlank && !text.isEmpty ? "" : text) : isBlank ? nil : text
    }
}
