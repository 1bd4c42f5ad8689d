// The JSON value that every floor speaks: ordered objects, numbers with their exact text.

/// A JSON value (RFC 8259). Objects keep the order of their members and numbers keep the text they were written with.
///
/// Equality and hashing are JSON Schema's: `1`, `1.0` and `10e-1` are equal, and so are objects whose members differ in order alone
/// ([JSON Schema core, section 4.2.2](https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2)).
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON: Hashable {
    package static func == (left: JSON, right: JSON) -> Bool {
        // Recursion keeps to these two, whose stack frames are small.
        if case .array(let left) = left, case .array(let right) = right { return sameElements(left, right) }
        if case .object(let left) = left, case .object(let right) = right { return left == right }
        return isSameScalar(left, right)
    }

    private static func sameElements(_ left: [JSON], _ right: [JSON]) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    private static func isSameScalar(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): sameUTF8(left, right)
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        if case .object(let value) = self { return value.hash(into: &hasher) }
        guard case .array(let value) = self else { return hashScalar(into: &hasher) }
        hasher.combine(value.count)
        for index in value.indices { value[index].hash(into: &hasher) }
    }

    private func hashScalar(into hasher: inout Hasher) {
        switch self {
        case .null, .array, .object: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(var value): value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}

extension JSON {
    /// The member of that name, where this is an object that has one.
    package subscript(key: String) -> JSON? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The element at that index, where this is an array that has one.
    package subscript(index: Int) -> JSON? {
        if case .array(let array) = self, array.indices.contains(index) { array[index] } else { nil }
    }

    /// Whether it is the value `null`.
    package var isNull: Bool { if case .null = self { true } else { false } }
    /// The value of `true` or `false`; nil for any other kind.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The text of a string; nil for any other kind.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The elements of an array; nil for any other kind.
    package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}
