// Collects violations: where in the instance, and how many are still wanted.

import JSONValues

/// What a validation reports to.
struct ViolationReport {
    enum Step {
        case member(String)
        case element(Int)
    }

    /// The way into the instance.
    var path: [Step] = []
    private(set) var violations: [SchemaViolation] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// A report on one alternative among others: the further in, the less of it is wanted.
    init(within outer: ViolationReport) {
        path = outer.path
        limit = min(outer.limit / 2, 10)
    }

    var isFull: Bool { violations.count >= limit }

    mutating func add(_ violation: SchemaViolation) {
        if !isFull { violations.append(violation) }
    }

    var pointer: JSONPointer {
        JSONPointer(
            path.map { step in
                switch step {
                case .member(let name): name
                case .element(let position): String(position)
                }
            })
    }
}

extension Validator {
    /// Whether to look for more once something is wrong.
    var goesOn: Bool { report.map { !$0.isFull && !hasGivenUp } ?? false }

    /// Takes the report away while a schema is tried whose failure is none of the instance's.
    mutating func suspendReport() -> ViolationReport? {
        defer { report = nil }
        return report
    }

    mutating func resumeReport(_ saved: ViolationReport?) { report = saved }

    /// Reports that a keyword failed, if anyone listens. Always false, so that a check can end with it.
    mutating func fail(
        _ keyword: KeywordName, _ id: SchemaNode.ID, _ value: Value, _ expected: @autoclosure () -> String,
        found: @autoclosure () -> String? = nil
    ) -> Bool {
        guard goesOn else { return false }
        return add(keyword.text, id, found: found() ?? value.excerpt, expected: expected())
    }

    /// Reports an instance that may not be there at all.
    mutating func failNever(_ id: SchemaNode.ID, _ value: Value) -> Bool {
        guard goesOn else { return false }
        return add("false", id, found: value.excerpt, expected: "nothing")
    }

    mutating func add(
        _ keyword: String, _ id: SchemaNode.ID, found: String, expected: String, nested: [SchemaViolation] = []
    ) -> Bool {
        guard goesOn, let pointer = report?.pointer else { return false }
        let place = graph.locations.place(of: graph.nodes[id].location)
        let schema = keyword == "false" ? "\(place)" : "\(place)/\(keyword)"
        let instance = pointer.tokens.isEmpty ? "The value" : "\(pointer)"
        report?.add(
            SchemaViolation(
                instance: pointer, schema: schema, keyword: keyword, found: found, expected: expected,
                message: "\(instance): found \(found), expected \(expected)\(nested.summary).", nested: nested))
        return false
    }

    /// Ends an evaluation that goes too deep or too long, and with it the validation.
    mutating func giveUp(_ id: SchemaNode.ID) -> Bool {
        hasGivenUp = true
        steps = 0
        mayExtend = false
        return false
    }

    /// What is to be said of a validation that was given up.
    var surrender: SchemaViolation {
        let expected = "a verdict within the limits: schemas \(limits.depth) deep, \(limits.steps) evaluations"
        let found = "a schema that takes more for this value"
        return SchemaViolation(
            instance: .root, schema: "\(graph.locations.place(of: graph.nodes[entry].location))", keyword: "limit",
            found: found, expected: expected, message: "The value: found \(found), expected \(expected).", nested: [])
    }
}

extension [SchemaViolation] {
    /// The first of those that an alternative has, and how many there are besides.
    fileprivate var summary: String {
        guard let first else { return "" }
        let more = count > 1 ? " (and \(count - 1) more)" : ""
        return "; by that, \(first.message.dropLast())\(more)"
    }
}
