// Values for single schemas: what they look like, where their limits are, and that the seed alone decides.

import JSONValues
import JSONSchema
import Testing

@testable import Sampling

/// Compiles a schema from its text.
func compiled(_ text: String, _ dialect: Dialect = .draft202012) throws -> Schema {
    var library = SchemaLibrary(dialect: dialect)
    library.add(try JSON(parsing: text), uri: "schema.json")
    return try library.compile("schema.json")
}

private let product = """
    {"type": "object", "required": ["id", "name", "price", "photos"], "properties": {
      "id": {"type": "integer", "format": "uint64"}, "name": {"type": "string", "minLength": 1, "maxLength": 40},
      "price": {"type": "number", "format": "decimal", "minimum": 0, "maximum": 500},
      "photos": {"type": "array", "items": {"type": "string", "format": "byte"}, "minItems": 1, "maxItems": 2},
      "liked": {"type": "boolean"}, "email": {"type": "string", "format": "email"},
      "created_at": {"type": "string", "format": "date-time"}, "link": {"type": "string", "format": "uri"}}}
    """

@Suite struct SamplerTests {
    @Test func theSeedAloneDecides() throws {
        let (first, second) = (Sampler(try compiled(product)), Sampler(try compiled(product)))
        let texts = (0..<200).map { first.sample(seed: $0).value?.serialized() }
        #expect(texts.reversed() == (0..<200).reversed().map { second.sample(seed: $0).value?.serialized() })
        #expect(Set(texts).count == 200)
    }

