// Tokens to syntax: CEL's grammar, by precedence climbing, no deeper than allowed.

/// Parses one expression ([CEL, Grammar](https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax)).
struct CELParser {
    private var lexer: CELLexer
    private var token: CELToken
    private let limits: CELLimits
    private var depth = 0

    /// Offsets start from `origin`, which tells apart the parts of an expression that is made of several sources.
    static func parse(
        _ source: String, limits: CELLimits = .standard, origin: Int = 0
    ) throws(ExpressionFault) -> CELSyntax {
        guard source.utf8.count <= limits.sourceBytes else {
            throw .limit(
                "the expression is \(source.utf8.count) bytes long, more than the \(limits.sourceBytes) allowed", at: 0)
        }
        var parser = try CELParser(source, limits: limits, origin: origin)
        let syntax = try parser.expression()
        guard parser.token.kind == .end else { throw parser.unexpected("an operator or the end of the expression") }
        return syntax
    }

    private init(_ source: String, limits: CELLimits, origin: Int) throws(ExpressionFault) {
        lexer = CELLexer(source, origin: origin)
        self.limits = limits
        token = try lexer.next()
    }
}

// MARK: - Tokens

extension CELParser {
    @discardableResult
    private mutating func advance() throws(ExpressionFault) -> CELToken {
        let current = token
        token = try lexer.next()
        return current
    }

    private mutating func take(_ symbol: CELToken.Symbol) throws(ExpressionFault) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ symbol: CELToken.Symbol, after opener: String? = nil) throws(ExpressionFault) {
        guard try take(symbol) else {
            throw unexpected("'\(symbol.rawValue)'" + (opener.map { " to close \($0)" } ?? ""))
        }
    }

    private func unexpected(_ expected: String) -> ExpressionFault {
        var suggestion: String?
        if case .name(let name) = token.kind { suggestion = ["and": "'&&'", "or": "'||'", "not": "'!'"][name] }
        return .syntax(
            "this does not belong here", at: token.offset, found: token.kind.shown, expected: expected,
            suggestion: suggestion)
    }

    /// Bounds the recursion of all that walks the tree: `a.b.c` and `a + b + c` nest without recursion here.
    func node(_ form: CELSyntax.Form, at offset: Int) throws(ExpressionFault) -> CELSyntax {
        let syntax = CELSyntax(form: form, offset: offset)
        guard syntax.height <= limits.depth else { throw tooDeep(at: offset) }
        return syntax
    }

    private func tooDeep(at offset: Int) -> ExpressionFault {
        .limit("the expression nests deeper than the \(limits.depth) levels allowed", at: offset)
    }
}

// MARK: - Operators

