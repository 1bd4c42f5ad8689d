// Rows found by an index are the rows found by reading all of them.

import Expressions
import JSONValues
import Testing

@testable import CEL

@Suite struct IndexedRowsTests {
    /// Rows whose keys are of all kinds: numbers written in two ways, strings in two normal forms, null, and more.
    private static let mixed: [JSON] = [
        ["id": 1, "n": 0], ["id": .number(JSONNumber("1.0") ?? JSONNumber(0)), "n": 1], ["id": "1", "n": 2],
        ["id": nil, "n": 3], ["id": true, "n": 4], ["id": "é", "n": 5], ["id": "e\u{301}", "n": 6],
        ["id": .number(JSONNumber("1.5") ?? JSONNumber(0)), "n": 7], ["id": .number(JSONNumber(UInt64.max)), "n": 8],
        ["id": [1], "n": 9], ["id": ["a": 1], "n": 10], ["id": 1, "n": 11], ["id": -1, "n": 12], ["id": "", "n": 13],
    ]

    private static let environment = CELEnvironment(variables: ["rows": .list(.dyn), "x": .dyn], numbers: .adapting)

    private static func answer(_ source: String, _ rows: CELValue, _ x: CELValue) throws -> String {
        let expression = try CELExpression(parsing: source, environment: environment)
        do {
            return try expression.evaluate(["rows": rows, "x": x]).json().serialized()
        } catch {
            return error.description
        }
    }

    private static let keys: [CELValue] = [
        1, .uint(1), 1.0, 1.5, "1", .null, true, "é", "e\u{301}", .uint(.max), -1, "", "none", .double(.nan),
        [1], .map(.json(JSONObject([("a", 1)]))), .bytes([1]), .timestamp(.epoch),
    ]

    @Test(arguments: [
        "rows.exists(r, r.id == x)", "rows.exists(r, x == r.id)", "rows.filter(r, r.id == x)",
        "rows.exists_one(r, r.id == x)", "rows.map(r, r.id == x, r.n)", "rows.filter(r, r.id == x && r.n > 3)",
        "rows.filter(r, r.n > 3 && r.id == x)", "rows.exists(r, r.id == x && 1 / r.n > 0)",
        "rows.exists(r, 1 / r.n > 0 && r.id == x)", "rows.filter(r, r.id == x && r.none == 1)",
        "rows.filter(r, r.id == x || r.n == 2)", "rows.all(r, r.id == x)", "rows.filter(r, r.id == r.n)",
        "rows.exists(r, rows.exists(s, s.id == r.id && s.n != r.n))", "rows.filter(r, r.id == 1 / 0)",
        "rows.filter(r, r.none == x)", "rows.exists(r, r.none == x)",
        "rows.transformList(i, r, r.id == x, i)", "rows.sortBy(r, r.n).filter(r, r.id == x).size()",
    ])
    func answersAsReadingAllRowsDoes(source: String) throws {
        for key in Self.keys {
            let scanned = try Self.answer(source, CELValue(.array(Self.mixed)), key)
            let looked = try Self.answer(source, CELValue(rows: IndexedRows(Self.mixed)), key)
            // A scan tells the first failure that it meets, a lookup that of the first row found.
            #expect(looked == scanned, "\(key)")
        }
    }

    @Test func aFieldThatSomeRowLacksHasNoIndex() throws {
        let rows: [JSON] = [["id": 1], ["no": 2], 3]
        for source in ["rows.exists(r, r.id == x)", "rows.filter(r, r.id == x)", "rows.exists_one(r, r.id == x)"] {
            for key in [1, 2] as [CELValue] {
                let scanned = try Self.answer(source, CELValue(.array(rows)), key)
                #expect(try Self.answer(source, CELValue(rows: IndexedRows(rows)), key) == scanned)
            }
        }
    }

    @Test func aLookupReadsNoOtherRow() throws {
        let rows = IndexedRows((0..<10_000).map { ["id": .number(JSONNumber($0)), "n": 1] })
        let expression = try CELExpression(
            parsing: "rows.exists(r, r.id == x && r.n == 1) && size(rows.filter(r, r.id == x)) == 1",
            environment: Self.environment)
        #expect(try expression.holds(["rows": CELValue(rows: rows), "x": 9_999], budget: 20))
        #expect(throws: ExpressionError.self) {
            try expression.holds(["rows": CELValue(.array(rows.rows)), "x": 9_999], budget: 1000)
        }
    }

    /// Changes at random, with the index asked for before and after each.
    @Test func indexesFollowChanges() throws {
        var generator = Generator(state: 3)
        var rows = IndexedRows()
        let id = JSONMemberName("id")
        for step in 0..<300 {
            let before = rows
            let key = CELValue.int(Int64.random(in: 0..<8, using: &generator))
            _ = rows.found(where: id, equals: key)
            let row: JSON =
                step % 50 == 49
                ? ["no": 1]
                : ["id": .number(JSONNumber(Int.random(in: 0..<8, using: &generator))), "n": .number(JSONNumber(step))]
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where rows.count > 0: rows[Int.random(in: 0..<rows.count, using: &generator)] = row
            case 1 where step % 7 == 0:
                rows.remove(
                    at: rows.rows.indices.filter { position in
                        let value = rows[position]["id"]
                        return value == .number(JSONNumber(step % 8)) || value == nil
                    })
            default: rows.append(row)
            }
            for (number, rows) in [before, rows].enumerated() {
                let fresh = IndexedRows(rows.rows)
                for key in 0..<8 {
                    let key = CELValue.int(Int64(key))
                    let found = rows.found(where: id, equals: key)?.positions
                    // An index that once met a row without the field is only built anew with the rows.
                    #expect(
                        found == fresh.found(where: id, equals: key)?.positions,
                        "step \(step), \(number == 0 ? "before" : "after")")
                }
            }
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
