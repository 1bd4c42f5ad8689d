// The property that tells the alternatives of a union apart has its value by itself.

import JSONValues
import JSONSchema

extension [Declaration] {
    /// Gives the tag of each struct that stands for one value of it, in every union, that value.
    mutating func fillTags() {
        var values: [Key: Set<String>] = [:]
        for declaration in self {
            guard case .union(let union) = declaration.kind, let tag = union.tag else { continue }
            for branch in union.branches {
                guard case .declared(let id)? = branch.payload else { continue }
                let named = branch.fit.tags.compactMap(\.string)
                values[Key(type: id, property: tag), default: []].formUnion(named.isEmpty ? [""] : named)
            }
        }
        for (key, values) in values {
            guard values.count == 1, let value = values.first, !value.isEmpty,
                case .structure(var structure) = self[key.type.index].kind,
                let position = structure.properties.firstIndex(where: { $0.wire == key.property })
            else { continue }
            let property = structure.properties[position]
            guard property.presence == .required, isText(property.type, value) else { continue }
            structure.properties[position].tag = value
            self[key.type.index].kind = .structure(structure)
        }
    }

    private struct Key: Hashable {
        let type: TypeID
        let property: String
    }

    private func isText(_ type: SwiftType, _ value: String) -> Bool {
        switch type {
        case .string: return true
        case .declared(let id):
            guard case .openEnum(let enumeration) = self[id.index].kind else { return false }
            return enumeration.values.contains(.string(value))
        default: return false
        }
    }
}
