// Reads the members of objects by their names on the wire, and tells them: to write, to compare and to hash.

// What is generic here only hands on. The attribute keeps the optimiser from making a copy of it for each type of a client, which takes
// its time and makes nothing faster.

/// Tells its values one by one beside those of another, from which follow its equality and its hash. What the compiler would derive
/// for each type takes several times as long to compile as a call for each value does.
nonisolated protocol ValueModel: Hashable {
    func visit(_ values: ValueVisitor, _ other: Self)
}

nonisolated extension ValueModel {
    /// Whether all values are equal.
    public static func == (left: Self, right: Self) -> Bool {
        let values = ValueVisitor(.pairing)
        left.visit(values, right)
        return values.areEqual
    }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) {
        let values = ValueVisitor(hasher)
        visit(values, self)
        hasher = values.hasher
    }
}

/// An object of the contract: how its members are read, and which it has.
nonisolated protocol ObjectModel: ValueModel, Codable {
    init(_ object: MemberReader) throws
}

nonisolated extension ObjectModel {
    /// Reads it from what a decoder has.
    public init(from decoder: any Decoder) throws {
        let object = try MemberReader(decoder)
        try self.init(object)
        try object.finish()
    }

    /// Writes it as JSON has it.
    public func encode(to encoder: any Encoder) throws {
        let object = ValueVisitor(object: encoder)
        visit(object, self)
        try object.finish()
    }
}

