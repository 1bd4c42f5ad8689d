// readOnly and writeOnly by the direction of a message.

import Testing

@testable import JSONSchema

private let user = """
    {"components": {"schemas": {
        "Id": {"type": "integer", "readOnly": true},
        "User": {
            "type": "object", "required": ["id", "name", "password"],
            "properties": {
                "id": {"$ref": "#/components/schemas/Id"}, "name": {"type": "string"},
                "password": {"type": "string", "writeOnly": true}
            }
        },
        "Stamped": {
            "allOf": [{"properties": {"created": {"type": "string", "readOnly": true}}}, {"required": ["created"]}]
        },
        "Closed": {"type": "object", "properties": {"kind": {"const": "closed"}}, "required": ["kind"]},
        "Open": {"type": "object", "properties": {"name": {"type": "string"}}},
        "Nullable": {"anyOf": [{"$ref": "#/components/schemas/User"}, {"type": "object", "maxProperties": 0}]},
        "Either": {"anyOf": [{"$ref": "#/components/schemas/Open"}, {"$ref": "#/components/schemas/User"}]},
        "One": {"oneOf": [{"$ref": "#/components/schemas/Open"}, {"$ref": "#/components/schemas/User"}]},
        "Other": {"oneOf": [{"$ref": "#/components/schemas/Closed"}, {"$ref": "#/components/schemas/User"}]},
        "Within": {"properties": {"user": {"anyOf": [
            {"oneOf": [{"$ref": "#/components/schemas/User"}, {"$ref": "#/components/schemas/Closed"}]}, {"type": "integer"}
        ]}}}
    }}}
    """

@Suite struct SchemaDirectionTests {
    @Test(arguments: [
        ("User", #"{"name": "a", "password": "b"}"#, Direction.request, []),
        ("User", #"{"name": "a", "password": "b"}"#, .response, ["/password writeOnly", " required"]),
        ("User", #"{"id": 1, "name": "a"}"#, .request, ["/id readOnly", " required"]),
        ("User", #"{"id": 1, "name": "a"}"#, .response, []),
        ("User", #"{}"#, .request, [" required", " required"]),
        ("Stamped", #"{}"#, .request, []),
        ("Stamped", #"{}"#, .response, [" required"]),
        ("Nullable", #"{"id": 1, "name": "a", "password": "b"}"#, .response, ["/password writeOnly"]),
        ("Nullable", #"{"id": 1, "name": "a"}"#, .response, []),
        ("Nullable", #"{"id": 1, "name": "a", "password": "b"}"#, .request, ["/id readOnly"]),
        ("Either", #"{"id": 1, "name": "a", "password": "b"}"#, .response, ["/password writeOnly"]),
        // Of another kind: the branch that has a password is not the answer's.
        ("Either", #"{"name": "a", "password": "b"}"#, .response, []),
        // What a request says in vain harms nobody.
        ("Either", #"{"id": 1, "name": "a", "password": "b"}"#, .request, []),
        ("One", #"{"id": 1, "name": "a", "password": "b"}"#, .response, ["/password writeOnly"]),
        ("Other", #"{"id": 1, "name": "a", "password": "b"}"#, .response, ["/password writeOnly"]),
        ("Other", #"{"id": 1, "name": "a", "password": "b"}"#, .request, ["/id readOnly"]),
        ("Within", #"{"user": {"id": 1, "name": "a", "password": "b"}}"#, .response, ["/user/password writeOnly"]),
    ])
    func judgesByDirection(name: String, instance: String, direction: Direction, findings: [String]) throws {
        for dialect in [Dialect.openAPI30, .openAPI31] {
            let schema = try Schema.compiled(user, at: "/components/schemas/\(name)", dialect: dialect)
            #expect(try schema.findings(instance, direction: direction) == findings, "\(dialect)")
        }
    }

    @Test func withoutDirectionBothAreAnnotations() throws {
        let schema = try Schema.compiled(user, at: "/components/schemas/User", dialect: .openAPI31)
        #expect(try schema.findings(#"{"id": 1, "name": "a", "password": "b"}"#) == [])
        #expect(try schema.findings(#"{"name": "a", "password": "b"}"#) == [" required"])
    }

    @Test func presenceIsOnASwitch() throws {
        let assertions = SchemaAssertions(readOnly: false, writeOnly: false)
        let schema = try Schema.compiled(
            user, at: "/components/schemas/User", dialect: .openAPI30, assertions: assertions)
        #expect(try schema.findings(#"{"id": 1, "name": "a", "password": "b"}"#, direction: .request) == [])
        #expect(try schema.findings(#"{"id": 1, "name": "a", "password": "b"}"#, direction: .response) == [])
    }
}
