// The types that properties, parameters and bodies of a client have.

import JSONValues

/// A type as the client spells it, or a declaration whose name is found later.
indirect enum SwiftType: Hashable {
    case bool
    case string
    case integer(IntegerType)
    case double
    case decimal
    /// RFC 3339's date-time.
    case date
    case calendarDate
    case uuid
    case url
    /// Bytes, in JSON as base64.
    case data
    case json
    case array(SwiftType)
    case dictionary(SwiftType)
    /// A value that may be null, as an element or as a member of a dictionary.
    case nullable(SwiftType)
    case declared(TypeID)
    /// The content of a file in a form.
    case file
    /// A body that is sent without being looked at.
    case httpBody
    /// Server-sent events, with the type of their data.
    case eventStream(SwiftType)
}

enum IntegerType: String, Hashable {
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
}

extension IntegerType {
    /// Whether the number is one of its values.
    func holds(_ number: JSONNumber) -> Bool {
        if self == .uint64 { return number.uint64 != nil }
        guard let value = number.int64 else { return false }
        return switch self {
        case .int, .int64: true
        case .int8: Int8(exactly: value) != nil
        case .int16: Int16(exactly: value) != nil
        case .int32: Int32(exactly: value) != nil
        case .uint8: UInt8(exactly: value) != nil
        case .uint16: UInt16(exactly: value) != nil
        case .uint32: UInt32(exactly: value) != nil
        case .uint64: value >= 0
        }
    }
}

/// A declaration of the client, before it has its name.
struct TypeID: Hashable {
    let index: Int
}

extension SwiftType {
    /// The declarations that a value contains at once, not behind an array or dictionary.
    var direct: TypeID? {
        switch self {
        case .declared(let id): id
        case .nullable(let type): type.direct
        default: nil
        }
    }

    /// The declaration in it, however deep.
    var declaration: TypeID? {
        switch self {
        case .declared(let id): id
        case .nullable(let type), .array(let type), .dictionary(let type), .eventStream(let type): type.declaration
        default: nil
        }
    }

    /// The type without arrays, dictionaries and null around it.
    var innermost: SwiftType {
        switch self {
        case .nullable(let type), .array(let type), .dictionary(let type), .eventStream(let type): type.innermost
        default: self
        }
    }

    /// Written otherwise than Foundation would.
    var isWireCoded: Bool {
        switch self {
        case .date, .data, .uuid, .url, .decimal: true
        case .array(let type), .dictionary(let type), .nullable(let type): type.isWireCoded
        default: false
        }
    }

    var isHashable: Bool {
        switch self {
        case .httpBody, .eventStream: false
        default: true
        }
    }
}

/// A type and whether null may stand in its place.
struct Usage: Hashable {
    var type: SwiftType
    var isNullable = false

    /// As an element, where nothing can be left out.
    var element: SwiftType { isNullable && type != .json ? .nullable(type) : type }
}
