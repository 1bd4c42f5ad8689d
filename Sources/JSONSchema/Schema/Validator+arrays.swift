// Checks the elements of arrays.

import JSONValues

extension Validator {
    /// Judges a value within the instance.
    mutating func checkElement(_ schema: SchemaNode.ID, _ element: Value, at position: Int) -> Bool {
        guard report != nil else { return verdictWithin(schema, element) }
        report?.path.append(.element(position))
        defer { report?.path.removeLast() }
        return checkWithin(schema, element)
    }

    /// Judges a value one level deeper.
    mutating func checkWithin(_ schema: SchemaNode.ID, _ value: Value) -> Bool {
        let outer = entry
        level += 1
        entry = schema
        defer {
            level -= 1
            entry = outer
        }
        return check(schema, value)
    }

    mutating func checkItems(
        _ items: Items, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = true
        value.forEachElement { position, element in
            guard let schema = position < items.prefix.count ? items.prefix[position] : items.rest else { return false }
            if position >= items.prefix.count, goesOn, graph.nodes[schema].isNever {
                valid = failSurplus(after: items.prefix.count, id, value)
                return false
            }
            if !checkElement(schema, element, at: position) { valid = false }
            return valid || goesOn
        }
        if items.rest != nil {
            evaluated?.all = true
        } else if evaluated != nil {
            for position in items.prefix.indices { evaluated?.insert(position) }
        }
        return valid
    }

    /// Reports an array that goes on where nothing may follow.
    private mutating func failSurplus(after count: Int, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        let isTuple = graph.nodes[id].dialect.isLegacy && count > 0
        let expected = "at most \(count.counted("element"))"
        return fail(isTuple ? .additionalItems : .items, id, value, expected, found: "\(value.count)")
    }

    mutating func checkContains(
        _ contains: Contains, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        let saved = suspendReport()
        var matches = 0
        value.forEachElement { position, element in
            if checkElement(contains.schema, element, at: position) {
                matches += 1
                evaluated?.insert(position)
                // Enough is known once the least is reached, unless there is a most, or someone asks which they are.
                return matches < contains.minimum || contains.maximum != nil || evaluated != nil
            }
            return true
        }
        resumeReport(saved)
        let tooMany = contains.maximum.map { matches > $0 } ?? false
        guard matches < contains.minimum || tooMany else { return true }
        guard goesOn else { return false }
        let wanted = describe(contains.schema)
        if let maximum = contains.maximum, tooMany {
            let expected = "at most \(maximum.counted("element")) that \(wanted)"
            return fail(.maxContains, id, value, expected, found: "\(matches)")
        }
        let keyword: KeywordName = graph.nodes[id].source["minContains"] == nil ? .contains : .minContains
        let expected = "at least \(contains.minimum.counted("element")) that \(wanted)"
        return fail(keyword, id, value, expected, found: "\(matches)")
    }

    mutating func checkUnique(_ id: SchemaNode.ID, _ value: Value) -> Bool {
        guard value.count > 1 else { return true }
        var first: [JSON: Int] = [:]
        var same: (Int, Int)?
        value.forEachElement { position, element in
            if let earlier = first.updateValue(position, forKey: element.json) {
                same = (earlier, position)
                return false
            }
            return true
        }
        guard let same else { return true }
        return fail(
            .uniqueItems, id, value, "elements that all differ", found: "the same at \(same.0) and \(same.1)")
    }

    mutating func checkUnevaluatedItems(
        _ rest: SchemaNode.ID, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        guard let known = evaluated, !known.all else { return true }
        var valid = true
        value.forEachElement { position, element in
            if known.contains(position) || checkElement(rest, element, at: position) { return true }
            valid = false
            return goesOn
        }
        evaluated?.all = true
        return valid
    }
}
