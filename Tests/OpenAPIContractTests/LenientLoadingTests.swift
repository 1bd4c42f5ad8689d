// Documents that OpenAPI does not allow and everybody reads; and files of other programs.

import ContractTools
import HTTPExchange
import JSONSchema
import JSONValues
import SourceDocuments
import Testing

@testable import OpenAPIContract

@Suite struct LenientLoadingTests {
    @Test func misplacedReferencesAreFollowedWithAWarning() throws {
        let loaded = Contract.load(files: [
            "openapi.yaml": """
            openapi: 3.0.0
            info: {title: T, version: '1', description: {$ref: about.md}}
            paths:
              /a: {get: {$ref: 'operations/a.yaml'}}
              /b:
                get:
                  operationId: b
                  description: {$ref: 'texts.yml#/b'}
                  parameters: {$ref: 'operations/a.yaml#/parameters'}
                  responses:
                    '200':
                      description: OK
                      content:
                        application/json:
                          schema: {type: object, properties: {$ref: 'shapes.yaml#/cat'}}
            """,
            "about.md": "# About\n- not: [YAML",
            "operations/a.yaml": """
            operationId: a
            parameters: [{name: q, in: query, schema: {$ref: '../shapes.yaml#/word'}}]
            responses: {'204': {description: Done.}}
            """,
            "texts.yml": "b: The second.",
            "shapes.yaml": "cat: {name: {$ref: '#/word'}, age: {type: integer}}\nword: {type: string, maxLength: 3}",
        ])
        #expect(
            loaded.diagnostics.map { "\($0.severity) \($0.code.rawValue)" } == [
                "warning ref-misplaced", "warning ref-misplaced", "warning ref-misplaced", "warning ref-misplaced",
                "warning invalid-schema",
            ])
        let contract = try #require(loaded.contract)
        #expect(contract.description == "# About\n- not: [YAML")
        #expect(contract.operation(id: "a")?.parameters.first?.schema?.accepts("abcd", direction: .request) == false)
        let second = try #require(contract.operation(id: "b"))
        #expect(second.description == "The second.")
        #expect(second.parameters.map(\.name) == ["q"])
        let schema = try #require(second.responses.first?.content.first?.schema)
        #expect(schema.properties.map(\.name).sorted() == ["age", "name"])
        #expect(schema.accepts(["name": "Tom", "age": 3], direction: .response))
        #expect(!schema.accepts(["name": "Thomas"], direction: .response))
    }

    @Test func aMisplacedReferenceThatLeadsNowhereIsAnError() {
        let loaded = Contract.load(files: [
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: T, version: '1', description: {$ref: missing.md}}
            paths: {/a: {get: {responses: {'200': {description: OK, content: {application/json: {schema: {properties: {$ref: '#/nowhere'}}}}}}}}}
            """
        ])
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code) == [.refUnresolved, .refUnresolved])
    }

    @Test(arguments: [
        (#"{"log": {"version": "1.2", "entries": []}}"#, "a HAR recording", "infer"),
        (
            #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}"#,
            "a Postman collection", "counterpart import"
        ),
        (#"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": []}"#, "a Pact file", ""),
        (#"{"request": {"url": "/a"}, "response": {"status": 200}}"#, "a WireMock mapping", "counterpart import"),
        (#"{"uuid": "", "lastMigration": 32, "routes": []}"#, "a Mockoon environment", "counterpart import"),
        (#"{"data": {"pairs": []}, "meta": {"schemaVersion": "v5"}}"#, "a Hoverfly simulation", "counterpart import"),
        (#"{"arazzo": "1.0.0"}"#, "an Arazzo document", "sourceDescriptions"),
        (#"{"a": 1}"#, "no OpenAPI document", "openapi: 3.1.0"),
    ])
    func filesOfOtherProgramsAreNamed(text: String, kind: String, remedy: String) throws {
        let diagnostic = try #require(Contract.load(files: ["openapi.yaml": text]).diagnostics.first)
        #expect(diagnostic.code == .notOpenAPI)
        #expect(diagnostic.message.contains(kind))
        #expect(diagnostic.remedy?.contains(remedy) == true || remedy.isEmpty)
    }

    @Test func whatADocumentContradictsIsTold() throws {
        let loaded = Contract.load(files: [
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: T, version: '1', license: {name: MIT, url: 'https://mit.example', identifier: MIT}}
            paths:
              /a:
                get:
                  responses:
                    2xx:
                      description: OK
                      headers: {X-Rate: {description: Left.}}
                      content: {application/json: {schema: {type: string, enum: [1, a], required: [x, x]}}}
            """
        ])
        let contract = try #require(loaded.contract)
        #expect(contract.operations.first?.responses.first?.status.description == "2XX")
        #expect(
            loaded.diagnostics.map(\.message) == [
                "the license has both 'identifier' and 'url'", "'2xx' is taken for '2XX'",
                "the header 'X-Rate' has neither 'schema' nor 'content'; any value is taken",
            ])
        #expect(
            contract.check().map(\.message) == [
                "the type of the schema forbids one of its own values", "'required' names 'x' twice",
            ])
        let empty = Contract.load(files: ["openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}"])
        #expect(empty.diagnostics.map(\.message) == ["the document has none of 'paths', 'webhooks' and 'components'"])
    }

    @Test(arguments: [
        ("/users/12.json", "user", ["12", ".json"]), ("/users/7.xml", "user", ["7", ".xml"]),
        ("/tiles/1.2.png", "tile", ["1.2", "png"]), ("/tiles/1.tar.gz", "tile", ["1", "tar.gz"]),
        // Where no values fit, a wider template takes the path.
        ("/maps/3-4.png", "map", ["3", "4", "png"]), ("/maps/3-4.gif", "named", ["3-4.gif"]),
        ("/maps/a-b.png", "named", ["a-b.png"]),
        // What fits nothing is told of the shortest values.
        ("/users/x.json", "user", ["x", ".json"]), ("/things/12", "byNumber", ["12"]), ("/things/ab", "byName", ["ab"]),
    ])
    func segmentsAreSharedAsTheSchemasSay(target: String, id: String, values: [String]) throws {
        func path(_ name: String, _ schema: String) -> String {
            "{name: \(name), in: path, required: true, schema: \(schema)}"
        }
        let contract = try #require(
            Contract.load(files: [
                "openapi.yaml": """
                openapi: 3.1.0
                info: {title: T, version: '1'}
                paths:
                  /users/{id}{format}:
                    get: {operationId: user, parameters: [\(path("id", "{type: integer}")), \(path("format", "{enum: [.json, .xml]}"))], responses: {'200': {description: OK}}}
                  /tiles/{position}.{ext}:
                    get: {operationId: tile, parameters: [\(path("position", "{type: string, pattern: '^[0-9.]+$'}")), \(path("ext", "{enum: [png, tar.gz]}"))], responses: {'200': {description: OK}}}
                  /maps/{x}-{y}.{ext}:
                    get: {operationId: map, parameters: [\(path("x", "{type: integer}")), \(path("y", "{type: integer}")), \(path("ext", "{enum: [png]}"))], responses: {'200': {description: OK}}}
                  /maps/{name}:
                    get: {operationId: named, parameters: [\(path("name", "{type: string}"))], responses: {'200': {description: OK}}}
                  /things/{name}:
                    get: {operationId: byName, parameters: [\(path("name", "{type: string}"))], responses: {'200': {description: OK}}}
                  /things/{number}:
                    get: {operationId: byNumber, parameters: [\(path("number", "{type: integer}"))], responses: {'200': {description: OK}}}
                """
            ]).contract)
        guard case .judged(let judged) = contract.judge(Request(target: target)) else {
            Issue.record("\(target) finds nothing")
            return
        }
        #expect(judged.operation.id == id)
        let found = judged.parameters.map { $0.value.string ?? $0.value.number?.text ?? "" }
        if judged.conforms { #expect(found == values) }
        #expect(judged.conforms == !target.contains("x.json"))
    }

    /// Where the mark between two parameters stands early, every later split is in vain, and there are as many as triples of places.
    @Test func aLongSegmentOfSeveralParametersIsJudgedAtOnce() throws {
        let parameters = ["a", "b", "c", "d"].map { name in
            "{name: \(name), in: path, required: true, schema: {type: integer}}"
        }
        let contract = try #require(
            Contract.load(files: [
                "openapi.yaml": """
                openapi: 3.1.0
                info: {title: T, version: '1'}
                paths:
                  /x/{a}-{b}-{c}_{d}:
                    get: {parameters: [\(parameters.joined(separator: ", "))], responses: {'200': {description: OK}}}
                """
            ]).contract)
        let target = "/x/a-b-c_d" + String(repeating: "-", count: 20_000)
        guard case .judged(let judged) = contract.judge(Request(target: target)) else {
            Issue.record("it finds nothing")
            return
        }
        #expect(!judged.conforms)
    }
}
