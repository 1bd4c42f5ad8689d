// One named part of a session's state.

package import CEL
package import JSONValues

/// Rows that rules look up and change one by one, or any other value. A copy costs nothing until one of the two changes.
package enum StateValue: Sendable {
    case rows(IndexedRows)
    case value(JSON)

    /// A list of objects is a collection, and so is an empty list.
    package init(_ json: JSON) {
        if case .array(let elements) = json, elements.allSatisfy({ $0.object != nil }) {
            self = .rows(IndexedRows(elements))
        } else {
            self = .value(json)
        }
    }

    /// Whether rules can look its rows up and change them one by one.
    package var isCollection: Bool { if case .rows = self { true } else { false } }

    package var json: JSON {
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
