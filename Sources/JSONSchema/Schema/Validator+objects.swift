// Checks the members of objects.

extension Validator {
    mutating func checkMember(_ schema: SchemaNode.ID, _ member: Value, named name: UnsafeBufferPointer<UInt8>) -> Bool
    {
        level += 1
        if report != nil { report?.path.append(.member(String(decoding: name, as: UTF8.self))) }
        defer {
            level -= 1
            report?.path.removeLast()
        }
        return check(schema, member)
    }

    mutating func checkProperties(
        _ properties: Properties, _ node: SchemaNode, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = true
        var hint = 0
        var missing = properties.requiredCount
        var seen: [Bool] = []
        value.forEachMember { position, name, member in
            var schema: SchemaNode.ID?
            if let index = properties.table.index(of: name, hint: hint) {
                hint = index + 1
                if properties.required[index] {
                    missing -= 1
                    if report != nil {
                        if seen.isEmpty { seen = [Bool](repeating: false, count: properties.table.count) }
                        seen[index] = true
                    }
                }
                if index < properties.declared.count { schema = properties.declared[index].schema }
            }
            var known = schema != nil
            if let schema, !checkMember(schema, member, named: name) { valid = false }
            for (pattern, schema) in properties.patterns where pattern.verdict(on: name) == .match {
                known = true
                if !checkMember(schema, member, named: name) { valid = false }
            }
            if !known, let additional = properties.additional {
                known = true
                if !checkMember(additional, member, named: name) { valid = false }
            }
            if known { evaluated?.insert(position) }
            return valid || report != nil
        }
        guard valid || report != nil else { return false }
        if missing > 0 {
            for (index, name) in properties.table.names.enumerated()
            where properties.required[index] && (index >= seen.count || !seen[index]) {
                valid = fail(.required, node, value, "a member \(name)", found: "none")
            }
        }
        return valid
    }

    mutating func checkRequired(_ required: Required, _ node: SchemaNode, _ value: Value) -> Bool {
        var present = [Bool](repeating: false, count: required.table.count)
        var missing = required.table.count
        value.forEachMember { _, name, _ in
            if let index = required.table.index(of: name, hint: required.table.count - missing) {
                present[index] = true
                missing -= 1
            }
            return missing > 0
        }
        guard missing > 0 else { return true }
        guard report != nil else { return false }
        for (index, name) in required.table.names.enumerated() where !present[index] {
            _ = fail(.required, node, value, "a member \(name)", found: "none")
        }
        return false
    }

    mutating func checkNames(_ names: SchemaNode.ID, _ node: SchemaNode, _ value: Value) -> Bool {
        var valid = true
        value.forEachMember { _, name, _ in
            let name = String(decoding: name, as: UTF8.self)
            if checkName(names, name) { return true }
            valid = false
            guard report != nil else { return false }
            let wanted = describe(names)
            return !fail(.propertyNames, node, value, "names that \(wanted)", found: JSON.string(name).excerpt)
        }
        return valid
    }

    /// A name is an instance of its own, a string, in whatever form the instance comes.
    private func checkName(_ schema: SchemaNode.ID, _ name: String) -> Bool {
        var validator = Validator<JSON>(continuing: self)
        return validator.check(schema, .string(name))
    }

    mutating func checkDependencies(
        _ dependencies: [(property: String, names: [String])], _ node: SchemaNode, _ value: Value
    ) -> Bool {
        var valid = true
        let present = names(of: value)
        for (property, names) in dependencies where present.contains(property) {
            for name in names where !present.contains(name) {
                let keyword: KeywordName = node.source["dependentRequired"] == nil ? .dependencies : .dependentRequired
                valid = fail(keyword, node, value, "a member \(name), since there is \(property)", found: "none")
                if report == nil { return false }
            }
        }
        return valid
    }

    mutating func checkDependencies(
        _ dependencies: [(property: String, schema: SchemaNode.ID)], _ node: SchemaNode, _ value: Value,
        _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = true
        let present = names(of: value)
        for (property, schema) in dependencies where present.contains(property) {
            if check(schema, value, &evaluated) { continue }
            valid = false
            if report == nil { return false }
        }
        return valid
    }

    private func names(of value: Value) -> Set<String> {
        var names: Set<String> = []
        value.forEachMember { _, name, _ in
            names.insert(String(decoding: name, as: UTF8.self))
            return true
        }
        return names
    }

    mutating func checkUnevaluatedProperties(
        _ rest: SchemaNode.ID, _ node: SchemaNode, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        guard let known = evaluated, !known.all else { return true }
        var valid = true
        value.forEachMember { position, name, member in
            if known.contains(position) || checkMember(rest, member, named: name) { return true }
            valid = false
            return report != nil
        }
        evaluated?.all = true
        return valid
    }
}
