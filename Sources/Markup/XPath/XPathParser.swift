// The grammar of XPath.

/// Reads an expression from its tokens, by descent (section 3).
struct XPathParser {
    private let tokens: [XPathLexer.Token]
    private var place = 0
    private var depth = 0
    private var operators = 0

    init(_ tokens: [XPathLexer.Token]) { self.tokens = tokens }

    mutating func whole() throws(XPathError) -> XPathExpression {
        let expression = try expression(0)
        guard place == tokens.count else { throw unexpected() }
        return expression
    }

    private var next: XPathLexer.Token? { place < tokens.count ? tokens[place] : nil }

    private func unexpected() -> XPathError {
        guard let next else { return XPathError("the expression ends too early") }
        return switch next {
        case .number(let number): XPathError("the number \(XPathValue.text(of: number)) is not expected")
        case .text(let text): XPathError("the text '\(text)' is not expected")
        case .name(let prefix, let local): XPathError("'\(prefix.map { $0 + ":" } ?? "")\(local)' is not expected")
        case .sign(let sign): XPathError("'\(sign)' is not expected")
        }
    }

    private mutating func takes(_ sign: String) -> Bool {
        guard next == .sign(sign) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ sign: String) throws(XPathError) {
        guard takes(sign) else { throw unexpected() }
    }

    // MARK: - Operators

    /// Each is a level of the tree at worst, and evaluation goes down all levels.
    private static let mostOperators = 256

    private mutating func countOperator() throws(XPathError) {
        operators += 1
        guard operators <= Self.mostOperators else { throw XPathError("more than \(Self.mostOperators) operators") }
    }

    private static let levels: [[(sign: String, operation: XPathExpression.Operation)]] = [
        [("or", .or)], [("and", .and)], [("=", .equal), ("!=", .unequal)],
        [("<", .less), ("<=", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual)],
        [("+", .add), ("-", .subtract)], [("*", .multiply), ("div", .divide), ("mod", .remainder)],
    ]

    private mutating func expression(_ level: Int) throws(XPathError) -> XPathExpression {
        guard level < Self.levels.count else { return try unary() }
        depth += 1
        defer { depth -= 1 }
        guard depth < 600 else { throw XPathError("an expression that is nested too deep") }
        var left = try expression(level + 1)
        while case .sign(let sign)? = next, let known = Self.levels[level].first(where: { $0.sign == sign }) {
            place += 1
            try countOperator()
            left = .operation(known.operation, left, try expression(level + 1))
        }
        return left
    }

    private mutating func unary() throws(XPathError) -> XPathExpression {
        var isNegated = false
        var hasSign = false
        while takes("-") { (isNegated, hasSign) = (!isNegated, true) }
        var left = try pathExpression()
        while takes("|") {
            try countOperator()
            left = .operation(.union, left, try pathExpression())
        }
        guard hasSign else { return left }
        return isNegated ? .negated(left) : .negated(.negated(left))
    }

    // MARK: - Paths

    private mutating func pathExpression() throws(XPathError) -> XPathExpression {
        guard let primary = try primary() else { return try locationPath() }
        var predicates: [XPathExpression] = []
        while next == .sign("[") { predicates.append(try predicate()) }
        var steps: [XPathStep] = []
        if next == .sign("/") || next == .sign("//") { try followingSteps(&steps) }
        return predicates.isEmpty && steps.isEmpty ? primary : .path(.selected(primary, predicates: predicates), steps)
    }

    /// What a path may begin with instead of a step: a group, a literal, a call.
    private mutating func primary() throws(XPathError) -> XPathExpression? {
        switch next {
        case .sign("("):
            place += 1
            let inner = try expression(0)
            try expect(")")
            return inner
        case .number(let number):
            place += 1
            return .number(number)
        case .text(let text):
            place += 1
            return .text(text)
        case .name(nil, let local) where place + 1 < tokens.count && tokens[place + 1] == .sign("("):
            guard !["node", "text", "comment", "processing-instruction"].contains(local) else { return nil }
            guard let function = XPathFunction(rawValue: local) else {
                throw XPathError("the function '\(local)' is not of XPath 1.0")
            }
            place += 2
            var arguments: [XPathExpression] = []
            while next != .sign(")") {
                if !arguments.isEmpty { try expect(",") }
                arguments.append(try expression(0))
            }
            place += 1
            guard function.arguments.contains(arguments.count) else {
                throw XPathError("the function '\(local)' does not take \(arguments.count) arguments")
            }
            return .call(function, arguments)
        case nil, .sign, .name: return nil
        }
    }

    private mutating func locationPath() throws(XPathError) -> XPathExpression {
        var steps: [XPathStep] = []
        if next == .sign("//") {
            try followingSteps(&steps)
            return .path(.root, steps)
        }
        if takes("/") {
            if startsStep {
                steps.append(try step())
                try followingSteps(&steps)
            }
            return .path(.root, steps)
        }
        steps.append(try step())
        try followingSteps(&steps)
        return .path(.context, steps)
    }

    private var startsStep: Bool {
        switch next {
        case .name, .sign("@"), .sign("."), .sign(".."): true
        case nil, .number, .text, .sign: false
        }
    }

    private mutating func followingSteps(_ steps: inout [XPathStep]) throws(XPathError) {
        while true {
            if takes("//") {
                steps.append(.anywhere)
            } else if !takes("/") {
                return
            }
            steps.append(try step())
        }
    }

    private mutating func step() throws(XPathError) -> XPathStep {
        if takes(".") { return XPathStep(axis: .itself, test: .node) }
        if takes("..") { return XPathStep(axis: .parent, test: .node) }
        var axis = XPathStep.Axis.child
        if takes("@") {
            axis = .attribute
        } else if case .name(nil, let name)? = next, place + 1 < tokens.count, tokens[place + 1] == .sign("::") {
            guard let known = XPathStep.Axis(rawValue: name) else {
                throw XPathError(
                    name == "namespace" ? "the axis of namespaces has no equivalent" : "'\(name)' is no axis")
            }
            axis = known
            place += 2
        }
        var step = XPathStep(axis: axis, test: try test())
        while next == .sign("[") { step.predicates.append(try predicate()) }
        return step
    }

    private mutating func test() throws(XPathError) -> XPathStep.Test {
        guard case .name(let prefix, let local)? = next else { throw unexpected() }
        place += 1
        guard prefix == nil, takes("(") else { return .name(prefix: prefix, local: local == "*" ? nil : local) }
        var target: String?
        if local == "processing-instruction", case .text(let text)? = next {
            target = text
            place += 1
        }
        try expect(")")
        switch local {
        case "node": return .node
        case "text": return .kind(.text)
        case "comment": return .kind(.comment)
        case "processing-instruction": return .instruction(target)
        default: throw XPathError("'\(local)()' is no test of a node")
        }
    }

    private mutating func predicate() throws(XPathError) -> XPathExpression {
        try expect("[")
        let expression = try expression(0)
        try expect("]")
        return expression
    }
}
