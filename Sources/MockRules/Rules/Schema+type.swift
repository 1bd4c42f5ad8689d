// From the schema of a parameter or body to the type that expressions are checked by.

import OpenAPIContract
import CEL
import JSONValues
import JSONSchema

extension Schema {
    /// `dyn` where the schema allows values of several types, null among them.
    var expressionType: CELType {
        switch types {
        case .string: return .string
        case .boolean: return .bool
        case .integer: return isUnsigned ? .uint : .int
        case .number, [.number, .integer]: return .double
        case .null: return .null
        case .array: return .list(items?.expressionType ?? .dyn)
        case .object: return objectType
        default: return .dyn
        }
    }

    private var isUnsigned: Bool {
        conjuncts.contains { schema in
            schema.node.keywords.contains {
                if case .format(let format, _) = $0 { format == .uint64 || format == .uint32 } else { false }
            }
        }
    }

    private var objectType: CELType {
        let properties = properties
        guard !properties.isEmpty else { return .map(key: .string, value: .dyn) }
        let byName = Dictionary(properties, uniquingKeysWith: { first, _ in first })
        return .record(
            CELRecord(name: componentName ?? place.description, fieldNames: properties.map(\.name), isOpen: allowsMore)
            {
                byName[$0]?.expressionType
            })
    }

    /// Whether the schema speaks of members beyond those it names. One that says nothing allows them too, but a name that it
    /// does not know is more likely misspelt.
    private var allowsMore: Bool {
        conjuncts.contains { schema in
            schema.node.keywords.contains { keyword in
                guard case .properties(let properties) = keyword else { return false }
                guard properties.patterns.isEmpty, let additional = properties.additional else {
                    return !properties.patterns.isEmpty
                }
                return !schema[additional].node.keywords.contains { if case .never = $0 { true } else { false } }
            }
        }
    }
}
