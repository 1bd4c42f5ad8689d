// The embedded metaschemas, and dialects by $schema and $vocabulary.

import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct MetaschemaTests {
    @Test(arguments: Metaschemas.draft202012.keys.sorted() + Metaschemas.draft4.keys.sorted())
    func describesItself(uri: String) throws {
        let document = try #require(Metaschemas.document(uri))
        var library = SchemaLibrary()
        #expect(try library.compile(uri).validate(document) == [])
        #expect(library.warnings == [])
    }

    @Test(arguments: [
        ("https://json-schema.org/draft/2020-12/schema", #"{"minLength": -1}"#, ["/minLength minimum"]),
        ("https://json-schema.org/draft/2020-12/schema", #"{"items": {"type": "text"}}"#, ["/items/type anyOf"]),
        (
            "http://json-schema.org/draft-04/schema", #"{"exclusiveMinimum": 1}"#,
            ["/exclusiveMinimum type", " dependencies"]
        ),
        ("http://json-schema.org/draft-04/schema", #"{"items": true}"#, ["/items anyOf"]),
    ])
    func findsFaultsInSchemas(uri: String, schema: String, findings: [String]) throws {
        var library = SchemaLibrary()
        #expect(Set(try library.compile(uri).findings(schema)) == Set(findings))
    }

    @Test func unknownDialectsAreReadByThatOfTheLibrary() throws {
        var library = SchemaLibrary()
        library.add(
            try JSON(parsing: ##"{"$schema": "http://json-schema.org/draft-07/schema#", "const": 1}"##), uri: "a.json")
        #expect(try library.compile("a.json").accepts(1))
        #expect(try !library.compile("a.json").accepts(2))
        #expect(library.warnings.map { "\($0.kind) \($0.place)" } == ["unknownDialect a.json#/$schema"])
    }

    /// [Core, section 8.1.2](https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2).
    @Test func refusesRequiredVocabulariesThatAreUnknown() throws {
        var library = SchemaLibrary()
        library.add(
            try JSON(
                parsing: """
                    {"$id": "https://x.example/meta", "$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
                        "https://json-schema.org/draft/2020-12/vocab/core": true, "https://x.example/units": true}}
                    """), uri: "https://x.example/meta")
        library.add(try JSON(parsing: #"{"$schema": "https://x.example/meta"}"#), uri: "a.json")
        let error = #expect(throws: SchemaError.self) { try library.compile("a.json") }
        #expect(error?.problems.map(\.found) == ["https://x.example/units"])
    }

    /// [OpenAPI 3.1.1, section 4.8.1](https://spec.openapis.org/oas/v3.1.1#openapi-object): the `$schema` of all that have none.
    @Test(arguments: [
        ("https://spec.openapis.org/oas/3.1/dialect/base", false),
        ("https://json-schema.org/draft/2020-12/schema", true),
    ])
    func anOpenAPIDocumentSaysItsDialect(uri: String, valid: Bool) throws {
        var library = SchemaLibrary()
        library.add(
            try JSON(
                parsing: """
                    {"openapi": "3.1.1", "jsonSchemaDialect": "\(uri)", "components": {"schemas": {
                        "Either": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}],
                            "discriminator": {"propertyName": "kind"}},
                        "A": {"required": ["a"]}, "B": {"required": ["b"]}}}}
                    """), uri: "a.json")
        let schema = try library.compile("a.json#/components/schemas/Either")
        #expect(schema.accepts(["kind": "A", "b": 1]) == valid)
        #expect(library.warnings == [])
    }
}
