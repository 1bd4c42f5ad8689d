// Definitions that are remembered have the values that they would be given.

import Expressions
import JSONValues
import JSONSchema
import Testing

@testable import CEL

@Suite struct CELMemoTests {
    private static let environment = CELEnvironment(
        variables: ["state": .dyn, "params": .dyn, "now": .timestamp], numbers: .adapting)

    private static let definitions = [
        ("owned", "state.things.map(t, t.owner == params.owner, t.id)"),
        ("cards", "state.things.map(t, {'id': t.id, 'name': t.name, 'mine': t.id in owned, 'first': t.tags[0]})"),
        ("names", "state.people.map(p, p.name)"),
        ("early", "state.things.filter(t, timestamp(t.at) < now)"),
        ("nested", "state.people.map(p, cel.bind(own, state.things.filter(t, t.owner == p.id), size(own)))"),
    ]

    private static func compiled(_ source: String) throws -> CELExpression {
        let (known, problems) = CELDefinitions.compile(
            definitions.map { (name: $0.0, source: $0.1) }, environment: environment)
        #expect(problems.isEmpty)
        return try #require(
            CELExpression.compile(source, environment: environment, definitions: known).expression)
    }

    private static func answer(_ expression: CELExpression, _ bindings: CELBindings) -> String {
        do throws(ExpressionError) {
            return try expression.evaluate(bindings).json().serialized()
        } catch {
            return error.description
        }
    }

    /// What changes, and how its parts are seen by expressions: as rows with an index, or as plain JSON, which nothing is
    /// remembered of.
    private struct World {
        var things = IndexedRows()
        var people = IndexedRows()

        func bindings(plain: Bool, _ params: JSONObject, now: Int64) throws -> CELBindings {
            func list(_ rows: IndexedRows) -> CELValue { plain ? CELValue(.array(rows.rows)) : CELValue(rows: rows) }
            let state = CELEntries(CELKeys(names: ["things", "people"]), [list(things), list(people)])
            return [
                "state": .map(.entries(state)), "params": CELValue(.object(params)),
                "now": .timestamp(try #require(CELTimestamp(seconds: now, nanoseconds: 0))),
            ]
        }

        mutating func change(_ generator: inout Generator) {
            let number = JSON.number(JSONNumber(Int.random(in: 0..<5, using: &generator)))
            let thing: JSON = [
                "id": number, "name": Bool.random(using: &generator) ? "a" : nil, "owner": number,
                "tags": Int.random(in: 0..<12, using: &generator) == 0 ? [] : [number], "at": "2026-01-01T00:00:00Z",
            ]
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where things.count > 0: things[Int.random(in: 0..<things.count, using: &generator)] = thing
            case 1: things.remove(at: things.rows.indices.filter { things[$0]["id"] == number })
            case 2: people.append(["id": number, "name": "p"])
            case 3: people.remove(at: people.rows.indices.filter { people[$0]["id"] == number })
            default: things.append(thing)
            }
        }
    }

    @Test(arguments: [
        "cards", "cards.filter(c, c.mine)", "cards.filter(c, c.id in owned).map(c, c.name)", "names + ['x']",
        "size(names) > 1 ? cards : []", "owned == [] || cards.exists(c, c.mine)", "size(early)", "nested",
        "cel.bind(twice, cards + cards, size(twice) + size(cards))", "has(params.owner) && size(owned) > 0",
        "names.exists(n, cards.exists(c, c.name == n))", "[1, 2].map(i, cel.bind(x, cards.map(c, c.id + i), x))",
    ])
    func valuesAreThoseWithoutMemory(source: String) throws {
        let expression = try Self.compiled(source)
        var generator = Generator(state: UInt64(source.utf8.count))
        var world = World()
        var earlier = world
        let owners: [JSON?] = [1, .number(try #require(JSONNumber("1.0"))), "1", nil, [1], 2]
        for step in 0..<120 {
            if Bool.random(using: &generator) {
                world.change(&generator)
            } else if step % 9 == 0 {
                (world, earlier) = (earlier, world)
            }
            var params = JSONObject()
            params["owner"] = owners[Int.random(in: 0..<owners.count, using: &generator)]
            let now = Int64.random(in: 0..<2, using: &generator) * 2_000_000_000
            let remembered = Self.answer(expression, try world.bindings(plain: false, params, now: now))
            let plain = Self.answer(expression, try world.bindings(plain: true, params, now: now))
            #expect(remembered == plain, "step \(step)")
        }
    }

    /// What is remembered counts as much as it did.
    @Test func aBudgetDoesNotHangOnWhatIsRemembered() throws {
        let expression = try Self.compiled("cards")
        var world = World()
        world.things = IndexedRows(
            (0..<50).map { ["id": .number(JSONNumber($0)), "name": "n", "owner": 1, "tags": [1], "at": "x"] })
        let bindings = try world.bindings(plain: false, ["owner": 1], now: 0)
        #expect(throws: ExpressionError.self) { try expression.evaluate(bindings, budget: 500) }
        #expect(try expression.evaluate(bindings).json().array?.count == 50)
        #expect(throws: ExpressionError.self) { try expression.evaluate(bindings, budget: 500) }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
