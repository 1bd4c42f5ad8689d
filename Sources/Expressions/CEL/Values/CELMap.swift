// Maps: computed ones, and JSON objects.

package import JSONSchema

/// A map. Keys are booleans, strings and whole numbers; numbers are one key where they are one number, so that `1`,
/// `1u` and `1.0` find the same entry.
package enum CELMap: Sendable {
    case entries(CELEntries)
    case json(JSONObject)

    package var count: Int {
        switch self {
        case .entries(let entries): entries.keys.count
        case .json(let object): object.count
        }
    }

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
    /// Beyond the range of `int`.
    case uint(UInt64)
    case string(String)

    /// Nil where the value can be no key. A double is one where it is whole: it finds an entry, but makes none.
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

/// The entries of a computed map, in the order they were written.
package final class CELEntries: Sendable {
    package let keys: [CELValue]
    package let values: [CELValue]
    private let positions: [CELKey: Int]

    /// Fails on a value that can be no key, and on a key that stands twice.
    init(_ entries: [(key: CELValue, value: CELValue)]) throws(CELFailure) {
        var positions: [CELKey: Int] = [:]
        positions.reserveCapacity(entries.count)
        for (position, entry) in entries.enumerated() {
            if case .double = entry.key { throw CELFailure(.unsupportedKey(entry.key.type)) }
            guard let key = CELKey(entry.key) else { throw CELFailure(.unsupportedKey(entry.key.type)) }
            guard positions.updateValue(position, forKey: key) == nil else {
                throw CELFailure(.repeatedKey(entry.key.shown))
            }
        }
        self.positions = positions
        keys = entries.map(\.key)
        values = entries.map(\.value)
    }

    /// Names with their values.
    package init(_ members: [String: CELValue]) {
        let ordered = members.sorted { $0.key < $1.key }
        keys = ordered.map { .string($0.key) }
        values = ordered.map(\.value)
        positions = Dictionary(
            ordered.indices.map { (.string(ordered[$0].key), $0) }, uniquingKeysWith: { _, last in last })
    }

    func value(_ key: CELKey) -> CELValue? { positions[key].map { values[$0] } }
}
