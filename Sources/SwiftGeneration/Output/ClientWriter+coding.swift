// How structs are read and told: a call for each member, by its name on the wire.

import JSONValues
import JSONSchema

extension ClientWriter {
    func coding(_ structure: Structure, _ fields: [Field], _ source: inout Source) {
        let names = fields.map(\.property.wire) + structure.constants.map(\.wire) + structure.forbidden
        let others = structure.additional.map { $0.isWireCoded ? "wiredOthers" : "others" }
        source.block("init(_ object: MemberReader) throws") { source in
            var reads = fields.map { "\($0.target) = \($0.read)" }
            reads += structure.constants.map { "object.expect(\($0.wire.literal), \($0.value.valueLiteral))" }
            reads += structure.forbidden.map { "object.refuse(\($0.literal))" }
            source.pack(reads, separator: ";")
            if let schema = fields.lazy.compactMap(\.property.tracked).first, !schema.isEmpty {
                source.line("PropertyReads.note(\(schema.literal))")
            }
            if let others {
                let known = "[\(names.map(\.literal).joined(separator: ", "))]"
                source.line("additionalProperties = object.\(others)(besides: \(known))")
            }
            for rule in structure.rules { source.line("object.\(rule.check)") }
        }
        source.block("func visit(_ object: ValueVisitor, _ other: Self)") { source in
            var told = fields.map { field in
                "object.\(field.member)(\(field.property.wire.literal), \(field.target), other.\(field.stored))"
            }
            told += structure.constants.map { "object.constant(\($0.wire.literal), \($0.value.valueLiteral))" }
            if let others { told.append("object.\(others)(additionalProperties, other.additionalProperties)") }
            source.pack(told, separator: ";")
        }
    }
}

extension Structure {
    /// Has members, or holds an object to something: without that the compiler derives what little there is to read and write.
    var hasMembers: Bool {
        !properties.isEmpty || !constants.isEmpty || !forbidden.isEmpty || additional != nil || !rules.isEmpty
    }
}

extension ClientWriter.Field {
    /// The stored property, where a parameter of that name would hide it.
    var target: String { ["object", "other", "values"].contains(stored) ? "self.\(stored)" : stored.escaped }

    /// The method of the runtime's `MemberReader` and `ValueVisitor`.
    fileprivate var member: String {
        let kind =
            switch property.type {
            case _ where property.isBoxed: "value"
            case .string: "string"
            case .bool: "bool"
            case .integer(.int): "int"
            case .double: "double"
            case let type where type.isWireCoded: "wired"
            default: "value"
            }
        return switch property.presence {
        case .required: kind
        case .nullable: kind + "OrNull"
        case .optional: kind + "IfPresent"
        case .field: kind == "wired" ? "wiredField" : "field"
        }
    }

    fileprivate var read: String {
        let method =
            property.type == .json && property.presence == .optional && !property.isBoxed ? "jsonIfPresent" : member
        // A value that has to be there, and that nothing can stand in for.
        let throwing = ["value", "wired"].contains(method) ? "try " : ""
        return "\(throwing)object.\(method)(\(property.wire.literal))"
    }
}