extension CELParser {
    mutating func expression() throws(ExpressionFault) -> CELSyntax {
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

    private mutating func disjunction() throws(ExpressionFault) -> CELSyntax {
        let first = try conjunction()
        guard token.kind == .symbol(.or) else { return first }
        let offset = token.offset
        var terms = [first]
        while try take(.or) { terms.append(try conjunction()) }
        return try node(.any(terms), at: offset)
    }

    private mutating func conjunction() throws(ExpressionFault) -> CELSyntax {
        let first = try binary(tighterThan: 0)
        guard token.kind == .symbol(.and) else { return first }
        let offset = token.offset
        var terms = [first]
        while try take(.and) { terms.append(try binary(tighterThan: 0)) }
        return try node(.all(terms), at: offset)
    }

    /// Relations bind as 1, sums as 2, products as 3; all of them to the left.
    private mutating func binary(tighterThan limit: Int) throws(ExpressionFault) -> CELSyntax {
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

    private mutating func unary() throws(ExpressionFault) -> CELSyntax {
        let offset = token.offset
        var count = 0
        let meaning: CELUnaryOperator
        switch token.kind {
        case .symbol(.not):
            while try take(.not) { count += 1 }
            meaning = .not
        case .symbol(.minus):
            while try take(.minus) { count += 1 }
            meaning = .negate
        default: return try member(of: try primary())
        }
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
    private mutating func negativeLiteral() throws(ExpressionFault) -> CELSyntax? {
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

// MARK: - Operands

extension CELParser {
    private mutating func member(of operand: CELSyntax) throws(ExpressionFault) -> CELSyntax {
        var operand = operand
        while true {
            let offset = token.offset
            if try take(.dot) {
                let isOptional = try take(.question)
                operand = try selection(from: operand, optional: isOptional)
            } else if try take(.leftBracket) {
                let isOptional = try take(.question)
                let index = try expression()
                try expect(.rightBracket, after: "'['")
                operand = try node(.index(operand, index, optional: isOptional), at: offset)
            } else if token.kind == .symbol(.leftBrace), CELParser.isQualifiedName(operand) {
                throw .syntax(
                    "messages cannot be built: there are no protobuf types here", at: offset, found: "'{'",
                    expected: "an operator or the end of the expression")
            } else {
                return operand
            }
        }
    }

    private mutating func selection(from operand: CELSyntax, optional: Bool) throws(ExpressionFault) -> CELSyntax {
        let offset = token.offset
        switch token.kind {
        case .quotedName(let field):
            try advance()
            return try node(.select(operand, field: field, optional: optional), at: offset)
        case .name(let name):
            guard !["in", "true", "false", "null"].contains(name) else { throw unexpected("the name of a field") }
            try advance()
            guard !optional, try take(.leftParenthesis) else {
                return try node(.select(operand, field: name, optional: optional), at: offset)
            }
            let arguments = try expressions(until: .rightParenthesis, opener: "'\(name)('")
            return try expandedCall(name, on: operand, arguments, at: offset)
        default: throw unexpected("the name of a field")
        }
    }

    private mutating func primary() throws(ExpressionFault) -> CELSyntax {
        let offset = token.offset
        func literal(_ value: CELValue) -> CELSyntax { CELSyntax(form: .literal(value), offset: offset) }
        switch token.kind {
        case .int(let digits):
            guard digits <= UInt64(Int64.max) else {
                throw .syntax(
                    "the number does not fit an int", at: offset, found: "\(digits)", suggestion: "\(digits)u")
            }
            try advance()
            return literal(.int(Int64(digits)))
        case .uint(let value):
            try advance()
            return literal(.uint(value))
        case .double(let value):
            try advance()
            return literal(.double(value))
        case .string(let value):
            try advance()
            return literal(.string(value))
        case .bytes(let value):
            try advance()
            return literal(.bytes(value))
        case .name("true"):
            try advance()
            return literal(.bool(true))
        case .name("false"):
            try advance()
            return literal(.bool(false))
        case .name("null"):
            try advance()
            return literal(.null)
        case .name: return try name(absolute: false)
        case .symbol(.dot):
            try advance()
            guard case .name = token.kind else { throw unexpected("a name") }
            return try name(absolute: true)
        case .symbol(.leftParenthesis):
            try advance()
            let inner = try expression()
            try expect(.rightParenthesis, after: "'('")
            return inner
        case .symbol(.leftBracket): return try list()
        case .symbol(.leftBrace): return try map()
        default: throw unexpected("a value")
        }
    }

    /// Words that CEL keeps for its own future and for the languages it lives in.
    static let reserved: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
        "namespace", "return", "var", "void", "while",
    ]

    private mutating func name(absolute: Bool) throws(ExpressionFault) -> CELSyntax {
        guard case .name(let name) = token.kind, name != "in" else { throw unexpected("a value") }
        let offset = token.offset
        if CELParser.reserved.contains(name) {
            throw .syntax("'\(name)' is a reserved word and cannot be a name", at: offset, found: "'\(name)'")
        }
        try advance()
        guard try take(.leftParenthesis) else {
            return try node(.name(name, absolute: absolute), at: offset)
        }
        let arguments = try expressions(until: .rightParenthesis, opener: "'\(name)('")
        return try expandedCall(name, on: nil, arguments, at: offset)
    }

    private mutating func expressions(until closer: CELToken.Symbol, opener: String) throws(ExpressionFault)
        -> [CELSyntax]
    {
        var all: [CELSyntax] = []
        if try take(closer) { return all }
        repeat { all.append(try expression()) } while try take(.comma)
        try expect(closer, after: opener)
        return all
    }

    private mutating func list() throws(ExpressionFault) -> CELSyntax {
        let offset = try advance().offset
        var elements: [CELSyntax.Element] = []
        while token.kind != .symbol(.rightBracket) {
            let isOptional = try take(.question)
            elements.append(CELSyntax.Element(value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        try expect(.rightBracket, after: "'['")
        return try node(.list(elements), at: offset)
    }

    private mutating func map() throws(ExpressionFault) -> CELSyntax {
        let offset = try advance().offset
        var entries: [CELSyntax.Entry] = []
        while token.kind != .symbol(.rightBrace) {
            let isOptional = try take(.question)
            let key = try expression()
            try expect(.colon, after: "a key")
            entries.append(CELSyntax.Entry(key: key, value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        try expect(.rightBrace, after: "'{'")
        return try node(.map(entries), at: offset)
    }

    private static func isQualifiedName(_ syntax: CELSyntax) -> Bool {
        switch syntax.form {
        case .name: true
        case .select(let operand, _, optional: false): isQualifiedName(operand)
        default: false
        }
    }
}
