// Places in values, as a schema names them.

import JSONSchema
import JSONValues
import OpenAPIContract

extension Schema {
    /// The schema and all that may hold for the same value: through references, combinations, conditions and subtypes.
    fileprivate var facets: [Schema] {
        var found: [Schema] = []
        var seen: Set<Schema> = []
        var queue = [self]
        while let schema = queue.popLast(), found.count < 512 {
            guard seen.insert(schema).inserted else { continue }
            found.append(schema)
            for keyword in schema.node.keywords {
                switch keyword {
                case .reference(let reference): queue.append(schema[reference.target])
                case .dynamicReference(let reference): queue.append(schema[reference.initial])
                case .allOf(let schemas): queue += schemas.map { schema[$0] }
                case .anyOf(let alternatives), .oneOf(let alternatives):
                    queue += alternatives.schemas.map { schema[$0] }
                case .conditional(let conditional):
                    queue += [conditional.then, conditional.otherwise].compactMap { $0.map { schema[$0] } }
                case .dependentSchemas(let dependent): queue += dependent.map { schema[$0.schema] }
                case .subtypes(let discriminator): queue += discriminator.mapping.map { schema[$0.schema] }
                default: break
                }
            }
        }
        return found
    }
}

/// Several schemas, any of which may speak of one value.
struct Facets: Hashable {
    private let schemas: Set<Schema>

    init(_ schema: Schema) { self.init([schema]) }

    private init(_ schemas: [Schema]) { self.schemas = Set(schemas.flatMap(\.facets)) }

    var isEmpty: Bool { schemas.isEmpty }

    /// The properties that are read of such objects; nil where nothing of them was noted, so that all may be.
    func names(in reads: ReadProperties) -> Set<String>? {
        let noted = schemas.compactMap { reads.names["#\($0.place.pointer)"] }
        guard !noted.isEmpty else { return nil }
        return noted.reduce(reads.names[""] ?? []) { $0.union($1) }
    }

    /// The declared properties.
    var properties: [String: Facets] {
        var found: [String: [Schema]] = [:]
        for schema in schemas {
            for case .properties(let properties) in schema.node.keywords {
                for property in properties.declared {
                    found[property.name, default: []].append(schema[property.schema])
                }
            }
        }
        return found.mapValues { Facets($0) }
    }

    /// What stands under names that are not declared.
    var others: Facets {
        Facets(
            schemas.flatMap { schema in
                schema.node.keywords.flatMap { keyword -> [Schema] in
                    switch keyword {
                    case .properties(let properties):
                        ([properties.additional].compactMap(\.self) + properties.patterns.map(\.schema)).map {
                            schema[$0]
                        }
                    case .unevaluatedProperties(let id): [schema[id]]
                    default: []
                    }
                }
            })
    }

    var elements: Facets {
        Facets(
            schemas.flatMap { schema in
                schema.node.keywords.flatMap { keyword -> [Schema] in
                    switch keyword {
                    case .items(let items): (items.prefix + [items.rest].compactMap(\.self)).map { schema[$0] }
                    case .unevaluatedItems(let id): [schema[id]]
                    default: []
                    }
                }
            })
    }
}

/// The places of values, by what schemas say of them. What a schema says is read once.
struct PlaceReader: Sendable {
    private struct Outline {
        let properties: [String: Facets]
        let others: Facets
        let elements: Facets
        let read: Set<String>?
    }

    /// What narrows the places of answers.
    private let reads: ReadProperties?

    init(reads: ReadProperties? = nil) { self.reads = reads }

    /// The most places of one body: a schema that multiplies with itself has no more.
    private static let limit = 20_000
    private static let deepest = 32

    private var outlines: [Facets: Outline] = [:]

    private mutating func outline(of facets: Facets) -> Outline {
        if let known = outlines[facets] { return known }
        let outline = Outline(
            properties: facets.properties, others: facets.others, elements: facets.elements,
            read: reads.flatMap(facets.names))
        outlines[facets] = outline
        return outline
    }

    /// The places that a value has. Names that are data, such as the keys of a dictionary, are not among them.
    mutating func places(in value: JSON, of schema: Schema) -> Usage.Places {
        var places: Usage.Places = []
        add(value, Facets(schema), at: "", to: &places)
        return places
    }

    private mutating func add(_ value: JSON, _ facets: Facets, at place: String, to places: inout Usage.Places) {
        guard places.count < Self.limit else { return }
        if !place.isEmpty { places.insert(place) }
        switch value {
        case .array(let values):
            let elements = outline(of: facets).elements
            for value in values { add(value, elements, at: place + "/*", to: &places) }
        case .object(let members):
            let outline = outline(of: facets)
            for (name, value) in members {
                if let inner = outline.properties[name] {
                    guard outline.read?.contains(name) ?? true else { continue }
                    add(value, inner, at: Usage.place(of: name, in: place), to: &places)
                } else {
                    add(value, outline.others, at: place + "/*", to: &places)
                }
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// The places that values may have; of a schema that contains itself those of its first occurrence.
    mutating func declaredPlaces(of schema: Schema) -> Usage.Places {
        var places: Usage.Places = []
        var path: [Facets] = []
        addDeclared(Facets(schema), at: "", below: &path, to: &places)
        return places
    }

    private mutating func addDeclared(
        _ facets: Facets, at place: String, below path: inout [Facets], to places: inout Usage.Places
    ) {
        guard places.count < Self.limit, path.count < Self.deepest, !path.contains(facets) else { return }
        path.append(facets)
        defer { path.removeLast() }
        let outline = outline(of: facets)
        for (name, inner) in outline.properties {
            places.insert(Usage.place(of: name, in: place))
            addDeclared(inner, at: Usage.place(of: name, in: place), below: &path, to: &places)
        }
        for inner in [outline.elements, outline.others] where !inner.isEmpty {
            addDeclared(inner, at: place + "/*", below: &path, to: &places)
        }
    }

}

extension Usage {
    /// The place of a property, by the place of its object.
    package static func place(of property: String, in place: String) -> String {
        place + "\(JSONPointer.root.appending(property))"
    }
}
