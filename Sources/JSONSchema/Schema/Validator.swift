// Judges an instance by a compiled schema: one walk over both, for a verdict alone or for every violation.

/// The state of one validation. Without a report the first keyword that fails ends it.
struct Validator<Value: InstanceValue> {
    let graph: SchemaGraph.State
    let direction: Direction?
    let limits: SchemaLimits
    /// Nil where only the verdict is wanted.
    var report: ViolationReport?

    /// How many schemas are being evaluated, one within the other.
    var depth = 0
    /// How many have been evaluated in all.
    var steps = 0
    /// The schema resources that evaluation came through, for `$dynamicRef`; a resource follows itself only once.
    var scope: [ResourceID] = []
    /// The schemas on the way that can come back to themselves, each with the instance's depth it is evaluated at.
    var active: [(schema: SchemaNode.ID, level: Int)] = []
    /// How deep in the instance the walk is.
    var level = 0
    /// The schema that evaluation came to this level with.
    var entry: SchemaNode.ID

    init(schema: Schema, direction: Direction?, limits: SchemaLimits, report: ViolationReport?) {
        graph = schema.graph.snapshot
        self.direction = direction
        self.limits = limits
        self.report = report
        entry = schema.id
    }

    /// Goes on in another form of instance, for a verdict.
    init<Other>(continuing other: Validator<Other>, with schema: SchemaNode.ID) {
        graph = other.graph
        direction = other.direction
        limits = other.limits
        depth = other.depth
        steps = other.steps
        scope = other.scope
        level = other.level + 1
        entry = schema
    }

    /// Whether the instance satisfies the schema.
    mutating func check(_ id: SchemaNode.ID, _ value: Value) -> Bool {
        var evaluated: Evaluated?
        return check(id, value, &evaluated)
    }

    /// - Parameter evaluated: collects what the schema evaluates of the instance; nil where nobody asks.
    mutating func check(_ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?) -> Bool {
        let node = graph.nodes[Int(id.index)]
        if node.keywords.isEmpty { return true }
        guard depth < limits.depth, steps < limits.steps else { return giveUp(node, value) }
        depth += 1
        steps += 1
        defer { depth -= 1 }

        let reenters = node.traits.contains(.reenters)
        if reenters {
            // What is being decided further out adds nothing to its own decision.
            if active.contains(where: { $0.schema == id && $0.level == level }) { return true }
            active.append((id, level))
        }
        let entersResource = scope.last != node.resource
        if entersResource { scope.append(node.resource) }
        defer {
            if entersResource { scope.removeLast() }
            if reenters { active.removeLast() }
        }

        guard node.traits.contains(.collectsEvaluated) else { return checkKeywords(node, value, &evaluated) }
        var own: Evaluated? = Evaluated()
        let valid = checkKeywords(node, value, &own)
        if valid, evaluated != nil, let own { evaluated?.formUnion(own) }
        return valid
    }

    private mutating func checkKeywords(_ node: SchemaNode, _ value: Value, _ evaluated: inout Evaluated?) -> Bool {
        var valid = true
        for keyword in node.keywords {
            if check(keyword, of: node, value, &evaluated) { continue }
            valid = false
            guard report != nil else { return false }
            // Of the wrong type there is no more to say.
            if case .type = keyword { return false }
        }
        return valid
    }

