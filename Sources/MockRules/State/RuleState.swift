// What rules read and change: the state of one session.

import CEL
package import JSONValues

/// The named values of a session's state, in the order of the mock file. A value: a transaction works on a copy, and a session
/// starts from a copy of what the file says.
package struct RuleState: Sendable {
    /// In the order of the mock file.
    package let names: [String]
    /// The order in which expressions see them.
    private let order: [Int]
    private let keys: CELKeys
    /// One for each of the names.
    package private(set) var values: [StateValue]
    /// Of each value.
    package private(set) var versions: [StateVersion]
    /// All of it as expressions see it, made anew when it changes.
    private(set) var variable: CELValue

    /// What a session starts with, in the order of the mock file.
    package init(_ entries: [(name: String, value: JSON)]) {
        self.init(names: entries.map(\.name), values: entries.map { StateValue($0.value) })
    }

    private var view: CELValue {
        .map(.entries(CELEntries(keys, order.map { values[$0].expressionValue })))
    }

    /// With other names and values.
    package init(names: [String], values: [StateValue]) {
        self.names = names
        order = names.indices.sorted { names[$0] < names[$1] }
        keys = CELKeys(names: order.map { names[$0] })
        self.values = values
        versions = values.map { _ in .next() }
        variable = .null
        variable = view
    }

    package subscript(index: Int) -> StateValue {
        get { values[index] }
        set {
            values[index] = newValue
            versions[index] = .next()
            variable = view
        }
    }

    /// Changes the rows of a collection, in place where no other copy of the state has them.
    mutating func change(_ index: Int, _ body: (inout IndexedRows) -> Void) {
        var rows = rows(index)
        variable = .null
        values[index] = .value(.null)
        body(&rows)
        self[index] = .rows(rows)
    }

    /// Which values those parts have now; the same values have the same versions.
    package func versions(of parts: [Int]) -> [StateVersion] { parts.map { versions[$0] } }

    /// The rows of a collection; none where it was given another kind of value.
    func rows(_ index: Int) -> IndexedRows {
        if case .rows(let rows) = values[index] { rows } else { IndexedRows() }
    }

    package var json: JSON { .object(JSONObject(zip(names, values).map { ($0, $1.json) })) }
}
