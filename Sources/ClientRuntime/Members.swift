// Reads and writes the members of objects by their names on the wire.

// What is generic here only hands on. The attribute keeps the optimiser from making a copy of it for each type of a client, which takes
// its time and makes nothing faster.

/// Any key of an object.
nonisolated struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Reads an object. One type of key serves all structs, and each kind of member has a method of its own name: a struct then
/// costs the compiler a call for each member, and no choice between overloads.
nonisolated struct MemberReader {
    private let members: KeyedDecodingContainer<AnyKey>

    init(_ decoder: any Decoder) throws { members = try decoder.container(keyedBy: AnyKey.self) }

    // MARK: Members that are there

    @inline(never)
    func string(_ name: String) throws -> String { try members.decode(String.self, forKey: AnyKey(name)) }
    @inline(never)
    func bool(_ name: String) throws -> Bool { try members.decode(Bool.self, forKey: AnyKey(name)) }
    @inline(never)
    func int(_ name: String) throws -> Int { try members.decode(Int.self, forKey: AnyKey(name)) }
    @inline(never)
    func double(_ name: String) throws -> Double { try members.decode(Double.self, forKey: AnyKey(name)) }

    @_semantics("optimize.sil.specialize.generic.never")
    func value<Value: Decodable>(_ name: String) throws -> Value {
        try members.decode(Value.self, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wired<Value: WireCoded>(_ name: String) throws -> Value {
        try members.decode(Wired<Value>.self, forKey: AnyKey(name)).value
    }

    // MARK: Members that may be left out

    @inline(never)
    func stringIfPresent(_ name: String) throws -> String? {
        try members.decodeIfPresent(String.self, forKey: AnyKey(name))
    }

    @inline(never)
    func boolIfPresent(_ name: String) throws -> Bool? { try members.decodeIfPresent(Bool.self, forKey: AnyKey(name)) }
    @inline(never)
    func intIfPresent(_ name: String) throws -> Int? { try members.decodeIfPresent(Int.self, forKey: AnyKey(name)) }
    @inline(never)
    func doubleIfPresent(_ name: String) throws -> Double? {
        try members.decodeIfPresent(Double.self, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func valueIfPresent<Value: Decodable>(_ name: String) throws -> Value? {
        try members.decodeIfPresent(Value.self, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredIfPresent<Value: WireCoded>(_ name: String) throws -> Value? {
        do {
            return try members.decodeIfPresent(Wired<Value>.self, forKey: AnyKey(name))?.value
        } catch DecodingError.dataCorrupted where Leniency.current.dropsUnreadable {
            return nil
        }
    }

    /// Of JSON null is a value as any other.
    func jsonIfPresent(_ name: String) throws -> JSONValue? {
        guard members.contains(AnyKey(name)) else { return nil }
        return try members.decode(JSONValue.self, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func field<Value: Decodable>(_ name: String) throws -> Field<Value> {
        if let value = try members.decodeIfPresent(Value.self, forKey: AnyKey(name)) { return .value(value) }
        return members.contains(AnyKey(name)) ? .null : .absent
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredField<Value: WireCoded>(_ name: String) throws -> Field<Value> {
        do {
            let field: Field<Wired<Value>> = try field(name)
            return field.map(\.value)
        } catch DecodingError.dataCorrupted where Leniency.current.dropsUnreadable {
            return .absent
        }
    }

    // MARK: Members that are there, and may be null

    @inline(never)
    func stringOrNull(_ name: String) throws -> String? { try stringIfPresent(name) ?? null(name) }
    @inline(never)
    func boolOrNull(_ name: String) throws -> Bool? { try boolIfPresent(name) ?? null(name) }
    @inline(never)
    func intOrNull(_ name: String) throws -> Int? { try intIfPresent(name) ?? null(name) }
    @inline(never)
    func doubleOrNull(_ name: String) throws -> Double? { try doubleIfPresent(name) ?? null(name) }

    @_semantics("optimize.sil.specialize.generic.never")
    func valueOrNull<Value: Decodable>(_ name: String) throws -> Value? { try valueIfPresent(name) ?? null(name) }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredOrNull<Value: WireCoded>(_ name: String) throws -> Value? { try wiredIfPresent(name) ?? null(name) }

    private func null<Value>(_ name: String) throws -> Value? {
        guard members.contains(AnyKey(name)) else {
            let context = DecodingError.Context(codingPath: members.codingPath, debugDescription: "no value is there")
            throw DecodingError.keyNotFound(AnyKey(name), context)
        }
        return nil
    }

    // MARK: Members that the contract holds to something

    /// A member that always has one value.
    func expect(_ name: String, _ value: JSONValue) throws {
        guard try members.decode(JSONValue.self, forKey: AnyKey(name)) == value else {
            throw DecodingError.dataCorruptedError(
                forKey: AnyKey(name), in: members, debugDescription: "expected \(try value.jsonText)")
        }
    }

    /// A member that must not be there.
    func refuse(_ name: String) throws {
        guard !members.contains(AnyKey(name)) else {
            throw DecodingError.dataCorruptedError(
                forKey: AnyKey(name), in: members, debugDescription: "must not be there")
        }
    }

    /// The members that are not declared.
    @_semantics("optimize.sil.specialize.generic.never")
    func others<Value: Decodable>(besides known: Set<String>) throws -> [String: Value] {
        try others(known) { try members.decode(Value.self, forKey: $0) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredOthers<Value: WireCoded>(besides known: Set<String>) throws -> [String: Value] {
        try others(known) { try members.decode(Wired<Value>.self, forKey: $0).value }
    }

    private func others<Value>(_ known: Set<String>, _ decode: (AnyKey) throws -> Value) throws -> [String: Value] {
        var values: [String: Value] = [:]
        for key in members.allKeys where !known.contains(key.stringValue) {
            values[key.stringValue] = try decode(key)
        }
        return values
    }
}

/// Writes an object, member by member.
nonisolated struct MemberWriter {
    private var members: KeyedEncodingContainer<AnyKey>

    init(_ encoder: any Encoder) { members = encoder.container(keyedBy: AnyKey.self) }

    // MARK: Members that are there

    @inline(never)
    mutating func string(_ name: String, _ value: String) throws { try members.encode(value, forKey: AnyKey(name)) }
    @inline(never)
    mutating func bool(_ name: String, _ value: Bool) throws { try members.encode(value, forKey: AnyKey(name)) }
    @inline(never)
    mutating func int(_ name: String, _ value: Int) throws { try members.encode(value, forKey: AnyKey(name)) }
    @inline(never)
    mutating func double(_ name: String, _ value: Double) throws { try members.encode(value, forKey: AnyKey(name)) }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func value<Value: Encodable>(_ name: String, _ value: Value) throws {
        try members.encode(value, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func wired<Value: WireCoded>(_ name: String, _ value: Value) throws {
        try members.encode(Wired(value), forKey: AnyKey(name))
    }

    // MARK: Members that may be left out

    @inline(never)
    mutating func stringIfPresent(_ name: String, _ value: String?) throws {
        try members.encodeIfPresent(value, forKey: AnyKey(name))
    }

    @inline(never)
    mutating func boolIfPresent(_ name: String, _ value: Bool?) throws {
        try members.encodeIfPresent(value, forKey: AnyKey(name))
    }

    @inline(never)
    mutating func intIfPresent(_ name: String, _ value: Int?) throws {
        try members.encodeIfPresent(value, forKey: AnyKey(name))
    }

    @inline(never)
    mutating func doubleIfPresent(_ name: String, _ value: Double?) throws {
        try members.encodeIfPresent(value, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func valueIfPresent<Value: Encodable>(_ name: String, _ value: Value?) throws {
        try members.encodeIfPresent(value, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func wiredIfPresent<Value: WireCoded>(_ name: String, _ value: Value?) throws {
        if let value { try wired(name, value) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func field<Value: Encodable>(_ name: String, _ field: Field<Value>) throws {
        switch field {
        case .absent: break
        case .null: try members.encodeNil(forKey: AnyKey(name))
        case .value(let value): try members.encode(value, forKey: AnyKey(name))
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func wiredField<Value: WireCoded>(_ name: String, _ field: Field<Value>) throws {
        try self.field(name, field.map { Wired($0) })
    }

    // MARK: Members that are there, and may be null

    @inline(never)
    mutating func stringOrNull(_ name: String, _ value: String?) throws { try valueOrNull(name, value) }
    @inline(never)
    mutating func boolOrNull(_ name: String, _ value: Bool?) throws { try valueOrNull(name, value) }
    @inline(never)
    mutating func intOrNull(_ name: String, _ value: Int?) throws { try valueOrNull(name, value) }
    @inline(never)
    mutating func doubleOrNull(_ name: String, _ value: Double?) throws { try valueOrNull(name, value) }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func valueOrNull<Value: Encodable>(_ name: String, _ value: Value?) throws {
        try field(name, Field(value))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func wiredOrNull<Value: WireCoded>(_ name: String, _ value: Value?) throws {
        try wiredField(name, Field(value))
    }

    // MARK: Members that the contract does not declare

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func others<Value: Encodable>(_ others: [String: Value]) throws {
        for (name, value) in others { try members.encode(value, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func wiredOthers<Value: WireCoded>(_ others: [String: Value]) throws {
        for (name, value) in others { try wired(name, value) }
    }
}

nonisolated extension Decoder {
    /// The members of the object that is read.
    func object() throws -> MemberReader { try MemberReader(self) }
}

nonisolated extension Encoder {
    /// The members of the object that is written.
    func object() -> MemberWriter { MemberWriter(self) }
}
