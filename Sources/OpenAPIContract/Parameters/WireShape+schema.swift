// Reads a wire shape off a compiled schema.

import JSONSchema

extension WireShape {
    /// Any shape without a schema. Text holds no more than a few levels, so that a recursive schema ends too.
    convenience init(_ schema: Schema?) {
        let outline = schema.map { WireOutline($0, depth: 0) } ?? WireOutline()
        self.init(outline)
    }

    private convenience init(_ outline: WireOutline) {
        self.init(
            kinds: outline.kinds, items: outline.items.map { WireShape($0[0]) },
            properties: outline.properties.map { (name: $0.name, shape: WireShape($0.outline)) },
            additional: outline.additional.map { WireShape($0[0]) }, isBinary: outline.isBinary)
    }
}

/// A shape under construction: schemas narrow it (`allOf`) or widen it (`anyOf`, `oneOf`).
private struct WireOutline {
    private static let deepest = 6

    var kinds = WireShape.Kinds.any
    /// One element, or none where nothing is said.
    var items: [WireOutline]?
    var properties: [(name: String, outline: WireOutline)] = []
    var additional: [WireOutline]?
    var isBinary = false

    init() {}

    init(_ schema: Schema, depth: Int) {
        guard depth < Self.deepest else { return }
        let node = schema.node
        if node.source["format"]?.string == "binary" || node.source["contentEncoding"] != nil {
            isBinary = true
        }
        for keyword in node.keywords {
            switch keyword {
            case .type(let types): kinds.formIntersection(WireShape.Kinds(types))
            case .enumeration(let values):
                kinds.formIntersection(values.reduce(into: []) { $0.formUnion(.init(of: $1)) })
            case .const(let value): kinds.formIntersection(.init(of: value))
            case .items(let items):
                let elements = (items.rest.map { [$0] } ?? []) + items.prefix
                self.items = elements.first.map { [WireOutline(schema[$0], depth: depth + 1)] }
            case .properties(let declared):
                for property in declared.declared {
                    add(property.name, WireOutline(schema[property.schema], depth: depth + 1))
                }
                additional = declared.additional.map { [WireOutline(schema[$0], depth: depth + 1)] } ?? additional
            case .reference(let reference): narrow(to: WireOutline(schema[reference.target], depth: depth + 1))
            case .dynamicReference(let reference): narrow(to: WireOutline(schema[reference.initial], depth: depth + 1))
            case .allOf(let schemas): for id in schemas { narrow(to: WireOutline(schema[id], depth: depth + 1)) }
            case .anyOf(let alternatives), .oneOf(let alternatives):
                narrow(to: union(of: alternatives.schemas, in: schema, depth: depth))
            case .never, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .format, .content,
                .minItems,
                .maxItems, .uniqueItems, .contains, .minProperties, .maxProperties, .required, .propertyNames,
                .dependentRequired, .dependentSchemas, .not, .conditional, .subtypes, .unevaluatedItems,
                .unevaluatedProperties:
                break
            }
        }
    }

    private func union(of schemas: [SchemaNode.ID], in schema: Schema, depth: Int) -> WireOutline {
        var union = WireOutline()
        union.kinds = []
        for id in schemas {
            let branch = WireOutline(schema[id], depth: depth + 1)
            union.kinds.formUnion(branch.kinds)
            union.items = union.items ?? branch.items
            union.additional = union.additional ?? branch.additional
            union.isBinary = union.isBinary || branch.isBinary
            for (name, outline) in branch.properties { union.widen(name, outline) }
        }
        return union
    }

    private mutating func narrow(to other: WireOutline) {
        kinds.formIntersection(other.kinds)
        items = items ?? other.items
        additional = additional ?? other.additional
        isBinary = isBinary || other.isBinary
        for (name, outline) in other.properties { add(name, outline) }
    }

    private mutating func add(_ name: String, _ outline: WireOutline) {
        if let known = properties.firstIndex(where: { $0.name == name }) {
            properties[known].outline.narrow(to: outline)
        } else {
            properties.append((name, outline))
        }
    }

    private mutating func widen(_ name: String, _ outline: WireOutline) {
        if let known = properties.firstIndex(where: { $0.name == name }) {
            properties[known].outline.kinds.formUnion(outline.kinds)
        } else {
            properties.append((name, outline))
        }
    }
}

extension WireShape.Kinds {
    fileprivate init(_ types: TypeSet) { self = types.names.reduce(into: []) { $0.formUnion(.init(type: $1)) } }
}
