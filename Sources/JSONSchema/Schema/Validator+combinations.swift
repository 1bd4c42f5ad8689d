// Checks the applicators that put several schemas to the same instance.

import JSONValues

extension Validator {
    /// Where a `$dynamicRef` leads on the way that evaluation came.
    func target(of reference: DynamicReference) -> SchemaNode.ID {
        for resource in scope {
            let anchor = SchemaGraph.DynamicAnchor(resource: resource, name: reference.anchor)
            if let target = graph.dynamicAnchors[anchor] { return target }
        }
        return reference.initial
    }

    mutating func checkAll(_ schemas: [SchemaNode.ID], _ value: Value, _ evaluated: inout Evaluated?) -> Bool {
        var valid = true
        for schema in schemas where !check(schema, value, &evaluated) {
            valid = false
            if !goesOn { return false }
        }
        return valid
    }

    mutating func checkAny(
        _ alternatives: Alternatives, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = false
        var refused: SchemaNode.ID?
        let wantsAll = mayShowTooMuch(alternatives)
        let saved = suspendReport()
        for schema in alternatives.schemas {
            switch judge(branch: schema, value, &evaluated) {
            case .fails: continue
            case .isRefused: refused = refused ?? schema
            case .holds: valid = true
            }
            // Every branch that holds adds to what has been evaluated.
            if valid, evaluated == nil, !wantsAll { break }
        }
        resumeReport(saved)
        if let refused, !valid || wantsAll { return goesOn && check(refused, value) }
        return valid || failNearest(.anyOf, alternatives, id, value)
    }

    mutating func checkOne(
        _ alternatives: Alternatives, _ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        let schemas = alternatives.schemas
        var matches: [Int] = []
        var refused: SchemaNode.ID?
        let saved = suspendReport()
        for (index, schema) in schemas.enumerated() {
            switch judge(branch: schema, value, &evaluated) {
            case .fails: continue
            case .isRefused: refused = refused ?? schema
            case .holds: matches.append(index)
            }
            if matches.count > 1, saved == nil { break }
        }
        resumeReport(saved)
        if let refused, matches.isEmpty || mayShowTooMuch(alternatives) { return goesOn && check(refused, value) }
        if matches.count == 1 { return true }
        if matches.isEmpty { return failNearest(.oneOf, alternatives, id, value) }
        guard goesOn else { return false }
        let holding = matches.map { describe(branch: $0, of: schemas) }.joined(separator: ", ")
        return fail(
            .oneOf, id, value, "exactly one of the \(schemas.count) alternatives to hold",
            found: "\(matches.count) that do: \(holding)")
    }

    mutating func checkNot(_ schema: SchemaNode.ID, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        let saved = suspendReport()
        let holds = check(schema, value)
        resumeReport(saved)
        guard holds, goesOn else { return !holds }
        let refused = describe(schema)
        return fail(.not, id, value, "no value that \(refused)")
    }

    mutating func checkConditional(
        _ conditional: Conditional, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        let saved = suspendReport()
        let holds = checkBranch(conditional.condition, value, &evaluated)
        resumeReport(saved)
        guard let branch = holds ? conditional.then : conditional.otherwise else { return true }
        return check(branch, value, &evaluated)
    }

    /// Whether an answer may hold what one branch says to be for requests alone, though another branch takes it: that it is said
    /// once is enough ([validation, section 9.4](https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4)).
    /// A request may say what is for answers alone, since no notice need be taken of it.
    private func mayShowTooMuch(_ alternatives: Alternatives) -> Bool {
        direction == .response
            && alternatives.schemas.contains { graph.nodes[$0].traits.contains(.holdsWriteOnly) }
    }

    private enum BranchVerdict {
        case holds, fails
        /// It would hold, were it not for what is not for messages of this direction.
        case isRefused
    }

    private mutating func judge(
        branch: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> BranchVerdict {
        let before = refusals
        if checkBranch(branch, value, &evaluated) { return .holds }
        guard refusals != before, !takesBothDirections else { return .fails }
        takesBothDirections = true
        defer { takesBothDirections = false }
        return checkBranch(branch, value, &evaluated) ? .isRefused : .fails
    }

    /// A schema that may fail without the instance failing: what it evaluated counts only if it holds.
    private mutating func checkBranch(
        _ schema: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        guard evaluated != nil else { return check(schema, value) }
        var own: Evaluated? = Evaluated()
        guard check(schema, value, &own) else { return false }
        if let own { evaluated?.formUnion(own) }
        return true
    }

    /// The schema that the instance says it is of, nil where it does not say or names none of them.
    func branch(of discriminator: Discriminator?, _ value: Value) -> SchemaNode.ID? {
        guard let discriminator, value.kind == .object else { return nil }
        guard var tag = value.member(discriminator.property)?.string else { return nil }
        return tag.withUTF8 { discriminator.values.index(of: $0) }.map { discriminator.mapping[$0].schema }
    }

    /// A schema that stands for those that extend it: the one that the instance names applies too. Where evaluation comes from
    /// an extension already, only one that extends that further is of interest.
    mutating func checkSubtype(
        _ discriminator: Discriminator, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        guard let subtype = branch(of: discriminator, value) else { return true }
        for entry in active where entry.level == level {
            guard discriminator.mapping.contains(where: { $0.schema == entry.schema }) else { continue }
            guard graph.nodes.extends(subtype, entry.schema) else { return true }
        }
        return check(subtype, value, &evaluated)
    }
}

extension ContiguousArray<SchemaNode> {
    /// Whether a schema leads to another by references and `allOf` alone.
    fileprivate func extends(_ schema: SchemaNode.ID, _ base: SchemaNode.ID) -> Bool {
        var seen: Set<SchemaNode.ID> = [schema]
        var pending = [schema]
        while let id = pending.popLast() {
            if id == base { return true }
            for keyword in self[id].keywords {
                for next in keyword.unconditional where seen.insert(next).inserted { pending.append(next) }
            }
        }
        return false
    }
}
