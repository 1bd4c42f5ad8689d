// One bundled document says the same as the files it was made of, in either edition.

import ContractSamples
import JSONValues
@testable import SourceDocuments
@testable import OpenAPIContract
@testable import ContractTools
import Testing

@Suite struct ExportTests {
    @Test func otherFilesMoveToComponents() throws {
        let contract = try Contract.sample(
            """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /pets: {$ref: paths/pets.yaml, summary: Pets}
            components:
              schemas: {Pet: {type: string}}
            """,
            files: [
                "paths/pets.yaml": """
                get:
                  parameters:
                    - $ref: '../shared.yaml#/parameters/0'
                  responses:
                    '200':
                      description: some
                      content:
                        application/json:
                          schema: {type: array, items: {$ref: ../schemas/Pet.yaml}}
                          examples:
                            one: {externalValue: ../data/one.json}
                """,
                "shared.yaml":
                    "parameters: [{name: a, in: query, schema: {$ref: 'openapi.yaml#/components/schemas/Pet'}}]",
                "schemas/Pet.yaml":
                    "type: object\nproperties: {next: {$ref: Pet.yaml}, '%': {$ref: '#/properties/next'}}",
                "data/one.json": #"[{"next": {}}]"#,
            ])
        let export = ContractExport(contract)
        #expect(
            export.document == [
                "openapi": "3.1.0",
                "info": ["title": "T", "version": "1"],
                "paths": [
                    "/pets": [
                        "get": [
                            "parameters": [["$ref": "#/components/parameters/0"]],
                            "responses": [
                                "200": [
                                    "description": "some",
                                    "content": [
                                        "application/json": [
                                            "schema": [
                                                "type": "array", "items": ["$ref": "#/components/schemas/Pet_2"],
                                            ],
                                            "examples": ["one": ["value": [["next": .object(JSONObject())]]]],
                                        ]
                                    ],
                                ]
                            ],
                        ],
                        "summary": "Pets",
                    ]
                ],
                "components": [
                    "schemas": [
                        "Pet": ["type": "string"],
                        "Pet_2": [
                            "type": "object",
                            "properties": [
                                "next": ["$ref": "#/components/schemas/Pet_2"],
                                "%": ["$ref": "#/components/schemas/next"],
                            ],
                        ],
                        "next": ["$ref": "#/components/schemas/Pet_2"],
                    ],
                    "parameters": [
                        "0": ["name": "a", "in": "query", "schema": ["$ref": "#/components/schemas/Pet"]]
                    ],
                ],
            ])
        let again = try Contract.sample(export.text)
        #expect(ContractComparison.differences(contract, again) == [])
        #expect(ContractExport(again).document == export.document)
    }

    @Test(arguments: [
        (#"{type: string, nullable: true}"#, #"{"type":["string","null"]}"#),
        (#"{nullable: true}"#, #"{}"#),
        (
            #"{type: integer, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false}"#,
            #"{"type":"integer","exclusiveMinimum":1,"maximum":5}"#
        ),
        (
            #"{$ref: '#/components/schemas/B', nullable: true, description: d}"#,
            ##"{"$ref":"#/components/schemas/B","description":"d"}"##
        ),
        (
            #"{type: object, properties: {nullable: {type: string, nullable: true}}}"#,
            #"{"type":"object","properties":{"nullable":{"type":["string","null"]}}}"#
        ),
        (#"{type: string, example: {nullable: true}}"#, #"{"type":"string","example":{"nullable":true}}"#),
    ])
    func newerSchemas(_ schema: String, _ expected: String) throws {
        let contract = try Contract.sample(
            document("{}", components: "components: {schemas: {A: \(schema), B: {}}}", version: "3.0.3"))
        let export = ContractExport(contract, as: .v3_1)
        #expect(export.document["openapi"] == "3.1.1")
        #expect(export.document["components"]?["schemas"]?["A"] == (try JSON.text(expected)))
    }

    @Test(arguments: [
        (#"{type: [string, 'null']}"#, #"{"type":"string","nullable":true}"#),
        (#"{type: 'null'}"#, #"{"type":"string","nullable":true,"enum":[null]}"#),
        (
            #"{type: [string, integer], minLength: 2}"#,
            #"{"minLength":2,"anyOf":[{"type":"string"},{"type":"integer"}]}"#
        ),
        (#"{type: [array, 'null']}"#, #"{"type":"array","items":{},"nullable":true}"#),
        (#"{const: 5}"#, #"{"enum":[5]}"#),
        // 3.1 only advises against these.
        (#"{enum: [a, b, a], required: []}"#, #"{"enum":["a","b"]}"#),
        (#"{type: number, exclusiveMinimum: 1, minimum: 3}"#, #"{"type":"number","minimum":3}"#),
        (#"{type: number, exclusiveMaximum: 1}"#, #"{"type":"number","maximum":1,"exclusiveMaximum":true}"#),
        (
            #"{$ref: '#/components/schemas/B', description: d}"#,
            ##"{"description":"d","allOf":[{"$ref":"#/components/schemas/B"}]}"##
        ),
        (#"{type: string, contentEncoding: base64}"#, #"{"type":"string","format":"byte"}"#),
        (#"{type: string, contentEncoding: binary}"#, #"{"type":"string","format":"binary"}"#),
        (#"{type: string, contentMediaType: application/octet-stream}"#, #"{"type":"string","format":"binary"}"#),
        (
            #"{type: array, prefixItems: [{type: string}], items: false}"#,
            #"{"type":"array","items":{"anyOf":[{"type":"string"}]},"maxItems":1}"#
        ),
        (#"{type: object, additionalProperties: false}"#, #"{"type":"object","additionalProperties":false}"#),
        (
            #"{properties: {a: true, b: false}, examples: [{}]}"#,
            #"{"properties":{"a":{},"b":{"not":{}}},"example":{}}"#
        ),
    ])
    func olderSchemas(_ schema: String, _ expected: String) throws {
        let contract = try Contract.sample(document("{}", components: "components: {schemas: {A: \(schema), B: {}}}"))
        let export = ContractExport(contract, as: .v3_0)
        #expect(export.document["openapi"] == "3.0.4")
        #expect(export.document["components"]?["schemas"]?["A"] == (try JSON.text(expected)))
        _ = try Contract.sample(export.text)
    }

    /// 3.0 knows no URIs of schemas, so references by them become pointers.
    @Test func schemasLoseTheirURIsIn30() throws {
        let contract = try Contract.sample(
            document(
                "{}",
                components: """
                    components:
                      schemas:
                        A:
                          $id: https://h/a
                          properties: {n: {$ref: '#/$defs/N'}, b: {$ref: '#b'}, self: {$ref: 'https://h/a'}, inner: {$ref: inner}}
                          $defs:
                            N: {type: integer}
                            B: {$anchor: b, type: string}
                            I: {$id: inner, items: {$ref: '#/$defs/M'}, $defs: {M: {$ref: 'a#b'}}}
                        C: {$ref: 'https://h/a#/$defs/N'}
                    """))
        let schemas = ContractExport(contract, as: .v3_0).document["components"]?["schemas"]
        let properties = schemas?["A"]?["properties"]
        #expect(
            ["n", "b", "self", "inner"].map { properties?[$0]?["$ref"] } == [
                "#/components/schemas/A/x-defs/N", "#/components/schemas/A/x-defs/B", "#/components/schemas/A",
                "#/components/schemas/A/x-defs/I",
            ])
        let inner = schemas?["A"]?["x-defs"]?["I"]
        #expect(inner?["items"]?["$ref"] == "#/components/schemas/A/x-defs/I/x-defs/M")
        #expect(inner?["x-defs"]?["M"]?["$ref"] == "#/components/schemas/A/x-defs/B")
        #expect(schemas?["C"]?["$ref"] == "#/components/schemas/A/x-defs/N")
        _ = try Contract.sample(ContractExport(contract, as: .v3_0).text)
    }

    /// Before 3.2 no reference leads to a media type, and a response has a description.
    @Test(arguments: [SpecificationVersion.v3_0, .v3_1])
    func mediaTypesOf32StandWhereTheyAreUsed(_ version: SpecificationVersion) throws {
        let contract = try Contract.sample(
            document(
                "/a: {get: {responses: {'200': {summary: s, content: {application/json: {$ref: '#/components/mediaTypes/M'}}}, '400': {}}}}",
                components: """
                    components:
                      mediaTypes:
                        M: {schema: {type: string}, encoding: {e: {headers: {H: {content: {a/b: {$ref: '#/components/mediaTypes/M'}}}}}}}
                    """, version: "3.2.0"))
        let export = ContractExport(contract, as: version)
        let responses = export.document["paths"]?["/a"]?["get"]?["responses"]
        let media = responses?["200"]?["content"]?["application/json"]
        #expect(media?["schema"] == ["type": "string"])
        #expect(media?["encoding"]?["e"]?["headers"]?["H"]?["content"]?["a/b"] == [:])
        #expect(responses?["200"]?["description"] == "s")
        #expect(responses?["400"]?["description"] == "")
        #expect(export.document["components"]?["mediaTypes"] == nil)
        _ = try Contract.sample(export.text)
    }

    @Test func whatAnEditionCannotSayIsTold() throws {
        let contract = try Contract.sample(
            document("{}", components: "components: {schemas: {A: {if: {type: string}, then: {minLength: 1}}}}"))
        #expect(
            ContractExport(contract, as: .v3_0).losses.map { "\($0.pointer) \($0.message)" } == [
                "/components/schemas/A/if 'if' is no part of OpenAPI 3.0",
                "/components/schemas/A/then 'then' is no part of OpenAPI 3.0",
            ])
        let certified = try Contract.sample(
            document(
                "/a: {get: {security: [{mtls: [], key: []}, {mtls: []}], responses: {'200': {description: d}}}}",
                components: """
                    components:
                      securitySchemes: {mtls: {type: mutualTLS}, key: {type: apiKey, in: header, name: X-Key}}
                      schemas: {A: {type: string, madeUp: 1, x-kept: 2}}
                    """))
        let old = ContractExport(certified, as: .v3_0)
        #expect(
            old.losses.map(\.pointer.description).sorted() == [
                "/components/schemas/A/madeUp", "/components/securitySchemes/mtls",
            ])
        #expect(old.document["paths"]?["/a"]?["get"]?["security"] == [["key": []], .object(JSONObject())])
        #expect(old.document["components"]?["schemas"]?["A"] == ["type": "string", "x-kept": 2])
        let newer = try Contract.sample(
            document("/a: {query: {responses: {'200': {description: d}}}}", version: "3.2.0"))
        #expect(ContractExport(newer, as: .v3_1).losses.map(\.pointer.description) == ["/paths/~1a/query"])
    }

    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"), arguments: Corpus.documents)
    func publishedDocumentsStayTheSame(_ name: String) throws {
        let contract = try #require(Corpus.loaded(name).contract)
        let again = try Contract.sample(ContractExport(contract).text)
        #expect(ContractComparison.differences(contract, again).prefix(5) == [])
        #expect(again.sources.count == 1)
    }

    /// From 3.0 nothing is lost; from 3.1 what remains is a document that loads.
    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"), arguments: Corpus.documents)
    func publishedDocumentsChangeTheirEdition(_ name: String) throws {
        let contract = try #require(Corpus.loaded(name).contract)
        let export = ContractExport(contract, as: contract.version == .v3_0 ? .v3_1 : .v3_0)
        let again = try Contract.sample(export.text)
        if contract.version == .v3_0 {
            #expect(export.losses == [])
            #expect(ContractComparison.differences(contract, again).prefix(5) == [])
        } else {
            #expect(again.operations.map(\.id) == contract.operations.map(\.id))
        }
    }
}
