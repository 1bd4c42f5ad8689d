// Collects violations, and puts what is wrong into sentences.

/// What a validation reports to: the way into the instance, and the violations so far.
struct ViolationReport {
    enum Step {
        case member(String)
        case element(Int)
    }

    var path: [Step] = []
    var violations: [SchemaViolation] = []

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
        guard report != nil else { return false }
        return fail(keyword.text, id, value, expected(), found: found() ?? value.json.excerpt)
    }

    mutating func fail(
        _ keyword: String, _ id: SchemaNode.ID, _ value: Value, _ expected: @autoclosure () -> String,
        found: String? = nil, nested: [SchemaViolation] = []
    ) -> Bool {
        guard let report, report.violations.count < limits.violations else { return false }
        let pointer = report.pointer
        let place = graph.locations.place(of: graph.nodes[id].location)
        let schema = keyword == "false" ? "\(place)" : "\(place)/\(keyword)"
        let (found, expected) = (found ?? value.json.excerpt, expected())
        let instance = pointer.tokens.isEmpty ? "The value" : "\(pointer)"
        let reason = nested.isEmpty ? "" : "; by the nearest, \(nested.map(\.message).joined(separator: " "))"
        self.report?.violations.append(
            SchemaViolation(
                instance: pointer, schema: schema, keyword: keyword, found: found, expected: expected,
                message: "\(instance): found \(found), expected \(expected)\(reason).", nested: nested))
        return false
    }

    /// Ends an evaluation that goes too deep or too long.
    mutating func giveUp(_ id: SchemaNode.ID, _ value: Value) -> Bool {
        let limit = depth >= limits.depth ? "a depth of \(limits.depth)" : "\(limits.steps) evaluations"
        return fail("limit", id, value, "a verdict within \(limit)", found: "a schema that goes further")
    }

    /// Reports an `anyOf` or `oneOf` that no alternative satisfies, with what is wrong by the nearest of them.
    mutating func failNearest(
        _ keyword: KeywordName, _ alternatives: Alternatives, _ id: SchemaNode.ID, _ value: Value
    ) -> Bool {
        guard let outer = report else { return false }
        let schemas = alternatives.schemas
        var best: (index: Int, violations: [SchemaViolation], distance: Int)?
        for (index, schema) in schemas.enumerated() {
            report = ViolationReport(path: outer.path)
            _ = check(schema, value)
            let violations = report?.violations ?? []
            let distance = violations.reduce(0) { $0 + $1.distance(from: outer.path.count) }
            if best.map({ distance < $0.distance }) ?? true { best = (index, violations, distance) }
        }
        report = outer
        let nearest = best.map { describe(branch: $0.index, of: schemas) } ?? ""
        let found = "\(value.json.excerpt), nearest to \(nearest)"
        let tags = alternatives.discriminator.map { discriminator in
            let values = discriminator.mapping.prefix(12).map(\.value).joined(separator: ", ")
            return " that \(discriminator.property) tells apart: \(values)"
        }
        return fail(
            keyword.text, id, value, "one of \(schemas.count) alternatives\(tags ?? "")", found: found,
            nested: best?.violations ?? [])
    }

    /// What a schema asks for, in few words: its name or title, else its type.
    func describe(_ id: SchemaNode.ID) -> String {
        let node = graph.nodes[id]
        if let name = name(of: id) { return "satisfies \(name)" }
        for case .type(let types) in node.keywords { return "is of type \(types.names.joined(separator: " or "))" }
        return "satisfies \(graph.locations.place(of: node.location))"
    }

    func describe(branch index: Int, of schemas: [SchemaNode.ID]) -> String {
        name(of: schemas[index]).map { "\($0) (number \(index))" } ?? "number \(index)"
    }

    private func name(of id: SchemaNode.ID) -> String? {
        let node = graph.nodes[id]
        if let title = graph.nodes[id].source["title"]?.string { return title }
        for case .reference(let reference) in node.keywords {
            let target = graph.nodes[reference.target]
            return graph.locations.place(of: target.location).name
        }
        return graph.locations.place(of: node.location).name
    }
}

extension SchemaViolation {
    /// How far an instance is from what a branch asks for: of another type it is far, with another tag too, and what is wrong
    /// deeper within says that everything further out was right.
    fileprivate func distance(from depth: Int) -> Int {
        let isDeeper = instance.tokens.count > depth
        return switch keyword {
        case "type", "false": isDeeper ? 10 : 1_000
        case "const", "enum": isDeeper ? 100 : 500
        case "required": isDeeper ? 5 : 20
        default: isDeeper ? 5 : 10
        }
    }
}
