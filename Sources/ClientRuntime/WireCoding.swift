// How properties are written where Foundation's own coding would lose or reject something: dates, base64, null.
public import Foundation

/// The keys of a generated type. They make `Codable` use the coding below, for any encoder and decoder.
public nonisolated protocol WireKey: CodingKey, Hashable {
    /// Optional properties whose key is always there: nil is null.
    static var keysWithNull: Set<Self> { get }
}

nonisolated extension WireKey {
    /// None, unless a type says otherwise.
    public static var keysWithNull: Set<Self> { [] }
}

/// A type that the wire spells otherwise than Foundation would.
nonisolated protocol WireCoded: Codable {
    init(wire decoder: any Decoder) throws
    func encode(wire encoder: any Encoder) throws
}

/// Carries such a value past Foundation's coding.
nonisolated struct Wired<Value: WireCoded>: Codable {
    let value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(wire: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(wire: encoder) }
}

nonisolated extension Date: WireCoded {
    init(wire decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let date = Timestamp.date(text) else {
            throw decoder.corrupted("not a date and time of RFC 3339: \(text)")
        }
        self = date
    }

    func encode(wire encoder: any Encoder) throws {
        guard let text = Timestamp.string(self) else {
            throw encoder.invalid(self, "a date outside the years 0 to 9999")
        }
        try text.encode(to: encoder)
    }
}

nonisolated extension Data: WireCoded {
    init(wire decoder: any Decoder) throws {
        let text = try String(from: decoder)
        // MIME breaks long lines; nothing else may stand between the digits.
        let joined = text.contains(where: \.isNewline) ? text.filter { !$0.isNewline } : text
        guard let data = Data(base64Encoded: joined) else { throw decoder.corrupted("not base64") }
        self = data
    }

    func encode(wire encoder: any Encoder) throws { try base64EncodedString().encode(to: encoder) }
}

nonisolated extension UUID: WireCoded {
    init(wire decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let uuid = UUID(uuidString: text) else { throw decoder.corrupted("not a UUID: \(text)") }
        self = uuid
    }

    /// RFC 9562, section 4: read in any case, written in lower case.
    func encode(wire encoder: any Encoder) throws { try uuidString.lowercased().encode(to: encoder) }
}

nonisolated extension URL: WireCoded {
    init(wire decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let url = URL(string: text) else { throw decoder.corrupted("not a URL: \(text)") }
        self = url
    }

    func encode(wire encoder: any Encoder) throws { try absoluteString.encode(to: encoder) }
}

nonisolated extension Decimal: WireCoded {
    init(wire decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Decimal.self).checked(decoder)
    }

    func encode(wire encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }

    /// Decoders round what is longer than 38 digits without a word; `Wire.decoder` has looked whether that can be.
    func checked(_ decoder: any Decoder) throws -> Decimal {
        guard let key = CodingUserInfoKey.longNumbers, decoder.userInfo[key] != nil,
            significand.description.count >= 38
        else { return self }
        throw decoder.corrupted("a number of more than 38 digits")
    }
}

nonisolated extension Array: WireCoded where Element: WireCoded {
    init(wire decoder: any Decoder) throws { self = try [Wired<Element>](from: decoder).map(\.value) }
    func encode(wire encoder: any Encoder) throws { try map { Wired($0) }.encode(to: encoder) }
}

nonisolated extension Dictionary: WireCoded where Key == String, Value: WireCoded {
    init(wire decoder: any Decoder) throws { self = try [String: Wired<Value>](from: decoder).mapValues(\.value) }
    func encode(wire encoder: any Encoder) throws { try mapValues { Wired($0) }.encode(to: encoder) }
}

nonisolated extension Optional: WireCoded where Wrapped: WireCoded {
    init(wire decoder: any Decoder) throws { self = try Wired<Wrapped>?(from: decoder)?.value }
    func encode(wire encoder: any Encoder) throws { try map { Wired($0) }.encode(to: encoder) }
}

nonisolated extension KeyedDecodingContainer where Key: WireKey {
    func decode<Value: WireCoded>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(Wired<Value>.self, forKey: key).value
    }

    func decodeIfPresent<Value: WireCoded>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(Wired<Value>.self, forKey: key)?.value
    }

    func decode<Value: Decodable>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }

    func decode<Value: WireCoded>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Wired<Value>.self, forKey: key).value)
    }

    func decode(_ type: Absent.Type, forKey key: Key) throws -> Absent {
        guard !contains(key) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "must not be there")
        }
        return Absent()
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard contains(key) || Key.keysWithNull.contains(key) else { return nil }
        return try decodeNil(forKey: key) ? nil : decode(type, forKey: key)
    }

    /// Of JSON null is a value as any other.
    func decodeIfPresent(_ type: JSONValue.Type, forKey key: Key) throws -> JSONValue? {
        guard contains(key) else { return nil }
        return try decodeNil(forKey: key) ? .null : decode(type, forKey: key)
    }

    // The library has these for each basic type, which would be preferred to the one above.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try basic(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try basic(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try basic(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try basic(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try basic(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try basic(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try basic(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try basic(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try basic(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try basic(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try basic(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try basic(key) }

    private func basic<Value: Decodable>(_ key: Key) throws -> Value? {
        guard contains(key) || Key.keysWithNull.contains(key) else { return nil }
        return try decodeNil(forKey: key) ? nil : decode(Value.self, forKey: key)
    }
}

nonisolated extension KeyedEncodingContainer where Key: WireKey {
    mutating func encode<Value: WireCoded>(_ value: Value, forKey key: Key) throws {
        try encode(Wired(value), forKey: key)
    }

    mutating func encode<Value: Encodable>(_ field: Field<Value>, forKey key: Key) throws {
        switch field {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }

    mutating func encode<Value: WireCoded>(_ field: Field<Value>, forKey key: Key) throws {
        switch field {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(Wired(value), forKey: key)
        }
    }

    mutating func encode(_ value: Absent, forKey key: Key) throws {}

    mutating func encodeIfPresent<Value: WireCoded>(_ value: Value?, forKey key: Key) throws {
        try encodeOrNull(value.map { Wired($0) }, key)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOrNull(value, key)
    }

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }

    private mutating func encodeOrNull<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else if Key.keysWithNull.contains(key) {
            try encodeNil(forKey: key)
        }
    }
}

nonisolated extension CodingUserInfoKey {
    /// Set where the JSON has a number of more digits than `Decimal` holds.
    static let longNumbers = CodingUserInfoKey(rawValue: "longNumbers")
}

nonisolated enum Wire {
    static func decoder(for data: Data) -> JSONDecoder {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.longNumbers, hasLongNumber(data) { decoder.userInfo[key] = true }
        return decoder
    }

    /// Whether 39 digits stand in a row: looks at every 39th byte, and around it only where that is one.
    private static func hasLongNumber(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            func isDigit(_ index: Int) -> Bool { bytes[index] &- 0x30 < 10 || bytes[index] == UInt8(ascii: ".") }
            for index in stride(from: 38, to: bytes.count, by: 39) where isDigit(index) {
                var (first, last) = (index, index)
                while first > 0, index - first < 39, isDigit(first - 1) { first -= 1 }
                while last + 1 < bytes.count, last - index < 39, isDigit(last + 1) { last += 1 }
                if last - first >= 38 { return true }
            }
            return false
        }
    }
}

nonisolated extension Decoder {
    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

nonisolated extension Encoder {
    func invalid(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}
