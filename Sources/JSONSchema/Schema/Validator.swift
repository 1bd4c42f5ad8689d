// Judges an instance by a compiled schema: one walk over both, for a verdict alone or for every violation.

import JSONValues

/// The state of one validation. Without a report the first keyword that fails ends it.
struct Validator<Value: InstanceValue> {
    let graph: SchemaGraph.Snapshot
    let direction: Direction?
    let limits: SchemaLimits
    /// The whole instance.
    let root: Value
    /// Nil where only the verdict is wanted.
    var report: ViolationReport?

    /// How many schemas are being evaluated, one within the other.
    var depth = 0
    /// Where on the stack the validation began.
    private let stackTop: UInt
    /// How many may still be evaluated; nil once that has been raised to what the instance's size allows.
    var steps: Int
    var mayExtend = true
    /// Whether a limit was reached: then nothing that was found out since counts.
    var hasGivenUp = false
    /// Whether there is any `$dynamicRef`, so that the way that evaluation takes matters.
    let tracksScope: Bool
    /// The schema resources that evaluation came through; a resource follows itself only once.
    var scope: [ResourceID] = []
    /// The schemas on the way that can come back to themselves, each with the instance's depth it is evaluated at.
    var active: [(schema: SchemaNode.ID, level: Int)] = []
    /// How deep in the instance the walk is.
    var level = 0
    /// How many properties have been met that are not for messages of this direction.
    var refusals = 0
    /// Whether they are taken all the same, to see what else is wrong.
    var takesBothDirections = false
    /// The schema that evaluation came to this level with.
    var entry: SchemaNode.ID

    init(_ schema: Schema, _ root: Value, direction: Direction?, limits: SchemaLimits, report: ViolationReport?) {
        graph = schema.graph.snapshot
        self.direction = direction
        self.limits = limits
        self.root = root
        self.report = report
        stackTop = currentStackAddress()
        steps = limits.steps
        tracksScope = !graph.dynamicAnchors.isEmpty
        entry = schema.id
    }

    /// Whether the instance satisfies the schema.
    mutating func check(_ id: SchemaNode.ID, _ value: Value) -> Bool {
        if report == nil { return verdict(id, value) }
        var evaluated: Evaluated?
        return check(id, value, &evaluated)
    }

    /// - Parameter evaluated: collects what the schema evaluates of the instance; nil where nobody asks.
    mutating func check(_ id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?) -> Bool {
        let node = graph.nodes[id]
        if node.keywords.isEmpty { return true }
        guard begin() else { return giveUp(id) }
        defer { depth -= 1 }

        let reenters = node.traits.contains(.reenters)
        if reenters {
            // What is being decided further out adds nothing to its own decision.
            if active.contains(where: { $0.schema == id && $0.level == level }) { return true }
            active.append((id, level))
        }
        let entersResource = tracksScope && scope.last != node.resource
        if entersResource { scope.append(node.resource) }
        defer {
            if entersResource { scope.removeLast() }
            if reenters { active.removeLast() }
        }

        guard node.traits.contains(.collectsEvaluated) else { return checkKeywords(of: id, value, &evaluated) }
        var own: Evaluated? = Evaluated()
        let valid = checkKeywords(of: id, value, &own)
        if valid, evaluated != nil, let own { evaluated?.formUnion(own) }
        return valid
    }

    private mutating func checkKeywords(
        of id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        var valid = true
        for keyword in graph.nodes[id].keywords {
            if check(keyword, of: id, value, &evaluated) { continue }
            valid = false
            guard goesOn else { return false }
            // Of the wrong type there is no more to say.
            if case .type = keyword { return false }
        }
        return valid
    }

    /// Judges a value that does not stand in the instance itself, such as a name: whether it satisfies a schema.
    mutating func accepts(_ json: JSON, _ schema: SchemaNode.ID) -> Bool {
        var validator = Validator<JSON>(within: self, json, schema)
        defer {
            steps = validator.steps
            hasGivenUp = hasGivenUp || validator.hasGivenUp
        }
        return validator.verdict(schema, json)
    }

    private init<Outer>(within outer: Validator<Outer>, _ root: Value, _ schema: SchemaNode.ID) {
        graph = outer.graph
        direction = outer.direction
        limits = outer.limits
        self.root = root
        depth = outer.depth
        stackTop = outer.stackTop
        steps = outer.steps
        tracksScope = outer.tracksScope
        scope = outer.scope
        level = outer.level + 1
        entry = schema
    }

    /// Whether another schema may be evaluated; then it has begun.
    @inline(__always)
    mutating func begin() -> Bool {
        guard depth < limits.depth, steps > 0 || extend(), stackIsLeft else { return false }
        depth += 1
        steps -= 1
        return true
    }

    /// A frame is of another size in every build, so that a count of them says too little.
    @inline(__always)
    private var stackIsLeft: Bool {
        let here = currentStackAddress()
        return (stackTop > here ? stackTop - here : here - stackTop) < limits.stack
    }

    /// A large instance may take as many steps as it has values, times what a value may cost.
    @inline(never)
    private mutating func extend() -> Bool {
        guard mayExtend else { return false }
        mayExtend = false
        steps = max(
            0, root.valueCount.multipliedReportingOverflow(by: limits.stepsPerValue).partialValue - limits.steps)
        return steps > 0
    }
}

/// How far a validation may go before it gives up, which is a violation too.
package struct SchemaLimits: Hashable, Sendable {
    /// Of schemas within schemas, counted along the way that evaluation takes.
    package var depth: Int
    /// Bytes of the stack. The smallest that threads are given is 512 KiB, some of which the caller has used.
    package var stack: UInt
    /// Evaluations of a schema in all: alternatives within alternatives multiply.
    package var steps: Int
    /// How many of them each value of the instance is good for, where that makes more.
    package var stepsPerValue: Int
    /// Violations that are reported, nested ones included.
    package var violations: Int

    package init(
        depth: Int = 1_200, stack: UInt = 320 << 10, steps: Int = 1_000_000, stepsPerValue: Int = 100,
        violations: Int = 100
    ) {
        self.depth = depth
        self.stack = stack
        self.steps = steps
        self.stepsPerValue = stepsPerValue
        self.violations = violations
    }

    /// The limits that hold where none are given.
    package static let standard = SchemaLimits()
}

/// The address of a variable of the caller's, or near it. Safe: the number is compared, never followed.
@inline(__always)
private func currentStackAddress() -> UInt {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
}
