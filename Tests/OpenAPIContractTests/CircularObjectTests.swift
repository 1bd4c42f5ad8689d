// References in circles and in chains, and documents that name themselves.

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

@Suite struct CircularObjectTests {
    /// Callbacks, paths and headers can hold each other through references; each is read once and then left out.
    @Test(arguments: [
        (
            "a callback in itself",
            "/a: {post: {callbacks: {c: {$ref: '#/components/callbacks/C'}}}}",
            "callbacks: {C: {'{$url}': {post: {callbacks: {again: {$ref: '#/components/callbacks/C'}}}}}}"
        ),
        (
            "a path in its own callback", "/a: {post: {callbacks: {c: {'{$url}': {$ref: '#/paths/~1a'}}}}}", ""
        ),
        (
            "a header in its own part",
            "/a: {post: {requestBody: {content: {multipart/form-data: {encoding: {p: {headers: {H: {$ref: '#/components/headers/H'}}}}}}}}}",
            "headers: {H: {content: {multipart/mixed: {encoding: {p: {headers: {H: {$ref: '#/components/headers/H'}}}}}}}}"
        ),
    ])
    func circlesOfObjectsEnd(_ name: String, _ paths: String, _ components: String) {
        let text = document(paths, components: components.isEmpty ? "" : "components:\n  \(components)")
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(Set(loaded.diagnostics.map(\.code)) == [.refCircular])
        #expect(loaded.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(loaded.contract?.operations.count == 1)
        if let contract = loaded.contract {
            _ = contract.check()
            for version in [SpecificationVersion.v3_0, .v3_1] {
                let again = Contract.load(files: ["o.json": ContractExport(contract, as: version).text], root: "o.json")
                #expect(!again.hasErrors)
            }
        }
    }

    /// References that double at each step are followed no deeper than any document needs.
    @Test func manyWaysToTheSamePlaceEnd() throws {
        let callbacks = (0..<30).map { step in
            "C\(step): {'{$a}': {$ref: '#/components/pathItems/P\(step + 1)'}, '{$b}': {$ref: '#/components/pathItems/P\(step + 1)'}}"
        }
        let items = (0...30).map { step in
            "P\(step): {post: {callbacks: {c: {$ref: '#/components/callbacks/C\(min(step, 29))'}}}}"
        }
        let schemas = (0..<30).map { step in
            let next = "{$ref: '#/components/schemas/S\(step + 1)'}"
            return
                "S\(step): {type: object, properties: {a: \(next), b: \(next), c: \(next)}, anyOf: [\(next), \(next)]}"
        }
        let text = document(
            "/a: {$ref: '#/components/pathItems/P0'}\n/s: {post: {parameters: [{name: p, in: query, style: deepObject, schema: {$ref: '#/components/schemas/S0'}}]}}",
            components: """
                components:
                  callbacks:
                    \(callbacks.joined(separator: "\n    "))
                  pathItems:
                    \(items.joined(separator: "\n    "))
                  schemas:
                    \(schemas.joined(separator: "\n    "))
                    S30: {type: object, properties: {n: {type: integer}}}
                """)
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let judged = try contract.judged(.post, "/s?p[a][b][c][n]=5")
        #expect(judged.value("p", in: .query) == ["a": ["b": ["c": ["n": 5]]]])
        _ = contract.check()
        _ = ContractExport(contract).text
        _ = OperationPage(contract.operations[1], of: contract, origin: "").text
    }

    /// A chain of references is followed to its end without recursion.
    @Test func longChainsOfReferencesEnd() throws {
        let count = 20_000
        let chain = (0..<count).map { "S\($0): {$ref: '#/components/schemas/S\($0 + 1)'}" }
        let parameters = (0..<count).map { "P\($0): {$ref: '#/components/parameters/P\($0 + 1)'}" }
        let text = document(
            "/a: {get: {parameters: [{$ref: '#/components/parameters/P0'}]}}",
            components: """
                components:
                  schemas:
                    \(chain.joined(separator: "\n    "))
                    S\(count): {type: integer}
                  parameters:
                    \(parameters.joined(separator: "\n    "))
                    P\(count): {name: p, in: query, schema: {$ref: '#/components/schemas/S0'}}
                """)
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        #expect(contract.operations[0].parameters.map(\.name) == ["p"])
        _ = try contract.judged(.get, "/a?p=5")
    }

    @Test func aDocumentMayBeCalledByItsOwnName() throws {
        let contract = try Contract.sample(
            """
            openapi: 3.2.0
            $self: https://example.com/api/openapi.yaml
            info: {title: T, version: '1'}
            paths: {/a: {$ref: parts.yaml}}
            components: {schemas: {S: {type: integer}}}
            """,
            files: [
                "parts.yaml":
                    "get: {parameters: [{name: p, in: query, schema: {$ref: 'https://example.com/api/openapi.yaml#/components/schemas/S'}}]}"
            ])
        #expect(contract.operations[0].parameters[0].schema?.accepts("x") == false)
    }
}

@Suite struct SchemaIdentifierTests {
    /// A schema with an `$id` resolves its references by that.
    @Test func referencesFollowTheIdentifier() throws {
        let contract = try Contract.sample(
            document(
                "/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}}}",
                components: """
                    components:
                      schemas:
                        Event: {$id: events/event.yaml, type: object, properties: {at: {$ref: stamp.yaml}, by: {$ref: who.yaml}}}
                        Stamp: {$id: events/stamp.yaml, type: integer}
                    """),
            files: ["events/who.yaml": "type: string"])
        let schema = try #require(contract.operations[0].body?.content[0].schema)
        #expect(schema.accepts(["at": 1, "by": "x"]))
        #expect(!schema.accepts(["at": "x"]))
        #expect(!schema.accepts(["by": 1]))
    }
}
