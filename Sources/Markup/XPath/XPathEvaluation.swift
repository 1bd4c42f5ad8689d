// What an expression of XPath gives for a document.

/// Evaluates one expression.
struct XPathEvaluation {
    let tree: XMLTree
    let namespaces: [String: String]
    private var steps = 0

    struct Context {
        var node: Int
        var position: Int
        var size: Int
    }

    init(tree: XMLTree, namespaces: [String: String]) {
        self.tree = tree
        let outermost = tree.nodes[tree.rootElement].declared
        self.namespaces = Dictionary(outermost.filter { !$0.prefix.isEmpty }.map { ($0.prefix, $0.namespace) }) { $1 }
            .merging(namespaces) { $1 }
    }

    mutating func spend(_ count: Int = 1) throws(XPathError) {
        steps += count
        guard steps <= 1_000_000 else { throw XPathError("the expression takes more than a million steps") }
    }

    mutating func value(of expression: XPathExpression, _ context: Context) throws(XPathError) -> XPathValue {
        try spend()
        switch expression {
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .negated(let inner): return .number(-(try number(try value(of: inner, context))))
        case .operation(let operation, let left, let right): return try value(operation, left, right, context)
        case .call(let function, let arguments): return try value(function, arguments, context)
        case .path(let start, let steps):
            var nodes: [Int]
            switch start {
            case .root: nodes = [0]
            case .context: nodes = [context.node]
            case .selected(let inner, let predicates):
                nodes = try self.nodes(of: inner, context)
                for predicate in predicates { nodes = try filtered(nodes, by: predicate) }
            }
            for step in steps { nodes = try taken(step, from: nodes) }
            return .nodes(nodes)
        }
    }

    mutating func nodes(of expression: XPathExpression, _ context: Context) throws(XPathError) -> [Int] {
        guard case .nodes(let nodes) = try value(of: expression, context) else {
            throw XPathError("nodes are asked for, and what is there is a text, a number or a truth")
        }
        return nodes
    }

    // MARK: - Location paths

    private mutating func taken(_ step: XPathStep, from nodes: [Int]) throws(XPathError) -> [Int] {
        var found: Set<Int> = []
        for node in nodes {
            var selected: [Int] = []
            for candidate in try axis(step.axis, of: node) where fits(candidate, step) { selected.append(candidate) }
            for predicate in step.predicates { selected = try filtered(selected, by: predicate) }
            found.formUnion(selected)
        }
        return found.sorted()
    }

    /// In the order of the axis.
    private mutating func axis(_ axis: XPathStep.Axis, of place: Int) throws(XPathError) -> [Int] {
        let node = tree.nodes[place]
        var found: [Int]
        switch axis {
        case .itself: found = [place]
        case .child: found = tree.children(of: place)
        case .attribute: found = Array(tree.attributes(of: place))
        case .parent: found = place == 0 ? [] : [node.parent]
        case .descendant: found = content(node.content..<node.end)
        case .descendantOrSelf: found = [place] + content(node.content..<node.end)
        case .ancestor: found = ancestors(of: place)
        case .ancestorOrSelf: found = [place] + ancestors(of: place)
        case .following:
            let start = node.kind == .attribute ? tree.nodes[node.parent].content : node.end
            found = content(start..<tree.nodes.count)
        case .preceding:
            let outer = Set(ancestors(of: place))
            found = content(0..<place).reversed().filter { !outer.contains($0) }
        case .followingSibling:
            found = node.kind == .attribute || place == 0 ? [] : tree.children(of: node.parent).filter { $0 > place }
        case .precedingSibling:
            found =
                node.kind == .attribute || place == 0
                ? [] : tree.children(of: node.parent).filter { $0 < place }.reversed()
        }
        try spend(found.count)
        return found
    }

    private func content(_ range: Range<Int>) -> [Int] { range.filter { tree.nodes[$0].kind != .attribute } }

    private func ancestors(of place: Int) -> [Int] {
        var found: [Int] = []
        var next = place
        while next != 0 {
            next = tree.nodes[next].parent
            found.append(next)
        }
        return found
    }

    private func fits(_ place: Int, _ step: XPathStep) -> Bool {
        let node = tree.nodes[place]
        switch step.test {
        case .node: return true
        case .kind(let kind): return node.kind == kind
        case .instruction(let target):
            return node.kind == .instruction && (target ?? node.name.local) == node.name.local
        case .name(let prefix, let local):
            guard node.kind == (step.axis == .attribute ? .attribute : .element) else { return false }
            if let local, local != node.name.local { return false }
            guard let prefix else { return local == nil || node.namespace == nil }
            guard let namespace = namespaces[prefix] ?? (prefix == "xml" ? node.namespace : nil) else {
                return node.name.prefix == prefix
            }
            return node.namespace == namespace
        }
    }

