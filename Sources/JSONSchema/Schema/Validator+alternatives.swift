// Finds the alternative that an instance came nearest to, and names schemas in messages.

import JSONValues

extension Validator {
    /// Reports an `anyOf` or `oneOf` that no alternative satisfies, with what is wrong by the nearest of them.
    mutating func failNearest(
        _ keyword: KeywordName, _ alternatives: Alternatives, _ id: SchemaNode.ID, _ value: Value
    ) -> Bool {
        guard goesOn, let outer = report else { return false }
        let schemas = alternatives.schemas
        var best: (index: Int, violations: [SchemaViolation], distance: Int)?
        for (index, schema) in schemas.enumerated() {
            let inner = ViolationReport(within: outer)
            report = inner
            // With no room for details nothing is gained by looking for them.
            if !inner.isFull { _ = check(schema, value) }
            let violations = report?.violations ?? []
            let distance = violations.distance(from: outer.path.count)
            if best.map({ distance < $0.distance }) ?? true { best = (index, violations, distance) }
        }
        report = outer
        let nearest = best.map { ", nearest to \(describe(branch: $0.index, of: schemas))" } ?? ""
        let tags = alternatives.discriminator.map { discriminator in
            let values = discriminator.mapping.prefix(12).map(\.value).joined(separator: ", ")
            return " that \(discriminator.property) tells apart: \(values)"
        }
        return add(
            keyword.text, id, found: value.excerpt + nearest,
            expected: "one of \(schemas.count) alternatives\(tags ?? "")", nested: best?.violations ?? [])
    }

    /// What a schema asks for, in few words: its name or title, else its type.
    func describe(_ id: SchemaNode.ID) -> String {
        let node = graph.nodes[id]
        if let name = name(of: id) { return "satisfies \(name)" }
        for case .type(let types) in node.keywords { return "is of type \(types.names.joined(separator: " or "))" }
        return "satisfies \(graph.locations.place(of: node.location))"
    }

    /// An alternative by its name, if it has one, and its position from 0.
    func describe(branch index: Int, of schemas: [SchemaNode.ID]) -> String {
        name(of: schemas[index]).map { "\($0) (number \(index))" } ?? "number \(index)"
    }

    private func name(of id: SchemaNode.ID) -> String? {
        let node = graph.nodes[id]
        if let title = node.title { return title }
        for case .reference(let reference) in node.keywords {
            return graph.locations.place(of: graph.nodes[reference.target].location).name
        }
        return graph.locations.place(of: node.location).name
    }
}

extension [SchemaViolation] {
    /// How far an instance is from what an alternative asks for: of another type it is far, with another tag too, and what is
    /// wrong deeper within says that everything further out was right.
    fileprivate func distance(from depth: Int) -> Int {
        reduce(0) { sum, violation in
            let isDeeper = violation.instance.tokens.count > depth
            let distance =
                switch violation.keyword {
                case "type", "false": isDeeper ? 10 : 1_000
                case "const", "enum": isDeeper ? 100 : 500
                case "oneOf", "anyOf": Swift.max(10, violation.nested.distance(from: depth))
                case "required": isDeeper ? 5 : 20
                default: isDeeper ? 5 : 10
                }
            return sum + distance
        }
    }
}
