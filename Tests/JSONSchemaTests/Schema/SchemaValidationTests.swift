// Compiling schemas out of documents, and judging instances by them.

import Testing

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
        let violations = try cart().validate(["id": 0, "lines": [1, 2, 3], "more": true])
        #expect(
            violations == [
                SchemaViolation(
                    instance: JSONPointer(["id"]),
                    schema: "shop/openapi.json#/components/schemas/Cart/properties/id/minimum",
                    keyword: "minimum", found: "0", expected: "at least 1",
                    message: "/id: found 0, expected at least 1.",
                    nested: []),
                SchemaViolation(
                    instance: JSONPointer(["lines"]),
                    schema: "shop/openapi.json#/components/schemas/Cart/properties/lines/maxItems",
                    keyword: "maxItems", found: "3", expected: "at most 2 elements",
                    message: "/lines: found 3, expected at most 2 elements.", nested: []),
            ]
                + [0, 1, 2].map { position in
                    SchemaViolation(
                        instance: JSONPointer(["lines", "\(position)"]), schema: "shop/lines.json#/$defs/Line/type",
                        keyword: "type",
                        found: "\(position + 1)", expected: "object",
                        message: "/lines/\(position): found \(position + 1), expected object.", nested: [])
                } + [
                    SchemaViolation(
                        instance: JSONPointer(["more"]),
                        schema: "shop/openapi.json#/components/schemas/Cart/additionalProperties",
                        keyword: "false", found: "true", expected: "nothing",
                        message: "/more: found true, expected nothing.",
                        nested: [])
                ])
    }

    @Test func namesTheNearestBranch() throws {
        let violations = try cart().validate(["id": 1, "lines": [], "payment": ["kind": "card", "number": "123"]])
        #expect(violations.map(\.keyword) == ["oneOf"])
        #expect(violations.first?.nested.map(\.instance) == [JSONPointer(["payment", "number"])])
        #expect(violations.first?.nested.map(\.keyword) == ["pattern"])
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
}
