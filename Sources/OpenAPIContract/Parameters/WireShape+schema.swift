// Reads a wire shape off a compiled schema, one level at a time.

import JSONSchema
import SourceDocuments
import Synchronization

extension WireShape {
    /// Any shape without a schema.
    convenience init(_ schema: Schema?) {
        guard let schema else {
            self.init(kinds: .any, isBinary: false, origin: .unknown)
            return
        }
        var walk = InPlaceWalk()
        let kinds = walk.kinds(schema)
        self.init(kinds: kinds, isBinary: walk.isBinary, origin: .schema(schema))
    }

    /// The shape that several shapes make together.
    private static func joined(_ shapes: [WireShape], all: Bool) -> WireShape? {
        guard shapes.count > 1 else { return shapes.first }
        let kinds = shapes.dropFirst().reduce(shapes[0].kinds) { all ? $0.intersection($1.kinds) : $0.union($1.kinds) }
        return WireShape(
            kinds: kinds, isBinary: shapes.contains { $0.isBinary }, origin: all ? .all(shapes) : .any(shapes))
    }

    /// The shape of an array's elements.
    var items: WireShape? {
        part("items") { keyword, schema in
            guard case .items(let items) = keyword, let element = items.rest ?? items.prefix.first else { return nil }
            return schema[element]
        }
    }

    /// The shape of the properties that have no name of their own.
    var additional: WireShape? {
        part("additional") { keyword, schema in
            guard case .properties(let properties) = keyword else { return nil }
            return properties.additional.map { schema[$0] }
        }
    }

    func declared(_ name: String) -> WireShape? {
        part(Self.property + name) { keyword, schema in
            guard case .properties(let properties) = keyword else { return nil }
            return properties.declared.first { $0.name == name }.map { schema[$0.schema] }
        }
    }

    private static let property = "property "

    func declares(_ name: String) -> Bool { declared(name) != nil }

    private func part(_ key: String, _ find: (Keyword, Schema) -> Schema?) -> WireShape? {
        if let known = parts.withLock({ $0[key] }) { return known }
        let found: WireShape? =
            switch origin {
            case .unknown: nil
            case .schema(let schema):
                {
                    var walk = InPlaceWalk()
                    return walk.part(of: schema, find)
                }()
            case .all(let shapes): Self.joined(shapes.compactMap { $0.part(key, find) }, all: true)
            case .any(let shapes): Self.joined(shapes.compactMap { $0.part(key, find) }, all: false)
            }
        // Names come from the wire: what is not declared is not remembered.
        if found != nil || !key.hasPrefix(Self.property) { parts.withLock { _ = $0.updateValue(found, forKey: key) } }
        return found
    }

    /// Walks the schemas that apply to the same value. Each is visited once, so that circles and diamonds end.
    private struct InPlaceWalk {
        private var kinds: [Schema: Kinds] = [:]
        private var visited: Set<Schema> = []
        /// A chain of references is as long as its document is large.
        private var depth = 0
        private static let deepest = 200
        private(set) var isBinary = false

        mutating func kinds(_ schema: Schema) -> Kinds {
            if let known = kinds[schema] { return known }
            guard depth < Self.deepest else { return .any }
            depth += 1
            defer { depth -= 1 }
            kinds[schema] = .any
            let node = schema.node
            if node.formatName == "binary" || node.contentEncoding != nil { isBinary = true }
            var result = Kinds.any
            for keyword in node.keywords {
                switch keyword {
                case .never: result = []
                case .type(let types): result.formIntersection(Kinds(types))
                case .enumeration(let values):
                    result.formIntersection(values.reduce(into: []) { $0.formUnion(.init(of: $1)) })
                case .const(let value): result.formIntersection(.init(of: value))
                case .reference(let reference): result.formIntersection(kinds(schema[reference.target]))
                case .dynamicReference(let reference): result.formIntersection(kinds(schema[reference.initial]))
                case .allOf(let schemas): for id in schemas { result.formIntersection(kinds(schema[id])) }
                case .anyOf(let alternatives), .oneOf(let alternatives):
                    var union: Kinds = []
                    for id in alternatives.schemas { union.formUnion(kinds(schema[id])) }
                    result.formIntersection(union)
                default: break
                }
            }
            kinds[schema] = result
            return result
        }

        mutating func part(of schema: Schema, _ find: (Keyword, Schema) -> Schema?) -> WireShape? {
            guard depth < Self.deepest, visited.insert(schema).inserted else { return nil }
            depth += 1
            defer { depth -= 1 }
            var shapes: [WireShape] = []
            for keyword in schema.node.keywords {
                if let found = find(keyword, schema) { shapes.append(WireShape(found)) }
                switch keyword {
                case .reference(let reference): shapes += [part(of: schema[reference.target], find)].compactMap { $0 }
                case .dynamicReference(let reference):
                    shapes += [part(of: schema[reference.initial], find)].compactMap { $0 }
                case .allOf(let schemas): for id in schemas { shapes += [part(of: schema[id], find)].compactMap { $0 } }
                case .anyOf(let alternatives), .oneOf(let alternatives):
                    var branches: [WireShape] = []
                    for id in alternatives.schemas { branches += [part(of: schema[id], find)].compactMap { $0 } }
                    if let branch = WireShape.joined(branches, all: false) { shapes.append(branch) }
                default: break
                }
            }
            return WireShape.joined(shapes, all: true)
        }
    }
}

extension WireShape.Kinds {
    fileprivate init(_ types: TypeSet) { self = types.names.reduce(into: []) { $0.formUnion(.init(type: $1)) } }
}
