// What must hold for any text that is taken for CEL.

import CEL
import Expressions
import JSONValues

/// The first byte chooses among four environments, the rest is the expression.
func fuzzCEL(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let choice = bytes.first else { return }
    let source = String(decoding: bytes.dropFirst(), as: UTF8.self)
    var environment = CELEnvironment(
        variables: [
            "i": .int, "u": .uint, "d": .double, "s": .string, "b": .bool, "l": .list(.int),
            "m": .map(key: .string, value: .int), "j": .dyn, "rows": .list(.dyn), "t": .timestamp,
            "r": .record(CELRecord(name: "r", fields: [("id", .uint), ("name", .string), ("at", .timestamp)])),
        ],
        numbers: choice & 1 == 0 ? .exact : .adapting, timeZones: .none)
    environment.checking = choice & 2 == 0 ? .strict : .deferred
    environment.limits.memoryBytes = 1 << 20

    let (expression, problems) = CELExpression.compile(source, environment: environment)
    precondition((expression == nil) == !problems.isEmpty)
    for problem in problems { check(problem, in: source) }
    guard let expression else { return }

    let scanned = outcome(expression, rows: CELValue(.array(rows)), in: source)
    precondition(
        scanned == outcome(expression, rows: CELValue(.array(rows)), in: source), "it gives one thing, then another")
    precondition(scanned == outcome(expression, rows: CELValue(rows: IndexedRows(rows)), in: source), "the index lies")
}

private let rows: [JSON] = [
    ["id": 1, "name": "a"], ["id": 2, "name": "b"], ["id": 1, "name": nil], ["id": "1", "name": "é"],
    ["id": nil, "name": "a"],
]

private let json: JSON = [
    "a": [1, .number(JSONNumber("2.5") ?? JSONNumber(0)), "x", nil, true, ["b": []]], "n": -1, "s": "é", "o": [:],
]

/// The value as JSON, or that there is none; what fails is told without its place, which a lookup may meet first.
private func outcome(_ expression: CELExpression, rows: CELValue, in source: String) -> String {
    let bindings: CELBindings = [
        "i": -7, "u": .uint(.max), "d": 0.5, "s": "añb", "b": true, "l": [3, 1, 2], "m": CELValue(["a": 1, "b": 2]),
        "j": CELValue(json), "rows": rows, "t": .timestamp(.epoch),
        "r": CELValue(["id": 5, "name": "n", "at": "2026-01-02T03:04:05Z"]),
    ]
    do throws(ExpressionError) {
        let value = try expression.evaluate(bindings, budget: 20_000)
        precondition(value.type.fits(expression.type), "a \(value.type) where the checker said \(expression.type)")
        if case .bool(let answer) = value {
            let holds = try expression.holds(bindings, budget: 20_000)
            precondition(holds == answer)
        }
        return try value.json(nodes: 10_000).serialized()
    } catch {
        check(error, in: source)
        return error.stage == .limit ? "limit" : "fails"
    }
}

private func check(_ error: ExpressionError, in source: String) {
    precondition(0...source.utf8.count ~= error.offset && error.line > 0 && error.column > 0, "\(error)")
    precondition(!error.message.isEmpty)
}

extension CELType {
    /// Whether a value of this type may come of an expression that was checked to be of the other.
    fileprivate func fits(_ checked: CELType) -> Bool {
        switch (self, checked) {
        case (_, .dyn), (.null, _): true
        case (.list, .list), (.map, .map), (.map, .record), (.optional, .optional), (.type, .type): true
        default: self == checked
        }
    }
}
