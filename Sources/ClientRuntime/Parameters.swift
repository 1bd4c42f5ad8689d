// Values as parameters, written by the styles of OpenAPI (Parameter Object, "Style Values").
public import Foundation

/// A value that can stand in a path, a query, a header or a cookie.
public nonisolated protocol ParameterValue {
    func parameterValue() throws -> JSONValue
}

nonisolated extension ParameterValue where Self: Encodable {
    /// What it is encoded to.
    public func parameterValue() throws -> JSONValue { try JSONValue(encoding: self) }
}

nonisolated extension JSONValue: ParameterValue {
    /// Itself.
    public func parameterValue() -> JSONValue { self }
}
nonisolated extension String: ParameterValue {
    /// As text.
    public func parameterValue() -> JSONValue { .string(self) }
}
nonisolated extension Bool: ParameterValue {
    /// `true` or `false`.
    public func parameterValue() -> JSONValue { .bool(self) }
}
nonisolated extension Int: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .int(Int64(self)) }
}
nonisolated extension Int8: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .int(Int64(self)) }
}
nonisolated extension Int16: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .int(Int64(self)) }
}
nonisolated extension Int32: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .int(Int64(self)) }
}
nonisolated extension Int64: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .int(self) }
}
nonisolated extension UInt8: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .uint(UInt64(self)) }
}
nonisolated extension UInt16: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .uint(UInt64(self)) }
}
nonisolated extension UInt32: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .uint(UInt64(self)) }
}
nonisolated extension UInt64: ParameterValue {
    /// As a whole number.
    public func parameterValue() -> JSONValue { .uint(self) }
}
nonisolated extension Double: ParameterValue {
    /// As text, since not every one of them is a `Decimal`.
    public func parameterValue() throws -> JSONValue {
        guard isFinite else { throw WireFailure("$", "\(self) is no JSON number") }
        return rounded() == self && abs(self) < 1e15 ? .int(Int64(self)) : .string(description)
    }
}
nonisolated extension Decimal: ParameterValue {
    /// As a number with all its digits.
    public func parameterValue() -> JSONValue { .decimal(self) }
}
nonisolated extension CalendarDate: ParameterValue {}
nonisolated extension Date: ParameterValue {
    /// As RFC 3339 writes it.
    public func parameterValue() throws -> JSONValue { try JSONValue(encoding: Wired(self)) }
}
nonisolated extension Data: ParameterValue {
    /// In base64.
    public func parameterValue() -> JSONValue { .string(base64EncodedString()) }
}
nonisolated extension UUID: ParameterValue {
    /// In lower case.
    public func parameterValue() -> JSONValue { .string(uuidString.lowercased()) }
}
nonisolated extension URL: ParameterValue {
    /// As text.
    public func parameterValue() -> JSONValue { .string(absoluteString) }
}
nonisolated extension Array: ParameterValue where Element: ParameterValue {
    /// As an array of the values.
    public func parameterValue() throws -> JSONValue { .array(try map { try $0.parameterValue() }) }
}
nonisolated extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
    /// As an object of the values.
    public func parameterValue() throws -> JSONValue { .object(try mapValues { try $0.parameterValue() }) }
}
nonisolated extension Field: ParameterValue where Value: ParameterValue {
    /// The value, or null where there is none.
    public func parameterValue() throws -> JSONValue { try value?.parameterValue() ?? .null }
}

nonisolated extension JSONValue {
    var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    /// A value that is neither array nor object, as text.
    var parameterText: String {
        get throws {
            switch self {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .int(let value): "\(value)"
            case .uint(let value): "\(value)"
            case .decimal(let value): "\(value)"
            case .string(let value): value
            case .array, .object: throw WireFailure("$", "an array or object within another has no place in this style")
            }
        }
    }

    /// An array or object of nothing: by RFC 6570, section 2.3, it is undefined, and not written.
    var isEmpty: Bool {
        switch self {
        case .array(let elements): elements.isEmpty
        case .object: sortedMembers?.isEmpty ?? true
        default: false
        }
    }

    var jsonText: String { get throws { String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self) } }

    /// The members of an object by name.
    var sortedMembers: [(key: String, value: JSONValue)]? {
        guard case .object(let members) = self else { return nil }
        return members.filter { $0.value != .null }.sorted { $0.key < $1.key }
    }
}

nonisolated extension JSONEncoder {
    /// Equal values give equal bytes.
    static var stable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

nonisolated extension String {
    /// Everything but RFC 3986's unreserved characters is encoded, and the reserved ones unless they are allowed; `#`, `[` and `]` have
    /// no place in a query (RFC 3986, section 3.4). Where reserved ones are allowed, what is encoded stays (RFC 6570, section 3.2.3).
    func percentEncoded(allowReserved: Bool = false) -> String {
        var kept = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        if allowReserved { kept.formUnion(CharacterSet(charactersIn: ":/?@!$&'()*+,;=")) }
        let encoded = addingPercentEncoding(withAllowedCharacters: kept) ?? self
        guard allowReserved else { return encoded }
        return encoded.replacingOccurrences(of: "%25([0-9A-Fa-f]{2})", with: "%$1", options: .regularExpression)
    }
}
