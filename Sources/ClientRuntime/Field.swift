// What a property may be besides a value: left out, null, part of a cycle.

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
