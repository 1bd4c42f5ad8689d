// What a property may be besides a value: left out, null, always the same, never there, part of a cycle.

/// A property that may be left out, and may be null, which are two different things to say.
public nonisolated enum Field<Value> {
    case absent
    case null
    case value(Value)

    /// The value, or nil where it is absent or null.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }

    /// A value, or null for nil.
    public init(_ value: Value?) { self = value.map(Field.value) ?? .null }

    /// The same field with another value; absent and null stay what they are.
    public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Field<Other> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }
}

nonisolated extension Field: Sendable where Value: Sendable {}
nonisolated extension Field: Equatable where Value: Equatable {}
nonisolated extension Field: Hashable where Value: Hashable {}

/// Outside of a keyed container nothing can be left out: an absent field is written as null there.
nonisolated extension Field: Decodable where Value: Decodable {
    /// Reads it from what a decoder has.
    public init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? .null : .value(Value(from: decoder))
    }
}

nonisolated extension Field: Encodable where Value: Encodable {
    /// Writes it as JSON has it.
    public func encode(to encoder: any Encoder) throws {
        if let value {
            try value.encode(to: encoder)
        } else {
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }
}

nonisolated extension Field: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
    /// A field with that value.
    public init(booleanLiteral value: Value.BooleanLiteralType) { self = .value(Value(booleanLiteral: value)) }
}

nonisolated extension Field: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
    /// A field with that value.
    public init(integerLiteral value: Value.IntegerLiteralType) { self = .value(Value(integerLiteral: value)) }
}

nonisolated extension Field: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
    /// A field with that value.
    public init(floatLiteral value: Value.FloatLiteralType) { self = .value(Value(floatLiteral: value)) }
}

nonisolated extension Field: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByUnicodeScalarLiteral {
    /// A field with that value.
    public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
        self = .value(Value(unicodeScalarLiteral: value))
    }
}

nonisolated extension Field: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
    /// A field with that value.
    public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
        self = .value(Value(extendedGraphemeClusterLiteral: value))
    }
}

nonisolated extension Field: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
    /// A field with that value.
    public init(stringLiteral value: Value.StringLiteralType) { self = .value(Value(stringLiteral: value)) }
}

/// Holds a value out of line, where a type contains itself without an array or dictionary between, or where a part is large.
nonisolated indirect enum Indirect<Value> {
    case value(Value)

    init(_ value: Value) { self = .value(value) }
    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

nonisolated extension Indirect: Sendable where Value: Sendable {}
nonisolated extension Indirect: Equatable where Value: Equatable {}
nonisolated extension Indirect: Hashable where Value: Hashable {}
nonisolated extension Indirect: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
}
nonisolated extension Indirect: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// What a member always is.
public nonisolated protocol ConstantValue {
    static var value: JSONValue { get }
}

/// A member that always has one value, and is refused with another.
public nonisolated struct Constant<Source: ConstantValue>: Hashable, Sendable, Codable {
    /// The only value there is.
    public init() {}

    /// Reads it from what a decoder has.
    public init(from decoder: any Decoder) throws {
        guard try JSONValue(from: decoder) == Source.value else {
            throw decoder.corrupted("expected \(try Source.value.jsonText)")
        }
    }

    /// Writes it as JSON has it.
    public func encode(to encoder: any Encoder) throws { try Source.value.encode(to: encoder) }
}

nonisolated enum True: ConstantValue {
    static var value: JSONValue { true }
}

nonisolated enum False: ConstantValue {
    static var value: JSONValue { false }
}

/// A member that must not be there.
public nonisolated struct Absent: Hashable, Sendable, Codable {
    /// The only value there is.
    public init() {}
}

nonisolated extension Decoder {
    /// The members of an object that are not declared.
    func members<Value: Decodable>(besides known: [String]) throws -> [String: Value] {
        try otherMembers(known) { try $0.decode(Value.self, forKey: $1) }
    }

    func members<Value: WireCoded>(besides known: [String]) throws -> [String: Value] {
        try otherMembers(known) { try $0.decode(Wired<Value>.self, forKey: $1).value }
    }

    private func otherMembers<Value>(
        _ known: [String], _ decode: (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> Value
    ) throws -> [String: Value] {
        let container = try container(keyedBy: AnyKey.self)
        var members: [String: Value] = [:]
        for key in container.allKeys where !known.contains(key.stringValue) {
            members[key.stringValue] = try decode(container, key)
        }
        return members
    }
}

nonisolated extension Encoder {
    func encode<Value: Encodable>(members: [String: Value]) throws {
        var container = container(keyedBy: AnyKey.self)
        for (name, value) in members { try container.encode(value, forKey: AnyKey(name)) }
    }

    func encode<Value: WireCoded>(members: [String: Value]) throws {
        try encode(members: members.mapValues { Wired($0) })
    }
}
