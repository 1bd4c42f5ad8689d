// Examples for types and answers: the contract's own, put together from those of the parts, or sampled.

import JSONValues
import JSONSchema
import OpenAPIContract

/// Finds values that fit their schemas. What does not fit is no example, whatever the contract calls it.
struct ExampleFinder {
    /// A value made up for a schema, where the contract gives none.
    let sample: @Sendable (Schema, Direction) -> JSON?
    /// Those found; the inner optional is nil where there is none.
    private var found: [Key: JSON?] = [:]
    private struct Key: Hashable {
        let schema: Schema
        let direction: Direction
    }

    /// Examples of bodies, by the schema that they are of.
    private var given: [Schema: [JSON]] = [:]
    /// Those that have a name.
    private var namedExamples: [Schema: [(name: String, value: JSON)]] = [:]

    init(_ model: ClientModel, sample: @escaping @Sendable (Schema, Direction) -> JSON?) {
        self.sample = sample
        for operation in model.operations.map(\.operation) {
            for media in (operation.body?.content ?? []) + operation.responses.flatMap(\.content) {
                guard let schema = media.schema, !media.examples.isEmpty else { continue }
                let normalized = NormalizedSchema(schema).schema
                given[normalized, default: []] += media.examples.map(\.value)
                for example in media.examples {
                    guard let name = example.name else { continue }
                    namedExamples[normalized, default: []].append((name, example.value))
                }
                // A list's elements are examples as well.
                for element in normalized.node.elementSchemas.map({ NormalizedSchema(normalized[$0]).schema }) {
                    given[element, default: []] += media.examples.compactMap { $0.value.array?.first }
                }
            }
        }
    }

    /// The examples of a schema that have a name and fit it, each name once.
    func named(_ schema: Schema) -> [(name: String, value: JSON)] {
        let schema = NormalizedSchema(schema).schema
        return (namedExamples[schema] ?? []).reduce(into: []) { named, example in
            guard !named.contains(where: { $0.name == example.name }),
                schema.accepts(example.value, direction: .response)
            else { return }
            named.append(example)
        }
    }

    mutating func example(_ schema: Schema, _ direction: Direction = .response) -> JSON? {
        let schema = NormalizedSchema(schema).schema
        let key = Key(schema: schema, direction: direction)
        if let known = found[key] { return known }
        // Meanwhile, for a schema that contains itself.
        found[key] = .some(nil)
        let own = schema.node.examples + (given[schema] ?? [])
        let example =
            own.first { schema.accepts($0, direction: direction) } ?? composed(schema, direction)
            ?? fitting(sample(schema, direction), schema, direction)
        found[key] = .some(example)
        return example
    }

    private mutating func composed(_ schema: Schema, _ direction: Direction) -> JSON? {
        let constraints = Constraints([schema])
        let candidate: JSON?
        if let values = constraints.values {
            candidate = values.first
        } else if let group = constraints.groups.first, constraints.members.isEmpty {
            candidate = group.branches.lazy.map { branch in NormalizedSchema(branch).schema }.filter { !$0.isNull }
                .first.flatMap {
                    example($0, direction)
                }
        } else {
            switch constraints.kinds.first {
            case TypeSet.boolean: candidate = true
            case TypeSet.integer, TypeSet.number: candidate = .number(constraints.minimum ?? JSONNumber(1))
            case TypeSet.string: candidate = .string(constraints.exampleText)
            case TypeSet.array:
                candidate = .array(constraints.items.first.flatMap { example($0, direction) }.map { [$0] } ?? [])
            case TypeSet.object:
                if let map = fitting(map(constraints, direction), schema, direction) { return map }
                candidate = object(constraints, direction)
            default: candidate = nil
            }
        }
        return fitting(candidate, schema, direction)
    }

    private func fitting(_ value: JSON?, _ schema: Schema, _ direction: Direction) -> JSON? {
        guard let value, schema.accepts(value, direction: direction) else { return nil }
        return value
    }

    /// One member, of a dictionary: an empty one shows nothing, and cannot be written into a path.
    private mutating func map(_ constraints: Constraints, _ direction: Direction) -> JSON? {
        guard constraints.members.isEmpty, let schema = constraints.additional.first else { return nil }
        return example(schema, direction).map { .object(JSONObject([("key", $0)])) }
    }

    /// All members that an example is found for; those that must be there are needed.
    private mutating func object(_ constraints: Constraints, _ direction: Direction) -> JSON? {
        var members: [(String, JSON)] = []
        for member in constraints.members where !constraints.forbidden.contains(member.name) {
            let memberConstraints = Constraints(member.schemas)
            if direction == .request ? memberConstraints.isReadOnly : memberConstraints.isWriteOnly { continue }
            if let value = member.schemas.lazy.compactMap({ $0.node.examples.first }).first
                ?? example(member.schemas[0], direction)
            {
                members.append((member.name, value))
            } else if constraints.required.contains(member.name) {
                return nil
            }
        }
        return .object(JSONObject(members))
    }
}

extension SchemaNode {
    fileprivate var elementSchemas: [ID] {
        keywords.compactMap { if case .items(let items) = $0 { items.rest } else { nil } }
    }
}

extension Constraints {
    fileprivate var exampleText: String {
        switch format {
        case "date-time": "2024-02-29T12:00:00Z"
        case "date": "2024-02-29"
        case "uuid": "6f1ed002-ab5e-4a5e-b6a2-1d3c4f5e6a7b"
        case "uri", "url": "https://example.com/"
        case "email": "ada@example.com"
        case "byte": "Y291bnRlcnBhcnQ="
        case "hostname": "example.com"
        case "ipv4": "192.0.2.1"
        case "ipv6": "2001:db8::1"
        default: contentEncoding == "base64" ? "Y291bnRlcnBhcnQ=" : "text"
        }
    }
}
