// Checks types, given values, numbers and strings.

import JSONValues
import RegularExpressions

extension Validator {
    private func isInteger(_ value: Value, _ id: SchemaNode.ID) -> Bool {
        guard let number = value.number else { return false }
        if number.isWrittenAsInteger { return true }
        return !graph.nodes[id].dialect.integerIsSpelling && number.isInteger
    }

    mutating func checkType(_ types: TypeSet, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        let kind = value.kind
        if types.contains(kind.types) { return true }
        if kind == .number, types.contains(.integer), isInteger(value, id) { return true }
        return fail(.type, id, value, types.names.joined(separator: " or "))
    }

    mutating func checkEnumeration(_ values: [JSON], _ id: SchemaNode.ID, _ value: Value) -> Bool {
        for allowed in values where value.equals(allowed) { return true }
        let shown = values.prefix(12).map(\.literal).joined(separator: ", ")
        return fail(.enum, id, value, values.count > 12 ? "one of \(shown), …" : "one of \(shown)")
    }

    mutating func checkMinimum(_ bound: Bound, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        guard let number = value.number else { return true }
        if bound.exclusive ? number > bound.value : number >= bound.value { return true }
        let exclusive = bound.exclusive && !graph.nodes[id].dialect.isLegacy
        return fail(
            exclusive ? .exclusiveMinimum : .minimum, id, value,
            bound.exclusive ? "more than \(bound.value.text)" : "at least \(bound.value.text)")
    }

    mutating func checkMaximum(_ bound: Bound, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        guard let number = value.number else { return true }
        if bound.exclusive ? number < bound.value : number <= bound.value { return true }
        let exclusive = bound.exclusive && !graph.nodes[id].dialect.isLegacy
        return fail(
            exclusive ? .exclusiveMaximum : .maximum, id, value,
            bound.exclusive ? "less than \(bound.value.text)" : "at most \(bound.value.text)")
    }

    mutating func checkMinLength(_ limit: Int, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        let count = value.scalarCount
        return count >= limit
            || fail(
                .minLength, id, value, "at least \(limit.counted("character"))",
                found: "\(value.excerpt) of \(count)")
    }

    mutating func checkMaxLength(_ limit: Int, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        let count = value.scalarCount
        return count <= limit
            || fail(
                .maxLength, id, value, "at most \(limit.counted("character"))",
                found: "\(value.excerpt) of \(count)")
    }

    mutating func checkPattern(_ pattern: Pattern, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        switch value.withUTF8({ pattern.verdict(on: $0) }) {
        case .match: return true
        case .noMatch: return fail(.pattern, id, value, "a match of \(pattern.source)")
        case .gaveUp:
            return fail(
                .pattern, id, value, "a match of \(pattern.source)",
                found: "a text too hard to match within the limits")
        }
    }

    mutating func checkFormat(_ format: Format, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        switch value.kind {
        case .string: if value.withUTF8({ format.accepts($0) }) { return true }
        case .number: if value.number.map({ format.accepts($0) }) ?? true { return true }
        case .null, .false, .true, .array, .object: return true
        }
        return fail(.format, id, value, format.expectation)
    }
}
