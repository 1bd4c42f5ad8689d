// What documents hold, in all the ways in which they hold it.

import ContractTools
import ContractSamples
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
@testable import SourceDocuments
@testable import OpenAPIContract
@testable import ContractTools
import HTTPTypes
import Testing

@Suite struct LoadingTests {
    @Test func everythingIsRead() throws {
        let contract = try Contract.sample(
            """
            openapi: 3.1.0
            info: {title: T, version: 1.10, summary: S, description: D}
            servers: [{url: 'https://{h}/v1', variables: {h: {default: a, enum: [a, b]}}}]
            tags: [{name: one, description: First}]
            x-root: {kept: true}
            security: [{key: [read, write]}]
            paths:
              /a/{id}:
                summary: shared
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: q, in: query, schema: {}}]
                get:
                  tags: [one]
                  summary: Get
                  deprecated: true
                  x-op: 1
                  parameters: [{name: q, in: query, required: true, deprecated: true, schema: {}, x-p: 2, x-invalid-status: 404}]
                  responses:
                    '200': {description: d, links: {next: {operationId: after, parameters: {id: $response.body#/id}}}}
                    4xx: {description: d}
                    default: {description: d}
                  callbacks: {done: {'{$request.body#/url}': {post: {requestBody: {content: {}}}}}}
                post: {operationId: after, servers: [{url: /other}], security: []}
            webhooks:
              ping: {post: {operationId: ping}}
            components:
              securitySchemes: {key: {type: oauth2, flows: {implicit: {scopes: {}}}}}
              schemas: {Empty: {}, Never: false, Always: true}
            """)
        #expect(
            [contract.title, contract.apiVersion, contract.summary, contract.description] == ["T", "1.10", "S", "D"])
        #expect(contract.extensions["x-root"] == ["kept": true])
        #expect(contract.tags.map(\.name) == ["one"])
        #expect(contract.webhooks.map(\.id) == ["ping"])
        #expect(contract.schemas.map(\.name) == ["Empty", "Never", "Always"])
        let get = contract.operations[0]
        #expect(get.id == "get /a/{id}")
        #expect(get.title == "GET /a/{id}")
        #expect(get.deprecated)
        #expect(get.extensions["x-op"] == 1)
        #expect(get.parameters.map { "\($0.name) \($0.required)" } == ["id true", "q true"])
        #expect(get.parameters[1].extensions == JSONObject([("x-p", 2), ("x-invalid-status", 404)]))
        #expect(get.parameters[1].invalidStatus == 404)
        #expect(get.responses.map(\.status) == [.exact(200), .range(4), .any])
        #expect(get.response(for: 404)?.status == .range(4))
        #expect(get.responses[0].links.map(\.operationID) == ["after"])
        #expect(get.callbacks.map(\.expression) == ["{$request.body#/url}"])
        #expect(get.security.map { $0.schemes.map(\.scopes) } == [[["read", "write"]]])
        #expect(contract.operations[1].security.isEmpty)
        #expect(contract.operations[1].servers.map(\.basePath) == ["/other"])
    }

    /// References of every shape that lead to the same parameter.
    @Test(arguments: [
        "{$ref: '#/components/parameters/p'}", "{$ref: '#/components/parameters/chain'}", "{$ref: 'p.yaml'}",
        "{$ref: './p.yaml#'}", "{$ref: 'list.yaml#/0'}", "{$ref: 'folder/../list.yaml#/0'}", "{$ref: 'list.yaml#/1'}",
        "{$ref: 'odd%20name.yaml#/a~1b%25/~0'}", "{$ref: 'odd name.yaml#/a~1b%25/~0'}",
        "{$ref: 'openapi.yaml#/components/parameters/p'}",
        "{$ref: 'folder/up.yaml#/p'}", "{$ref: '#/paths/~1other/get/parameters/0'}",
        "{$ref: 'p.json', description: sibling}",
    ])
    func references(_ reference: String) throws {
        let contract = try Contract.sample(
            document(
                "/a: {get: {parameters: [\(reference)]}}\n/other: {get: {parameters: [{name: p, in: query, schema: {$ref: '#/components/schemas/S'}}]}}",
                components: """
                    components:
                      parameters:
                        p: {name: p, in: query, schema: {$ref: '#/components/schemas/S'}}
                        chain: {$ref: '#/components/parameters/chain2'}
                        chain2: {$ref: 'folder/up.yaml#/p'}
                      schemas: {S: {type: integer}}
                    """),
            files: [
                "p.yaml": "name: p\nin: query\nschema: {$ref: 'openapi.yaml#/components/schemas/S'}",
                "p.json": #"{"name": "p", "in": "query", "schema": {"$ref": "openapi.yaml#/components/schemas/S"}}"#,
                "list.yaml": "- {name: p, in: query, schema: {type: integer}}\n- {$ref: '#/0'}",
                "odd name.yaml": "a/b%: {'~': {name: p, in: query, schema: {type: integer}}}",
                "folder/up.yaml": "p: {$ref: '../openapi.yaml#/components/parameters/p'}",
            ])
        let parameter = try #require(contract.operations[0].parameters.first)
        #expect(parameter.name == "p")
        #expect(parameter.schema?.accepts("x") == false)
        #expect(parameter.schema?.accepts(1) == true)
    }

    @Test func schemasReferToEverywhere() throws {
        let contract = try Contract.sample(
            document(
                "/a: {post: {requestBody: {content: {application/json: {schema: {$ref: 'schemas/Order.yaml'}}}}}}",
                components:
                    "components: {schemas: {Name: {type: string, $anchor: name}, Named: {$ref: '#name', minLength: 2}}}"
            ),
            files: [
                "schemas/Order.yaml": """
                type: object
                properties:
                  item: {$ref: ./Item.yaml}
                  local: {$ref: '#/$defs/local'}
                  name: {$ref: '../openapi.yaml#/components/schemas/Named'}
                $defs: {local: {type: boolean}}
                """,
                "schemas/Item.yaml":
                    "type: object\nproperties: {order: {$ref: Order.yaml}, self: {$ref: '#'}, n: {type: integer}}",
            ])
        let schema = try #require(contract.operations[0].body?.content[0].schema)
        #expect(schema.accepts(try .text(#"{"item": {"order": {"local": true}, "self": {"n": 1}}, "name": "ab"}"#)))
        let wrong = try JSON.text(#"{"item": {"order": {"local": 1}, "self": {"n": "x"}}, "name": "a"}"#)
        let places = schema.validate(wrong).compactMap { contract.place(ofSchema: $0.schema)?.file }
        #expect(Set(places) == ["schemas/Order.yaml", "schemas/Item.yaml", "openapi.yaml"])
    }

    /// Circles of any shape end: the legal ones load, the empty ones are told.
    @Test(arguments: [
        ("A: {properties: {a: {$ref: '#/components/schemas/A'}}}", []),
        ("A: {$ref: '#/components/schemas/B'}\nB: {properties: {a: {$ref: '#/components/schemas/A'}}}", []),
        ("A: {oneOf: [{$ref: '#/components/schemas/A'}]}", []),
        (
            "A: {allOf: [{$ref: '#/components/schemas/B'}]}\nB: {allOf: [{$ref: '#/components/schemas/A'}]}",
            ["warning invalid-schema"]
        ),
        ("A: {allOf: [{$ref: '#/components/schemas/A'}, {type: string}]}", ["warning invalid-schema"]),
        ("A: {items: {$ref: '#/components/schemas/A'}}", []),
        ("A: {not: {$ref: '#/components/schemas/A'}}", []),
        ("A: {additionalProperties: {$ref: '#/components/schemas/A'}}", []),
        ("A: {$ref: '#/components/schemas/A'}", ["warning invalid-schema"]),
        ("A: {$ref: '#/components/schemas/B'}\nB: {$ref: '#/components/schemas/A'}", ["warning invalid-schema"]),
    ])
    func circles(_ schemas: String, _ expected: [String]) throws {
        let lines = schemas.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let text = document(
            "/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}",
            components: "components:\n  schemas:\n\(lines)")
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(loaded.diagnostics.map { "\($0.severity.rawValue) \($0.code.rawValue)" } == expected)
        let schema = loaded.contract?.operations[0].body?.content[0].schema
        _ = schema?.validate(["a": ["a": [1, [2]]]])
        _ = loaded.contract?.check()
        _ = loaded.contract.map { ContractExport($0).text }
        if let contract = loaded.contract {
            _ = OperationPage(contract.operations[0], of: contract, origin: "").text
        }
    }

    @Test func aPathItemThatRefersToAnotherAddsToIt() throws {
        let contract = try Contract.sample(
            document(
                "/a: {$ref: '#/components/pathItems/A', put: {operationId: own}}",
                components: "components: {pathItems: {A: {get: {operationId: theirs}}}}"))
        #expect(contract.operations.map(\.id) == ["theirs", "own"])
    }

    @Test func examplesOfOneNameArePairs() throws {
        let contract = try Contract.sample(
            document(
                """
                /a/{id}:
                  put:
                    parameters:
                      - {name: id, in: path, required: true, schema: {}, example: 7}
                      - {name: q, in: query, schema: {}, examples: {good: {value: 1}, bad: {value: x}, alone: {value: 0}}}
                      - {name: r, in: query, schema: {}, examples: {good: {value: 2}}}
                    requestBody:
                      content: {application/json: {examples: {good: {$ref: '#/components/examples/good'}, file: {externalValue: data/file.json}}}}
                    responses:
                      '200':
                        description: d
                        headers: {X-A: {schema: {}, examples: {good: {value: h}}}}
                        content: {application/json: {examples: {good: {value: {ok: true}}, file: {value: {}}, answer: {value: {}}}}}
                      '400': {description: d, x-counterpart-examples: [bad, good]}
                """, components: "components: {examples: {good: {value: {b: 1}}}}"),
            files: ["data/file.json": #"{"from": "file"}"#])
        let pairs = contract.operations[0].pairs.map { pair in
            "\(pair.name) \(pair.status) "
                + pair.parameters.map { "\($0.parameter.name)=\($0.value.serialized())" }.joined(separator: "&")
                + " \(pair.body?.value.serialized() ?? "-") \(pair.response?.value.serialized() ?? "-") \(pair.headers.count)"
        }
        #expect(
            pairs == [
                #"good 200 q=1&r=2&id=7 {"b":1} {"ok":true} 1"#, #"file 200 id=7 {"from":"file"} {} 0"#,
                "bad 400 q=\"x\"&id=7 - - 0",
            ])
    }

    @Test func examplesMayStandInFiles() throws {
        let files = [
            "openapi.yaml": document(
                """
                /a:
                  get:
                    responses:
                      '200':
                        description: d
                        content:
                          application/json:
                            examples: {json: {externalValue: a.json}, yaml: {externalValue: a.yaml}, gone: {externalValue: b.json}, far: {externalValue: 'https://x/y'}}
                          text/csv: {examples: {csv: {externalValue: ./a.csv}}}
                """), "a.json": "[1]", "a.yaml": "[yes, 2]", "a.csv": "a,b\n",
        ]
        let loaded = Contract.load(files: files)
        #expect(loaded.diagnostics.map(\.code) == [.externalExample, .externalExample])
        let content = try #require(loaded.contract).operations[0].responses[0].content
        #expect(content[0].examples.map(\.value) == [[1], ["yes", 2]])
        #expect(content[1].examples.map(\.value) == ["a,b\n"])
    }

    @Test func examplesWithoutNamesAreOnePair() throws {
        let contract = try Contract.sample(
            document(
                """
                /a/{id}:
                  get:
                    parameters: [{name: id, in: path, required: true, schema: {}, example: 7}]
                    responses: {'200': {description: d, content: {application/json: {example: {ok: true}}}}}
                  delete:
                    parameters: [{name: id, in: path, required: true, schema: {}}]
                    responses: {'200': {description: d, content: {application/json: {example: {ok: true}}}}}
                """))
        #expect(contract.operations.map { $0.pairs.map(\.name) } == [["example"], []])
        #expect(contract.operations[0].request(for: contract.operations[0].pairs[0]).target == "/a/7")
    }

    @Test(arguments: [
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nwebhooks: {a: {post: {}}}\n",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {}}}\n",
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: {}\n",
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n",
        "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {/a: {query: {}, additionalOperations: {COPY: {}}}}\n",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: null, /b: {get: {responses: {'200': {description: d, content: {application/json: {}}}}}}}\n",
        #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"parameters":[],"responses":{}}}}}"#,
    ])
    func smallLegalDocuments(_ text: String) throws {
        _ = try Contract.sample(text)
    }
}