    /// The same bytes on every platform: what one of them wrote.
    @Test func theSameBytesEverywhere() throws {
        let schema = try compiled(
            """
            {"type": "object", "required": ["id", "name", "price", "sizes", "created_at"], "properties": {
              "id": {"type": "integer"}, "name": {"type": "string"}, "price": {"type": "number"},
              "sizes": {"type": "array", "items": {"type": "string"}}, "created_at": {"type": "string", "format": "date-time"}}}
            """)
        #expect(
            Sampler(schema).sample(seed: 7).value?.serialized()
                == """
                {"id":20599,"name":"Classic watch","price":371.38,"sizes":["41","L","41"],"created_at":"2026-11-10T08:26:07Z"}
                """)
    }

    /// A schema, and what the smallest and the largest value of it are.
    @Test(
        arguments: [
            (product, #"{"id":0,"name":"a","price":0,"photos":[""]}"#, nil),
            (#"{"type": "integer", "minimum": 3, "maximum": 18446744073709551615}"#, "3", "18446744073709551615"),
            (#"{"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 9.5, "multipleOf": 2}"#, "4", "8"),
            (#"{"type": "number", "minimum": 0.1, "maximum": 0.7, "multipleOf": 0.3}"#, "0.3", "0.6"),
            (#"{"type": "number", "exclusiveMinimum": 0.99, "exclusiveMaximum": 1}"#, "0.991", "0.999"),
            (#"{"type": "integer", "format": "int64"}"#, "-9223372036854775808", "9223372036854775807"),
            (#"{"type": "string", "minLength": 2, "maxLength": 3}"#, #""aa""#, nil),
            (#"{"type": "string", "pattern": "^[a-c]{2,4}$"}"#, #""aa""#, nil),
            (#"{"type": "string", "format": "email"}"#, #""a@b""#, nil),
            (
                #"{"type": "array", "items": {"type": "null"}, "minItems": 1, "maxItems": 3}"#, "[null]",
                "[null,null,null]"
            ),
            (#"{"enum": ["aaa", 1, null]}"#, "1", #""aaa""#),
            (#"{"const": {"a": 1}}"#, #"{"a":1}"#, #"{"a":1}"#),
            (#"{"type": "boolean"}"#, "false", "true"),
            (
                #"{"type": "object", "properties": {"a": {"const": 1}, "b": {"const": 2}}, "required": ["b"]}"#,
                #"{"b":2}"#, #"{"a":1,"b":2}"#
            ),
            (
                #"{"type": "object", "additionalProperties": {"type": "null"}, "minProperties": 2}"#,
                #"{"x":null,"extra":null}"#, nil
            ),
            (
                ##"{"oneOf": [{"type": "array", "items": {"$ref": "#"}, "minItems": 1}, {"type": "null"}]}"##, "null",
                nil
            ),
        ] as [(String, String, String?)])
    func limits(schema: String, smallest: String, largest: String?) throws {
        let sampler = Sampler(try compiled(schema))
        #expect(sampler.smallest().value?.serialized() == smallest)
        if let largest { #expect(sampler.largest().value?.serialized() == largest) }
    }

    /// Schemas on which guesses fail: each has to be taken apart.
    @Test(arguments: [
        #"{"allOf": [{"minimum": 10}, {"maximum": 10}, {"type": "integer"}]}"#,
        #"{"not": {"type": ["object", "array", "string", "null", "boolean"]}}"#,
        #"{"type": "string", "not": {"maxLength": 20}}"#,
        #"{"type": "object", "not": {"required": ["a"]}, "anyOf": [{"required": ["b"]}, {"required": ["a"]}]}"#,
        #"{"if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]}, "then": {"required": ["x"]}, "else": {"properties": {"kind": {"const": "b"}}, "required": ["kind"]}, "type": "object"}"#,
        #"{"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": true, "minItems": 3}"#,
        #"{"type": "array", "contains": {"const": 7}, "minContains": 2, "maxContains": 2, "minItems": 4, "items": {"type": "integer"}}"#,
        #"{"type": "object", "patternProperties": {"^x-[a-z]{3}$": {"type": "integer"}}, "additionalProperties": false, "minProperties": 3}"#,
        #"{"type": "object", "propertyNames": {"pattern": "^[A-Z]{2}$"}, "minProperties": 5}"#,
        #"{"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"], "b": ["c"]}, "properties": {"c": {"const": 3}}}"#,
        #"{"type": "object", "required": ["a"], "dependentSchemas": {"a": {"properties": {"n": {"const": 1}}, "required": ["n"]}}}"#,
        #"{"type": "object", "properties": {"a": {}}, "required": ["a"], "allOf": [{"properties": {"b": {}}, "required": ["b"]}], "unevaluatedProperties": false}"#,
        #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}"#,
        #"{"type": "string", "pattern": "^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).{8,12}$"}"#,
        #"{"type": "string", "pattern": "[0-9]{3}", "minLength": 12, "maxLength": 12}"#,
        #"{"allOf": [{"pattern": "^a"}, {"pattern": "^[a-z]{3}$"}], "type": "string"}"#,
        #"{"type": "string", "format": "uri", "minLength": 60, "maxLength": 70}"#,
        #"{"type": "string", "format": "email", "maxLength": 5}"#,
        #"{"type": "number", "multipleOf": 0.01, "not": {"multipleOf": 0.1}, "minimum": 1, "maximum": 2}"#,
        #"{"type": "number", "not": {"type": "integer"}}"#,
        #"{"minimum": 1e300, "type": "number"}"#,
        #"{"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}"#,
        #"{"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "object", "required": ["a"]}}"#,
    ])
    func takenApart(schema text: String) throws {
        let schema = try compiled(text)
        let sampler = Sampler(schema)
        for sample in [sampler.smallest(), sampler.largest()] + (0..<30).map({ sampler.sample(seed: $0) }) {
            let value = try #require(sample.value, "gave up")
            #expect(schema.validate(value).map(\.message) == [], "\(value.serialized())")
        }
    }

    @Test(arguments: [
        "false", #"{"enum": []}"#, #"{"type": "integer", "minimum": 2, "maximum": 1}"#,
        #"{"type": "string", "minLength": 2, "maxLength": 1}"#, #"{"allOf": [{"type": "string"}, {"type": "null"}]}"#,
        #"{"type": "object", "required": ["a"], "properties": {"a": false}}"#,
        #"{"type": "object", "required": ["a"], "additionalProperties": false}"#,
        #"{"type": "array", "minItems": 2, "prefixItems": [true], "items": false}"#,
        #"{"const": 1, "enum": [2, 3]}"#, #"{"not": {}}"#,
        #"{"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2}"#,
    ])
    func unsatisfiable(schema: String) throws {
        let sampler = Sampler(try compiled(schema))
        #expect(sampler.sample(seed: 1) == .unsatisfiable)
        #expect(sampler.smallest() == .unsatisfiable)
        #expect(sampler.negatives().allSatisfy { !sampler.schema.accepts($0.value) })
    }

    /// Neither endless nor enormous: they end, with a value or without.
    @Test(arguments: [
        ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##,
        ##"{"type": "array", "items": {"$ref": "#"}, "minItems": 1}"##,
        #"{"type": "string", "minLength": 1000000000}"#, #"{"type": "array", "minItems": 1000000000}"#,
        #"{"type": "object", "minProperties": 1000000000}"#, #"{"type": "string", "pattern": "(a{1000}){200}"}"#,
        #"{"type": "array", "uniqueItems": true, "items": {"type": "boolean"}, "minItems": 3}"#,
        #"{"type": "array", "minItems": 9, "items": {"type": "array", "minItems": 9, "items": {"type": "array", "minItems": 9, "items": {"type": "array", "minItems": 9, "items": {"type": "array", "minItems": 9, "items": {"type": "array", "minItems": 9}}}}}}"#,
        #"{"type": "string", "pattern": "^(?!.*).+$"}"#,
    ])
    func hostileSchemasEnd(schema text: String) throws {
        let schema = try compiled(text)
        let sampler = Sampler(schema)
        for sample in [sampler.sample(seed: 1), sampler.smallest()] {
            if let value = sample.value { #expect(schema.accepts(value)) }
        }
    }

    @Test func alternativesWithinAlternativesEnd() throws {
        let branches = (0..<12).map {
            #"{"anyOf": [{"required": ["a\#($0)"]}, {"required": ["b\#($0)"]}, {"maxProperties": 0}]}"#
        }
        let schema = try compiled(#"{"type": "object", "allOf": [\#(branches.joined(separator: ","))]}"#)
        let value = try #require(Sampler(schema).sample(seed: 3).value)
        #expect(schema.accepts(value))
    }

    @Test func recursiveSchemasEnd() throws {
        let schema = try compiled(
            """
            {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
              "children": {"type": "array", "items": {"$ref": "#"}}, "parent": {"$ref": "#"}}}
            """)
        let sampler = Sampler(schema)
        let weights = try (0..<300).map { try #require(sampler.sample(seed: $0).value).weight }
        #expect(weights.max() ?? 0 < 100_000)
        #expect(weights.filter { $0 > 200 }.count > 100)
    }

    @Test(
        arguments: [
            (Direction.request, ["name", "password"]), (.response, ["id", "name"]), (nil, ["id", "name", "password"]),
        ] as [(Direction?, [String])])
    func directions(direction: Direction?, expected: [String]) throws {
        let schema = try compiled(
            """
            {"type": "object", "required": ["id", "name", "password"], "properties": {"id": {"type": "integer", "readOnly": true},
              "name": {"type": "string"}, "password": {"type": "string", "writeOnly": true}}}
            """, .openAPI31)
        let value = try #require(Sampler(schema, direction: direction).sample(seed: 1).value)
        #expect(value.object.map { Array($0.keys) } == expected)
    }

    @Test func discriminatorsNameTheirBranch() throws {
        var library = SchemaLibrary(dialect: .openAPI31)
        library.add(
            try JSON(
                parsing: """
                    {"openapi": "3.1.0", "components": {"schemas": {
                      "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
                        "discriminator": {"propertyName": "kind"}},
                      "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
                      "Dog": {"type": "object", "required": ["kind", "tail"], "properties": {"kind": {"type": "string"}, "tail": {"type": "boolean"}}}}}}
                    """), uri: "pets.json")
        let schema = try library.compile("pets.json#/components/schemas/Pet")
        let sampler = Sampler(schema)
        let kinds = try (0..<40).map { try #require(sampler.sample(seed: $0).value?["kind"]?.string) }
        #expect(Set(kinds) == ["Cat", "Dog"])
    }

    @Test func examplesAreTakenWhereTheyFit() throws {
        let schema = try compiled(
            #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "examples": [11, "no", 12]}}}"#
        )
        let values = (0..<50).compactMap { Sampler(schema).sample(seed: $0).value?["a"] }
        #expect(Set(values) == [11, 12])
        let plain = SamplingOptions(usesExamples: false)
        #expect((0..<50).allSatisfy { Sampler(schema, options: plain).sample(seed: $0).value?["a"] != 11 })
    }
}
