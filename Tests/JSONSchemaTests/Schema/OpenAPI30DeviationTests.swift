// The Schema Object of OpenAPI 3.0 is draft 4 but for what stands here: the one list of its deviations.

import Testing

@testable import JSONValues
@testable import JSONSchema

/// A schema and an instance that draft 4 and OpenAPI 3.0 judge each in its own way, or the same where one might think otherwise.
struct Deviation: CustomTestStringConvertible {
    let name: String
    let schema: String
    let instance: String
    let draft4: Bool
    let openAPI30: Bool

    var testDescription: String { name }

    init(_ name: String, _ schema: String, _ instance: String, draft4: Bool, openAPI30: Bool) {
        self.name = name
        self.schema = schema
        self.instance = instance
        self.draft4 = draft4
        self.openAPI30 = openAPI30
    }
}

/// [OpenAPI 3.0.3, Schema Object](https://spec.openapis.org/oas/v3.0.3#schema-object) and its
/// [clarification of nullable](https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md).
private let deviations: [Deviation] = [
    Deviation(
        "nullable adds null to type", #"{"type": "string", "nullable": true}"#, "null", draft4: false, openAPI30: true),
    Deviation(
        "nullable: false changes nothing", #"{"type": "string", "nullable": false}"#, "null", draft4: false,
        openAPI30: false),
    Deviation(
        "nullable without type allows nothing that was not", #"{"allOf": [{"type": "string"}], "nullable": true}"#,
        "null",
        draft4: false, openAPI30: false),
    Deviation(
        "without type, null is a value like any other", #"{"nullable": false}"#, "null", draft4: true, openAPI30: true),
    Deviation(
        "nullable does not add null to enum", #"{"type": "string", "nullable": true, "enum": ["a"]}"#, "null",
        draft4: false, openAPI30: false),
    Deviation(
        "an enum with null and a nullable type", #"{"type": "string", "nullable": true, "enum": ["a", null]}"#, "null",
        draft4: false, openAPI30: true),
    Deviation(
        "patternProperties has no meaning", #"{"patternProperties": {"^b": {"type": "string"}}}"#, #"{"b": 1}"#,
        draft4: false, openAPI30: true),
    Deviation(
        "dependencies has no meaning", #"{"dependencies": {"a": ["b"]}}"#, #"{"a": 1}"#, draft4: false, openAPI30: true),
    Deviation(
        "id is no base URI",
        #"{"id": "http://x.example/a", "properties": {"a": {"$ref": "schema.json#/definitions/a"}},"#
            + #" "definitions": {"a": {"type": "string"}}}"#, #"{"a": 1}"#, draft4: true, openAPI30: false),
    Deviation(
        "discriminator chooses the alternative",
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}],"##
            + #" "discriminator": {"propertyName": "kind"}, "components": {"schemas": {"#
            + #" "A": {"required": ["a"]}, "B": {"required": ["b"]}}}}"#, #"{"kind": "A", "b": 1}"#, draft4: true,
        openAPI30: false),
    Deviation(
        "exclusiveMinimum is a flag in both", #"{"minimum": 1, "exclusiveMinimum": true}"#, "1", draft4: false,
        openAPI30: false),
    Deviation(
        "$ref hides its siblings in both",
        ##"{"allOf": [{"$ref": "#/components/schemas/A", "maxLength": 1}], "components": {"schemas": {"A": {"type": "string"}}}}"##,
        #""long""#, draft4: true, openAPI30: true),
    Deviation("1.0 is no integer in both", #"{"type": "integer"}"#, "1.0", draft4: false, openAPI30: false),
    Deviation(
        "additionalProperties takes a boolean in both", #"{"additionalProperties": false}"#, #"{"a": 1}"#,
        draft4: false,
        openAPI30: false),
    Deviation("const is unknown to both", #"{"const": 1}"#, "2", draft4: true, openAPI30: true),
]

@Suite struct OpenAPI30DeviationTests {
    @Test(arguments: deviations)
    func judges(_ deviation: Deviation) throws {
        let instance = try JSON(parsing: deviation.instance)
        for (dialect, valid) in [(Dialect.draft4, deviation.draft4), (.openAPI30, deviation.openAPI30)] {
            // An id that moves the base makes a reference to the document itself lead nowhere.
            guard let schema = try? Schema.compiled(deviation.schema, dialect: dialect) else {
                #expect(deviation.schema.contains(#""id""#) && dialect == .draft4)
                continue
            }
            #expect(schema.accepts(instance) == valid, "\(dialect)")
        }
    }

    /// What OpenAPI 3.0 forbids but has only one meaning is taken by that meaning, with a warning.
    @Test(arguments: [
        (#"{"type": ["string", "null"]}"#, "null", "type"), (#"{"type": "null"}"#, "null", "type"),
        (#"{"exclusiveMinimum": 1}"#, "2", "exclusiveMinimum"),
        (#"{"properties": {"a": {"type": "string", "required": true}}}"#, "{}", "properties/a/required"),
        (#"{"pattern": "(?i)a"}"#, #""a""#, "pattern"),
    ])
    func warns(schema: String, valid: String, place: String) throws {
        var library = SchemaLibrary(dialect: .openAPI30)
        library.add(try JSON(parsing: schema), uri: "schema.json")
        #expect(try library.compile("schema.json").accepts(JSON(parsing: valid)))
        #expect(library.warnings.map { "\($0.severity) \($0.place)" } == ["warning schema.json#/\(place)"])
    }

    @Test func refusesTuples() throws {
        #expect(throws: SchemaError.self) { try Schema.compiled(#"{"items": [{}]}"#, dialect: .openAPI30) }
    }
}