/// Any key of an object.
nonisolated struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Reads an object. One type of key serves all structs, and each kind of member has a method of its own name: a struct then costs the
/// compiler a call for each member, and no choice between overloads. Most methods do not throw, since each place that a struct may fail
/// at costs as much again: they keep the first error for `finish`.
nonisolated final class MemberReader {
    private let decoder: any Decoder
    private let members: KeyedDecodingContainer<AnyKey>
    private var failure: (any Error)?

    init(_ decoder: any Decoder) throws {
        self.decoder = decoder
        members = try decoder.container(keyedBy: AnyKey.self)
    }

    /// Throws the error of the first member that could not be read.
    func finish() throws { if let failure { throw failure } }

    /// Without a value the object is refused: what stands in is not seen.
    private func kept<Value>(_ standIn: Value, _ read: () throws -> Value) -> Value {
        if failure != nil { return standIn }
        do {
            return try read()
        } catch {
            failure = error
            return standIn
        }
    }

    // MARK: Members that are there

    @inline(never)
    func string(_ name: String) -> String { kept("") { try members.decode(String.self, forKey: AnyKey(name)) } }
    @inline(never)
    func bool(_ name: String) -> Bool { kept(false) { try members.decode(Bool.self, forKey: AnyKey(name)) } }
    @inline(never)
    func int(_ name: String) -> Int { kept(0) { try members.decode(Int.self, forKey: AnyKey(name)) } }
    @inline(never)
    func double(_ name: String) -> Double { kept(0) { try members.decode(Double.self, forKey: AnyKey(name)) } }

    @_semantics("optimize.sil.specialize.generic.never")
    func value<Value: Decodable>(_ name: String) throws -> Value {
        try finish()
        return try members.decode(Value.self, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wired<Value: WireCoded>(_ name: String) throws -> Value {
        let wired: Wired<Value> = try value(name)
        return wired.value
    }

    // MARK: Members that may be left out

    @inline(never)
    func stringIfPresent(_ name: String) -> String? {
        kept(nil) { try members.decodeIfPresent(String.self, forKey: AnyKey(name)) }
    }

    @inline(never)
    func boolIfPresent(_ name: String) -> Bool? {
        kept(nil) { try members.decodeIfPresent(Bool.self, forKey: AnyKey(name)) }
    }

    @inline(never)
    func intIfPresent(_ name: String) -> Int? {
        kept(nil) { try members.decodeIfPresent(Int.self, forKey: AnyKey(name)) }
    }

    @inline(never)
    func doubleIfPresent(_ name: String) -> Double? {
        kept(nil) { try members.decodeIfPresent(Double.self, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func valueIfPresent<Value: Decodable>(_ name: String) -> Value? {
        kept(nil) { try members.decodeIfPresent(Value.self, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredIfPresent<Value: WireCoded>(_ name: String) -> Value? {
        kept(nil) {
            do {
                return try members.decodeIfPresent(Wired<Value>.self, forKey: AnyKey(name))?.value
            } catch DecodingError.dataCorrupted where Leniency.current.dropsUnreadable {
                return nil
            }
        }
    }

    /// Of JSON null is a value as any other.
    func jsonIfPresent(_ name: String) -> JSONValue? {
        guard members.contains(AnyKey(name)) else { return nil }
        return kept(nil) { try members.decode(JSONValue.self, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func field<Value: Decodable>(_ name: String) -> Field<Value> {
        if let value: Value = valueIfPresent(name) { return .value(value) }
        return members.contains(AnyKey(name)) ? .null : .absent
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredField<Value: WireCoded>(_ name: String) -> Field<Value> {
        if let value: Value = wiredIfPresent(name) { return .value(value) }
        return (try? members.decodeNil(forKey: AnyKey(name))) == true ? .null : .absent
    }

    // MARK: Members that are there, and may be null

    @inline(never)
    func stringOrNull(_ name: String) -> String? { orNull(name, stringIfPresent(name)) }
    @inline(never)
    func boolOrNull(_ name: String) -> Bool? { orNull(name, boolIfPresent(name)) }
    @inline(never)
    func intOrNull(_ name: String) -> Int? { orNull(name, intIfPresent(name)) }
    @inline(never)
    func doubleOrNull(_ name: String) -> Double? { orNull(name, doubleIfPresent(name)) }

    @_semantics("optimize.sil.specialize.generic.never")
    func valueOrNull<Value: Decodable>(_ name: String) -> Value? { orNull(name, valueIfPresent(name)) }
    @_semantics("optimize.sil.specialize.generic.never")
    func wiredOrNull<Value: WireCoded>(_ name: String) -> Value? { orNull(name, wiredIfPresent(name)) }

    private func orNull<Value>(_ name: String, _ value: Value?) -> Value? {
        if value == nil, !members.contains(AnyKey(name)) {
            let context = DecodingError.Context(codingPath: members.codingPath, debugDescription: "no value is there")
            kept(()) { throw DecodingError.keyNotFound(AnyKey(name), context) }
        }
        return value
    }

    // MARK: Members that the contract holds to something

    /// A member that always has one value.
    func expect(_ name: String, _ value: JSONValue) {
        kept(()) {
            guard try members.decode(JSONValue.self, forKey: AnyKey(name)) == value else {
                throw DecodingError.dataCorruptedError(
                    forKey: AnyKey(name), in: members, debugDescription: "expected \(try value.jsonText)")
            }
        }
    }

    /// A member that must not be there.
    func refuse(_ name: String) {
        guard members.contains(AnyKey(name)) else { return }
        kept(()) {
            throw DecodingError.dataCorruptedError(
                forKey: AnyKey(name), in: members, debugDescription: "must not be there")
        }
    }

    /// Sets of members of which all are there.
    func complete(_ sets: [[String]]) -> [[String]] {
        sets.filter { $0.allSatisfy { members.contains(AnyKey($0)) } }
    }

    /// The object breaks a rule about several members.
    func fail(_ reason: String) { kept(()) { throw decoder.corrupted(reason) } }

    /// The members that are not declared.
    @_semantics("optimize.sil.specialize.generic.never")
    func others<Value: Decodable>(besides known: Set<String>) -> [String: Value] {
        kept([:]) {
            var values: [String: Value] = [:]
            for key in members.allKeys where !known.contains(key.stringValue) {
                values[key.stringValue] = try members.decode(Value.self, forKey: key)
            }
            return values
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredOthers<Value: WireCoded>(besides known: Set<String>) -> [String: Value] {
        let values: [String: Wired<Value>] = others(besides: known)
        return values.mapValues(\.value)
    }
}

/// The values of one case, from which follow its equality and its hash.
nonisolated protocol CaseModel: Hashable {
    func visit(_ values: ValueVisitor)
}

nonisolated extension CaseModel {
    /// Whether all values are equal.
    public static func == (left: Self, right: Self) -> Bool {
        let values = ValueVisitor(.keeping)
        left.visit(values)
        values.match()
        right.visit(values)
        return values.areEqual
    }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) {
        let values = ValueVisitor(hasher)
        visit(values)
        hasher = values.hasher
    }
}

/// What the values of a type are told to, in their order: it writes them, compares them or hashes them.
nonisolated final class ValueVisitor {
    enum Purpose {
        case writing, hashing
        /// Compares each value with the one beside it.
        case pairing
        /// Keeps values, and then matches others with them.
        case keeping, matching
    }

    private var purpose: Purpose
    private let encoder: (any Encoder)?
    private var members: KeyedEncodingContainer<AnyKey>?
    private var failure: (any Error)?
    private var kept: [Any] = []
    private var next = 0
    private var isEqual = true
    private(set) var hasher: Hasher
    private(set) var status = 0

    init(_ purpose: Purpose) {
        self.purpose = purpose
        hasher = Hasher()
        encoder = nil
    }

    init(_ hasher: Hasher) {
        self.hasher = hasher
        purpose = .hashing
        encoder = nil
    }

    /// Writes the values in an encoder's place.
    init(_ encoder: any Encoder) {
        self.encoder = encoder
        hasher = Hasher()
        purpose = .writing
    }

    /// Writes the members of an object.
    convenience init(object encoder: any Encoder) {
        self.init(encoder)
        members = encoder.container(keyedBy: AnyKey.self)
    }

    /// What comes now is compared with what was kept.
    func match() { purpose = .matching }

    var areEqual: Bool { isEqual && next == kept.count }

    /// Throws the first error of the encoder.
    func finish() throws { if let failure { throw failure } }

    // MARK: Values that are not written

    @_semantics("optimize.sil.specialize.generic.never")
    func add<Value: Hashable>(_ value: Value, _ other: Value) { pair(value, other) }

    private func pair<Value: Hashable>(_ value: Value, _ other: Value) {
        if purpose == .hashing { hasher.combine(value) } else if isEqual, value != other { isEqual = false }
    }

    /// A value of a case. Equal values of different types, also nil, are different.
    @_semantics("optimize.sil.specialize.generic.never")
    func add<Value: Hashable>(_ value: Value) {
        switch purpose {
        case .writing, .pairing: break
        case .hashing: hasher.combine(value)
        case .keeping: kept.append([value])
        case .matching:
            isEqual = isEqual && next < kept.count && (kept[next] as? [Value])?[0] == value
            next += 1
        }
    }

    @inline(never)
    func answer(_ status: Int) {
        self.status = status
        add(status)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func answer<Body: Hashable>(_ status: Int, _ body: Body) {
        answer(status)
        add(body)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func answer<Headers: Hashable>(_ status: Int, headers: Headers) {
        answer(status)
        add(headers)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func answer<Body: Hashable, Headers: Hashable>(_ status: Int, _ body: Body, headers: Headers) {
        answer(status, body)
        add(headers)
    }

    // MARK: Members that are there

    private func writeMember(_ write: (inout KeyedEncodingContainer<AnyKey>) throws -> Void) {
        guard failure == nil, var members else { return }
        do { try write(&members) } catch { failure = error }
    }

    @inline(never)
    func string(_ name: String, _ value: String, _ other: String) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(value, forKey: AnyKey(name)) }
    }

    @inline(never)
    func bool(_ name: String, _ value: Bool, _ other: Bool) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(value, forKey: AnyKey(name)) }
    }

    @inline(never)
    func int(_ name: String, _ value: Int, _ other: Int) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(value, forKey: AnyKey(name)) }
    }

    @inline(never)
    func double(_ name: String, _ value: Double, _ other: Double) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(value, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func value<Value: Hashable & Encodable>(_ name: String, _ value: Value, _ other: Value) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(value, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wired<Value: Hashable & WireCoded>(_ name: String, _ value: Value, _ other: Value) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(Wired(value), forKey: AnyKey(name)) }
    }

    // MARK: Members that may be left out

    @inline(never)
    func stringIfPresent(_ name: String, _ value: String?, _ other: String?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encodeIfPresent(value, forKey: AnyKey(name)) }
    }

    @inline(never)
    func boolIfPresent(_ name: String, _ value: Bool?, _ other: Bool?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encodeIfPresent(value, forKey: AnyKey(name)) }
    }

    @inline(never)
    func intIfPresent(_ name: String, _ value: Int?, _ other: Int?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encodeIfPresent(value, forKey: AnyKey(name)) }
    }

    @inline(never)
    func doubleIfPresent(_ name: String, _ value: Double?, _ other: Double?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encodeIfPresent(value, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func valueIfPresent<Value: Hashable & Encodable>(_ name: String, _ value: Value?, _ other: Value?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encodeIfPresent(value, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredIfPresent<Value: Hashable & WireCoded>(_ name: String, _ value: Value?, _ other: Value?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encodeIfPresent(value.map { Wired($0) }, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func field<Value: Hashable & Encodable>(_ name: String, _ value: Field<Value>, _ other: Field<Value>) {
        guard purpose == .writing else { return pair(value, other) }
        if case .absent = value { return }
        writeMember { try $0.encode(value, forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredField<Value: Hashable & WireCoded>(_ name: String, _ value: Field<Value>, _ other: Field<Value>) {
        guard purpose == .writing else { return pair(value, other) }
        if case .absent = value { return }
        writeMember { try $0.encode(value.map { Wired($0) }, forKey: AnyKey(name)) }
    }

    // MARK: Members that are there, and may be null

    @inline(never)
    func stringOrNull(_ name: String, _ value: String?, _ other: String?) { valueOrNull(name, value, other) }
    @inline(never)
    func boolOrNull(_ name: String, _ value: Bool?, _ other: Bool?) { valueOrNull(name, value, other) }
    @inline(never)
    func intOrNull(_ name: String, _ value: Int?, _ other: Int?) { valueOrNull(name, value, other) }
    @inline(never)
    func doubleOrNull(_ name: String, _ value: Double?, _ other: Double?) { valueOrNull(name, value, other) }

    @_semantics("optimize.sil.specialize.generic.never")
    func valueOrNull<Value: Hashable & Encodable>(_ name: String, _ value: Value?, _ other: Value?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(Field(value), forKey: AnyKey(name)) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredOrNull<Value: Hashable & WireCoded>(_ name: String, _ value: Value?, _ other: Value?) {
        guard purpose == .writing else { return pair(value, other) }
        writeMember { try $0.encode(Field(value).map { Wired($0) }, forKey: AnyKey(name)) }
    }

    // MARK: Members that the contract does not declare, and those that it fixes

    @_semantics("optimize.sil.specialize.generic.never")
    func others<Value: Hashable & Encodable>(_ others: [String: Value], _ besides: [String: Value]) {
        guard purpose == .writing else { return pair(others, besides) }
        writeMember { for (name, value) in others { try $0.encode(value, forKey: AnyKey(name)) } }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredOthers<Value: Hashable & WireCoded>(_ others: [String: Value], _ besides: [String: Value]) {
        guard purpose == .writing else { return pair(others, besides) }
        writeMember { for (name, value) in others { try $0.encode(Wired(value), forKey: AnyKey(name)) } }
    }

    func constant(_ name: String, _ value: JSONValue) { writeMember { try $0.encode(value, forKey: AnyKey(name)) } }

    /// Writes a value in the place of the encoder; does nothing where values are compared or hashed.
    func writeWhole(_ write: (any Encoder) throws -> Void) {
        guard let encoder, failure == nil else { return }
        do { try write(encoder) } catch { failure = error }
    }
}
