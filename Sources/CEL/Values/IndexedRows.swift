// Rows of a collection that find themselves by the value of a field.

package import JSONValues
import Synchronization

/// The rows of a collection, with an index for every field that an expression has looked rows up by.
///
/// `rows.exists(r, r.id == x)` and its like ask the index instead of reading every row. An index is built when it is
/// first asked for, and shared by all copies until one of them changes; the copy that changes keeps its indexes by
/// adding to them where it can, and has them built anew where it cannot.
package struct IndexedRows: Sendable {
    private var storage: Storage
    private(set) var stamp = Stamp.next()

    /// Which rows they are. Copies have the same until one of them changes.
    struct Stamp: Hashable, Sendable {
        private let number: UInt64

        private static let last = Atomic<UInt64>(0)

        static func next() -> Stamp { Stamp(number: last.wrappingAdd(1, ordering: .relaxed).newValue) }
    }

    /// Rows without an index yet; one is made for a field when it is first asked about.
    package init(_ rows: [JSON] = []) { storage = Storage(Contents(rows: rows)) }

    /// All rows, in their order.
    package var rows: [JSON] { storage.contents.withLock { $0.rows } }
    /// The number of rows.
    package var count: Int { storage.contents.withLock { $0.rows.count } }

    /// The row at a position; setting it keeps the indexes up to date.
    package subscript(position: Int) -> JSON {
        get { storage.contents.withLock { $0.rows[position] } }
        set {
            change { contents in
                for index in contents.indexes.indices {
                    contents.indexes[index].replace(
                        CELValue(contents.rows[position]), by: CELValue(newValue), at: position)
                }
                contents.rows[position] = newValue
            }
        }
    }

    /// Adds a row at the end.
    package mutating func append(_ row: JSON) {
        change { contents in
            for index in contents.indexes.indices {
                contents.indexes[index].add(CELValue(row), at: contents.rows.count)
            }
            contents.rows.append(row)
        }
    }

    /// Takes the last row off. There must be one.
    package mutating func removeLast() { remove(at: [count - 1]) }

    /// Removes the rows at these positions. Others move up, so the indexes are built anew when they are asked.
    package mutating func remove(at positions: some Sequence<Int>) {
        let (gone, rows) = (Set(positions), rows)
        let kept = rows.indices.filter { !gone.contains($0) }
        if kept.count != rows.count { self = IndexedRows(kept.map { rows[$0] }) }
    }

    /// The rows, and the positions, in order, of those whose field equals the value as CEL's `==` has it. Nil where an index cannot
    /// tell: some row lacks the field or is no object, or the value is neither null nor a scalar.
    func found(where field: JSONMemberName, equals value: CELValue) -> (rows: [JSON], positions: [Int])? {
        storage.contents.withLock { contents in
            contents.positions(where: field, equals: value).map { (contents.rows, $0) }
        }
    }

    /// Changes rows and indexes in place where no copy shares them.
    private mutating func change(_ body: (inout Contents) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.contents.withLock { $0 }) }
        stamp = .next()
        storage.contents.withLock { contents in
            contents.indexes.removeAll { !$0.isComplete }
            body(&contents)
        }
    }

    private struct Contents: Sendable {
        var rows: [JSON]
        /// Few enough to be looked through.
        var indexes: [RowIndex] = []

        mutating func positions(where field: JSONMemberName, equals value: CELValue) -> [Int]? {
            if let known = indexes.first(where: { $0.isOf(field) }) { return known.positions(of: value) }
            let index = RowIndex(rows.lazy.map { CELValue($0) }, by: field)
            indexes.append(index)
            return index.positions(of: value)
        }
    }

    private final class Storage: Sendable {
        let contents: Mutex<Contents>

        init(_ contents: Contents) { self.contents = Mutex(contents) }
    }
}

extension CELValue {
    /// A list of the rows.
    package init(rows: IndexedRows) { self = .list(.rows(rows)) }
}

/// Where the rows with each value of one field stand; or, without a field, where each row itself stands.
struct RowIndex: Sendable {
    private let field: JSONMemberName?
    private var positions: [Key: [Int]] = [:]
    private(set) var isComplete = true

    private enum Key: Hashable, Sendable {
        case null
        case value(CELKey)
        case fraction(Double)

        init?(_ value: CELValue) {
            // Beyond these a double is equal to more than one whole number.
            if case .double(let number) = value, number.magnitude >= 0x1p53 { return nil }
            if let key = CELKey(value) {
                self = .value(key)
            } else if case .null = value {
                self = .null
            } else if case .double(let number) = value, !number.isNaN {
                self = .fraction(number)
            } else {
                return nil
            }
        }
    }

    init(_ rows: some Sequence<CELValue>, by field: JSONMemberName?) {
        self.field = field
        for (position, row) in rows.enumerated() { add(row, at: position) }
        if !isComplete { positions = [:] }
    }

    func isOf(_ field: JSONMemberName?) -> Bool {
        guard let own = self.field, let field else { return self.field == nil && field == nil }
        return sameUTF8(own.text, field.text)
    }

    func positions(of value: CELValue) -> [Int]? {
        guard isComplete, let key = Key(value) else { return nil }
        return positions[key] ?? []
    }

    mutating func replace(_ old: CELValue, by new: CELValue, at position: Int) {
        if let key = key(of: old) {
            if key == self.key(of: new) { return }
            positions[key]?.removeAll { $0 == position }
        }
        add(new, at: position)
    }

    private func value(in row: CELValue) -> CELValue? {
        guard let field else { return row }
        return switch row {
        case .map(.json(let object)): object[field].map { CELValue($0) }
        case .map(.entries(let entries)): entries.value(field)
        default: nil
        }
    }

    private func key(of row: CELValue) -> Key? { value(in: row).flatMap { Key($0) } }

    mutating func add(_ row: CELValue, at position: Int) {
        guard isComplete, let value = value(in: row) else {
            isComplete = false
            return
        }
        // A list, an object, a time and so on is equal to no scalar, so no scalar finds its row.
        guard let key = Key(value) else {
            if case .double(let number) = value, !number.isNaN { isComplete = false }
            return
        }
        positions[key, default: []].insertInOrder(position)
    }
}

extension [Int] {
    fileprivate mutating func insertInOrder(_ position: Int) {
        if let last, last > position {
            insert(position, at: firstIndex { $0 > position } ?? endIndex)
        } else {
            append(position)
        }
    }
}
