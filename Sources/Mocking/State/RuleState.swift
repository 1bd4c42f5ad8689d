// What rules read and change: the state of one session.

import Expressions
import JSONSchema

/// The named values of a session's state, in the order of the mock file. A value: a transaction works on a copy, and a session
/// starts from a copy of what the file says.
struct RuleState: Sendable {
    let names: [String]
    private(set) var values: [StateValue]
    /// All of it as expressions see it, made anew when it changes.
    private(set) var variable: CELValue

    init(_ entries: [(name: String, value: JSON)]) {
        names = entries.map(\.name)
        values = entries.map { StateValue($0.value) }
        variable = .null
        variable = view
    }

    private var view: CELValue {
        .map(
            .entries(
                CELEntries(
                    Dictionary(
                        zip(names, values).map { ($0, $1.expressionValue) }, uniquingKeysWith: { first, _ in first }))))
    }

    /// With other names and values.
    init(names: [String], values: [StateValue]) {
        self.names = names
        self.values = values
        variable = .null
        variable = view
    }

    subscript(index: Int) -> StateValue {
        get { values[index] }
        set {
            values[index] = newValue
            variable = view
        }
    }

    /// The rows of a collection; none where it was given another kind of value.
    func rows(_ index: Int) -> IndexedRows {
        if case .rows(let rows) = values[index] { rows } else { IndexedRows() }
    }

    var json: JSON { .object(JSONObject(zip(names, values).map { ($0, $1.json) })) }
}
