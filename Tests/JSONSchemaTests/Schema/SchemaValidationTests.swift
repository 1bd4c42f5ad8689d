// Compiling schemas out of documents, and judging instances by them.

import Testing

@testable import JSONValues
@testable import JSONSchema

/// An OpenAPI document with components that refer to each other, one of them to itself.
private let shop: JSON = [
    "openapi": "3.1.0",
    "paths": [
        "/carts": [
            "get": [
                "responses": [
                    "200": [
                        "content": [
                            "application/json": [
                                "schema": [
                                    "type": "array", "items": ["$ref": "#/components/schemas/Cart"],
                                ]
                            ]
                        ]
                    ]
                ]
            ]
        ]
    ],
    "components": [
        "schemas": [
            "Cart": [
                "type": "object", "required": ["id", "lines"],
                "properties": [
                    "id": ["type": "integer", "minimum": 1],
                    "lines": ["type": "array", "items": ["$ref": "#/components/schemas/Line"], "maxItems": 2],
                    "parent": ["$ref": "#/components/schemas/Cart"],
                    "payment": [
                        "oneOf": [["$ref": "#/components/schemas/Card"], ["$ref": "#/components/schemas/Cash"]]
                    ],
                ],
                "additionalProperties": false,
            ],
            "Line": ["$ref": "lines.json#/$defs/Line"],
            "Card": [
                "type": "object", "required": ["kind", "number"],
                "properties": ["kind": ["const": "card"], "number": ["type": "string", "pattern": "^[0-9]{4}$"]],
            ],
            "Cash": ["type": "object", "required": ["kind"], "properties": ["kind": ["const": "cash"]]],
        ]
    ],
]

private let lines: JSON = [
    "$defs": ["Line": ["type": "object", "properties": ["amount": ["type": "integer", "minimum": 1, "maximum": 9]]]]
]

private func cart() throws -> Schema {
    var library = SchemaLibrary()
    library.add(shop, uri: "shop/openapi.json")
    library.add(lines, uri: "shop/lines.json")
    return try library.compile("shop/openapi.json#/components/schemas/Cart")
}

@Suite struct SchemaValidationTests {
    @Test func findsSchemasAnywhereInADocument() throws {
        var library = SchemaLibrary()
        library.add(shop, uri: "shop/openapi.json")
        library.add(lines, uri: "shop/lines.json")
        let list = try library.compile(
            "shop/openapi.json#/paths/~1carts/get/responses/200/content/application~1json/schema")
        #expect(list.accepts([["id": 1, "lines": []]]))
        #expect(!list.accepts([["id": 1]]))
    }

    @Test(
        arguments: [
            (["id": 1, "lines": [["amount": 9]]], true),
            (["id": 1, "lines": [["amount": 10]]], false),
            (["id": 1, "lines": [], "parent": ["id": 2, "lines": [], "parent": ["id": 3, "lines": []]]], true),
            (["id": 1, "lines": [], "parent": ["id": 2, "lines": [], "parent": ["id": 0, "lines": []]]], false),
            (["id": 1, "lines": [], "payment": ["kind": "card", "number": "1234"]], true),
            (["id": 1, "lines": [], "payment": ["kind": "card", "number": "123"]], false),
        ] as [(JSON, Bool)])
    func followsReferences(instance: JSON, valid: Bool) throws {
        #expect(try cart().accepts(instance) == valid)
    }

