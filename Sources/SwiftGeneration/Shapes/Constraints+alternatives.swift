// What alternatives have in common, and what sets them apart.

import JSONValues
import JSONSchema

extension Constraints {
    /// Says which members must be there, or limits values, and nothing that a type would show.
    var isLimit: Bool {
        members.isEmpty && !hasItems && values == nil && format == nil && groups.isEmpty && conditions.isEmpty
            && (!isTyped || types.contains(.object)) && !isNever && !hasAdditional && patterns.isEmpty
            && additional.isEmpty
            && (!isTyped || !required.isEmpty || isClosed) && contentEncoding == nil
    }

    var isPlainObject: Bool {
        kinds == [.object] && groups.isEmpty && conditions.isEmpty && !isClosed && additional.isEmpty
    }

    /// Whether another one says all that these say of a type.
    func isImplied(by other: Constraints) -> Bool {
        guard groups.isEmpty, conditions.isEmpty, values == nil, forbidden.isEmpty, fixed.isEmpty, !hasItems,
            format == nil,
            additional.isEmpty, patterns.isEmpty, !hasAdditional, !isClosed
        else { return false }
        return members.allSatisfy { member in other.members.contains { $0.name == member.name } }
            && required.allSatisfy(other.required.contains)
    }

    /// The type of what is no array or object, where no values are listed that would make an enum of it.
    var scalarType: SwiftType? {
        switch kinds {
        case [.boolean]: .bool
        case [.integer]: wholeType
        case [.number]: format == "decimal" ? .decimal : .double
        case [.string]: stringType
        default: nil
        }
    }
}

extension Discriminator {
    /// The values that lead to a schema.
    func values(of schema: Schema, in owner: Schema) -> [String] {
        mapping.filter { NormalizedSchema(owner[$0.schema]).schema == schema }.map(\.value)
    }
}

extension JSON {
    var kind: TypeSet {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number(let number): number.isInteger ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    func fits(_ kind: TypeSet) -> Bool {
        switch self {
        case .null: kind == .null
        case .bool: kind == .boolean
        case .number(let number): kind == .number || kind == .integer && number.isInteger
        case .string: kind == .string
        case .array: kind == .array
        case .object: kind == .object
        }
    }
}
