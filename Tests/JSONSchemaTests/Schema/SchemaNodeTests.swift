// What a compiled schema shows to those that walk it: keywords in order, annotations, names, places.

import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct SchemaNodeTests {
    private static let document = """
        {"openapi": "3.1.0", "components": {"schemas": {
            "Pet": {
                "title": "A pet", "description": "Of any kind", "deprecated": true, "default": {}, "examples": [1], "example": 2,
                "x-table": "pets", "x-index": 1,
                "properties": {
                    "owner": {"$ref": "#/components/schemas/Person", "readOnly": true},
                    "parents": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}
                },
                "required": ["owner"], "minProperties": 1, "type": "object"
            },
            "Person": {"type": ["string", "null"], "format": "email", "contentEncoding": "base64", "contentMediaType": "image/png"}
        }}}
        """

    private func pet(_ dialect: Dialect = .openAPI31) throws -> Schema {
        try Schema.compiled(Self.document, at: "/components/schemas/Pet", dialect: dialect)
    }

    @Test func annotations() throws {
        let node = try pet().node
        #expect(node.title == "A pet")
        #expect(node.description == "Of any kind")
        #expect(node.isDeprecated && !node.isReadOnly && !node.isWriteOnly)
        #expect(node.defaultValue == [:])
        #expect(node.examples == [1, 2])
        #expect(node.extensions.map(\.name) == ["x-table", "x-index"])
    }

    @Test func keywordsStandInOrderOfEvaluation() throws {
        let names = try pet().node.keywords.map { keyword in
            switch keyword {
            case .type(let types): types.names.joined()
            case .minProperties(let count): "minProperties \(count)"
            case .required(let required): "required \(required.names)"
            case .properties(let properties): "properties \(properties.declared.map(\.name))"
            default: "another"
            }
        }
        #expect(names == ["object", "minProperties 1", #"required ["owner"]"#, #"properties ["owner", "parents"]"#])
    }

    @Test func referencesNameWhatTheyLeadTo() throws {
        let pet = try pet()
        let properties = try #require(pet.node.properties)
        let owner = pet[properties.declared[0].schema]
        #expect(owner.node.isReadOnly)
        let reference = try #require(owner.node.reference)
        #expect(reference.written == "#/components/schemas/Person")
        let person = owner[reference.target]
        #expect(person.place.description == "schema.json#/components/schemas/Person")
        #expect(person.place.name == "Person")
        #expect(person.node.formatName == "email")
        #expect(person.node.contentEncoding == "base64")
        #expect(person.node.contentMediaType == "image/png")
    }

    @Test func aRecursiveSchemaIsAFiniteGraph() throws {
        let pet = try pet()
        var seen: Set<SchemaNode.ID> = [pet.id]
        var pending = [pet.id]
        while let id = pending.popLast() {
            for child in pet[id].node.keywords.flatMap(\.subschemas) where seen.insert(child).inserted {
                pending.append(child)
            }
        }
        #expect(seen.count == 5)
    }

    @Test func besideAReferenceOpenAPI30SaysNothing() throws {
        let pet = try pet(.openAPI30)
        let properties = try #require(pet.node.properties)
        #expect(!pet[properties.declared[0].schema].node.isReadOnly)
    }

    @Test(arguments: [
        ("a.json", "", "a"), ("schemas/pet.schema.json", "", "pet"), ("a.json", "/$defs/Pet", "Pet"),
        ("a.json", "/definitions/Pet", "Pet"), ("a.json", "/components/schemas/Pet", "Pet"),
        ("a.json", "/properties/pet", nil), ("a.json", "/components/schemas/Pet/items", nil),
    ])
    func names(document: String, pointer: String, name: String?) throws {
        #expect(SchemaPlace(document: document, pointer: try JSONPointer(parsing: pointer)).name == name)
    }

    @Test func compilesOnce() throws {
        var library = SchemaLibrary()
        library.add(try JSON(parsing: Self.document), uri: "pets.json")
        let first = try library.compile("pets.json#/components/schemas/Pet")
        #expect(try library.compile("./pets.json#/components/schemas/Pet") == first)
        #expect(try library.compile("pets.json#/components/schemas/Pet/properties/parents/items") != first)
    }

    /// A schema is a value: what its library compiles or is given later is nothing to it.
    @Test func copiesOfALibraryGoTheirOwnWays() throws {
        var library = SchemaLibrary()
        library.add(["$ref": "b.json"], uri: "a.json")
        var other = library
        library.add(["type": "string"], uri: "b.json")
        other.add(["type": "integer"], uri: "b.json")
        let (strings, integers) = (try library.compile("a.json"), try other.compile("a.json"))
        #expect(strings.accepts("a") && !strings.accepts(1))
        #expect(integers.accepts(1) && !integers.accepts("a"))
    }
}

extension SchemaNode {
    fileprivate var properties: Properties? {
        for case .properties(let properties) in keywords { return properties }
        return nil
    }

    fileprivate var reference: Reference? {
        for case .reference(let reference) in keywords { return reference }
        return nil
    }
}
