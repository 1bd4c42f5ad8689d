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

    /// Rows without an index yet; one is made for a field when it is first asked about.
    package init(_ rows: [JSON] = []) { storage = Storage(rows, indexes: [:]) }

    /// All rows, in their order.
    package var rows: [JSON] { storage.rows }
    /// The number of rows.
    package var count: Int { storage.rows.count }

    /// Whether the other are these very rows, which none of their owners can have changed.
    func isSame(as other: IndexedRows) -> Bool { storage === other.storage }

    /// The row at a position; setting it keeps the indexes up to date.
    package subscript(position: Int) -> JSON {
        get { storage.rows[position] }
        set {
            change { rows, indexes in
                // While their names are looked at where they stand, there would be two of the indexes, and each be copied.
                for field in Array(indexes.keys) {
                    indexes[field]?.replace(rows[position], by: newValue, at: position)
                }
                rows[position] = newValue
            }
        }
    }

    /// Adds a row at the end.
    package mutating func append(_ row: JSON) {
        change { rows, indexes in
            for field in Array(indexes.keys) { indexes[field]?.add(row, at: rows.count) }
            rows.append(row)
        }
    }

    /// There must be one.
    package mutating func removeLast() { remove(at: [count - 1]) }

    /// Removes the rows that meet the condition; positions move up, so the indexes are built anew when they are asked.
    package mutating func removeAll(where condition: (JSON) throws -> Bool) rethrows {
        var kept: [JSON] = []
        for row in rows where try !condition(row) { kept.append(row) }
        if kept.count != count { storage = Storage(kept, indexes: [:]) }
    }

    /// Removes the rows at these positions.
    package mutating func remove(at positions: some Sequence<Int>) {
        let gone = Set(positions)
        let kept = rows.indices.filter { !gone.contains($0) }
        if kept.count != count { storage = Storage(kept.map { rows[$0] }, indexes: [:]) }
    }

    /// The positions, in order, of the rows whose field equals the value as CEL's `==` has it. Nil where an index cannot
    /// tell: some row lacks the field or is no object, or the value is neither null nor a scalar.
    func positions(where field: String, equals value: CELValue) -> [Int]? {
        storage.index(of: field)?.positions(of: value)
    }

    /// Changes rows and indexes in place where no copy shares them.
    private mutating func change(_ body: (inout [JSON], inout [String: RowIndex]) -> Void) {
        let isShared = !isKnownUniquelyReferenced(&storage)
        var rows = storage.rows
        var indexes = storage.indexes(leavingThem: isShared)
        if !isShared { storage = Storage([], indexes: [:]) }
        body(&rows, &indexes)
        storage = Storage(rows, indexes: indexes)
    }

    private final class Storage: Sendable {
        let rows: [JSON]
        private let indexes: Mutex<[String: RowIndex]>

        init(_ rows: [JSON], indexes: [String: RowIndex]) {
            self.rows = rows
            self.indexes = Mutex(indexes)
        }

        func index(of field: String) -> RowIndex? {
            indexes.withLock { indexes in
                if let index = indexes[field] { return index }
                let index = RowIndex(rows, by: field)
                indexes[field] = index
                return index
            }
        }

        /// The indexes that are of use.
        func indexes(leavingThem: Bool) -> [String: RowIndex] {
            indexes.withLock { indexes in
                let useful = indexes.filter { $0.value.isComplete }
                if !leavingThem { indexes = [:] }
                return useful
            }
        }
    }
}

extension CELValue {
    /// A list of the rows.
    package init(rows: IndexedRows) { self = .list(.rows(rows)) }
}

/// Where the rows with each value of one field stand.
struct RowIndex: Sendable {
    private let field: String
    private var positions: [Key: [Int]] = [:]
    private(set) var isComplete = true

    private enum Key: Hashable, Sendable {
        case null
        case value(CELKey)
        case fraction(Double)

        init?(_ value: CELValue) {
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

    init(_ rows: [JSON], by field: String) {
        self.field = field
        for (position, row) in rows.enumerated() { add(row, at: position) }
        if !isComplete { positions = [:] }
    }

    func positions(of value: CELValue) -> [Int]? {
        guard isComplete, let key = Key(value) else { return nil }
        return positions[key] ?? []
    }

    mutating func replace(_ old: JSON, by new: JSON, at position: Int) {
        if let key = key(of: old) { positions[key]?.removeAll { $0 == position } }
        add(new, at: position)
    }

    private func key(of row: JSON) -> Key? { row[field].flatMap { Key(CELValue($0)) } }

    mutating func add(_ row: JSON, at position: Int) {
        guard isComplete, row[field] != nil else {
            isComplete = false
            return
        }
        // A list or an object is equal to no scalar, so no scalar finds its row.
        guard let key = key(of: row) else { return }
        let place = positions[key, default: []].firstIndex { $0 > position } ?? positions[key, default: []].endIndex
        positions[key, default: []].insert(position, at: place)
    }
}
