// Maps: computed ones, and JSON objects.

package import JSONValues

/// A map. Keys are booleans, strings and whole numbers; numbers are one key where they are one number, so that `1`,
/// `1u` and `1.0` find the same entry.
package enum CELMap: Sendable {
    case entries(CELEntries)
    case json(JSONObject)

    /// The number of entries.
    package var count: Int {
        switch self {
        case .entries(let entries): entries.keys.count
        case .json(let object): object.count
        }
    }

    /// Whether there are no entries.
    package var isEmpty: Bool { count == 0 }

    /// The value under a key that is known to be a string.
    func value(_ name: String, as reading: JSONReading = .dynamic) -> CELValue? {
        switch self {
        case .json(let object): object[name].map { CELValue($0, as: reading) }
        case .entries(let entries): entries.value(.string(name))
        }
    }

    func value(_ key: CELKey, as reading: JSONReading = .dynamic) -> CELValue? {
        switch self {
        case .json(let object):
            if case .string(let name) = key { object[name].map { CELValue($0, as: reading) } } else { nil }
        case .entries(let entries): entries.value(key)
        }
    }

    /// The keys, in the order of their entries.
    package var keys: [CELValue] {
        switch self {
        case .entries(let entries): entries.keys
        case .json(let object): object.keys.map { .string($0) }
        }
    }
}

/// A key by its value: numbers of different types that are equal are the same key.
enum CELKey: Hashable, Sendable {
    case bool(Bool)
    case int(Int64)
    /// A `uint` beyond the range of `int`.
    case uint(UInt64)
    case string(String)

    /// Nil if the value cannot be a key. A double can be used to look up an entry if it is whole, but not to make one.
    init?(_ value: CELValue) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .string(let value): self = .string(value)
        case .int(let value): self = .int(value)
        case .uint(let value): self = Int64(exactly: value).map(CELKey.int) ?? .uint(value)
        case .double(let value):
            if let whole = Int64(exactly: value) {
                self = .int(whole)
            } else if let whole = UInt64(exactly: value) {
                self = .uint(whole)
            } else {
                return nil
            }
        default: return nil
        }
    }

    static func == (left: CELKey, right: CELKey) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.uint(let left), .uint(let right)): left == right
        case (.string(let left), .string(let right)): sameText(left, right)
        case (.bool, _), (.int, _), (.uint, _), (.string, _): false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .uint(let value): hasher.combine(value)
        case .string(let value): combineText(value, into: &hasher)
        }
    }
}

/// The keys of a computed map, in the order they were written. Maps made by one expression share them.
package final class CELKeys: Sendable {
    /// In the order in which they were written.
    package let values: [CELValue]
    /// Positions by key, if all keys are strings, as in nearly all maps.
    let names: JSONKeys?
    /// Positions by key, if some keys are not strings.
    private let positions: [CELKey: Int]

    /// Fails on a value that cannot be a key, and on a repeated key.
    init(_ keys: [CELValue]) throws(CELFailure) {
        values = keys
        let texts = keys.compactMap { if case .string(let text) = $0 { text } else { nil } }
        names = texts.count == keys.count ? JSONKeys(texts) : nil
        var positions: [CELKey: Int] = [:]
        if names == nil {
            for (position, value) in keys.enumerated() {
                if case .double = value { throw CELFailure(.unsupportedKey(value.type)) }
                guard let key = CELKey(value) else { throw CELFailure(.unsupportedKey(value.type)) }
                guard positions.updateValue(position, forKey: key) == nil else {
                    throw CELFailure(.repeatedKey(value.shown))
                }
            }
        }
        self.positions = positions
    }

    /// Makes keys of names; of a repeated name the first counts.
    package init(names: [String]) {
        values = names.map { .string($0) }
        let distinct = JSONKeys(names)
        self.names = distinct
        positions =
            distinct != nil
            ? [:] : Dictionary(names.indices.map { (.string(names[$0]), $0) }, uniquingKeysWith: { first, _ in first })
    }

    func position(of key: CELKey) -> Int? {
        guard let names else { return positions[key] }
        guard case .string(let name) = key else { return nil }
        return names.position(of: name)
    }
}

/// The entries of a computed map.
package final class CELEntries: Sendable {
    private let shape: CELKeys
    /// One for each of the keys, in their order.
    package let values: [CELValue]

    /// - Parameter values: one for each of the keys.
    package init(_ keys: CELKeys, _ values: [CELValue]) {
        shape = keys
        self.values = values
    }

    /// Fails on a value that cannot be a key, and on a repeated key.
    convenience init(_ entries: [(key: CELValue, value: CELValue)]) throws(CELFailure) {
        self.init(try CELKeys(entries.map(\.key)), entries.map(\.value))
    }

    /// The keys, in the order of their entries.
    package var keys: [CELValue] { shape.values }

    /// The keys, if all of them are strings.
    var names: JSONKeys? { shape.names }

    func value(_ key: CELKey) -> CELValue? { shape.position(of: key).map { values[$0] } }

    func value(_ name: JSONMemberName) -> CELValue? {
        guard let names = shape.names else { return value(.string(name.text)) }
        guard let position = name.position(in: names) else { return nil }
        return values[position]
    }
}
