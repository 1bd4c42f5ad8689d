// Operands: literals, names, calls, lists, maps, and what is looked up in them.

import Expressions

extension CELParser {
    mutating func member(of operand: CELSyntax) throws(UnlocatedError) -> CELSyntax {
        var operand = operand
        while true {
            switch token.kind {
            case .symbol(.dot): operand = try selection(from: operand)
            case .symbol(.leftBracket): operand = try lookup(in: operand)
            case .symbol(.leftBrace) where CELParser.isQualifiedName(operand): throw noMessages()
            default: return operand
            }
        }
    }

    private func noMessages() -> UnlocatedError {
        .syntax(
            "messages cannot be built: there are no protobuf types here", at: token.offset, found: "'{'",
            expected: "an operator or the end of the expression")
    }

    private mutating func lookup(in operand: CELSyntax) throws(UnlocatedError) -> CELSyntax {
        let offset = try advance().offset
        let isOptional = try take(.question)
        let index = try expression()
        try expect(.rightBracket, after: "'['")
        return try node(.index(operand, index, optional: isOptional), at: offset)
    }

    private mutating func selection(from operand: CELSyntax) throws(UnlocatedError) -> CELSyntax {
        try advance()
        let isOptional = try take(.question)
        let offset = token.offset
        let field = try field()
        if !isOptional, case .name(let name) = field, token.kind == .symbol(.leftParenthesis) {
            return try call(name, on: operand, at: offset)
        }
        return try node(.select(operand, field: field.text, optional: isOptional), at: offset)
    }

    private enum Field {
        case name(String)
        case quoted(String)

        var text: String {
            switch self {
            case .name(let text), .quoted(let text): text
            }
        }
    }

    private mutating func field() throws(UnlocatedError) -> Field {
        switch token.kind {
        case .quotedName(let field):
            try advance()
            return .quoted(field)
        case .name(let name) where !["in", "true", "false", "null"].contains(name):
            try advance()
            return .name(name)
        default: throw unexpected("the name of a field")
        }
    }

    /// Parses the arguments from the opening parenthesis on.
    private mutating func call(
        _ name: String, on target: CELSyntax?, at offset: Int
    ) throws(UnlocatedError) -> CELSyntax {
        try advance()
        var arguments: [CELSyntax] = []
        if token.kind != .symbol(.rightParenthesis) {
            repeat { arguments.append(try expression()) } while try take(.comma)
        }
        try expect(.rightParenthesis, after: "'\(name)('")
        return try expandedCall(name, on: target, arguments, at: offset)
    }

    mutating func primary() throws(UnlocatedError) -> CELSyntax {
        switch token.kind {
        case .symbol(.leftParenthesis):
            try advance()
            let inner = try expression()
            try expect(.rightParenthesis, after: "'('")
            return inner
        case .symbol(.leftBracket): return try list()
        case .symbol(.leftBrace): return try map()
        default: break
        }
        if let literal = try literal() { return literal }
        let isAbsolute = try take(.dot)
        let offset = token.offset
        let name = try name()
        if token.kind == .symbol(.leftParenthesis) { return try call(name, on: nil, at: offset) }
        return try node(.name(name, absolute: isAbsolute), at: offset)
    }

    private mutating func literal() throws(UnlocatedError) -> CELSyntax? {
        let value: CELValue
        switch token.kind {
        case .int(let digits):
            if let number = Int64(exactly: digits) {
                value = .int(number)
            } else if numbers == .adapting {
                value = .uint(digits)
            } else {
                throw .syntax(
                    "the number does not fit an int", at: token.offset, found: "\(digits)", suggestion: "\(digits)u")
            }
        case .uint(let number): value = .uint(number)
        case .double(let number): value = .double(number)
        case .string(let text): value = .string(text)
        case .bytes(let bytes): value = .bytes(bytes)
        case .name("true"): value = .bool(true)
        case .name("false"): value = .bool(false)
        case .name("null"): value = .null
        default: return nil
        }
        return CELSyntax(form: .literal(value), offset: try advance().offset)
    }

    /// The reserved words of CEL.
    static let reserved: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
        "namespace", "return", "var", "void", "while",
    ]

    private mutating func name() throws(UnlocatedError) -> String {
        guard case .name(let name) = token.kind, name != "in" else { throw unexpected("a value") }
        if CELParser.reserved.contains(name) {
            throw .syntax("'\(name)' is a reserved word and cannot be a name", at: token.offset, found: "'\(name)'")
        }
        try advance()
        return name
    }

    private mutating func list() throws(UnlocatedError) -> CELSyntax {
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

    private mutating func map() throws(UnlocatedError) -> CELSyntax {
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
