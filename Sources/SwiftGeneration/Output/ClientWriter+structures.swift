// Structs: properties, the initialiser, the keys on the wire.

import HTTPExchange
import JSONValues
import JSONSchema
import OpenAPIContract

extension ClientWriter {
    func write(_ structure: Structure, _ id: TypeID, _ declaration: Declaration, _ source: inout Source) {
        let scope = TypeScope.type(id)
        let isForm = structure.isForm
        var protocols = ["Hashable", "Sendable"]
        if !isForm {
            protocols.append("Codable")
            if structure.hasMembers { protocols.append("ObjectModel") }
            if structure.isIdentifiable { protocols.append("Identifiable") }
            if model.parameterTypes.contains(id) { protocols.append("ParameterValue") }
        }
        source.block("\(head(declaration.scope)) struct \(names[id].escaped): \(protocols.joined(separator: ", "))") {
            source in
            let fields = structure.properties.map { Field($0, names.members[id.index], scope, self, &source) }
            properties(fields, &source)
            var additional: String?
            if let type = structure.additional {
                let spelled = typeText(type, from: scope, &source)
                additional = spelled
                source.line("/// Members that the contract does not name.")
                source.line("\(access) var additionalProperties: [String: \(spelled)]")
            }
            initialiser(fields, additional, &source)
            if isForm {
                parts(structure, fields, &source)
            } else if structure.hasMembers {
                coding(structure, fields, &source)
            }
            nested(in: scope, &source)
        }
    }

    /// A property with everything that is needed to write it.
    struct Field {
        let property: Property
        let name: String
        /// Without what the presence adds.
        let type: String
        /// The type of the property.
        let declared: String

        init(
            _ property: Property, _ members: [String: String], _ scope: TypeScope, _ writer: ClientWriter,
            _ source: inout Source
        ) {
            self.property = property
            name = members[property.wire] ?? property.wire
            type = writer.typeText(property.type, from: scope, &source)
            declared = Self.wrapped(type, property.presence)
        }

        static func wrapped(_ type: String, _ presence: Property.Presence) -> String {
            switch presence {
            case .required: type
            case .nullable, .optional: type + "?"
            case .field: "Field<\(type)>"
            }
        }

        var isStoredApart: Bool { stored != name }
        /// The name of the stored property, as the keys know it.
        var stored: String { Self.stored(name, property) }

        static func stored(_ name: String, _ property: Property) -> String {
            guard property.isBoxed || property.documentation.isDeprecated || property.tracked != nil else {
                return name
            }
            return "stored" + name.capitalizedFirst
        }

        /// The type of the stored property.
        var storage: String {
            property.isBoxed ? Self.wrapped("Indirect<\(type)>", property.presence) : declared
        }

        /// The value that the stored property holds.
        var unboxed: String {
            guard property.isBoxed else { return stored }
            return switch property.presence {
            case .required: "\(stored).value"
            case .nullable, .optional: "\(stored)?.value"
            case .field: "\(stored).map(\\.value)"
            }
        }

        /// The value without what its accessor says or notes.
        var value: String { isStoredApart ? unboxed : name.escaped }

        /// The expression that turns a value into the stored property.
        func boxed(_ value: String) -> String {
            guard property.isBoxed else { return value }
            return property.presence == .required ? "Indirect(\(value))" : "\(value).map { Indirect($0) }"
        }

        func defaultValue(_ writer: ClientWriter) -> String {
            if let tag = property.tag {
                guard case .declared(let id) = property.type else { return " = \(tag.literal)" }
                return " = .\(writer.names.members[id.index][tag] ?? tag)"
            }
            return switch property.presence {
            case .required, .nullable: ""
            case .optional: " = nil"
            case .field: " = .absent"
            }
        }
    }

    /// One on a line, so that a change shows what it is.
    func properties(_ fields: [Field], _ source: inout Source) {
        for field in fields { property(field, &source) }
    }

    private func property(_ field: Field, _ source: inout Source) {
        source.documentation(field.property.documentation.paragraphs)
        let head = "\(access) var \(field.name.escaped): \(field.declared)"
        guard field.isStoredApart else { return source.line(head) }
        if field.property.documentation.isDeprecated { source.line("@available(*, deprecated)") }
        let noting = field.property.tracked.map {
            "PropertyReads.note(\($0.literal), \(field.property.wire.literal)); return "
        }
        source.accessors(head, get: (noting ?? "") + field.unboxed, set: "\(field.stored) = \(field.boxed("newValue"))")
        source.line("fileprivate var \(field.stored): \(field.storage)")
    }

