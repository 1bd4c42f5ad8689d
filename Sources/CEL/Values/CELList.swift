// Lists: computed ones, with an index or without, JSON arrays, and rows with an index.

package import JSONValues

/// A list, whose elements are converted when they are read.
package enum CELList: Sendable {
    case values([CELValue])
    case kept(KeptList)
    case json([JSON])
    case rows(IndexedRows)

    /// The number of elements.
    package var count: Int {
        switch self {
        case .values(let values): values.count
        case .kept(let list): list.values.count
        case .json(let array): array.count
        case .rows(let rows): rows.count
        }
    }

    /// Whether there are no elements.
    package var isEmpty: Bool { count == 0 }

    subscript(index: Int, reading: JSONReading) -> CELValue {
        switch self {
        case .values(let values): values[index]
        case .kept(let list): list.values[index]
        case .json(let array): CELValue(array[index], as: reading)
        case .rows(let rows): CELValue(rows.rows[index], as: reading)
        }
    }

    subscript(index: Int) -> CELValue { self[index, .dynamic] }

    /// All the elements; a copy for JSON.
    package var elements: [CELValue] {
        switch self {
        case .values(let values): values
        case .kept(let list): list.values
        case .json(let array): array.map { CELValue($0) }
        case .rows(let rows): rows.rows.map { CELValue($0) }
        }
    }
}
