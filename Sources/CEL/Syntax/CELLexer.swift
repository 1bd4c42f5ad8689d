// Text to tokens: the lexis of CEL.

import Expressions

/// Reads tokens one after another ([CEL, Syntax](https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax)).
struct CELLexer {
    let source: [UInt8]
    var position = 0
    /// The offset of the first token's character.
    private let origin: Int

    init(_ source: String, origin: Int = 0) {
        self.source = Array(source.utf8)
        self.origin = origin
    }

    mutating func next() throws(UnlocatedError) -> CELToken {
        skipBlanks()
        let start = position
        guard let byte = peek() else { return CELToken(kind: .end, offset: origin + start) }
        let kind: CELToken.Kind
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try number()
        case UInt8(ascii: ".") where isDigit(peek(1)): kind = try number()
        case UInt8(ascii: "'"), UInt8(ascii: "\""): kind = try quoted(raw: false, bytes: false, start: start)
        case UInt8(ascii: "`"): kind = try quotedName()
        case _ where isNameStart(byte): kind = try nameOrPrefixedString()
        default: kind = .symbol(try symbol())
        }
        return CELToken(kind: kind, offset: origin + start)
    }

    func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < source.count ? source[position + distance] : nil
    }

    private mutating func skipBlanks() {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: position += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
            default: return
            }
        }
    }

    private mutating func nameOrPrefixedString() throws(UnlocatedError) -> CELToken.Kind {
        let start = position
        while let byte = peek(), isNameStart(byte) || isDigit(byte) { position += 1 }
        let name = String(decoding: source[start..<position], as: UTF8.self)
        if peek() == UInt8(ascii: "'") || peek() == UInt8(ascii: "\"") {
            switch name.lowercased() {
            case "r": return try quoted(raw: true, bytes: false, start: start)
            case "b": return try quoted(raw: false, bytes: true, start: start)
            case "br", "rb": return try quoted(raw: true, bytes: true, start: start)
            default: break
            }
        }
        return .name(name)
    }

    /// A field name in backticks: letters, digits and `_ . - / space`.
    private mutating func quotedName() throws(UnlocatedError) -> CELToken.Kind {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "`") {
            guard isNameStart(byte) || isDigit(byte) || [UInt8](".-/ ".utf8).contains(byte) else {
                throw .syntax(
                    "a name in backticks holds letters, digits, spaces and '_', '.', '-', '/'", at: position,
                    found: shown(at: position))
            }
            position += 1
        }
        guard peek() != nil, position > start + 1 else {
            throw .syntax("a name in backticks is empty or never closed", at: start, expected: "'`'")
        }
        position += 1
        return .quotedName(String(decoding: source[start + 1..<position - 1], as: UTF8.self))
    }

    private mutating func symbol() throws(UnlocatedError) -> CELToken.Symbol {
        let start = position
        if let symbol = CELToken.Symbol(source[start], followedBy: peek(1)) {
            position += symbol.rawValue.utf8.count
            return symbol
        }
        let meant: String? =
            switch source[start] {
            case UInt8(ascii: "="): "'=='"
            case UInt8(ascii: "&"): "'&&'"
            case UInt8(ascii: "|"): "'||'"
            default: nil
            }
        throw .syntax("this character has no meaning here", at: start, found: shown(at: start), suggestion: meant)
    }

    func shown(at offset: Int) -> String {
        guard offset < source.count else { return "the end of the expression" }
        let scalar = String(decoding: source[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
        return scalar.map { "'\($0)'" } ?? "a broken character"
    }
}
