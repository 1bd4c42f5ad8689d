// What a schema says plainly of objects and lists: enough to find a misspelt name.

import CEL
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// What a schema says of an object's members where it says it plainly: without alternatives and conditions.
struct ObjectOutline {
    struct Problem {
        let message: String
        /// The member that is wrong; nil for one that is missing.
        let name: String?
        var suggestion: String?
    }

    let properties: [String: Schema]
    private let required: Set<String>
    private let isClosed: Bool

    init?(_ schema: Schema) {
        var isClosed = false
        for conjunct in schema.conjuncts {
            for keyword in conjunct.node.keywords {
                switch keyword {
                case .anyOf, .oneOf, .not, .conditional, .subtypes, .dependentSchemas, .dynamicReference: return nil
                case .properties(let properties):
                    let never = properties.additional.map {
                        conjunct[$0].node.keywords.contains { if case .never = $0 { true } else { false } }
                    }
                    isClosed = isClosed || (never == true && properties.patterns.isEmpty)
                default: break
                }
            }
        }
        self.isClosed = isClosed
        properties = Dictionary(schema.properties, uniquingKeysWith: { first, _ in first })
        required = schema.requiredNames
    }

    func problems(of names: [String]) -> [Problem] {
        let absent = Set(properties.keys).union(required).subtracting(names).sorted()
        var missing = required.subtracting(names)
        var problems: [Problem] = []
        for name in names where properties[name] == nil && !properties.isEmpty {
            let nearest = nearestName(to: name, among: absent)
            // An open schema allows it, unless it looks like one that is not there.
            guard isClosed || nearest != nil else { continue }
            if let nearest { missing.remove(nearest) }
            problems.append(Problem(message: "the schema has no property '\(name)'", name: name, suggestion: nearest))
        }
        return problems + missing.sorted().map { Problem(message: "the answer lacks the property '\($0)'", name: nil) }
    }
}

extension Schema {
    /// Whether values of any of these types can fit.
    func allows(_ wanted: TypeSet) -> Bool {
        // An integer is a number.
        let integers: TypeSet = types.contains(.number) ? [.integer] : []
        return !wanted.isDisjoint(with: types.union(integers))
    }

    /// The branches of each `anyOf` and `oneOf`: a value fits one of them.
    var alternatives: [[Schema]] {
        conjuncts.flatMap { schema in
            schema.node.keywords.compactMap { keyword in
                switch keyword {
                case .anyOf(let alternatives), .oneOf(let alternatives): alternatives.schemas.map { schema[$0] }
                default: nil
                }
            }
        }
    }

    /// The schema of every element, where all elements have the same.
    var uniformItems: Schema? {
        for schema in conjuncts {
            for keyword in schema.node.keywords {
                if case .items(let items) = keyword {
                    return items.prefix.isEmpty ? items.rest.map { schema[$0] } : nil
                }
            }
        }
        return nil
    }
}

extension CELType {
    /// What values of the type can be as JSON; nil where that is not known.
    var jsonTypes: TypeSet? {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .int, .uint: .integer
        case .double: [.number, .integer]
        case .string, .bytes, .timestamp, .duration: .string
        case .list: .array
        case .map, .record: .object
        case .optional(let wrapped): wrapped.jsonTypes?.union(.null)
        case .dyn, .type, .opaque, .parameter, .variable: nil
        }
    }
}
