// Checks types, given values, numbers and strings.

extension Validator {
    func isInteger(_ value: Value, _ node: SchemaNode) -> Bool {
        if value.plainInteger != nil { return true }
        return node.dialect.integerIsSpelling ? value.isSpelledInteger : value.number?.isInteger ?? false
    }

    mutating func checkType(_ types: TypeSet, _ node: SchemaNode, _ value: Value) -> Bool {
        let kind = value.kind
        if types.contains(kind.types) { return true }
        if kind == .number, types.contains(.integer), isInteger(value, node) { return true }
        return fail(.type, node, value, types.names.joined(separator: " or "))
    }

    mutating func checkEnumeration(_ values: [JSON], _ node: SchemaNode, _ value: Value) -> Bool {
        for allowed in values where value.equals(allowed) { return true }
        let shown = values.prefix(12).map(\.excerpt).joined(separator: ", ")
        return fail(.enum, node, value, values.count > 12 ? "one of \(shown), …" : "one of \(shown)")
    }

    mutating func checkMinimum(_ bound: Bound, _ node: SchemaNode, _ value: Value) -> Bool {
        if let limit = bound.int64, let number = value.plainInteger {
            if bound.exclusive ? number > limit : number >= limit { return true }
        } else if let number = value.number {
            if bound.exclusive ? number > bound.value : number >= bound.value { return true }
        } else {
            return true
        }
        let exclusive = bound.exclusive && !node.dialect.isLegacy
        return fail(
            exclusive ? .exclusiveMinimum : .minimum, node, value,
            bound.exclusive ? "more than \(bound.value.text)" : "at least \(bound.value.text)")
    }

    mutating func checkMaximum(_ bound: Bound, _ node: SchemaNode, _ value: Value) -> Bool {
        if let limit = bound.int64, let number = value.plainInteger {
            if bound.exclusive ? number < limit : number <= limit { return true }
        } else if let number = value.number {
            if bound.exclusive ? number < bound.value : number <= bound.value { return true }
        } else {
            return true
        }
        let exclusive = bound.exclusive && !node.dialect.isLegacy
        return fail(
            exclusive ? .exclusiveMaximum : .maximum, node, value,
            bound.exclusive ? "less than \(bound.value.text)" : "at most \(bound.value.text)")
    }

    mutating func checkMinLength(_ limit: Int, _ node: SchemaNode, _ value: Value) -> Bool {
        let count = value.scalarCount
        return count >= limit
            || fail(
                .minLength, node, value, "at least \(limit.counted("character"))",
                found: "\(value.json.excerpt) of \(count)")
    }

    mutating func checkMaxLength(_ limit: Int, _ node: SchemaNode, _ value: Value) -> Bool {
        let count = value.scalarCount
        return count <= limit
            || fail(
                .maxLength, node, value, "at most \(limit.counted("character"))",
                found: "\(value.json.excerpt) of \(count)")
    }

    mutating func checkPattern(_ pattern: Pattern, _ node: SchemaNode, _ value: Value) -> Bool {
        switch value.withUTF8({ pattern.verdict(on: $0) }) {
        case .match: return true
        case .noMatch: return fail(.pattern, node, value, "a match of \(pattern.source)")
        case .gaveUp:
            return fail(
                .pattern, node, value, "a match of \(pattern.source)",
                found: "a text too hard to match within the limits")
        }
    }

    mutating func checkFormat(_ format: Format, _ node: SchemaNode, _ value: Value) -> Bool {
        switch value.kind {
        case .string: if value.withUTF8({ format.accepts($0) }) { return true }
        case .number: if value.number.map({ format.accepts($0) }) ?? true { return true }
        case .null, .false, .true, .array, .object: return true
        }
        return fail(.format, node, value, format.expectation)
    }
}
