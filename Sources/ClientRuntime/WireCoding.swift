// How properties are written where Foundation's own coding would lose or reject something: dates, base64, null.
public import Foundation

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
        guard let date = Timestamp.date(text) ?? Leniency.current.date(text) else {
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
        guard let url = URL(string: text) ?? Leniency.current.url(text) else {
            throw decoder.corrupted("not a URL: \(text)")
        }
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
