// One named part of a session's state.

import CEL
import JSONValues

/// Rows that rules look up and change one by one, or any other value. A copy costs nothing until one of the two changes.
enum StateValue: Sendable {
    case rows(IndexedRows)
    case value(JSON)

    /// A list of objects is a collection, and so is an empty list.
    init(_ json: JSON) {
        if case .array(let elements) = json, elements.allSatisfy({ $0.object != nil }) {
            self = .rows(IndexedRows(elements))
        } else {
            self = .value(json)
        }
    }

    var isCollection: Bool { if case .rows = self { true } else { false } }

    var json: JSON {
        switch self {
        case .rows(let rows): .array(rows.rows)
        case .value(let value): value
        }
    }

    var expressionValue: CELValue {
        switch self {
        case .rows(let rows): .list(.rows(rows))
        case .value(let value): CELValue(value)
        }
    }
}
