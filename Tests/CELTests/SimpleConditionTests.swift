// Arazzo's simple conditions: what they compare, and what they refuse.

import CEL
import Expressions
import JSONValues
import Testing

/// A call in the middle of a workflow.
private let context: RuntimeContext = {
    var context = RuntimeContext()
    context.method = "POST"
    context.statusCode = 201
    context.request = RuntimeContext.Message(query: [("user_id", 7)])
    context.response = RuntimeContext.Message(
        body: ["id": 9, "pets": [["id": 1, "a.b": true]], "price": .number(JSONNumber("12.50") ?? JSONNumber(0))])
    context.inputs = JSONObject([("username", "ann")])
    context.steps = ["log-in": JSONObject([("user_id", .number(JSONNumber(UInt64.max)))])]
    return context
}()

@Suite struct SimpleConditionTests {
    @Test(arguments: [
        ("$statusCode == 201", true), ("$statusCode == '201'", true), ("$statusCode != 200", true),
        ("$statusCode >= 200 && $statusCode < 300", true), ("$statusCode == 200 || $statusCode == 201", true),
        ("$method == 'post'", true), ("'POST' != $method", false), ("$inputs.username == 'ANN'", true),
        ("'abc' < 'ABD'", true), ("'10' < '9'", true), ("'10' > 9", true), ("10 <= '9.5'", false),
        ("'it''s' == 'IT''S'", true), ("\"a\" == 'A'", true), ("$response.body#/none == null", true),
        ("$response.body#/id == null", false), ("null == false", false), ("null == 0", false), ("null == ''", false),
        ("null != 'null'", true), ("true == 'true'", false), ("!($statusCode == 200)", true), ("!!true", true),
        ("! false", true), ("($method == 'GET' || $method == 'POST') && true", true), ("-1.5e1 < 0", true),
        ("$response.body.pets[0].id == 1", true), ("$response.body#/pets/0/a.b", true),
        ("$steps.log-in.outputs.user_id == 18446744073709551615", true),
        ("$response.body#/price == 12.5", true), ("$request.query.user_id > 6", true), ("  true  ", true),
        ("false && $response.body#/none > 1", false), ("true || $response.body#/none > 1", true),
    ])
    func holds(source: String, answer: Bool) throws {
        #expect(try SimpleCondition(parsing: source).holds(in: context) == answer)
    }

    @Test(arguments: [
        ("$statusCode", "1:1: a condition is not a bool; found int, expected bool"),
        ("$response.body#/none > 1", "1:22: no such overload of '>'; found (null_type, int)"),
    ])
    func fails(source: String, message: String) throws {
        let condition = try SimpleCondition(parsing: source)
        do {
            _ = try condition.holds(in: context)
            Issue.record("has an answer")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test(arguments: [
        (
            "$statusCode = 200",
            "1:13: this does not belong here; found '=', expected an operator or the end of the condition "
                + "(did you mean '=='?)"
        ),
        ("($statusCode == 200", "1:20: this does not belong here; found the end of the condition, expected ')'"),
        ("$statusCode == 'a", "1:16: a string is never closed; expected the closing quote"),
        (
            "ture",
            "1:1: this does not belong here; found 'ture', expected a runtime expression, a number, true, false, "
                + "null or a string in single quotes (did you mean 'true'?)"
        ),
        (
            "",
            "1:1: this does not belong here; found the end of the condition, expected a runtime expression or a literal"
        ),
    ])
    func refuses(source: String, message: String) {
        do {
            _ = try SimpleCondition(parsing: source)
            Issue.record("is taken")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test func nestsOnlySoDeep() throws {
        let deep = String(repeating: "(", count: 10_000) + "true" + String(repeating: ")", count: 10_000)
        #expect(throws: ExpressionError.self) { try SimpleCondition(parsing: deep) }
        #expect(try SimpleCondition(parsing: String(repeating: "!", count: 10_000) + "true").holds(in: context))
    }
}
