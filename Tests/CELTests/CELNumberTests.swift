// Numbers as a mock's rules have them: literals take the type of what they meet, JSON's numbers that of their declaration.

import Expressions
import JSONValues
import Testing

@testable import CEL

@Suite struct CELNumberTests {
    private static let request: CELBindings = [
        "call": 2,
        "params": CELValue([
            "user_id": .number(JSONNumber(UInt64.max)), "product_id": 5, "amount": 3, "search": "shoe",
        ]),
        "state": CELValue([
            "products": [
                ["id": 5, "name": "Runner", "price": .number(JSONNumber("12.50") ?? JSONNumber(0)), "main": false],
                ["id": 6, "name": "Air", "price": 20, "main": true, "updated_at": "2026-01-02T03:04:05Z"],
            ]
        ]),
        "any": CELValue([
            "n": 4, "big": .number(JSONNumber(UInt64.max)), "half": .number(JSONNumber("0.5") ?? JSONNumber(0)),
        ]),
    ]

    @Test(arguments: [
        ("params.user_id == 18446744073709551615", true, "a literal beyond the range of int is a uint"),
        ("params.product_id == 5", true, "an int literal beside a uint"), ("5 == params.product_id", true, ""),
        ("params.product_id > -1", true, "no uint is below zero, whatever the literal's type"),
        ("params.product_id + 1 == 6", true, ""), ("params.product_id + 1u == 6u", true, ""),
        ("params.product_id + (2 * 3 - 1) == 10", true, "sums of literals are literals"),
        ("(has(params.amount) ? params.amount : 1) + 1 == 4", true, "a branch takes the other's type"),
        ("(has(params.amount) ? params.amount : 0u) + 1u == 4u", true, ""),
        ("params.product_id in [1, 5]", true, ""), ("[1, params.product_id][0] == 1u", true, ""),
        ("state.products[0].price == 12.5", true, ""), ("state.products[1].price == 20", true, ""),
        ("state.products[1].price / 3 > 6.6", true, "20 is declared a double"),
        ("state.products[0].price * 2 == 25", true, ""), ("math.greatest(params.amount, 1) == 3", true, ""),
        ("params.product_id == call + 3", true, "numbers of all types are compared by value"),
        ("state.products.exists(p, p.id == params.product_id)", true, ""),
        ("any.n + 1u == 5", true, "a number whose type only comes to light"), ("any.n - 5u == -1", true, ""),
        ("any.n * any.half == 2", true, ""), ("any.big == 18446744073709551615u", true, ""),
        ("any.big - 1 == 18446744073709551614u", true, ""), ("type(any.n) == int", true, ""),
        ("type(params.product_id) == uint", true, ""), ("type(any.big) == uint", true, ""),
        ("state.products[1].updated_at > timestamp('2026-01-01T00:00:00Z')", true, "a declared time is one"),
        ("state.products[1].updated_at.getFullYear() == 2026", true, ""),
        ("state.products[params.amount - 2].name == 'Air'", true, "a uint is an index"),
        ("params.search == null", false, "any JSON may be null"), ("null in [params.search]", false, ""),
    ])
    func adapting(source: String, answer: Bool, why: String) throws {
        let expression = try CELExpression(parsing: source, environment: shop)
        #expect(try expression.holds(Self.request) == answer, "\(why)")
    }

    @Test(arguments: [
        "1 + 1u", "1 == 1u", "true ? 1 : 1u", "size([1u, 2]) == 1u", "1 in [1u]", "[1][0u]", "9223372036854775808",
    ])
    func exact(source: String) {
        #expect(CELExpression.compile(source, environment: CELEnvironment()).problems.count == 1)
    }

    @Test(arguments: [
        ("params.user_id + 0u", "18446744073709551615"),
        ("state.products[0]", #"{"id":5,"name":"Runner","price":12.50,"main":false}"#),
        ("state.products.filter(p, p.main)[0].price", "20"),
        ("{'id': params.product_id, 1: b'a'}", #"{"id":5,"1":"YQ=="}"#),
        (
            "[timestamp(0), duration('1.5s'), type(1), null, optional.none(), optional.of(1)]",
            #"["1970-01-01T00:00:00Z","1.5s","int",null,null,1]"#
        ),
        ("state.products.map(p, p.id)", "[5,6]"), ("any", #"{"n":4,"big":18446744073709551615,"half":0.5}"#),
        ("[ip('::1'), cidr('10.0.0.0/8')]", #"["::1","10.0.0.0/8"]"#),
    ])
    func asJSON(source: String, json: String) throws {
        let value = try CELExpression(parsing: source, environment: shop).evaluate(Self.request)
        #expect(try value.json().serialized() == json)
    }

    @Test(arguments: [("0.0 / 0.0", "JSON has no number NaN"), ("[1.0 / 0.0]", "JSON has no number Infinity")])
    func noJSON(source: String, message: String) throws {
        let value = try CELExpression(parsing: source, environment: shop).evaluate([:])
        do {
            _ = try value.json()
            Issue.record("is JSON")
        } catch {
            #expect(error.message == message)
        }
    }

    @Test func aValueThatSharesItsPartsIsBounded() throws {
        let source = (0..<20).reversed().reduce("v19") { body, level in
            "cel.bind(v\(level), [\(level == 0 ? "1, 1" : "v\(level - 1), v\(level - 1)")], \(body))"
        }
        let value = try CELExpression(parsing: source, environment: CELEnvironment()).evaluate([:])
        #expect(throws: ExpressionError.self) { try value.json(nodes: 100_000) }
    }
}