    func initialiser(_ fields: [Field], _ additional: String? = nil, _ source: inout Source) {
        var parameters = fields.map { "\($0.name.escaped): \($0.declared)\($0.defaultValue(self))" }
        if let additional { parameters.append("additionalProperties: [String: \(additional)] = [:]") }
        if fields.count > 3 || fields.contains(where: { !$0.property.documentation.paragraphs.isEmpty }) {
            source.addBlankLine()
        }
        guard !parameters.isEmpty else { return source.line("\(access) init() {}") }
        let plain =
            fields.filter { !$0.property.isBoxed }.map { (stored: "self.\($0.stored)", value: $0.name.escaped) }
            + (additional == nil ? [] : [("self.additionalProperties", "additionalProperties")])
        source.function("\(access) init", parameters) { source in
            source.assign(plain)
            for field in fields where field.property.isBoxed {
                source.line("self.\(field.stored) = \(field.boxed(field.name.escaped))")
            }
        }
    }

    /// A form with files is written part by part.
    private func parts(_ structure: Structure, _ fields: [Field], _ source: inout Source) {
        source.addBlankLine()
        source.block("func parts() throws -> [MultipartPart]") { source in
            let values = fields.filter { $0.property.partHeader == nil }
            guard !values.isEmpty || !structure.constants.isEmpty else { return source.line("[]") }
            source.line("var parts: [MultipartPart] = []")
            for field in values {
                let wire = field.property.wire.literal
                let name = field.value
                let partType = field.property.partType
                let isJSON = partType.flatMap { MediaRange($0)?.kind } == .json
                let typed = "\(wire), \(name)" + (partType.map { ", \($0.literal)" } ?? "")
                let made =
                    switch field.property.type {
                    case .file: "file(\(typed))"
                    case .array(.file): "files(\(typed))"
                    case let type where isText(type) && !isJSON: "text(\(typed))"
                    case .array: "list(\(wire), \(name))"
                    default: "json(\(isJSON ? typed : "\(wire), \(name)"))"
                    }
                let headers = fields.compactMap { header in
                    header.property.partHeader.flatMap { part in
                        part.property == field.property.wire
                            ? ".header(\(part.name.literal), \(header.value))" : nil
                    }
                }
                source.line("parts += try MultipartPart.\(made)\(headers.joined())")
            }
            for constant in structure.constants {
                source.line(
                    "parts += try MultipartPart.member(\(constant.wire.literal), \(constant.value.valueLiteral))")
            }
            source.line("return parts")
        }
    }

    private func isText(_ type: SwiftType) -> Bool {
        switch type {
        case .bool, .string, .integer, .double, .decimal, .date, .calendarDate, .uuid, .url, .data: return true
        case .array(let element): return isText(element)
        case .declared(let id): if case .openEnum = model[id].kind { return true } else { return false }
        case .json, .dictionary, .nullable, .file, .httpBody, .eventStream: return false
        }
    }
}

extension PresenceRule {
    /// The call that holds an object to it.
    var check: String {
        func list(_ names: [String]) -> String { "[\(names.map(\.literal).joined(separator: ", "))]" }
        return switch self {
        case .requires(let names, let with): "require(\(list(names)), with: \(list(with)))"
        case .choice(let sets, let isExclusive):
            "require\(isExclusive ? "One" : "Any")(of: [\(sets.map(list).joined(separator: ", "))])"
        case .notTogether(let names): "refuse(\(list(names)))"
        }
    }
}

extension Structure {
    /// Written part by part, because it holds files, or parts of other media types than usual.
    var isForm: Bool {
        properties.contains {
            $0.type == .file || $0.type == .array(.file) || $0.partType != nil || $0.partHeader != nil
        }
    }

    /// Has an `id` that is always there.
    var isIdentifiable: Bool {
        properties.contains {
            $0.wire == "id" && ($0.presence == .required) && $0.type.declaration == nil && $0.type != .json
        }
    }
}
