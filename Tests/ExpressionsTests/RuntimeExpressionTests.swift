// Runtime expressions and the texts they stand in.

import JSONValues
import JSONSchema
import Testing

@testable import Expressions

/// A call in the middle of a workflow.
private let context: RuntimeContext = {
    var context = RuntimeContext()
    context.url = "https://shop.example/api/cart?user_id=7"
    context.method = "POST"
    context.statusCode = 201
    context.request = RuntimeContext.Message(
        headers: [("Accept", "application/json"), ("X.Dotted", "yes")], query: [("user_id", 7), ("filter[a.b]", "x")],
        path: [("id", "a/b")], body: ["user": ["uuid": "u-1"]])
    context.response = RuntimeContext.Message(
        headers: [("Location", "/cart/9"), ("location", "second")],
        body: ["id": 9, "pets": [["id": 1, "a.b": true], ["id": 2]], "a/b": ["~": "deep"], "price": .number(price)])
    context.inputs = JSONObject([
        ("username", "ann"), ("customer", ["first.name": "Ann", "first": ["last": "Lee"]] as JSON),
    ])
    context.outputs = JSONObject([("total", 3)])
    context.steps = [
        "log-in": JSONObject([("user_id", .number(JSONNumber(UInt64.max)))]),
        "v1.2": JSONObject([("out.put", [["id": 5]] as JSON)]),
    ]
    context.workflows = [
        "buy": RuntimeContext.Workflow(inputs: JSONObject([("n", 1)]), outputs: JSONObject([("m", 2)]))
    ]
    context.sourceDescriptions = ["shop": JSONObject([("url", "./openapi.yaml")])]
    context.components = ["parameters": ["page": ["name": "page"]]]
    return context
}()

private let price = JSONNumber("12.50") ?? JSONNumber(0)

@Suite struct RuntimeExpressionTests {
    @Test(
        arguments: [
            ("$url", "https://shop.example/api/cart?user_id=7"), ("$method", "POST"), ("$statusCode", 201),
            ("$request.header.accept", "application/json"), ("$request.header.X.Dotted", "yes"),
            ("$request.query.user_id", 7), ("$request.query.filter[a.b]", "x"), ("$request.path.id", "a/b"),
            ("$request.path#/id", "a/b"), ("$request.body#/user/uuid", "u-1"), ("$request.body.user.uuid", "u-1"),
            ("$response.header.Location", "/cart/9"), ("$response.body#/pets/1/id", 2),
            ("$response.body#/a~1b/~0", "deep"),
            ("$response.body.pets[1].id", 2), ("$response.body.pets.1.id", 2), ("$response.body.pets[0].a.b", true),
            ("$response.body['pets'][0]['id']", 1), ("$response.body['a/b']#/~0", "deep"), ("$inputs.username", "ann"),
            ("$inputs.customer.first.name", "Ann"), ("$inputs.customer.first.last", "Lee"),
            ("$inputs.customer#/first/last", "Lee"), ("$outputs.total", 3), ("$steps.v1.2.outputs.out.put[0].id", 5),
            ("$steps.v1.2.outputs.out.put#/0/id", 5), ("$workflows.buy.inputs.n", 1), ("$workflows.buy.outputs.m", 2),
            ("$sourceDescriptions.shop.url", "./openapi.yaml"), ("$components.parameters.page.name", "page"),
        ] as [(String, JSON)])
    func refersTo(source: String, value: JSON) throws {
        #expect(try RuntimeExpression(parsing: source).value(in: context) == value)
    }

    @Test func numbersKeepTheirText() throws {
        let number = try RuntimeExpression(parsing: "$steps.log-in.outputs.user_id").value(in: context)?.number
        #expect(number?.text == "18446744073709551615")
        #expect(try RuntimeExpression(parsing: "$response.body#/price").value(in: context)?.number?.text == "12.50")
    }

