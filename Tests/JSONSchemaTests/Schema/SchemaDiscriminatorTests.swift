// OpenAPI's discriminator: which alternative is judged by, and what is said if that fails.

import Testing

@testable import JSONValues
@testable import JSONSchema

private let pets = """
    {"components": {"schemas": {
        "Either": {
            "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
            "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/components/schemas/Dog", "hound": "Dog"}}
        },
        "Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"lives": {"type": "integer"}}},
        "Dog": {"type": "object", "required": ["kind"], "properties": {"bark": {"type": "string"}}},

        "Vehicle": {
            "type": "object", "required": ["type"], "properties": {"type": {"type": "string"}},
            "discriminator": {"propertyName": "type", "mapping": {"car": "#/components/schemas/Car"}}
        },
        "Car": {
            "allOf": [{"$ref": "#/components/schemas/Vehicle"}, {"required": ["doors"]}]
        },
        "Taxi": {"allOf": [{"$ref": "#/components/schemas/Car"}, {"required": ["sign"]}]},
        "Boat": {"allOf": [{"$ref": "#/components/schemas/Vehicle"}, {"required": ["draught"]}]}
    }}}
    """

@Suite struct SchemaDiscriminatorTests {
    @Test(arguments: [
        ("Either", #"{"kind": "Cat", "lives": 9}"#, []),
        ("Either", #"{"kind": "Cat", "bark": "low"}"#, [" required"]),
        ("Either", #"{"kind": "dog", "lives": 9}"#, []),
        ("Either", #"{"kind": "hound", "bark": 1}"#, ["/bark type"]),
        // Values that name no alternative leave it to what fits, and both do.
        ("Either", #"{"kind": "bird", "lives": 9}"#, [" oneOf"]),
        ("Either", #"{"kind": "bird"}"#, []),
        ("Either", #"{"lives": 9}"#, [" oneOf"]),
        ("Either", #"7"#, [" oneOf"]),

        ("Vehicle", #"{"type": "car"}"#, [" required"]),
        ("Vehicle", #"{"type": "car", "doors": 4}"#, []),
        ("Vehicle", #"{"type": "Taxi", "doors": 4}"#, [" required"]),
        ("Vehicle", #"{"type": "Taxi", "doors": 4, "sign": true}"#, []),
        ("Vehicle", #"{"type": "sledge"}"#, []),
        ("Vehicle", #"{"type": "Boat"}"#, [" required"]),
        ("Vehicle", #"{"doors": 4}"#, [" required"]),
        // Asked for a car, that the value says it is a boat is no reason to judge it as one.
        ("Car", #"{"type": "Boat", "doors": 4}"#, []),
        ("Car", #"{"type": "Taxi", "doors": 4}"#, [" required"]),
    ])
    func dispatches(name: String, instance: String, findings: [String]) throws {
        for dialect in [Dialect.openAPI30, .openAPI31] {
            let schema = try Schema.compiled(pets, at: "/components/schemas/\(name)", dialect: dialect)
            #expect(try schema.findings(instance) == findings, "\(dialect)")
        }
    }

    @Test func saysWhatTellsTheAlternativesApart() throws {
        let schema = try Schema.compiled(pets, at: "/components/schemas/Either", dialect: .openAPI31)
        let violation = try #require(try schema.validate(JSON(parsing: #"{"lives": "many"}"#)).first)
        #expect(violation.expected == "one of 2 alternatives that kind tells apart: dog, hound, Cat")
        #expect(violation.nested.map(\.keyword) == ["required"])
    }

    @Test func isNoKeywordOfJSONSchema() throws {
        let schema = try Schema.compiled(pets, at: "/components/schemas/Either", dialect: .draft202012)
        #expect(try schema.findings(#"{"kind": "Cat", "bark": "low"}"#) == [])
    }
}
