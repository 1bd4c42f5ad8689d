// The words of CEL.

/// One token and where it starts, in bytes of UTF-8.
struct CELToken: Sendable {
    var kind: Kind
    var offset: Int

    enum Kind: Hashable, Sendable {
        case name(String)
        /// A field name in backticks.
        case quotedName(String)
        /// The digits' value; the sign is the parser's.
        case int(UInt64)
        case uint(UInt64)
        case double(Double)
        case string(String)
        case bytes([UInt8])
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, Hashable, Sendable {
        case leftParenthesis = "("
        case rightParenthesis = ")"
        case leftBracket = "["
        case rightBracket = "]"
        case leftBrace = "{"
        case rightBrace = "}"
        case dot = "."
        case comma = ","
        case colon = ":"
        case question = "?"
        case not = "!"
        case minus = "-"
        case plus = "+"
        case star = "*"
        case slash = "/"
        case percent = "%"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case equal = "=="
        case notEqual = "!="
        case and = "&&"
        case or = "||"
    }
}

extension CELToken.Kind {
    /// How an error message names the token.
    var shown: String {
        switch self {
        case .name(let name): "'\(name)'"
        case .quotedName(let name): "'`\(name)`'"
        case .int(let value): "the number \(value)"
        case .uint(let value): "the number \(value)u"
        case .double(let value): "the number \(value)"
        case .string: "a string"
        case .bytes: "bytes"
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        case .end: "the end of the expression"
        }
    }
}