    private mutating func filtered(_ nodes: [Int], by predicate: XPathExpression) throws(XPathError) -> [Int] {
        var left: [Int] = []
        for (index, node) in nodes.enumerated() {
            let context = Context(node: node, position: index + 1, size: nodes.count)
            let value = try value(of: predicate, context)
            let holds = if case .number(let number) = value { number == Double(index + 1) } else { boolean(value) }
            if holds { left.append(node) }
        }
        return left
    }

    // MARK: - Operators

    private mutating func value(
        _ operation: XPathExpression.Operation, _ left: XPathExpression, _ right: XPathExpression, _ context: Context
    ) throws(XPathError) -> XPathValue {
        switch operation {
        case .or:
            if boolean(try value(of: left, context)) { return .boolean(true) }
            return .boolean(boolean(try value(of: right, context)))
        case .and:
            guard boolean(try value(of: left, context)) else { return .boolean(false) }
            return .boolean(boolean(try value(of: right, context)))
        case .union:
            let all = Set(try nodes(of: left, context)).union(try nodes(of: right, context))
            return .nodes(all.sorted())
        case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
            let (one, two) = (try value(of: left, context), try value(of: right, context))
            return .boolean(try compares(operation, one, two))
        case .add, .subtract, .multiply, .divide, .remainder:
            let one = try number(try value(of: left, context)), two = try number(try value(of: right, context))
            switch operation {
            case .add: return .number(one + two)
            case .subtract: return .number(one - two)
            case .multiply: return .number(one * two)
            case .divide: return .number(one / two)
            default: return .number(one.truncatingRemainder(dividingBy: two))
            }
        }
    }

    /// Of node-sets it holds where it holds for one of their nodes (section 3.4).
    private mutating func compares(
        _ operation: XPathExpression.Operation, _ left: XPathValue, _ right: XPathValue
    ) throws(XPathError) -> Bool {
        if case .boolean = right, case .nodes = left { return Self.holds(operation, .boolean(boolean(left)), right) }
        if case .boolean = left, case .nodes = right { return Self.holds(operation, left, .boolean(boolean(right))) }
        let (lefts, rights) = (try singles(left), try singles(right))
        try spend(lefts.count * rights.count)
        for one in lefts { for two in rights where Self.holds(operation, one, two) { return true } }
        return false
    }

    private mutating func singles(_ value: XPathValue) throws(XPathError) -> [XPathValue] {
        guard case .nodes(let nodes) = value else { return [value] }
        var texts: [XPathValue] = []
        for node in nodes { texts.append(.text(try text(of: node))) }
        return texts
    }

    /// The string-value of a node. Long ones cost more.
    mutating func text(of place: Int) throws(XPathError) -> String {
        try spend((tree.nodes[place].end - place) / 16)
        let text = tree.text(of: place)
        try spend(text.utf8.count / 16)
        return text
    }

    private static func holds(
        _ operation: XPathExpression.Operation, _ left: XPathValue, _ right: XPathValue
    ) -> Bool {
        if operation == .equal || operation == .unequal {
            let isEqual: Bool
            switch (left, right) {
            case (.boolean, _), (_, .boolean): isEqual = plainBoolean(left) == plainBoolean(right)
            case (.number, _), (_, .number): isEqual = plainNumber(left) == plainNumber(right)
            default: isEqual = left == right
            }
            return isEqual == (operation == .equal)
        }
        let (one, two) = (plainNumber(left), plainNumber(right))
        switch operation {
        case .less: return one < two
        case .lessOrEqual: return one <= two
        case .greater: return one > two
        default: return one >= two
        }
    }

    // MARK: - Conversions (sections 4.2 to 4.4)

    private static func plainBoolean(_ value: XPathValue) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .boolean(let value): value
        case .number(let number): number != 0 && !number.isNaN
        case .text(let text): !text.isEmpty
        }
    }

    private static func plainNumber(_ value: XPathValue) -> Double {
        switch value {
        case .nodes: .nan
        case .boolean(let value): value ? 1 : 0
        case .number(let number): number
        case .text(let text): XPathValue.number(of: text)
        }
    }

    func boolean(_ value: XPathValue) -> Bool { Self.plainBoolean(value) }

    mutating func number(_ value: XPathValue) throws(XPathError) -> Double {
        if case .nodes = value { return XPathValue.number(of: try text(value)) }
        return Self.plainNumber(value)
    }

    mutating func text(_ value: XPathValue) throws(XPathError) -> String {
        switch value {
        case .nodes(let nodes):
            guard let first = nodes.first else { return "" }
            return try text(of: first)
        case .boolean(let value): return value ? "true" : "false"
        case .number(let number): return XPathValue.text(of: number)
        case .text(let text): return text
        }
    }
}
