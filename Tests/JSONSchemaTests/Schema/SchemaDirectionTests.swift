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
        }
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
