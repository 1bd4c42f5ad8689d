// Reads an answer as the types of the contract.
public import Foundation

nonisolated extension HTTPReply {
    /// Type and subtype without parameters, in lower case.
    var mediaType: String? {
        headers["Content-Type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try expectJSON()
        return try Wire.decoder(for: body).decode(type, from: body)
    }

    @_semantics("optimize.sil.specialize.generic.never")
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
        let encoding = try headers["Content-Type"].map { try String.Encoding(mediaType: $0) } ?? .utf8
        guard let text = String(data: body, encoding: encoding) else {
            throw WireFailure("$", "the text is not of its charset")
        }
        return text
    }

    /// A value on each line: JSON Lines, and JSON text sequences (RFC 7464).
    @_semantics("optimize.sil.specialize.generic.never")
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

    /// Reads the body by its media type: with its parameters, then without, then by a range, then by what is nearest.
    @_semantics("optimize.sil.specialize.generic.never")
    func content<Value>(_ readers: KeyValuePairs<String, () throws -> Value>) throws -> Value {
        let type = mediaType ?? ""
        let whole = headers["Content-Type"].map(Self.compact) ?? ""
        let fits: [(String) -> Bool] = [
            { Self.compact($0) == whole }, { Self.essence($0) == type },
            { $0.hasSuffix("/*") && type.hasPrefix($0.dropLast()) },
            { type.hasSuffix("+json") && Self.essence($0) == "application/json" },
            { _ in readers.count == 1 },
            { $0 == "*/*" || Self.essence($0) == "application/octet-stream" }, { $0.hasSuffix("/*") },
        ]
        for fit in fits {
            for reader in readers where fit(reader.key) { return try reader.value() }
        }
        throw WireFailure(
            "header Content-Type",
            "expected one of \(readers.map(\.key).sorted().joined(separator: ", ")), found \(type)")
    }

    private static func compact(_ mediaType: String) -> String {
        mediaType.lowercased().filter { $0 != " " && $0 != "\"" }
    }
    private static func essence(_ mediaType: String) -> String { String(compact(mediaType).prefix { $0 != ";" }) }

    /// Nil where there is none, and where it is none of its type: the answer is worth more than it.
    @_semantics("optimize.sil.specialize.generic.never")
    func header<Value: HeaderValue>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        guard let text = headers[name] else { return nil }
        return Value(headerText: text)
    }
}

nonisolated extension String.Encoding {
    /// By the parameter `charset`; UTF-8 where there is none.
    init(mediaType: String) throws {
        let parameters = mediaType.lowercased().split(separator: ";").dropFirst()
        let charset = parameters.map { $0.filter { $0 != " " && $0 != "\"" } }.first { $0.hasPrefix("charset=") }?
            .dropFirst(8)
        switch charset {
        case nil, "utf-8", "utf8": self = .utf8
        case "us-ascii", "ascii": self = .ascii
        case "iso-8859-1", "latin1": self = .isoLatin1
        case "windows-1252": self = .windowsCP1252
        case "utf-16": self = .utf16
        case let name?: throw WireFailure("$", "the charset \(name) is not known")
        }
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
