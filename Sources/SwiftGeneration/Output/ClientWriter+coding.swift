// How structs are read and written: a call for each member, by its name on the wire.

import JSONValues
import JSONSchema

extension ClientWriter {
    func coding(_ structure: Structure, _ fields: [Field], _ source: inout Source) {
        let names = fields.map(\.property.wire) + structure.constants.map(\.wire) + structure.forbidden
        // Without members there is nothing to read or write, which the compiler makes as short.
        let isEmpty = names.isEmpty && structure.additional == nil
        guard !isEmpty || !structure.rules.isEmpty else { return }
        let isWired = structure.additional?.isWireCoded ?? false
        source.block("\(access) init(from decoder: any Decoder) throws") { source in
            var reads = isEmpty ? [] : ["let object = try decoder.object()"]
            reads += fields.map { "\($0.target) = \($0.read)" }
            reads += structure.constants.map { "try object.expect(\($0.wire.literal), \($0.value.valueLiteral))" }
            reads += structure.forbidden.map { "try object.refuse(\($0.literal))" }
            source.pack(reads, separator: ";")
            if let schema = fields.lazy.compactMap(\.property.tracked).first, !schema.isEmpty {
                source.line("PropertyReads.note(\(schema.literal))")
            }
            if structure.additional != nil {
                let known = "[\(names.map(\.literal).joined(separator: ", "))]"
                source.line(
                    "additionalProperties = try object.\(isWired ? "wiredOthers" : "others")(besides: \(known))")
            }
            for rule in structure.rules { source.line("try decoder.\(rule.check)") }
        }
        guard !isEmpty else { return }
        source.block("\(access) func encode(to encoder: any Encoder) throws") { source in
            // One that only refuses members has none to write, and is an object all the same.
            let isBare = fields.isEmpty && structure.constants.isEmpty && structure.additional == nil
            var writes = [isBare ? "_ = encoder.object()" : "var object = encoder.object()"]
            writes += fields.map { "try object.\($0.member)(\($0.property.wire.literal), \($0.target))" }
            writes += structure.constants.map {
                "try object.value(\($0.wire.literal), \($0.value.valueLiteral) as JSONValue)"
            }
            source.pack(writes, separator: ";")
            if structure.additional != nil {
                source.line("try object.\(isWired ? "wiredOthers" : "others")(additionalProperties)")
            }
        }
    }
}

extension ClientWriter.Field {
    /// The stored property, where the coding's own names would hide it.
    fileprivate var target: String {
        ["object", "encoder", "decoder"].contains(stored) ? "self.\(stored)" : stored.escaped
    }

    /// The method of the runtime's `MemberReader` and `MemberWriter`.
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
        return "try object.\(method)(\(property.wire.literal))"
    }
}
