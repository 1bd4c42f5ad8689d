// Text to term: the grammar of Arazzo's simple conditions.

import Expressions
import JSONValues
import JSONSchema

struct SimpleConditionParser {
    private let source: [UInt8]
    private var position = 0
    private var depth = 0
    private(set) var expressions: [RuntimeExpression] = []

    init(_ source: String) throws(UnlocatedError) {
        guard source.utf8.count <= 16_384 else { throw .limit("the condition is longer than 16384 bytes", at: 0) }
        self.source = Array(source.utf8)
    }

    mutating func parse() throws(UnlocatedError) -> CELTerm {
        let term = try disjunction()
        skipBlanks()
        guard position == source.count else { throw unexpected("an operator or the end of the condition") }
        return term
    }

    // MARK: - Operators

    private mutating func disjunction() throws(UnlocatedError) -> CELTerm {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw .limit("the condition nests deeper than 64 levels", at: position) }
        let start = position
        var terms = [try conjunction()]
        while take("||") { terms.append(try conjunction()) }
        return terms.count == 1 ? terms[0] : CELTerm(form: .any(terms), type: .bool, offset: start)
    }

    private mutating func conjunction() throws(UnlocatedError) -> CELTerm {
        let start = position
        var terms = [try comparison()]
        while take("&&") { terms.append(try comparison()) }
        return terms.count == 1 ? terms[0] : CELTerm(form: .all(terms), type: .bool, offset: start)
    }

    private mutating func comparison() throws(UnlocatedError) -> CELTerm {
        let left = try operand()
        skipBlanks()
        let offset = position
        for meaning in [CELBinaryOperator.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater]
        where take(meaning.rawValue) {
            let right = try operand()
            return CELTerm(form: .call(.lenientComparison(meaning), [left, right]), type: .bool, offset: offset)
        }
        return left
    }

    private mutating func operand() throws(UnlocatedError) -> CELTerm {
        skipBlanks()
        let offset = position
        if source[position...].first == UInt8(ascii: "!"), !isNext("!=") {
            var count = 0
            while take("!") { count += 1 }
            let term = try operand()
            let negated = CELTerm(form: .unary(.not, term), type: .bool, offset: offset)
            return count % 2 == 1 ? negated : CELTerm(form: .unary(.not, negated), type: .bool, offset: offset)
        }
        if take("(") {
            let term = try disjunction()
            guard take(")") else { throw unexpected("')'") }
            return term
        }
        return try value(at: offset)
    }

    // MARK: - Values

    private mutating func value(at offset: Int) throws(UnlocatedError) -> CELTerm {
        func constant(_ value: CELValue) -> CELTerm {
            CELTerm(form: .constant(value), type: value.type, offset: offset)
        }
        switch source[position...].first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return constant(.string(try string()))
        case UInt8(ascii: "$"):
            let expression = try RuntimeExpression.parse(word(), at: offset)
            if !expressions.contains(expression) { expressions.append(expression) }
            return CELTerm(form: .variable(expression.source), type: .dyn, offset: offset)
        case nil: throw unexpected("a runtime expression or a literal")
        default: break
        }
        let word = word()
        switch word {
        case "true": return constant(.bool(true))
        case "false": return constant(.bool(false))
        case "null": return constant(.null)
        default: break
        }
        guard let number = JSONNumber(word) else {
            position = offset
            let meant = word.isEmpty ? nil : nearestName(to: word, among: ["true", "false", "null"])
            throw .syntax(
                "this does not belong here", at: offset, found: word.isEmpty ? shown() : "'\(word)'",
                expected: "a runtime expression, a number, true, false, null or a string in single quotes",
                suggestion: meant.map { "'\($0)'" })
        }
        return constant(CELValue(.number(number)))
    }

    /// A quote inside is written twice.
    private mutating func string() throws(UnlocatedError) -> String {
        let start = position
        let quote = source[position]
        position += 1
        var content: [UInt8] = []
        while position < source.count {
            if source[position] == quote {
                position += 1
                guard position < source.count, source[position] == quote else {
                    return String(decoding: content, as: UTF8.self)
                }
            }
            content.append(source[position])
            position += 1
        }
        throw .syntax("a string is never closed", at: start, expected: "the closing quote")
    }

    /// Up to a blank, a parenthesis outside of brackets or an operator.
    private mutating func word() -> String {
        let start = position
        while position < source.count {
            let byte = source[position]
            if [0x20, 0x09, 0x0A, 0x0D].contains(byte) || "()<>=".utf8.contains(byte) { break }
            if isNext("!=") || isNext("&&") || isNext("||") { break }
            position += 1
        }
        return String(decoding: source[start..<position], as: UTF8.self)
    }

    // MARK: - Bytes

    private mutating func skipBlanks() {
        while position < source.count, [0x20, 0x09, 0x0A, 0x0D].contains(source[position]) { position += 1 }
    }

    private func isNext(_ text: String) -> Bool { source[position...].starts(with: text.utf8) }

    private mutating func take(_ text: String) -> Bool {
        skipBlanks()
        guard isNext(text) else { return false }
        position += text.utf8.count
        return true
    }

    private func shown() -> String {
        guard position < source.count else { return "the end of the condition" }
        return String(decoding: source[position...].prefix(4), as: UTF8.self).first.map { "'\($0)'" } ?? ""
    }

    private func unexpected(_ expected: String) -> UnlocatedError {
        var suggestion: String?
        if isNext("=") { suggestion = "'=='" }
        if isNext("&") { suggestion = "'&&'" }
        if isNext("|") { suggestion = "'||'" }
        return .syntax(
            "this does not belong here", at: position, found: shown(), expected: expected, suggestion: suggestion)
    }
}
