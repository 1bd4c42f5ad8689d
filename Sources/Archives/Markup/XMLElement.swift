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

    private static let depth = 64

    /// Nil for what is not well-formed, has a document type of its own, is too deep or no UTF-8.
    package init?(parsing bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var scanner = MarkupScanner(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        let source = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
        var open: [XMLElement] = []
        var root: XMLElement?
        while let token = scanner.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                guard root == nil, open.count < Self.depth else { return nil }
                let pairs = attributes.map { (text($0.name), MarkupScanner.unescaped(text($0.value))) }
                open.append(XMLElement(Name(text(name)), pairs))
                if isEmpty { Self.close(&open, &root) }
            case .end(let name):
                guard open.last?.name == Name(text(name)) else { return nil }
                Self.close(&open, &root)
            case .text(let range, let isEscaped):
                let plain = isEscaped ? MarkupScanner.unescaped(text(range)) : text(range)
                guard let last = open.indices.last else {
                    guard plain.allSatisfy(\.isWhitespace) else { return nil }
                    continue
                }
                open[last].text += plain
            case .aside: continue
            // A DTD may define entities.
            case .declaration: return nil
            }
        }
        guard let root, open.isEmpty else { return nil }
        self = root
    }

    private init(_ name: Name, _ pairs: [(String, String)]) {
        self.name = name
        for (key, value) in pairs {
            let key = Name(key)
            if key.prefix == "xmlns" {
                namespaces[key.local] = value
            } else if key.prefix == nil, key.local == "xmlns" {
                namespaces[""] = value
            } else {
                attributes.append((key, value))
            }
        }
    }

    private static func close(_ open: inout [XMLElement], _ root: inout XMLElement?) {
        guard let element = open.popLast() else { return }
        if let parent = open.indices.last { open[parent].children.append(element) } else { root = element }
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
