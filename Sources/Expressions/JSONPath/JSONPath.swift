// JSONPath: queries into JSON.

package import JSONValues

/// A query that selects values in a JSON document ([RFC 9535](https://www.rfc-editor.org/rfc/rfc9535)).
package struct JSONPath: Sendable {
    /// The text of the query.
    package let source: String
    private let query: JSONPathQuery
    private let limits: JSONPathLimits

    /// Fails on what is not well-formed or not well-typed (section 2.1).
    package init(parsing source: String, limits: JSONPathLimits = .standard) throws(ExpressionError) {
        self.source = source
        self.limits = limits
        do throws(UnlocatedError) {
            query = try JSONPathParser.parse(source, limits: limits)
        } catch {
            throw ExpressionError(error, in: source)
        }
    }

    /// A selected value and its path.
    package struct Node: Sendable {
        /// Where the value stands in the document.
        package let path: NormalizedPath
        /// The value that was selected.
        package let value: JSON
    }

    /// The nodes in the order of the segments and of the document. Fails only where a bound is reached.
    package func nodes(in document: JSON) throws(ExpressionError) -> [Node] {
        try select(document, withPaths: true).map { Node(path: $0.path, value: $0.value) }
    }

    /// The values alone, which is faster.
    package func values(in document: JSON) throws(ExpressionError) -> [JSON] {
        try select(document, withPaths: false).map(\.value)
    }

    private func select(_ document: JSON, withPaths: Bool) throws(ExpressionError) -> [JSONPathNode] {
        var evaluation = JSONPathEvaluation(root: document, steps: limits.steps)
        do throws(UnlocatedError) {
            return try evaluation.nodes(query, from: JSONPathNode(document, tracksPath: withPaths))
        } catch {
            throw ExpressionError(error, in: source)
        }
    }
}

/// Bounds that hold for any path and any document.
package struct JSONPathLimits: Hashable, Sendable {
    /// The length of a query in bytes of UTF-8.
    package var sourceBytes = 64 * 1024
    /// Filters within filters, and parentheses.
    package var depth = 64
    /// Nodes visited, and parts of values compared: `$..*..*` visits a node once for each way that leads to it.
    package var steps = 10_000_000

    package init() {}

    /// The limits that hold where none are given.
    package static let standard = JSONPathLimits()
}

/// Where a value stands, in the one way that RFC 9535, section 2.7, has for it: `$['a'][0]`.
package struct NormalizedPath: Hashable, Sendable {
    /// A name or an index.
    package enum Step: Hashable, Sendable {
        case name(String)
        case index(Int)
    }

    /// The steps from the root to the value.
    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// The same place as a JSON Pointer (RFC 6901).
    package var pointer: JSONPointer {
        JSONPointer(
            steps.map {
                switch $0 {
                case .name(let name): name
                case .index(let index): String(index)
                }
            })
    }
}

extension NormalizedPath: CustomStringConvertible {
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += "['\(NormalizedPath.escaped(name))']"
            }
        }
    }

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\u{08}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{0C}": text += "\\f"
            case "\r": text += "\\r"
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{00}"..."\u{0F}": text += "\\u000" + String(scalar.value, radix: 16)
            case "\u{10}"..."\u{1F}": text += "\\u00" + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
