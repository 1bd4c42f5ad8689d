// What a rule does to the state.

import Expressions
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension Rule.Change {
    /// More rows than any mock needs; a client that adds without end must not eat the machine.
    static let rowLimit = 100_000

    /// - Parameter bindings: `state` is set to what it has become.
    func apply(to state: inout RuleState, _ bindings: inout CELBindings) throws(RuleFailure) {
        switch self {
        case .insert(let index, let value):
            var rows = state.rows(index)
            try insert(value, into: &rows, bindings)
            state[index] = .rows(rows)
        case .update(let index, let selection, let value):
            var rows = state.rows(index)
            let positions = try selected(selection, of: rows, bindings)
            guard !positions.isEmpty else { return }
            for position in positions { try update(position, with: value, in: &rows, bindings) }
            state[index] = .rows(rows)
        case .upsert(let index, let selection, let value):
            var rows = state.rows(index)
            let positions = try selected(selection, of: rows, bindings)
            for position in positions { try update(position, with: value, in: &rows, bindings) }
            if positions.isEmpty { try insert(value, into: &rows, bindings) }
            state[index] = .rows(rows)
        case .remove(let index, let selection):
            var rows = state.rows(index)
            let positions = try selected(selection, of: rows, bindings)
            guard !positions.isEmpty else { return }
            rows.remove(at: positions)
            state[index] = .rows(rows)
        case .set(let settings):
            // All are computed from what was there before.
            var values: [StateValue] = []
            for setting in settings {
                let value = StateValue(try setting.value.json(bindings))
                if case .rows(let rows) = value, rows.count > Self.rowLimit {
                    throw Self.tooMany(rows.count, at: setting.value.place)
                }
                values.append(value)
            }
            for (setting, value) in zip(settings, values) { state[setting.index] = value }
        }
        bindings["state"] = state.variable
    }

    private func selected(
        _ selection: CheckedExpression?, of rows: IndexedRows, _ bindings: CELBindings
    ) throws(RuleFailure) -> [Int] {
        guard let selection else { return Array(0..<rows.count) }
        var bindings = bindings
        bindings[RuleEnvironment.rows] = .list(.rows(rows))
        guard case .list(let positions) = try selection.value(bindings) else { return [] }
        return positions.elements.compactMap { if case .int(let position) = $0 { Int(position) } else { nil } }
    }

    private func update(
        _ position: Int, with value: RuleValue, in rows: inout IndexedRows, _ bindings: CELBindings
    ) throws(RuleFailure) {
        rows[position] = try row(rows[position], with: value, bindings)
    }

    private func insert(_ value: RuleValue, into rows: inout IndexedRows, _ bindings: CELBindings) throws(RuleFailure) {
        let row = try row(.object(JSONObject()), with: value, bindings)
        guard rows.count < Self.rowLimit else { throw Self.tooMany(rows.count + 1, at: value.place) }
        rows.append(row)
    }

    private static func tooMany(_ count: Int, at place: Place) -> RuleFailure {
        RuleFailure(message: "a collection would have \(count) rows, more than \(rowLimit)", place: place)
    }

    /// The row with the fields that the value gives.
    private func row(_ row: JSON, with value: RuleValue, _ bindings: CELBindings) throws(RuleFailure) -> JSON {
        var bindings = bindings
        bindings["row"] = CELValue(row)
        guard case .object(let fields) = try value.json(bindings) else {
            throw RuleFailure(message: "a row is set to what is no map", place: value.place)
        }
        var row = row.object ?? JSONObject()
        for (name, value) in fields { row[name] = value }
        return .object(row)
    }
}
