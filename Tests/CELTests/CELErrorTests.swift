// What is said of expressions that are not CEL, do not fit their environment, or have no value.

import Expressions
import JSONValues
import JSONSchema
import Testing

@testable import CEL

/// The environment of a mock's rule, in small.
let shop: CELEnvironment = {
    let product = CELRecord(
        name: "row of products",
        fields: [
            ("id", .uint), ("name", .string), ("price", .double), ("main", .bool), ("amount", .uint),
            ("updated_at", .timestamp),
        ])
    let params = CELRecord(
        name: "params", fields: [("user_id", .uint), ("product_id", .uint), ("amount", .uint), ("search", .string)])
    let state = CELRecord(name: "state", fields: [("products", .list(.record(product)))])
    return CELEnvironment(
        variables: ["params": .record(params), "state": .record(state), "call": .int, "any": .dyn], numbers: .adapting)
}()

@Suite struct CELErrorTests {
    @Test(arguments: [
        ("", "1:1: this does not belong here; found the end of the expression, expected a value"),
        ("1 +", "1:4: this does not belong here; found the end of the expression, expected a value"),
        ("(1", "1:3: this does not belong here; found the end of the expression, expected ')' to close '('"),
        ("[1, 2", "1:6: this does not belong here; found the end of the expression, expected ']' to close '['"),
        (
            "a and b",
            "1:3: this does not belong here; found 'and', expected an operator or the end of the expression "
                + "(did you mean '&&'?)"
        ),
        ("call = 1", "1:6: this character has no meaning here; found '=' (did you mean '=='?)"),
        ("call & 1", "1:6: this character has no meaning here; found '&' (did you mean '&&'?)"),
        (
            "'é\n",
            "1:1: a string breaks off at the end of its line; found a line break, expected the closing quote, or "
                + "three quotes on either side"
        ),
        ("call ==\n  'x", "2:3: a string is never closed; found the end of the expression"),
        (
            #"'\q'"#,
            #"1:2: no such escape in a string; found \q, expected \\ \" \' \` \? \a \b \f \n \r \t \v \xHH \uHHHH \UHHHHHHHH or \OOO"#
        ),
        (#"'\ud800'"#, "1:2: an escape names no Unicode scalar; found d800"),
        (#"b'\u0041'"#, #"1:3: bytes have no Unicode escapes; found \u, expected \xHH or \OOO"#),
        ("-9223372036854775809", "1:2: the number does not fit an int; found -9223372036854775809"),
        ("18446744073709551616u", "1:1: the number does not fit 64 bits; found 18446744073709551616"),
        ("0x", "1:1: a hexadecimal number has no digits; found the end of the expression"),
        ("1e999", "1:1: the number does not fit a double; found 1e999"),
        ("1e+", "1:2: a number's exponent has no digits; found '+', expected digits"),
        ("a.`b", "1:3: a name in backticks is empty or never closed; expected '`'"),
        ("for", "1:1: 'for' is a reserved word and cannot be a name; found 'for'"),
        ("has(call)", "1:5: has() takes a field to look for; expected a selection such as has(a.b)"),
        ("[1].map(1, 2)", "1:9: map() takes the name of a variable first; expected a simple name"),
        ("[1].all(x, x, true)", "1:12: the two variables of all() have one name"),
        (
            "Shop{id: 1}",
            "1:5: messages cannot be built: there are no protobuf types here; found '{', expected an "
                + "operator or the end of the expression"
        ),
    ])
    func syntax(source: String, message: String) {
        #expect(CELExpression.compile(source, environment: shop).problems.map(\.description) == [message])
    }

    @Test(arguments: [
        ("parms.user_id == 1", "1:1: there is no variable 'parms'; found 'parms' (did you mean 'params'?)"),
        (
            "params.usr_id == 1",
            "1:8: params has no field 'usr_id'; found 'usr_id', expected one of 'user_id', 'product_id', 'amount', "
                + "'search' (did you mean 'user_id'?)"
        ),
        (
            "params['usr_id'] == 1",
            "1:8: params has no field 'usr_id'; found 'usr_id', expected one of 'user_id', 'product_id', 'amount', "
                + "'search' (did you mean 'user_id'?)"
        ),
        (
            "state.products.exists(p, p.nmae == 'x')",
            "1:28: row of products has no field 'nmae'; found 'nmae', expected one of 'id', 'name', 'price', 'main', "
                + "'amount', 'updated_at' (did you mean 'name'?)"
        ),
        (
            "has(params.serch)",
            "1:1: params has no field 'serch'; found 'serch', expected one of 'user_id', "
                + "'product_id', 'amount', 'search' (did you mean 'search'?)"
        ),
        (
            "params.user_id == 'x'",
            "1:16: '==' has no meaning between these; found uint and string, expected values of "
                + "one type, or dyn() around one of them"
        ),
        (
            "params.user_id + call",
            "1:16: '+' has no meaning between these; found uint and int, expected numbers of one "
                + "type, such as uint(…) makes"
        ),
        (
            "params.search < 1",
            "1:15: '<' has no meaning between these; found string and int, expected two values that "
                + "have an order"
        ),
        (
            "'x' in params.search",
            "1:5: 'in' has no meaning between these; found string and string, expected a list of "
                + "it, or a map that has it as key"
        ),
        ("call && true", "1:1: a condition is not a bool; found int, expected bool"),
        ("!call", "1:1: '!' has no meaning here; found int, expected bool"),
        ("-'x'", "1:1: '-' has no meaning here; found string, expected int or double"),
        ("call.x", "1:6: no field 'x' here; found int, expected map"),
        ("call[0]", "1:5: nothing here can be looked up; found int, expected list or map"),
        ("[1]['x']", "1:5: list(int) is not looked up by string; found string, expected int"),
        ("{'a': 1}[1]", "1:10: map(string, int) is not looked up by int; found int, expected string"),
        ("call ? 1 : 2", "1:1: a condition is not a bool; found int, expected bool"),
        (
            "true ? 1 : 'x'",
            "1:6: the two branches of '?' differ in type; found int and string, expected one type, or "
                + "dyn() around one of them"
        ),
        ("call.exists(c, true)", "1:1: nothing to go through; found int, expected list or map"),
        ("sizee([1])", "1:1: there is no function 'sizee'; found 'sizee' (did you mean 'size'?)"),
        (
            "params.search.startWith('a')",
            "1:15: there is no function 'startWith'; found 'startWith' (did you mean "
                + "'startsWith'?)"
        ),
        (
            "math.greatst(1, 2)",
            "1:6: there is no function 'math.greatst'; found 'math.greatst' (did you mean "
                + "'math.greatest'?)"
        ),
        (
            "params.search.startsWith(1)",
            "1:15: 'startsWith' does not take these arguments; found "
                + "string.startsWith(int), expected string.startsWith(string)"
        ),
        (
            "params.search.matches('(')",
            "1:15: no regular expression: `(`, character 1: a group without its `)`; "
                + #"close it, or escape the `(` as `\(`"#
        ),
        ("{1.5: 1}", "1:2: this is no key of a map; found double, expected bool, int, uint or string"),
        ("[?1]", "1:3: '?' stands before what is no optional; found int, expected optional_type"),
    ])
    func check(source: String, message: String) {
        #expect(CELExpression.compile(source, environment: shop).problems.map(\.description) == [message])
    }

    @Test func allProblemsAreToldAtOnce() {
        let problems = CELExpression.compile(
            "parms.user_id == 1 &&\n  params.serch.startsWith(call) &&\n  call", environment: shop
        ).problems
        #expect(problems.map { [$0.line, $0.column] } == [[1, 1], [2, 10], [2, 16], [3, 3]])
        #expect(problems.allSatisfy { $0.stage == .check })
    }

    @Test(arguments: [
        ("1 / (call - 7)", "1:3: division by zero"), ("1 % (call - 7)", "1:3: modulus by zero"),
        ("9223372036854775807 + call", "1:21: 9223372036854775807 + 7 overflows"),
        ("any.x.y", "1:7: no such key 'y'"), ("any['x']['y']", "1:9: no such key 'y'"),
        ("any.n.x", "1:7: no field 'x' here; found int, expected map"),
        ("[1, 2][call]", "1:7: index out of range; found 7, expected 0 up to 1"),
        ("params.amount", "1:8: no such key 'amount'"),
        ("any.n + 'x'", "1:7: no such overload of '+'; found (int, string)"),
        ("any.n < 'x'", "1:7: no such overload of '<'; found (int, string)"),
        ("any.n ? 1 : 2", "1:5: a condition is not a bool; found int, expected bool"),
        ("any.n.exists(x, true)", "1:5: nothing to go through; found int, expected list or map"),
        ("{any.n: 1, 7: 2}", "1:1: the key 7 stands twice in a map"), ("int('x')", "1:1: 'x' is no int"),
        ("uint(call - 8)", "1:1: -1 is out of the range of uint"),
        ("optional.none().value()", "1:17: the optional holds no value"),
        ("timestamp(0).getHours('Mars/Base')", "1:14: there is no time zone 'Mars/Base'"),
        ("timestamp(0).getHours('../../etc/passwd')", "1:14: there is no time zone '../../etc/passwd'"),
        (
            "dyn('a').matches(any.pattern)",
            "1:10: no regular expression: `(`, character 1: a group without its `)`; "
                + #"close it, or escape the `(` as `\(`"#
        ),
    ])
    func evaluation(source: String, message: String) throws {
        let expression = try CELExpression(parsing: source, environment: shop)
        let any: JSON = ["x": [:], "n": 7, "pattern": "("]
        do {
            let value = try expression.evaluate(["call": 7, "params": CELValue([:]), "any": CELValue(any)])
            Issue.record("gives \(value)")
        } catch {
            #expect(error.description == message)
            #expect(error.stage == .evaluation)
        }
    }

    @Test func aVariableWithoutValue() throws {
        do {
            _ = try CELExpression(parsing: "1 + call", environment: shop).evaluate([:])
        } catch {
            #expect(error.description == "1:5: the variable 'call' has no value")
        }
    }
}
