// Writes a client's declarations as Swift, by the names they were given.

import JSONValues
import JSONSchema
import OpenAPIContract

struct ClientWriter {
    let model: ClientModel
    let names: Names
    let settings: ClientSettings
    let api: String

    var access: String { settings.access.rawValue }

    /// What leads to the client's types from outside of its namespace.
    var namespace: String { settings.isNamespaced ? settings.name + "." : "" }

    /// `nonisolated` for declarations of the file, so that a module's default isolation does not take them.
    func head(_ scope: TypeScope) -> String { scope == .file ? "\(access) nonisolated" : access }

    // MARK: Types

    func typeText(_ type: SwiftType, from scope: TypeScope, _ source: inout Source) -> String {
        switch type {
        case .bool: return "Bool"
        case .string: return "String"
        case .integer(let type): return type.rawValue
        case .double: return "Double"
        case .decimal: return foundation("Decimal", &source)
        case .date: return foundation("Date", &source)
        case .calendarDate: return "CalendarDate"
        case .uuid: return foundation("UUID", &source)
        case .url: return foundation("URL", &source)
        case .data: return foundation("Data", &source)
        case .json: return "JSONValue"
        case .array(let element): return "[\(typeText(element, from: scope, &source))]"
        case .dictionary(let value): return "[String: \(typeText(value, from: scope, &source))]"
        case .nullable(let type): return typeText(type, from: scope, &source) + "?"
        case .declared(let id): return (scope == .outside ? namespace : "") + names.reference(id, from: scope)
        case .file: return "FileContent"
        case .httpBody: return "HTTPBody"
        case .eventStream(let payload): return "EventStream<\(typeText(payload, from: scope, &source))>"
        }
    }

    private func foundation(_ name: String, _ source: inout Source) -> String {
        source.showsFoundation = true
        return name
    }

    // MARK: Declarations

    func declare(_ id: TypeID, _ source: inout Source) {
        let declaration = model[id]
        source.addBlankLine()
        source.documentation(declaration.documentation.paragraphs, isDeprecated: declaration.documentation.isDeprecated)
        switch declaration.kind {
        case .structure(let structure): write(structure, id, declaration, &source)
        case .openEnum(let enumeration): write(enumeration, id, declaration, &source)
        case .union(let union): write(union, id, declaration, &source)
        case .pending: break
        }
    }

    /// The types that stand in another.
    func nested(in scope: TypeScope, _ source: inout Source) {
        for id in model.nested(in: scope, names) { declare(id, &source) }
    }

    /// Whether a value can be compared: not with a body in it that is still to come.
    func isHashable(_ type: SwiftType) -> Bool { type.isHashable }
}

extension JSON {
    /// The value as a literal of `JSONValue`.
    var valueLiteral: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .string(let value): value.literal
        case .number(let number):
            number.int64.map(String.init) ?? number.uint64.map { ".uint(\($0))" }
                ?? ".number(\(number.text.literal))"
        case .array(let elements): "[\(elements.map(\.valueLiteral).joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty
                ? "[:]" : "[\(members.map { "\($0.key.literal): \($0.value.valueLiteral)" }.joined(separator: ", "))]"
        }
    }
}
