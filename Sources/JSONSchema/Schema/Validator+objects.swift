// Checks the members of objects.

import RegularExpressions
import JSONValues

extension Validator {
    mutating func checkMember(_ schema: SchemaNode.ID, _ member: Value, named name: UnsafeBufferPointer<UInt8>) -> Bool
    {
        guard report != nil else { return verdictWithin(schema, member) }
        report?.path.append(.member(String(decoding: name, as: UTF8.self)))
        defer { report?.path.removeLast() }
        return checkWithin(schema, member)
    }

    mutating func checkProperties(
        _ properties: Properties, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = true
        var hint = 0
        var missing = properties.requiredCount
        value.forEachMember { position, name, member in
            var known = false
            if let index = properties.table.index(of: name, hint: hint) {
                hint = index + 1
                if properties.required[index] { missing -= 1 }
                if index < properties.declared.count {
                    known = true
                    if !checkDeclared(properties.declared[index], member, named: name) { valid = false }
                }
            }
            for (pattern, schema) in properties.patterns where pattern.verdict(on: name) == .match {
                known = true
                if !checkMember(schema, member, named: name) { valid = false }
            }
            if !known, let additional = properties.additional {
                known = true
                if !checkAdditional(additional, beside: properties, id, member, named: name) { valid = false }
            }
            if known { evaluated?.insert(position) }
            return valid || goesOn
        }
        guard valid || goesOn else { return false }
        if missing > 0, !checkRequired(properties.requiredNames, id, value) { valid = false }
        return valid
    }

    private mutating func checkDeclared(
        _ property: Properties.Property, _ member: Value, named name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if let direction, !takesBothDirections,
            graph.assertions.refuses(graph.nodes[property.schema].traits, direction)
        {
            refusals += 1
            guard goesOn else { return false }
            report?.path.append(.member(property.name))
            defer { report?.path.removeLast() }
            let keyword: KeywordName = direction == .request ? .readOnly : .writeOnly
            let expected = "no \(property.name) in a \(direction), since it is \(keyword.text)"
            return fail(keyword, property.schema, member, expected)
        }
        return checkMember(property.schema, member, named: name)
    }

    /// A member that may not be there is most often a misspelt one.
    private mutating func checkAdditional(
        _ schema: SchemaNode.ID, beside properties: Properties, _ id: SchemaNode.ID, _ member: Value,
        named name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard goesOn, graph.nodes[schema].isNever else { return checkMember(schema, member, named: name) }
        let name = String(decoding: name, as: UTF8.self)
        report?.path.append(.member(name))
        defer { report?.path.removeLast() }
        let nearest = nearestName(to: name, among: properties.declared.lazy.map(\.name))
        let hint = nearest.map { "; the nearest that is declared is \($0)" } ?? ""
        return fail(.additionalProperties, id, member, "no member \(name)\(hint)")
    }

    mutating func checkRequired(_ names: [String], _ id: SchemaNode.ID, _ value: Value) -> Bool {
        var valid = true
        for name in names where value.member(name) == nil && !isLeftOut(name) {
            valid = false
            guard goesOn else { return false }
            _ = fail(.required, id, value, "a member \(name)")
        }
        return valid
    }

    /// Whether a required property is not meant for messages of this direction: some schema that applies to the object, not
    /// only the one that requires it, may say so.
    private func isLeftOut(_ name: String) -> Bool {
        guard let direction else { return false }
        var seen: Set<SchemaNode.ID> = []
        var pending = [entry]
        while let id = pending.popLast() {
            for keyword in graph.nodes[id].keywords {
                if case .properties(let properties) = keyword,
                    let property = properties.declared.first(where: { $0.name == name }),
                    graph.nodes[property.schema].traits.contains(direction.excluded)
                {
                    return true
                }
                for schema in keyword.inPlace where schema != entry && seen.insert(schema).inserted {
                    pending.append(schema)
                }
            }
        }
        return false
    }

    mutating func checkNames(_ names: SchemaNode.ID, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        var valid = true
        value.forEachMember { _, name, _ in
            let name = String(decoding: name, as: UTF8.self)
            if accepts(.string(name), names) { return true }
            valid = false
            guard goesOn else { return false }
            let wanted = describe(names)
            return !fail(.propertyNames, id, value, "a name that \(wanted)", found: JSON.string(name).excerpt)
        }
        return valid
    }

    mutating func checkDependencies(
        _ dependencies: [(property: String, names: [String])], _ id: SchemaNode.ID, _ value: Value
    ) -> Bool {
        var valid = true
        for (property, names) in dependencies where value.member(property) != nil {
            for name in names where value.member(name) == nil {
                let keyword: KeywordName =
                    graph.nodes[id].source["dependentRequired"] == nil ? .dependencies : .dependentRequired
                valid = fail(keyword, id, value, "a member \(name), since there is \(property)")
                if !goesOn { return false }
            }
        }
        return valid
    }

    mutating func checkDependencies(
        _ dependencies: [(property: String, schema: SchemaNode.ID)], _ id: SchemaNode.ID, _ value: Value,
        _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = true
        for (property, schema) in dependencies where value.member(property) != nil {
            if check(schema, value, &evaluated) { continue }
            valid = false
            if !goesOn { return false }
        }
        return valid
    }

    mutating func checkUnevaluatedProperties(
        _ rest: SchemaNode.ID, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        guard let known = evaluated, !known.all else { return true }
        var valid = true
        value.forEachMember { position, name, member in
            if known.contains(position) { return true }
            if !checkUnevaluated(rest, id, member, named: name) { valid = false }
            return valid || goesOn
        }
        evaluated?.all = true
        return valid
    }

    private mutating func checkUnevaluated(
        _ rest: SchemaNode.ID, _ id: SchemaNode.ID, _ member: Value, named name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard goesOn, graph.nodes[rest].isNever else { return checkMember(rest, member, named: name) }
        let name = String(decoding: name, as: UTF8.self)
        report?.path.append(.member(name))
        defer { report?.path.removeLast() }
        return fail(.unevaluatedProperties, id, member, "no member \(name)")
    }
}

extension Direction {
    /// What a property is that is not for messages of this direction.
    fileprivate var excluded: SchemaNode.Traits {
        switch self {
        case .request: .readOnly
        case .response: .writeOnly
        }
    }
}

extension Schema {
    /// Whether a declared property with this schema is refused in messages of the direction.
    package func isRefused(in direction: Direction) -> Bool {
        let snapshot = graph.snapshot
        return snapshot.assertions.refuses(snapshot.nodes[Int(id.index)].traits, direction)
    }
}

extension SchemaAssertions {
    fileprivate func refuses(_ traits: SchemaNode.Traits, _ direction: Direction) -> Bool {
        switch direction {
        case .request: readOnly && traits.contains(.readOnly)
        case .response: writeOnly && traits.contains(.writeOnly)
        }
    }
}
