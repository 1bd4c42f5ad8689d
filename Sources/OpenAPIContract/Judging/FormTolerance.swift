// What forms cannot say, or clients write in another way than the contract has it, read as it is meant.

import JSONSchema
import JSONValues

/// A form's value as it is meant, with what was taken otherwise than it stands there.
struct FormTolerance {
    private(set) var value: JSON
    private(set) var taken: [(check: Violation.Check, pointer: JSONPointer, found: String)] = []

    /// Nil where the value does not fit the schema in this way either.
    init?(_ written: JSON, _ schema: Schema) {
        value = written
        value = meant(written, schema, [])
        if taken.isEmpty || !schema.accepts(value, direction: .request) { return nil }
    }

    private mutating func meant(_ written: JSON, _ schema: Schema, _ path: [String]) -> JSON {
        guard path.count < 16 else { return written }
        switch written {
        case .object(let members):
            let declared = Dictionary(schema.properties, uniquingKeysWith: { first, _ in first })
            var object = JSONObject()
            for (name, member) in members {
                object[name] = declared[name].map { meant(member, $0, path + [name]) } ?? member
            }
            // An empty list has no pairs, so that a form does not say that it is there.
            for name in schema.requiredHere.sorted() where object[name] == nil {
                guard let list = declared[name], list.accepts([], direction: .request) else { continue }
                object[name] = []
                taken.append((.emptyList, JSONPointer(path + [name]), "nothing"))
            }
            return .object(object)
        case .array(let elements):
            guard let items = schema.items else { return written }
            return .array(
                elements.enumerated().map { index, element in meant(element, items, path + [String(index)]) })
        case .string(let text):
            guard let truth = Self.truth(of: text), schema.accepts(.bool(truth), direction: .request),
                !schema.accepts(written, direction: .request)
            else { return written }
            taken.append((.booleanSpelling, JSONPointer(path), text))
            return .bool(truth)
        case .null, .bool, .number: return written
        }
    }

    /// As Python and .NET write them.
    static func truth(of text: String) -> Bool? {
        switch text {
        case "True", "TRUE": true
        case "False", "FALSE": false
        default: nil
        }
    }
}

extension Violation.Check {
    /// What the contract has in place of what was taken.
    var meant: String { self == .emptyList ? "a list" : "'true' or 'false'" }
}

extension Schema {
    /// The names that must be there; where alternatives ask for others, those too.
    fileprivate var requiredHere: Set<String> {
        let alternatives = conjuncts.flatMap { schema in
            schema.node.keywords.flatMap { keyword -> [Schema] in
                switch keyword {
                case .anyOf(let all), .oneOf(let all): all.schemas.map { schema[$0] }
                default: []
                }
            }
        }
        let objects = alternatives.filter { $0.types.contains(.object) && !$0.properties.isEmpty }
        return objects.count == 1 ? requiredNames.union(objects[0].requiredNames) : requiredNames
    }
}
