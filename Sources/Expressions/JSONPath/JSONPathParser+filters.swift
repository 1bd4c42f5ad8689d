// Filters: conditions, comparisons and functions, with the types of RFC 9535, section 2.4.

import JSONValues
import RegularExpressions
import JSONSchema

/// What a part of a filter is, before it is known whether a value, a condition or nodes are wanted there.
private enum FilterPart {
    case literal(JSON)
    case query(JSONPathQuery)
    case value(JSONPathOperand)
    case condition(JSONPathCondition)
}

extension JSONPathParser {
    mutating func condition() throws(UnlocatedError) -> JSONPathCondition {
        try nested { parser throws(UnlocatedError) in
            var terms: [JSONPathCondition] = []
            repeat {
                parser.skipBlanks()
                terms.append(try parser.conjunction())
            } while parser.takeOperator("||")
            return terms.count == 1 ? terms[0] : .any(terms)
        }
    }

    private mutating func conjunction() throws(UnlocatedError) -> JSONPathCondition {
        var terms: [JSONPathCondition] = []
        repeat {
            skipBlanks()
            terms.append(try basic())
        } while takeOperator("&&")
        return terms.count == 1 ? terms[0] : .all(terms)
    }

    /// Blanks before an operator belong to it, and to nothing where none follows.
    private mutating func takeOperator(_ text: String) -> Bool {
        let start = position
        skipBlanks()
        if take(text) { return true }
        position = start
        return false
    }

    private mutating func basic() throws(UnlocatedError) -> JSONPathCondition {
        let start = position
        if take("!") {
            skipBlanks()
            if peek() == UInt8(ascii: "(") { return .not(try parenthesised()) }
            let offset = position
            let part = try part()
            guard comparison() == nil else {
                throw .syntax(
                    "'!' stands before a test, not before a comparison", at: start,
                    expected: "!(…) around the comparison")
            }
            return .not(try test(part, at: offset))
        }
        if peek() == UInt8(ascii: "(") { return try parenthesised() }
        let left = try part()
        guard let meaning = comparison() else { return try test(left, at: start) }
        _ = takeOperator(meaning.rawValue)
        skipBlanks()
        let rightOffset = position
        let right = try part()
        guard comparison() == nil else { throw unexpected("'&&', '||' or ']': comparisons do not chain") }
        return .comparison(meaning, try operand(left, at: start), try operand(right, at: rightOffset))
    }

    private mutating func parenthesised() throws(UnlocatedError) -> JSONPathCondition {
        position += 1
        let inner = try condition()
        skipBlanks()
        guard take(")") else { throw unexpected("')'") }
        return inner
    }

    /// The comparison that stands here, after blanks, without taking it.
    private mutating func comparison() -> JSONPathComparison? {
        let start = position
        defer { position = start }
        skipBlanks()
        return [.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater].first { isNext($0.rawValue) }
    }

    /// As a condition of its own: a query that selects something, or a function that answers.
    private func test(_ part: FilterPart, at offset: Int) throws(UnlocatedError) -> JSONPathCondition {
        switch part {
        case .query(let query): return .exists(query)
        case .condition(let condition): return condition
        case .literal:
            throw .check("a literal alone is no condition", at: offset, expected: "a comparison with something")
        case .value:
            throw .check("this function gives a value, not an answer", at: offset, expected: "a comparison of it")
        }
    }

    /// As a value: what can be compared, or passed where a function takes a value.
    private func operand(_ part: FilterPart, at offset: Int) throws(UnlocatedError) -> JSONPathOperand {
        switch part {
        case .literal(let json): return .literal(json)
        case .value(let operand): return operand
        case .query(let query):
            guard query.isSingular else {
                throw .check(
                    "this query may give several nodes, so it has no one value", at: offset,
                    expected: "names and indexes alone, or value() around the query")
            }
            return .query(query)
        case .condition:
            throw .check("this function answers yes or no, it gives no value", at: offset, expected: "a value")
        }
    }

    private mutating func part() throws(UnlocatedError) -> FilterPart {
        switch peek() {
        case UInt8(ascii: "@"), UInt8(ascii: "$"): return .query(try query())
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try string()))
        default: break
        }
        if let number = try number() { return .literal(.number(number)) }
        let start = position
        while let byte = peek(), isNameStart(byte) || isDigit(byte) { position += 1 }
        let name = String(decoding: source[start..<position], as: UTF8.self)
        if peek() == UInt8(ascii: "(") { return try function(name, at: start) }
        switch name {
        case "true": return .literal(true)
        case "false": return .literal(false)
        case "null": return .literal(nil)
        default:
            position = start
            throw unexpected("a query, a literal or a function")
        }
    }

    private mutating func query() throws(UnlocatedError) -> JSONPathQuery {
        try nested { parser throws(UnlocatedError) in
            let isRelative = parser.take("@")
            if !isRelative { parser.position += 1 }
            return JSONPathQuery(isRelative: isRelative, segments: try parser.segments())
        }
    }

    private mutating func function(_ name: String, at start: Int) throws(UnlocatedError) -> FilterPart {
        let names = ["length": 1, "count": 1, "match": 2, "search": 2, "value": 1]
        guard let wanted = names[name] else {
            throw .check(
                "there is no function '\(name)'", at: start, found: "'\(name)'",
                expected: "length, count, match, search or value",
                suggestion: nearestName(to: name, among: names.keys.sorted()).map { "'\($0)'" })
        }
        position += 1
        var arguments: [(part: FilterPart, offset: Int)] = []
        skipBlanks()
        while peek() != UInt8(ascii: ")") {
            let offset = position
            arguments.append((try nested { parser throws(UnlocatedError) in try parser.part() }, offset))
            skipBlanks()
            guard take(",") else { break }
            skipBlanks()
            guard peek() != UInt8(ascii: ")") else { throw unexpected("an argument") }
        }
        guard take(")") else { throw unexpected("',' or ')'") }
        guard arguments.count == wanted else {
            throw .check(
                "\(name)() has the wrong number of arguments", at: start, found: "\(arguments.count)",
                expected: "\(wanted)")
        }
        let (first, offset) = arguments[0]
        switch name {
        case "length": return .value(.length(try operand(first, at: offset)))
        case "count": return .value(.count(try nodes(first, of: name, at: offset)))
        case "value": return .value(.single(try nodes(first, of: name, at: offset)))
        default:
            let pattern = try pattern(try operand(arguments[1].part, at: arguments[1].offset))
            return .condition(.matches(try operand(first, at: offset), pattern, whole: name == "match"))
        }
    }

    private func nodes(_ part: FilterPart, of name: String, at offset: Int) throws(UnlocatedError) -> JSONPathQuery {
        guard case .query(let query) = part else {
            throw .check("\(name)() takes a query", at: offset, expected: "a path that starts with '@' or '$'")
        }
        return query
    }

    private func pattern(_ operand: JSONPathOperand) throws(UnlocatedError) -> JSONPathPattern {
        guard case .literal(let json) = operand else { return .computed(operand) }
        return json.string.flatMap { JSONPathPattern.compiled($0) }.map { .fixed($0) } ?? .matchesNothing
    }
}

extension JSONPathPattern {
    /// Nil for what is no I-Regexp (RFC 9485).
    static func compiled(_ source: String) -> Pattern? {
        var limits = PatternLimits()
        limits.length = 4096
        limits.instructions = 20_000
        return try? Pattern(source, dialect: .iregexp, limits: limits)
    }
}
