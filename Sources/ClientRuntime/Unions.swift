// Finds the one of several shapes that a value has.

nonisolated enum JSONKind: Hashable, Sendable {
    case null, bool, integer, number, string, array, object
}

/// One of the shapes of a union, and how to recognise it.
nonisolated struct UnionCase<Union> {
    var kinds: Set<JSONKind>
    var required: Set<String> = []
    var known: Set<String> = []
    /// Properties that have one of these values in this shape, if they are there.
    var constants: [String: [JSONValue]] = [:]
    /// Properties that have one of these values in this shape, as far as the contract knows.
    var listed: [String: [JSONValue]] = [:]
    /// What a value without members is one of, as far as the contract knows.
    var values: [JSONValue] = []
    /// What it is one of, or the shape does not fit.
    var only: [JSONValue] = []
    var make: (any Decoder) throws -> Union

    init(
        _ kinds: Set<JSONKind>, required: Set<String> = [], known: Set<String> = [],
        constants: [String: [JSONValue]] = [:], listed: [String: [JSONValue]] = [:], values: [JSONValue] = [],
        only: [JSONValue] = [], make: @escaping (any Decoder) throws -> Union
    ) {
        self.kinds = kinds
        self.required = required
        self.known = known
        self.constants = constants
        self.listed = listed
        self.values = values
        self.only = only
        self.make = make
    }

    /// How well the shape fits: nil if not at all.
    fileprivate func fit(_ kind: JSONKind, _ decoder: any Decoder) throws -> Int? {
        guard kinds.contains(kind) || kind == .integer && kinds.contains(.number) else { return nil }
        guard kind == .object else {
            if !only.isEmpty { return only.contains(try JSONValue(from: decoder)) ? 3 : nil }
            if !values.isEmpty { return values.contains(try JSONValue(from: decoder)) ? 2 : 0 }
            return kinds.contains(kind) ? 1 : 0
        }
        let container = try decoder.container(keyedBy: AnyKey.self)
        let keys = Set(container.allKeys.map(\.stringValue))
        guard required.isSubset(of: keys) else { return nil }
        for (name, values) in constants where keys.contains(name) {
            guard values.contains(try container.decode(JSONValue.self, forKey: AnyKey(name))) else { return nil }
        }
        return known.intersection(keys).count
    }

    /// The properties of an object whose values it does not list.
    fileprivate func unlisted(_ decoder: any Decoder) throws -> [String: JSONValue] {
        if listed.isEmpty { return [:] }
        let container = try decoder.container(keyedBy: AnyKey.self)
        return try listed.reduce(into: [:]) { unlisted, property in
            guard container.contains(AnyKey(property.key)) else { return }
            let value = try container.decode(JSONValue.self, forKey: AnyKey(property.key))
            if !property.value.contains(value) { unlisted[property.key] = value }
        }
    }
}

/// A value that is one of several shapes.
nonisolated protocol UnionModel: CaseModel, Codable {}

nonisolated extension UnionModel {
    /// Writes it as JSON has it.
    public func encode(to encoder: any Encoder) throws {
        let values = ValueVisitor(encoder)
        visit(values)
        try values.finish()
    }
}

nonisolated extension ValueVisitor {
    @_semantics("optimize.sil.specialize.generic.never")
    func branch<Value: Hashable & Encodable>(_ value: Value) {
        add(value)
        writeWhole { try value.encode(to: $0) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredBranch<Value: Hashable & WireCoded>(_ value: Value) {
        add(value)
        writeWhole { try value.encode(wire: $0) }
    }

    /// One that does not have the member by which the shapes are told apart.
    @_semantics("optimize.sil.specialize.generic.never")
    func branch<Value: Hashable & Encodable>(_ value: Value, _ name: String, _ tag: JSONValue) {
        add(tag)
        add(value)
        writeWhole { try value.encodeTagged(to: $0, name, tag) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func wiredBranch<Value: Hashable & WireCoded>(_ value: Value, _ name: String, _ tag: JSONValue) {
        add(tag)
        add(value)
        writeWhole { try Wired(value).encodeTagged(to: $0, name, tag) }
    }
}

nonisolated extension Encodable {
    fileprivate func encodeTagged(to encoder: any Encoder, _ name: String, _ tag: JSONValue) throws {
        var members = encoder.container(keyedBy: AnyKey.self)
        try members.encode(tag, forKey: AnyKey(name))
        try encode(to: encoder)
    }
}

nonisolated extension Decoder {
    /// The member by which the shapes are told apart.
    @_semantics("optimize.sil.specialize.generic.never")
    func tag<Tag: Decodable>(_ name: String, as type: Tag.Type) throws -> Tag {
        try container(keyedBy: AnyKey.self).decode(type, forKey: AnyKey(name))
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func tagIfPresent<Tag: Decodable>(_ name: String, as type: Tag.Type) throws -> Tag? {
        try container(keyedBy: AnyKey.self).decodeIfPresent(type, forKey: AnyKey(name))
    }

    /// Of the shapes that fit, the one that knows most of what is there; of equal ones the first that can be read. A value that the
    /// contract lists for another shape is that one's; a new value may come in each.
    @_semantics("optimize.sil.specialize.generic.never")
    func shape<Union>(of cases: [UnionCase<Union>]) throws -> Union {
        let kind = try kind()
        var fitting = try cases.enumerated()
            .compactMap { index, shape in try shape.fit(kind, self).map { (fit: $0, index: index, shape: shape) } }
        if kind == .object {
            let unlisted = try fitting.map { try $0.shape.unlisted(self) }
            let own = fitting.indices.filter { index in
                !unlisted[index].contains { name, value in
                    fitting.contains { ($0.shape.listed[name] ?? $0.shape.constants[name])?.contains(value) ?? false }
                }
            }
            for index in fitting.indices { fitting[index].fit -= unlisted[index].count }
            if !own.isEmpty { fitting = own.map { fitting[$0] } }
        }
        fitting.sort { ($1.fit, $0.index) < ($0.fit, $1.index) }
        var failure: (any Error)?
        for candidate in fitting {
            do {
                return try candidate.shape.make(self)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? corrupted("none of the \(cases.count) shapes of \(Union.self) fits this \(kind)")
    }

    func kind() throws -> JSONKind {
        if let container = try? singleValueContainer() {
            if container.decodeNil() { return .null }
            if (try? container.decode(String.self)) != nil { return .string }
            if (try? container.decode(Bool.self)) != nil { return .bool }
            if (try? container.decode(Int64.self)) != nil || (try? container.decode(UInt64.self)) != nil {
                return .integer
            }
            if (try? container.decode(Double.self)) != nil { return .number }
        }
        return (try? container(keyedBy: AnyKey.self)) == nil ? .array : .object
    }
}
