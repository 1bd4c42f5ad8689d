// What a flattened schema says yes to, the schema accepts.

import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct ScalarCheckTests {
    private static let schemas: JSON = [
        "integer": ["type": "integer", "minimum": 1, "maximum": 9],
        "id": ["$ref": "#/uint64", "minimum": 0, "exclusiveMaximum": 100],
        "uint64": ["type": "integer", "format": "uint64"],
        "number": ["type": ["number", "null"], "exclusiveMinimum": .number(JSONNumber("0.5") ?? JSONNumber(0))],
        "word": ["type": "string", "minLength": 1, "maxLength": 3],
        "date": ["type": "string", "format": "date"],
        "both": ["allOf": [["type": ["string", "boolean"]], ["type": ["boolean", "integer"]]]],
        "any": [:],
        "list": ["type": ["array", "string"], "maxItems": 1],
        "enum": ["enum": [1, "abc", .null]], "const": ["const": "a"], "pattern": ["pattern": "^a"], "not": ["not": [:]],
        "many": ["allOf": .array(Array(repeating: ["type": "string"], count: 17))],
    ]

    private static let values: [JSON] = [
        0, 1, 9, 10, 99, 100, -1, .number(JSONNumber(UInt64.max)), .number(JSONNumber("1.0") ?? JSONNumber(1)),
        .number(JSONNumber("0.6") ?? JSONNumber(0)), .number(JSONNumber("1e400") ?? JSONNumber(0)), "", "abc", "abcd",
        "äöü", "2026-11-21", "2026-11-31", true, .null, [], [:],
    ]

    private func schema(_ name: String) throws -> Schema {
        var library = SchemaLibrary(assertions: .all)
        library.add(Self.schemas, uri: "schemas.json")
        return try library.compile("schemas.json#/\(name)")
    }

    @Test(arguments: ["integer", "id", "uint64", "number", "word", "date", "both", "any", "list", "enum"])
    func yesIsTheSchemasToo(name: String) throws {
        let schema = try schema(name)
        let check = try #require(ScalarCheck(schema))
        for value in Self.values {
            let isSure = check.accepts(value)
            #expect(!isSure || schema.accepts(value), "\(name): \(value.serialized())")
            // What it leaves to the schema are other spellings of integers, and what is no scalar.
            let isPlain = value.array == nil && value.object == nil && value.number?.isWrittenAsInteger ?? true
            #expect(isSure || !isPlain || !schema.accepts(value), "\(name): \(value.serialized())")
        }
    }

    @Test(arguments: ["const", "pattern", "not", "many"])
    func moreIsTheSchemasAlone(name: String) throws {
        #expect(ScalarCheck(try schema(name)) == nil)
    }
}
