// Whole contracts: references, recursion, what is shared by many operations, published documents against themselves.

import Foundation
import JSONValues
import OpenAPIContract
import Testing

@testable import ContractChanges

@Suite(.timeLimit(.minutes(10))) struct ContractComparisonTests {
    private static func tree(_ node: String, at path: String = "/components/schemas/Node") -> String {
        """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /a:
            get: {responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}}}
            put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}, responses: {'200': {description: d}}}
          /b:
            get: {responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Node'}}}}}}}
        components:
          schemas:
            Node: \(node)
        """
    }

    /// A change in a schema that refers to itself is told once, with the shortest way to it in every operation.
    @Test func aSharedChangeIsToldOnce() throws {
        let old = try load(
            Self.tree("{type: object, properties: {name: {type: string}, next: {$ref: '#/components/schemas/Node'}}}"))
        let new = try load(
            Self.tree(
                "{type: object, properties: {name: {type: [string, 'null']}, next: {$ref: '#/components/schemas/Node'}}}"
            ))
        let changes = ContractComparison.changes(from: old, to: new, today: "2026-11-21")
        #expect(
            ChangeReport(changes).text() == """
                ✗ breaking  null is allowed now  [response-property-became-nullable]
                    GET /a: response 200, application/json, at /name
                    GET /b: response 200, application/json, at /*/name
                    before  openapi.yaml:11:52
                    after   openapi.yaml:11:46

                · note  null is allowed now  [request-property-became-nullable]
                    PUT /a: request body, application/json, at /name
                    before  openapi.yaml:11:52
                    after   openapi.yaml:11:46

                1 breaking change, 1 other change

                """)
        #expect(
            ChangeReport(changes).markdown == """
                # Changes of the contract

                1 breaking change, 1 other change.

                ## Breaking changes

                - null is allowed now (`response-property-became-nullable`)
                  - GET /a: response 200, application/json, at /name
                  - GET /b: response 200, application/json, at /\\*/name
                  - before `openapi.yaml:11`, after `openapi.yaml:11`

                ## Other changes

                - null is allowed now (`request-property-became-nullable`)
                  - PUT /a: request body, application/json, at /name
                  - before `openapi.yaml:11`, after `openapi.yaml:11`

                """)
        let page = ChangeReport(changes).html
        #expect(page.contains("<span class=\"tag bad\">Breaking</span> Changes of the contract"))
        #expect(page.contains("<th scope=\"row\">GET /a</th><td class=\"bad\""))
        #expect(
            page.contains("<b>before: openapi.yaml:11</b>\n&quot;string&quot;") && page.contains("&quot;null&quot;"))
        #expect(!page.contains("src=") && !page.contains("<link") && !page.contains("url("))
        func place(_ column: JSON) -> JSON {
            [
                "file": "openapi.yaml", "line": 11, "column": column,
                "pointer": "/components/schemas/Node/properties/name/type",
            ]
        }
        #expect(
            ChangeReport([changes[0]]).json == [
                "breaking": 1, "warnings": 0, "notes": 0,
                "changes": [
                    [
                        "rule": "response-property-became-nullable", "severity": "breaking",
                        "message": "null is allowed now",
                        "operations": [
                            ["operation": "GET /a", "location": "response 200, application/json, at /name"],
                            ["operation": "GET /b", "location": "response 200, application/json, at /*/name"],
                        ],
                        "before": place(52), "after": place(46),
                    ]
                ],
            ])
        #expect(ChangeReport([]).text() == "no changes\n")
    }

    /// Inlined once, renamed, moved to another file: the values are the same.
    @Test func referencesAreNoChange() throws {
        let old = try load(Self.tree("{type: object, properties: {next: {$ref: '#/components/schemas/Node'}}}"))
        let inlined = try load(
            Self.tree(
                "{type: object, properties: {next: {type: object, properties: {next: {$ref: '#/components/schemas/Node'}}}}}"
            ))
        #expect(
            ChangeReport(ContractComparison.changes(from: old, to: inlined, today: "2026-11-21")).text()
                == "no changes\n")
        let renamed = try load(
            Self.tree("{type: object, properties: {next: {$ref: '#/components/schemas/Node'}}}")
                .replacingOccurrences(of: "schemas/Node", with: "schemas/Knot").replacingOccurrences(
                    of: "Node:", with: "Knot:"))
        #expect(
            ChangeReport(ContractComparison.changes(from: old, to: renamed, today: "2026-11-21")).text()
                == "no changes\n")
    }

    /// Read from wherever the tests of contracts find it.
    private static let corpus: URL? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"].map { URL(filePath: $0) }
        let folder = named ?? root.appending(path: "../shared/corpus").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder : nil
    }()

    /// The largest published documents, against themselves as loaded a second time: nothing, and in seconds.
    @Test(
        .enabled(if: corpus != nil, "the corpus is not beside the package"),
        arguments: ["github-api.yaml", "stripe-2022-04.json", "spotify-fixed.yaml", "museum.yaml"])
    func publishedDocumentsDoNotDifferFromThemselves(_ name: String) throws {
        let path = try #require(Self.corpus).appending(path: name).path(percentEncoded: false)
        let old = try #require(Contract.load(path: path).contract)
        let new = try #require(Contract.load(path: path).contract)
        let changes = ContractComparison.changes(from: old, to: new, today: "2026-11-21")
        #expect(changes.map { "\($0.rule.id): \($0.message)" } == [])
    }
}
