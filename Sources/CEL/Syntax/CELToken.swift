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

extension CELToken.Symbol {
    /// The longest symbol that begins with these bytes.
    init?(_ byte: UInt8, followedBy next: UInt8?) {
        let isEqual = next == UInt8(ascii: "=")
        switch byte {
        case UInt8(ascii: "("): self = .leftParenthesis
        case UInt8(ascii: ")"): self = .rightParenthesis
        case UInt8(ascii: "["): self = .leftBracket
        case UInt8(ascii: "]"): self = .rightBracket
        case UInt8(ascii: "{"): self = .leftBrace
        case UInt8(ascii: "}"): self = .rightBrace
        case UInt8(ascii: "."): self = .dot
        case UInt8(ascii: ","): self = .comma
        case UInt8(ascii: ":"): self = .colon
        case UInt8(ascii: "?"): self = .question
        case UInt8(ascii: "-"): self = .minus
        case UInt8(ascii: "+"): self = .plus
        case UInt8(ascii: "*"): self = .star
        case UInt8(ascii: "/"): self = .slash
        case UInt8(ascii: "%"): self = .percent
        case UInt8(ascii: "!"): self = isEqual ? .notEqual : .not
        case UInt8(ascii: "<"): self = isEqual ? .lessOrEqual : .less
        case UInt8(ascii: ">"): self = isEqual ? .greaterOrEqual : .greater
        case UInt8(ascii: "=") where isEqual: self = .equal
        case UInt8(ascii: "&") where next == byte: self = .and
        case UInt8(ascii: "|") where next == byte: self = .or
        default: return nil
        }
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
