// The types of CEL.

/// A type of CEL. Maps whose members are declared are records: the checker knows their fields.
package indirect enum CELType: Hashable, Sendable {
    /// A type that is known only at evaluation.
    case dyn
    case null, bool, int, uint, double, string, bytes, timestamp, duration
    case list(CELType)
    case map(key: CELType, value: CELType)
    case record(CELRecord)
    case optional(CELType)
    /// The type of a type value such as `int`, with that type where it is known.
    case type(CELType?)
    /// A type that is a name and parameters to the checker: `net.IP`, or one that a function declares.
    case opaque(String, [CELType])
    /// A parameter in the declaration of a function.
    case parameter(String)
    /// A type that is not yet known, while an expression is checked.
    case variable(Int)

    /// An IP address, of the network extension.
    package static let address = CELType.opaque("net.IP", [])
    /// A network in CIDR notation, of the network extension.
    package static let network = CELType.opaque("net.CIDR", [])
}

/// The declared members of a map with string keys, such as a request's parameters or a row of a collection. Records are
/// equal by name; fields are asked for one by one, so a record may hold itself.
package final class CELRecord: Sendable {
    /// The name that error messages use.
    package let name: String
    /// The names of the declared fields, in their order.
    package let fieldNames: [String]
    /// Whether undeclared members are allowed; their type is `dyn`.
    package let isOpen: Bool
    private let field: @Sendable (String) -> CELType?

    package init(
        name: String, fieldNames: [String], isOpen: Bool = false, field: @escaping @Sendable (String) -> CELType?
    ) {
        self.name = name
        self.fieldNames = fieldNames
        self.isOpen = isOpen
        self.field = field
    }

    /// - Parameter isOpen: whether records may have fields that are not named here.
    package convenience init(name: String, fields: [(String, CELType)], isOpen: Bool = false) {
        let types = Dictionary(fields, uniquingKeysWith: { first, _ in first })
        self.init(name: name, fieldNames: fields.map(\.0), isOpen: isOpen) { types[$0] }
    }

    /// The type of a field; `dyn` for an undeclared one of an open record, else nil.
    package func type(of name: String) -> CELType? { field(name) ?? (isOpen ? .dyn : nil) }
}

extension CELRecord: Hashable {
    package static func == (left: CELRecord, right: CELRecord) -> Bool { left === right || left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CELType: CustomStringConvertible {
    package var description: String {
        switch self {
        case .dyn: "dyn"
        case .null: "null_type"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        case .list(let element): element == .dyn ? "list" : "list(\(element))"
        case .map(.dyn, .dyn): "map"
        case .map(let key, let value): "map(\(key), \(value))"
        case .record(let record): record.name
        case .optional(let wrapped): wrapped == .dyn ? "optional_type" : "optional_type(\(wrapped))"
        case .type(let type?): "type(\(type))"
        case .type(nil): "type"
        case .opaque(let name, let parameters):
            parameters.isEmpty ? name : "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
        case .parameter(let name): name
        case .variable: "dyn"
        }
    }

    /// The name without parameters: what `type(x) == type(y)` compares.
    var runtimeName: String {
        switch self {
        case .list: "list"
        case .map, .record: "map"
        case .optional: "optional_type"
        case .type: "type"
        case .opaque(let name, _): name
        default: description
        }
    }

    var isDynamic: Bool { if case .dyn = self { true } else { false } }

    /// Whether the type, or a part of it, is `dyn`.
    var holdsDynamic: Bool {
        switch self {
        case .dyn, .variable: true
        case .list(let element): element.holdsDynamic
        case .map(let key, let value): key.holdsDynamic || value.holdsDynamic
        case .optional(let wrapped): wrapped.holdsDynamic
        case .opaque(_, let parameters): parameters.contains(where: \.holdsDynamic)
        default: false
        }
    }

    var isNumeric: Bool {
        switch self {
        case .int, .uint, .double: true
        default: false
        }
    }
}
