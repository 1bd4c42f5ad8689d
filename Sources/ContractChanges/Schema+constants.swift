// Schemas that are nothing but a list of values.

import JSONSchema
import JSONValues

extension Schema {
    /// Whether it accepts only `null`.
    var isNullAlone: Bool {
        node.keywords.count == 1
            && node.keywords.allSatisfy { keyword in
                switch keyword {
                case .type(let types): types == .null
                case .const(let value): value.isNull
                case .enumeration(let values): values.allSatisfy(\.isNull)
                default: false
                }
            }
    }

    /// The values that it allows, if it is nothing but an `enum` or `const`.
    var constants: [JSON]? {
        var constants: [JSON]?
        for keyword in node.keywords {
            switch keyword {
            case .type: continue
            case .const(let value): constants = [value]
            case .enumeration(let values): constants = values
            default: return nil
            }
        }
        return constants
    }
}

extension [Schema] {
    /// The values of a choice whose branches are all lists of values.
    var constants: [JSON]? {
        var all: [JSON] = []
        for schema in self {
            guard let constants = schema.constants else { return nil }
            all += constants.filter { !all.contains($0) }
        }
        return isEmpty ? nil : all
    }

    var unique: [Schema] {
        var seen: Set<Schema> = []
        return filter { seen.insert($0).inserted }
    }
}
