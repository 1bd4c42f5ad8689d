// What a rule does to the state.

import CEL
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension Rule.Change {
    /// More rows than any mock needs; a client that adds without end must not eat the machine.
    static let rowLimit = 100_000

    /// - Parameters:
    ///   - bindings: `state` is set to what it has become.
    ///   - undo: gets what takes the change back, in the order in which it was made.
    func apply(
        to state: inout RuleState, _ bindings: inout CELBindings, undo: inout [Undo]
    ) throws(RuleFailure) {
        switch self {
        case .insert(let index, let value): try insert(value, into: index, &state, &bindings, &undo)
        case .update(let index, let selection, let value):
            let positions = try selected(selection, of: state.rows(index), &bindings)
            try update(positions, with: value, in: index, &state, &bindings, &undo)
        case .upsert(let index, let selection, let value):
            let positions = try selected(selection, of: state.rows(index), &bindings)
            if positions.isEmpty {
                try insert(value, into: index, &state, &bindings, &undo)
            } else {
                try update(positions, with: value, in: index, &state, &bindings, &undo)
            }
        case .remove(let index, let selection):
            let positions = try selected(selection, of: state.rows(index), &bindings)
            guard !positions.isEmpty else { return }
            undo.append(.value(index, state.values[index]))
            state.change(index) { $0.remove(at: positions) }
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
            for (setting, value) in zip(settings, values) {
                undo.append(.value(setting.index, state.values[setting.index]))
                state[setting.index] = value
            }
        }
        bindings[Self.state] = state.variable
    }

    private func selected(
        _ selection: CheckedExpression?, of rows: IndexedRows, _ bindings: inout CELBindings
    ) throws(RuleFailure) -> [Int] {
        guard let selection else { return Array(0..<rows.count) }
        bindings[Self.rows] = .list(.rows(rows))
        // A second reference to the rows would have them copied when they change.
        defer { bindings[Self.rows] = nil }
        guard case .list(let positions) = try selection.value(bindings) else { return [] }
        return positions.elements.compactMap { if case .int(let position) = $0 { Int(position) } else { nil } }
    }

    private static let rows = JSONMemberName(RuleEnvironment.rows)
    private static let row = JSONMemberName("row")
    private static let state = JSONMemberName("state")

    private func update(
        _ positions: [Int], with value: RuleValue, in index: Int, _ state: inout RuleState,
        _ bindings: inout CELBindings, _ undo: inout [Undo]
    ) throws(RuleFailure) {
        guard !positions.isEmpty else { return }
        var old: [(position: Int, row: JSON)] = []
        var new: [JSON] = []
        for position in positions {
            old.append((position, state.rows(index)[position]))
            new.append(try row(old[old.count - 1].row, with: value, &bindings))
        }
        bindings[Self.state] = nil
        state.change(index) { rows in
            for (position, row) in zip(positions, new) { rows[position] = row }
        }
        undo.append(.rows(index, old))
    }

    private func insert(
        _ value: RuleValue, into index: Int, _ state: inout RuleState, _ bindings: inout CELBindings,
        _ undo: inout [Undo]
    ) throws(RuleFailure) {
        let row = try row(.object(JSONObject()), with: value, &bindings)
        let count = state.rows(index).count
        guard count < Self.rowLimit else { throw Self.tooMany(count + 1, at: value.place) }
        let wasCollection = state.values[index].isCollection
        if !wasCollection { undo.append(.value(index, state.values[index])) }
        bindings[Self.state] = nil
        state.change(index) { $0.append(row) }
        if wasCollection { undo.append(.insertion(index)) }
    }

    /// What takes a change back.
    enum Undo {
        case rows(Int, [(position: Int, row: JSON)])
        case insertion(Int)
        case value(Int, StateValue)

        func apply(to state: inout RuleState) {
            switch self {
            case .rows(let index, let old):
                state.change(index) { rows in
                    for (position, row) in old { rows[position] = row }
                }
            case .insertion(let index): state.change(index) { $0.removeLast() }
            case .value(let index, let value): state[index] = value
            }
        }
    }

    private static func tooMany(_ count: Int, at place: Place) -> RuleFailure {
        RuleFailure(message: "a collection would have \(count) rows, more than \(rowLimit)", place: place)
    }

    /// The row with the fields that the value gives.
    private func row(
        _ row: JSON, with value: RuleValue, _ bindings: inout CELBindings
    ) throws(RuleFailure) -> JSON {
        bindings[Self.row] = CELValue(row)
        defer { bindings[Self.row] = nil }
        var object = row.object ?? JSONObject()
        if case .object(let members, _) = value, !object.isEmpty {
            for (position, value) in members.values.enumerated() {
                object.set(position, of: members.names, to: try value.json(bindings))
            }
            return .object(object)
        }
        guard case .object(let fields) = try value.json(bindings) else {
            throw RuleFailure(message: "a row is set to what is no map", place: value.place)
        }
        if object.isEmpty { return .object(fields) }
        for (name, value) in fields { object[name] = value }
        return .object(object)
    }
}