    @Test func reportsEveryViolation() throws {
        let violations = try cart().validate(["id": 0, "lines": [1, 2, "a"], "parnt": true])
        let cart = "shop/openapi.json#/components/schemas/Cart"
        #expect(
            violations.map { "\($0.schema) \($0.message)" } == [
                "\(cart)/properties/id/minimum /id: found 0, expected at least 1.",
                "\(cart)/properties/lines/maxItems /lines: found 3, expected at most 2 elements.",
                "shop/lines.json#/$defs/Line/type /lines/0: found 1, expected object.",
                "shop/lines.json#/$defs/Line/type /lines/1: found 2, expected object.",
                "shop/lines.json#/$defs/Line/type /lines/2: found \"a\", expected object.",
                "\(cart)/additionalProperties /parnt: found true, expected no member parnt; the nearest that is declared is parent.",
            ])
        #expect(
            violations.first
                == SchemaViolation(
                    instance: JSONPointer(["id"]), schema: "\(cart)/properties/id/minimum", keyword: "minimum",
                    found: "0",
                    expected: "at least 1", message: "/id: found 0, expected at least 1.", nested: []))
    }

    @Test(arguments: [
        (
            #"{"kind": "card", "number": "123"}"#, ["/payment/number pattern"],
            #"/payment: found an object with kind, number, nearest to Card (number 0), expected one of 2 alternatives; by that, "#
                + #"/payment/number: found "123", expected a match of ^[0-9]{4}$."#
        ),
        (
            #"{"kind": "cheque"}"#, ["/payment/kind const"],
            #"/payment: found an object with kind, nearest to Cash (number 1), expected one of 2 alternatives; by that, "#
                + #"/payment/kind: found "cheque", expected "cash"."#
        ),
        (
            "7", ["/payment type"],
            "/payment: found 7, nearest to Card (number 0), expected one of 2 alternatives; by that, "
                + "/payment: found 7, expected object."
        ),
    ])
    func namesTheNearestBranch(payment: String, nested: [String], message: String) throws {
        let violations = try cart().validate(["id": 1, "lines": [], "payment": JSON(parsing: payment)])
        #expect(violations.map(\.message) == [message])
        #expect(violations.flatMap(\.nested).map { "\($0.instance) \($0.keyword)" } == nested)
    }

    @Test func namesTheBranchesThatHoldTogether() throws {
        let schema = try Schema.compiled(
            #"{"oneOf": [{"type": "integer"}, {"title": "Small", "maximum": 5}, {"type": "string"}]}"#)
        #expect(
            schema.validate(3).map(\.message) == [
                "The value: found 2 that do: number 0, Small (number 1), expected exactly one of the 3 alternatives to hold."
            ])
    }

    @Test func reportsAllThatIsWrongWithASchema() throws {
        var library = SchemaLibrary()
        library.add(
            [
                "properties": [
                    "a": ["$ref": "#/$defs/Catt"], "b": ["$ref": "other.json"], "c": ["minLength": -1],
                    "e": ["type": "text"],
                ],
                "$defs": ["Cat": true],
            ], uri: "broken.json")
        let error = #expect(throws: SchemaError.self) { try library.compile("broken.json") }
        #expect(
            Set(error?.problems.map { "\($0.kind) \($0.place.pointer)" } ?? []) == [
                "unresolved /properties/a/$ref", "unknownDocument /properties/b/$ref",
                "malformed /properties/c/minLength",
                "malformed /properties/e/type",
            ])
        #expect(error?.problems.contains { $0.message.contains("the nearest is Cat.") } == true)
    }

    @Test(
        arguments: [
            ["$ref": "#"],
            ["$ref": "#/$defs/a", "$defs": ["a": ["allOf": [["$ref": "#/$defs/b"]]], "b": ["$ref": "#/$defs/a"]]],
        ] as [JSON])
    func refusesReferencesWithoutEnd(schema: JSON) throws {
        var library = SchemaLibrary()
        library.add(schema, uri: "loop.json")
        let error = #expect(throws: SchemaError.self) { try library.compile("loop.json") }
        #expect(error?.problems.map(\.kind) == [.endless])
    }

    /// JSON compares names by code points: é as one of them and as two are different names.
    @Test func namesAreNotNormalised() throws {
        let schema = try Schema.compiled(
            #"{"properties": {"\u00e9": {"type": "string"}, "e\u0301": {"type": "null"}}, "required": ["e\u0301"]}"#)
        #expect(try schema.findings(#"{"\u00e9": "a", "e\u0301": null}"#) == [])
        #expect(try schema.findings(#"{"\u00e9": null, "e\u0301": null}"#) == ["/\u{e9} type"])
        #expect(try schema.findings(#"{"\u00e9": "a"}"#) == [" required"])
    }

    @Test(arguments: ["", "a/b", "a~b", "a b", "100%", "é"])
    func findsSchemasByPointersWithAnyName(name: String) throws {
        var library = SchemaLibrary()
        library.add(["$defs": .object([name: ["type": "null"]])], uri: "names.json")
        let pointer = JSONPointer(["$defs", name]).description.split(separator: "%", omittingEmptySubsequences: false)
        let schema = try library.compile("names.json#\(pointer.joined(separator: "%25"))")
        #expect(schema.place == SchemaPlace(document: "names.json", pointer: JSONPointer(["$defs", name])))
        #expect(schema.place.name == name)
        #expect(!schema.accepts(1))
    }
}