    @Test(arguments: [
        "$response.body#/pets/2", "$response.body#/pets/01", "$response.body.none", "$response.body[0]",
        "$steps.log-in.user_id", "$steps.other.outputs.x", "$workflows.buy.steps.x", "$inputs.customer.first.name.x",
        "$request.query.none", "$request.header.none", "$response.query.user_id",
    ])
    func refersToNothing(source: String) throws {
        #expect(try RuntimeExpression(parsing: source).value(in: context) == nil)
    }

    @Test(arguments: [
        (
            "$respose.body",
            "1:1: a runtime expression does not start so; found '$respose', expected $url, $method, $statusCode, $request, "
                + "$response, $components, $inputs, $outputs, $sourceDescriptions, $steps, $workflows "
                + "(did you mean '$response'?)"
        ),
        (
            "$request.boddy",
            "1:10: '$request' has no such part; found 'boddy', expected header.<name>, query.<name>, path.<name>, body or "
                + "body#<JSON Pointer> (did you mean 'body'?)"
        ),
        ("$request.query.", "1:16: '$request.query' needs a name; expected $request.query.<name>"),
        ("$inputs", "1:8: '$inputs' needs a name; expected $inputs.<name>"),
        ("inputs.a", "1:1: a runtime expression starts with '$'; found 'inputs.a'"),
        ("$response.body[x]", "1:15: brackets hold an index or a name in quotes; found 'x'"),
        ("$response.body[0", "1:15: '[' is never closed; expected ']'"),
        ("$inputs.a..b", "1:10: a name is missing after '.'"),
        (
            "$response.body#a",
            "1:15: what follows '#' is no JSON Pointer: a JSON Pointer is empty or starts with '/', found 'a'"
        ),
    ])
    func refuses(source: String, message: String) {
        #expect(throws: ExpressionError.self) { try RuntimeExpression(parsing: source) }
        do {
            _ = try RuntimeExpression(parsing: source)
        } catch {
            #expect("\(error)" == message)
        }
    }
}

@Suite struct RuntimeTemplateTests {
    @Test(
        arguments: [
            ("$statusCode", 201), ("{$statusCode}", 201), ("a{$statusCode}b", "a201b"), ("", ""),
            ("costs $5", "costs $5"),
            ("$", "$"), ("{x}", "{x}"), ("a{$inputs.username}{$outputs.total}", "aann3"),
            ("{$request.body#/user}!", #"{"uuid":"u-1"}!"#), ("$request.body#/user", ["uuid": "u-1"]),
            ("{$sourceDescriptions.shop.url}#/paths/~1a", "./openapi.yaml#/paths/~1a"),
        ] as [(String, JSON)])
    func fills(source: String, value: JSON) throws {
        #expect(try RuntimeTemplate(parsing: source).value(in: context) == value)
    }

    @Test func fillsAllStringsOfAPayload() throws {
        let payload: JSON = [
            "user_id": "$steps.log-in.outputs.user_id", "list": ["{$method}", 1, nil], "$method": true,
        ]
        #expect(
            try RuntimeTemplate.filled(payload, in: context)
                == ["user_id": .number(JSONNumber(UInt64.max)), "list": ["POST", 1, nil], "$method": true])
    }

    @Test(arguments: [
        ("a{$inputs.username", "1:2: '{$' is never closed; expected '}'"),
        (
            "a{$input.username}",
            "1:3: a runtime expression does not start so; found '$input', expected $url, $method, $statusCode, $request, "
                + "$response, $components, $inputs, $outputs, $sourceDescriptions, $steps, $workflows "
                + "(did you mean '$inputs'?)"
        ),
        ("{$inputs.none}", "1:1: '$inputs.none' refers to nothing"),
    ])
    func fails(source: String, message: String) {
        do {
            _ = try RuntimeTemplate(parsing: source).value(in: context)
            Issue.record("has a value")
        } catch {
            #expect("\(error)" == message)
        }
    }
}
