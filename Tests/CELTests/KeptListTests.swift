// What is found in a computed list by an index is what reading all of it finds.

import Expressions
import JSONValues
import Testing

@testable import CEL

@Suite struct KeptListTests {
    private static func number(_ text: String) -> JSON { .number(JSONNumber(text) ?? JSONNumber(0)) }

    /// Keys of all kinds: numbers written in two ways, some that a double cannot tell apart, strings in two normal forms, null, and more.
    private static let keys: [JSON] = [
        1, number("1.0"), "1", nil, true, "é", "e\u{301}", number("1.5"), .number(JSONNumber(UInt64.max)), [1],
        ["a": 1], 1, -1, "", number("9007199254740993"), number("9007199254740992"), 2, 3,
    ]

    private static let rows = JSON.array(
        keys.enumerated().map { position, key in ["id": key, "n": .number(JSONNumber(position))] })

    private static let wanted: [CELValue] = [
        1, .uint(1), 1.0, 1.5, "1", .null, true, "é", "e\u{301}", .uint(.max), -1, "", "none", .double(.nan),
        .double(0x1p53), .double(1e300), .int(1 << 53), .int(1 << 53 + 1), [1], [], [1, 2, 3], [3, 1, 1.0, "é"],
        [.null, true, .uint(.max)], [[1], 1], [.double(.nan), 2], [.double(0x1p53)], [.bytes([1]), 1],
        .map(.json(JSONObject([("a", 1)]))), .bytes([1]), .timestamp(.epoch), CELValue(.array(keys)),
        CELValue(.array(keys + keys)),
    ]

    /// Where `§` stands for a list.
    private static let conditions = [
        "§.filter(e, e.id in x)", "§.exists(e, e.id in x)", "§.exists_one(e, e.id in x)", "§.map(e, e.id in x, e.n)",
        "§.filter(e, e.id == x)", "§.exists(e, x == e.id)", "§.filter(e, e == x)", "§.exists(e, e in x)",
        "§.filter(e, e in x)", "x in §", "!(x in §) || §.exists(e, e == x)", "§.all(e, e.id in x)",
        "§.filter(e, e.id in x && e.n > 3)", "§.filter(e, e.n > 3 && e.id in x)", "§.filter(e, e.id in x || e.n == 2)",
        "§.exists(e, e.id in x && 1 / e.n > 0)", "§.filter(e, e.id in x && e.none == 1)", "§.filter(e, e.none in x)",
        "§.filter(e, e.id in [1, 'é', 2.0])", "§.filter(e, e.id in {1: 2, 'é': 3})", "§.filter(e, e.id in 1 / 0)",
        "§.exists(e, e.id in [e.n, e.id])", "§.transformList(i, e, e.id in x, i)", "§.filter(e, e.id in §)",
        "§.sortBy(e, e.n).filter(e, e.id in x)", "§ + § == §", "size(§) + size(§.slice(1, 3))", "§.map(e, e.id in §)",
        "§.filter(e, §.exists(o, o.id == e.id && o.n != e.n))", "§.filter(e, e.id in x).exists(e, e.id == x)",
    ]

    /// What these lists are made by.
    private static let lists = [
        "rows", "rows.map(r, r)", "rows.map(r, r.id)", "rows.map(r, {'id': r.id, 'n': r.n})",
        "rows.map(r, timestamp('2026-01-01T00:00:00Z'))", "rows.map(r, r.n == 3 ? {'n': 3} : {'id': r.n, 'n': r.n})",
        "rows.map(r, {'id': duration(string(r.n) + 's'), 'n': r.n})", "rows.map(r, optional.of(r))",
        "rows.filter(r, r.n < 4)", "rows.filter(r, r.n > 100)", "rows.map(r, double(r.n) / 2.0)",
    ]

    private static let environment = CELEnvironment(variables: ["rows": .dyn, "x": .dyn], numbers: .adapting)

    /// Nil where the types of its parts do not fit.
    private static func compiled(_ source: String) -> CELExpression? {
        CELExpression.compile(source, environment: environment).expression
    }

    private static func answer(_ expression: CELExpression, _ rows: CELValue, _ x: CELValue) -> String {
        do throws(ExpressionError) {
            return try expression.evaluate(["rows": rows, "x": x]).json().serialized()
        } catch {
            return error.message
        }
    }

    @Test(arguments: conditions)
    func answersAsReadingAllOfItDoes(condition: String) throws {
        for list in Self.lists {
            let scanning = Self.compiled(condition.replacing("§", with: list))
            let looking = Self.compiled("cel.bind(l, \(list), \(condition.replacing("§", with: "l")))")
            #expect((scanning == nil) == (looking == nil))
            guard let scanning, let looking else { continue }
            for x in Self.wanted {
                let scanned = Self.answer(scanning, CELValue(Self.rows), x)
                #expect(Self.answer(looking, CELValue(Self.rows), x) == scanned, "\(list), \(x)")
                let indexed = CELValue(rows: IndexedRows(Self.rows.array ?? []))
                #expect(Self.answer(scanning, indexed, x) == scanned, "rows of a collection, \(list), \(x)")
            }
        }
    }

    /// Otherwise the comparison above would be one of two scans.
    @Test func lookingIsNotReadingAllOfIt() throws {
        let rows = JSON.array((0..<1_000).map { ["id": .number(JSONNumber($0)), "n": 1] })
        let looks = "size(cards.filter(c, c.id in ids)) == 2 && 7 in cards.map(c, c.id) && cards.exists(c, c.id == 999)"
        let hundred = (0..<100).map { _ in looks }.joined(separator: " && ")
        let source = "cel.bind(cards, rows.map(r, {'id': r.id}), cel.bind(ids, [3, 998], \(hundred)))"
        let expression = try CELExpression(
            parsing: source.replacing("cards.map(c, c.id)", with: "all").replacing(
                "cel.bind(ids", with: "cel.bind(all, rows.map(r, r.id), cel.bind(ids") + ")",
            environment: Self.environment)
        let steps = 40_000
        #expect(try expression.holds(["rows": CELValue(rows), "x": 1], budget: steps))
        // Without a name a list is read each time that it is looked through.
        let scanning = try CELExpression(
            parsing: (0..<100).map { _ in "rows.exists(r, r.id == 999)" }.joined(separator: " && "),
            environment: Self.environment)
        #expect(throws: ExpressionError.self) {
            try scanning.holds(["rows": CELValue(rows), "x": 1], budget: steps)
        }
    }
}
