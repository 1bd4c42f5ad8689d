// XPath 1.0: expressions on XML documents.

/// An expression of [XPath 1.0](https://www.w3.org/TR/xpath-10/), without variables and the axis of namespaces.
package struct XPath: Sendable {
    let expression: XPathExpression

    /// Reads an expression.
    /// - Throws: what is no expression, with the place in it.
    package init(parsing text: String) throws(XPathError) {
        var parser = XPathParser(try XPathLexer.tokens(of: text))
        expression = try parser.whole()
    }

    /// What the expression gives for a document.
    /// - Parameter namespaces: what its prefixes stand for. One that is not among them stands for what the document's outermost element
    ///   declares it for, or else for itself.
    /// - Throws: where it would take more than a million steps, or asks a node-set of what is none.
    package func value(
        in tree: XMLTree, namespaces: [String: String] = [:]
    ) throws(XPathError) -> XPathValue {
        var evaluation = XPathEvaluation(tree: tree, namespaces: namespaces)
        return try evaluation.value(of: expression, XPathEvaluation.Context(node: 0, position: 1, size: 1))
    }

    /// What the expression selects, as texts: each node as markup or, where it is no element, as its value; a number or a text as it is; a
    /// truth as `true`. What is false, empty or not a number selects nothing.
    package func texts(in tree: XMLTree, namespaces: [String: String] = [:]) throws(XPathError) -> [String] {
        switch try value(in: tree, namespaces: namespaces) {
        case .nodes(let nodes): return nodes.map { tree.markup(of: $0) }
        case .boolean(let value): return value ? ["true"] : []
        case .number(let number): return number.isNaN ? [] : [XPathValue.text(of: number)]
        case .text(let text): return text.isEmpty ? [] : [text]
        }
    }
}

/// What an expression gives (section 1).
package enum XPathValue: Sendable, Equatable {
    /// Places of nodes, in document order, each once.
    case nodes([Int])
    case boolean(Bool)
    case number(Double)
    case text(String)

    /// A number as `string()` writes it (section 4.2).
    package static func text(of number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        if number == number.rounded(), abs(number) < 1e18 { return String(Int64(number)) }
        let parts = "\(number)".split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(number)" }
        let isNegative = parts[0].hasPrefix("-")
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
        let whole = String(mantissa[0]), fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        let sign = isNegative ? "-" : ""
        guard exponent < 0 else {
            return sign + whole + fraction + String(repeating: "0", count: max(exponent - fraction.count, 0))
        }
        return sign + "0." + String(repeating: "0", count: -exponent - whole.count) + whole + fraction
    }

    /// A text as `number()` reads it: blanks around it, a sign and digits, nothing else.
    package static func number(of text: String) -> Double {
        let trimmed = text.unicodeScalars.drop { XPathLexer.isBlank($0) }.reversed().drop { XPathLexer.isBlank($0) }
            .reversed()
        var digits = 0, points = 0
        for (index, scalar) in trimmed.enumerated() {
            switch scalar {
            case "0"..."9": digits += 1
            case ".": points += 1
            case "-" where index == 0: continue
            default: return .nan
            }
        }
        guard digits > 0, points < 2 else { return .nan }
        var plain = String(String.UnicodeScalarView(trimmed))
        if plain.hasSuffix(".") { plain.removeLast() }
        return Double(plain) ?? .nan
    }
}

/// Why an expression cannot be read or has no value.
package struct XPathError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

// MARK: - Syntax

/// An expression, as it is evaluated.
indirect enum XPathExpression: Sendable {
    enum Operation: Sendable {
        case or, and, equal, unequal, less, lessOrEqual, greater, greaterOrEqual, add, subtract, multiply, divide,
            remainder, union
    }

    case operation(Operation, XPathExpression, XPathExpression)
    case negated(XPathExpression)
    case number(Double)
    case text(String)
    case call(XPathFunction, [XPathExpression])
    /// A location path. Its start is the document's root, the context node, or what an expression selects, of which predicates leave some.
    case path(XPathStart, [XPathStep])
}

/// Where a location path begins.
indirect enum XPathStart: Sendable {
    case root
    case context
    case selected(XPathExpression, predicates: [XPathExpression])
}

/// A step of a location path (section 2.1).
struct XPathStep: Sendable {
    enum Axis: String, Sendable {
        case child, descendant, parent, ancestor, following, preceding, attribute
        case followingSibling = "following-sibling"
        case precedingSibling = "preceding-sibling"
        case itself = "self"
        case descendantOrSelf = "descendant-or-self"
        case ancestorOrSelf = "ancestor-or-self"

        /// Whether positions count from the end of the document.
        var isReverse: Bool {
            switch self {
            case .ancestor, .ancestorOrSelf, .preceding, .precedingSibling, .parent: true
            case .child, .descendant, .following, .attribute, .followingSibling, .itself, .descendantOrSelf: false
            }
        }
    }

    enum Test: Sendable {
        /// `*`, `a:*`, `a`, `a:b`.
        case name(prefix: String?, local: String?)
        case node
        case kind(XMLTree.Kind)
        case instruction(String?)
    }

    let axis: Axis
    let test: Test
    var predicates: [XPathExpression] = []

    /// What `//` stands for.
    static let anywhere = XPathStep(axis: .descendantOrSelf, test: .node)
}

/// The functions of the core library (section 4).
enum XPathFunction: String, Sendable {
    case last, position, count, id, name, string, concat, contains, substring, translate, boolean, not, lang, number,
        sum
    case floor, ceiling, round
    case isTrue = "true"
    case isFalse = "false"
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case startsWith = "starts-with"
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"

    /// How many arguments it takes.
    var arguments: ClosedRange<Int> {
        switch self {
        case .last, .position, .isTrue, .isFalse: 0...0
        case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
        case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...64
        }
    }
}