    private mutating func check(
        _ keyword: Keyword, of node: SchemaNode, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        switch keyword {
        case .never: return fail("false", node, value, "nothing")
        case .type(let types): return checkType(types, node, value)
        case .enumeration(let values): return checkEnumeration(values, node, value)
        case .const(let expected):
            return value.equals(expected) || fail(.const, node, value, expected.excerpt)
        case .multipleOf(let divisor):
            guard let number = value.number else { return true }
            return number.isMultiple(of: divisor)
                || fail(.multipleOf, node, value, "a multiple of \(divisor.text)")
        case .minimum(let bound): return checkMinimum(bound, node, value)
        case .maximum(let bound): return checkMaximum(bound, node, value)
        case .minLength(let count): return value.kind != .string || checkMinLength(count, node, value)
        case .maxLength(let count): return value.kind != .string || checkMaxLength(count, node, value)
        case .pattern(let pattern): return value.kind != .string || checkPattern(pattern, node, value)
        case .format(let format, asserted: true): return checkFormat(format, node, value)
        case .format(_, asserted: false): return true
        case .content(let content):
            return !content.asserted || value.kind != .string || checkContent(content, node, value)
        case .minItems(let count):
            return value.kind != .array || value.count >= count
                || fail(.minItems, node, value, "at least \(count.counted("element"))", found: "\(value.count)")
        case .maxItems(let count):
            return value.kind != .array || value.count <= count
                || fail(.maxItems, node, value, "at most \(count.counted("element"))", found: "\(value.count)")
        case .uniqueItems: return value.kind != .array || checkUnique(node, value)
        case .items(let items): return value.kind != .array || checkItems(items, node, value, &evaluated)
        case .contains(let contains): return value.kind != .array || checkContains(contains, node, value, &evaluated)
        case .minProperties(let count):
            return value.kind != .object || value.count >= count
                || fail(.minProperties, node, value, "at least \(count.counted("property"))", found: "\(value.count)")
        case .maxProperties(let count):
            return value.kind != .object || value.count <= count
                || fail(.maxProperties, node, value, "at most \(count.counted("property"))", found: "\(value.count)")
        case .required(let required):
            return required.inProperties || value.kind != .object || checkRequired(required.names, node, value)
        case .properties(let properties):
            return value.kind != .object || checkProperties(properties, node, value, &evaluated)
        case .propertyNames(let names): return value.kind != .object || checkNames(names, node, value)
        case .dependentRequired(let dependencies):
            return value.kind != .object || checkDependencies(dependencies, node, value)
        case .dependentSchemas(let dependencies):
            return value.kind != .object || checkDependencies(dependencies, node, value, &evaluated)
        case .reference(let reference): return check(reference.target, value, &evaluated)
        case .dynamicReference(let reference): return check(target(of: reference), value, &evaluated)
        case .allOf(let schemas): return checkAll(schemas, value, &evaluated)
        case .anyOf(let alternatives):
            if let branch = branch(of: alternatives.discriminator, value) { return check(branch, value, &evaluated) }
            return checkAny(alternatives, node, value, &evaluated)
        case .oneOf(let alternatives):
            if let branch = branch(of: alternatives.discriminator, value) { return check(branch, value, &evaluated) }
            return checkOne(alternatives, node, value, &evaluated)
        case .not(let schema): return checkNot(schema, node, value)
        case .conditional(let conditional): return checkConditional(conditional, value, &evaluated)
        case .subtypes(let discriminator): return checkSubtype(discriminator, value, &evaluated)
        case .unevaluatedItems(let rest):
            return value.kind != .array || checkUnevaluatedItems(rest, node, value, &evaluated)
        case .unevaluatedProperties(let rest):
            return value.kind != .object || checkUnevaluatedProperties(rest, node, value, &evaluated)
        }
    }
}

/// How far a validation may go before it gives up, which is a violation too.
package struct SchemaLimits: Hashable, Sendable {
    /// Of schemas within schemas, counted along the way that evaluation takes.
    package var depth: Int
    /// Evaluations of a schema in all: alternatives within alternatives multiply.
    package var steps: Int
    /// Violations that are reported, nested ones included.
    package var violations: Int

    package init(depth: Int = 1_200, steps: Int = 5_000_000, violations: Int = 100) {
        self.depth = depth
        self.steps = steps
        self.violations = violations
    }

    package static let standard = SchemaLimits()
}

extension Int {
    func counted(_ noun: String) -> String {
        if self == 1 { return "1 \(noun)" }
        return noun.hasSuffix("y") ? "\(self) \(noun.dropLast())ies" : "\(self) \(noun)s"
    }
}
