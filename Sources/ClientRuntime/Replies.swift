// Reads an answer as the types of the contract.
public import Foundation

nonisolated extension HTTPReply {
    /// Type and subtype without parameters, in lower case.
    var mediaType: String? {
        headers["Content-Type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try expectJSON()
        return try Wire.decoder(for: body).decode(type, from: body)
    }

    func json<Value: WireCoded>(_ type: Value.Type = Value.self) throws -> Value {
        try expectJSON()
        return try Wire.decoder(for: body).decode(Wired<Value>.self, from: body).value
    }

    /// A page of HTML in place of JSON is said as that, not as a parser's error.
    private func expectJSON() throws {
        if body.isEmpty { throw WireFailure("$", "expected JSON, found no body") }
        guard let mediaType, !mediaType.hasSuffix("json"), mediaType.hasPrefix("text/html") else { return }
        throw WireFailure("$", "expected JSON, found \(mediaType)")
    }

    func text() throws -> String {
        guard let text = String(data: body, encoding: .utf8) else { throw WireFailure("$", "the text is not UTF-8") }
        return text
    }

    /// A value on each line: JSON Lines, and JSON text sequences (RFC 7464).
    func lines<Value: Decodable>(_ type: Value.Type = Value.self) throws -> [Value] {
        let separators: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x1E]
        return try body.split(whereSeparator: separators.contains).enumerated().map { number, line in
            do {
                return try Wire.decoder(for: line).decode(type, from: line)
            } catch {
                let failure = WireFailure(error)
                throw WireFailure("line \(number + 1), \(failure.path)", failure.reason)
            }
        }
    }

    /// Reads the body by its media type.
    func content<Value>(_ readers: [String: () throws -> Value]) throws -> Value {
        let type = mediaType ?? ""
        if let reader = readers[type] ?? (type.hasSuffix("+json") ? readers["application/json"] : nil) {
            return try reader()
        }
        if readers.count == 1, let reader = readers.values.first { return try reader() }
        if let reader = readers["application/octet-stream"] { return try reader() }
        throw WireFailure(
            "header Content-Type", "expected one of \(readers.keys.sorted().joined(separator: ", ")), found \(type)")
    }

    func header<Value: HeaderValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = try headerIfPresent(name, as: type) else {
            throw WireFailure("header \(name)", "is missing")
        }
        return value
    }

    func headerIfPresent<Value: HeaderValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let text = headers[name] else { return nil }
        guard let value = Value(headerText: text) else {
            throw WireFailure("header \(name)", "expected \(type), found \(text)")
        }
        return value
    }
}

/// A type that a header of an answer is read as.
public nonisolated protocol HeaderValue {
    init?(headerText: String)
}

nonisolated extension HeaderValue where Self: LosslessStringConvertible {
    /// Nil for text that is none.
    public init?(headerText: String) { self.init(headerText) }
}

nonisolated extension HeaderValue where Self: RawRepresentable, RawValue: HeaderValue {
    /// Nil for text that is none.
    public init?(headerText: String) {
        guard let value = RawValue(headerText: headerText) else { return nil }
        self.init(rawValue: value)
    }
}

nonisolated extension String: HeaderValue {}
nonisolated extension Bool: HeaderValue {}
nonisolated extension Int: HeaderValue {}
nonisolated extension Int8: HeaderValue {}
nonisolated extension Int16: HeaderValue {}
nonisolated extension Int32: HeaderValue {}
nonisolated extension Int64: HeaderValue {}
nonisolated extension UInt8: HeaderValue {}
nonisolated extension UInt16: HeaderValue {}
nonisolated extension UInt32: HeaderValue {}
nonisolated extension UInt64: HeaderValue {}
nonisolated extension Double: HeaderValue {}
nonisolated extension CalendarDate: HeaderValue {}

nonisolated extension Decimal: HeaderValue {
    /// Nil for text that is none.
    public init?(headerText: String) { self.init(string: headerText, locale: Locale(identifier: "en_US_POSIX")) }
}
nonisolated extension Date: HeaderValue {
    /// Nil for text that is none.
    public init?(headerText: String) {
        guard let date = Timestamp.date(headerText) else { return nil }
        self = date
    }
}
nonisolated extension UUID: HeaderValue {
    /// Nil for text that is none.
    public init?(headerText: String) { self.init(uuidString: headerText) }
}
nonisolated extension URL: HeaderValue {
    /// Nil for text that is none.
    public init?(headerText: String) { self.init(string: headerText) }
}
nonisolated extension Array: HeaderValue where Element: HeaderValue {
    /// The style `simple`: elements between commas.
    public init?(headerText: String) {
        let texts = headerText.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let elements = texts.compactMap(Element.init(headerText:))
        guard elements.count == texts.count else { return nil }
        self = elements
    }
}
nonisolated extension JSONValue: HeaderValue {
    /// Nil for text that is none.
    public init?(headerText: String) {
        self = (try? JSONDecoder().decode(JSONValue.self, from: Data(headerText.utf8))) ?? .string(headerText)
    }
}
