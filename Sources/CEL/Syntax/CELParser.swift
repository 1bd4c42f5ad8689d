// Tokens to syntax: CEL's grammar, by precedence climbing, no deeper than allowed.

import Expressions

/// Parses one expression ([CEL, Grammar](https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax)).
struct CELParser {
    private var lexer: CELLexer
    private(set) var token: CELToken
    private let limits: CELLimits
    let numbers: CELEnvironment.Numbers
    private var depth = 0

    /// Offsets start from `origin`, which tells apart the parts of an expression that is made of several sources.
    static func parse(
        _ source: String, limits: CELLimits = .standard, numbers: CELEnvironment.Numbers = .exact, origin: Int = 0
    ) throws(UnlocatedError) -> CELSyntax {
        guard source.utf8.count <= limits.sourceBytes else {
            throw .limit(
                "the expression is \(source.utf8.count) bytes long, more than the \(limits.sourceBytes) allowed", at: 0)
        }
        var parser = try CELParser(source, limits, numbers, origin: origin)
        let syntax = try parser.expression()
        guard parser.token.kind == .end else { throw parser.unexpected("an operator or the end of the expression") }
        return syntax
    }

    private init(
        _ source: String, _ limits: CELLimits, _ numbers: CELEnvironment.Numbers, origin: Int
    ) throws(UnlocatedError) {
        lexer = CELLexer(source, origin: origin)
        self.limits = limits
        self.numbers = numbers
        token = try lexer.next()
    }
}

// MARK: - Tokens

extension CELParser {
    @discardableResult
    mutating func advance() throws(UnlocatedError) -> CELToken {
        let current = token
        token = try lexer.next()
        return current
    }

    mutating func take(_ symbol: CELToken.Symbol) throws(UnlocatedError) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ symbol: CELToken.Symbol, after opener: String? = nil) throws(UnlocatedError) {
        guard try take(symbol) else {
            throw unexpected("'\(symbol.rawValue)'" + (opener.map { " to close \($0)" } ?? ""))
        }
    }

    func unexpected(_ expected: String) -> UnlocatedError {
        var suggestion: String?
        if case .name(let name) = token.kind { suggestion = ["and": "'&&'", "or": "'||'", "not": "'!'"][name] }
        return .syntax(
            "this does not belong here", at: token.offset, found: token.kind.shown, expected: expected,
            suggestion: suggestion)
    }

    /// Bounds the recursion of all that walks the tree: `a.b.c` and `a + b + c` nest without recursion here.
    func node(_ form: CELSyntax.Form, at offset: Int) throws(UnlocatedError) -> CELSyntax {
        let syntax = CELSyntax(form: form, offset: offset)
        guard syntax.height <= limits.depth else { throw tooDeep(at: offset) }
        return syntax
    }

    private func tooDeep(at offset: Int) -> UnlocatedError {
        .limit("the expression nests deeper than the \(limits.depth) levels allowed", at: offset)
    }
}

// MARK: - Operators

extension CELParser {
    mutating func expression() throws(UnlocatedError) -> CELSyntax {
        // All recursion of the parser passes here.
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.depth else { throw tooDeep(at: token.offset) }
        let condition = try disjunction()
        let offset = token.offset
        guard try take(.question) else { return condition }
        let then = try disjunction()
        try expect(.colon, after: "the first branch of '?'")
        let otherwise = try expression()
        return try node(.conditional(condition, then: then, otherwise: otherwise), at: offset)
    }

    private mutating func disjunction() throws(UnlocatedError) -> CELSyntax {
        let first = try conjunction()
        guard token.kind == .symbol(.or) else { return first }
        let offset = token.offset
        var terms = [first]
        while try take(.or) { terms.append(try conjunction()) }
        return try node(.any(terms), at: offset)
    }

    private mutating func conjunction() throws(UnlocatedError) -> CELSyntax {
        let first = try binary(tighterThan: 0)
        guard token.kind == .symbol(.and) else { return first }
        let offset = token.offset
        var terms = [first]
        while try take(.and) { terms.append(try binary(tighterThan: 0)) }
        return try node(.all(terms), at: offset)
    }

    /// Relations bind as 1, sums as 2, products as 3; all of them to the left.
    private mutating func binary(tighterThan limit: Int) throws(UnlocatedError) -> CELSyntax {
        var left = try unary()
        while let (meaning, strength) = binaryOperator(), strength > limit {
            let offset = try advance().offset
            left = try node(.binary(meaning, left, try binary(tighterThan: strength)), at: offset)
        }
        return left
    }

    private func binaryOperator() -> (CELBinaryOperator, Int)? {
        switch token.kind {
        case .symbol(.less): (.less, 1)
        case .symbol(.lessOrEqual): (.lessOrEqual, 1)
        case .symbol(.greater): (.greater, 1)
        case .symbol(.greaterOrEqual): (.greaterOrEqual, 1)
        case .symbol(.equal): (.equal, 1)
        case .symbol(.notEqual): (.notEqual, 1)
        case .name("in"): (.contained, 1)
        case .symbol(.plus): (.add, 2)
        case .symbol(.minus): (.subtract, 2)
        case .symbol(.star): (.multiply, 3)
        case .symbol(.slash): (.divide, 3)
        case .symbol(.percent): (.modulo, 3)
        default: nil
        }
    }

    private mutating func unary() throws(UnlocatedError) -> CELSyntax {
        switch token.kind {
        case .symbol(.not): try prefixed(.not, .not)
        case .symbol(.minus): try prefixed(.minus, .negate)
        default: try member(of: try primary())
        }
    }

    private mutating func prefixed(
        _ symbol: CELToken.Symbol, _ meaning: CELUnaryOperator
    ) throws(UnlocatedError) -> CELSyntax {
        let offset = token.offset
        var count = 0
        while try take(symbol) { count += 1 }
        var operand: CELSyntax
        if meaning == .negate, let literal = try negativeLiteral() {
            operand = try member(of: literal)
            count -= 1
        } else {
            operand = try member(of: try primary())
        }
        // Two of them undo each other, but for what they ask of the operand's type.
        for _ in 0..<(count > 2 ? 2 - count % 2 : count) {
            operand = try node(.unary(meaning, operand), at: offset)
        }
        return operand
    }

    /// The number after a minus: only so is the smallest int a number that fits.
    private mutating func negativeLiteral() throws(UnlocatedError) -> CELSyntax? {
        let offset = token.offset
        switch token.kind {
        case .int(let digits):
            guard digits <= UInt64(Int64.max) + 1 else {
                throw .syntax("the number does not fit an int", at: offset, found: "-\(digits)")
            }
            try advance()
            return CELSyntax(form: .literal(.int(Int64(truncatingIfNeeded: 0 &- digits))), offset: offset)
        case .double(let value):
            try advance()
            return CELSyntax(form: .literal(.double(-value)), offset: offset)
        default: return nil
        }
    }
}
