// What `check` finds beyond loading: examples and defaults that do not fit, pairs that are no exchange.

import Foundation
import Testing

@testable import OpenAPIContract

@Suite struct CheckTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: ["sneaker-shop", "selectable-catalog", "golden-sewing"])
    func findsNothingInOurOwn(_ name: String) throws {
        let loaded = Contract.load(path: Self.root.appending(path: "Contracts/\(name)").path(percentEncoded: false))
        let contract = try #require(loaded.contract)
        #expect(DiagnosticReport(loaded.diagnostics + contract.check()).text == "")
    }

    /// Nothing in a published document is an error, however wrong its examples are.
    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"), arguments: Corpus.documents)
    func takesPublishedDocumentsAsTheyAre(_ name: String) throws {
        let contract = try #require(Corpus.loaded(name).contract)
        #expect(DiagnosticReport(contract.check()).count(.error) == 0)
    }

    @Test(arguments: [
        (
            "a parameter's example", "parameters: [{name: a, in: query, schema: {type: integer}, example: x}]",
            ["4:82 invalid-example the example breaks 'type' of its schema"]
        ),
        (
            "an element of a body's example",
            "requestBody: {content: {application/json: {schema: {type: array, items: {type: integer}}, example: [1, x]}}}",
            ["4:117 invalid-example the example breaks 'type' of its schema at /1"]
        ),
        (
            "a default", "parameters: [{name: a, in: query, schema: {type: integer, default: x}}]",
            ["4:81 invalid-example the default breaks 'type' of its schema"]
        ),
        (
            "a schema's examples", "parameters: [{name: a, in: query, schema: {type: integer, examples: [1, x]}}]",
            ["4:86 invalid-example the example breaks 'type' of its schema"]
        ),
        (
            "a body as text is read",
            "requestBody: {content: {application/json: {schema: {type: object}, example: '{}'}}}", []
        ),
        (
            "what an error answers may be wrong",
            "parameters: [{name: a, in: query, schema: {type: integer}, examples: {bad: {value: x}}}], responses: {'400': {description: d, x-counterpart-examples: [bad]}}",
            []
        ),
        (
            "a pair without a required parameter",
            "parameters: [{name: a, in: query, schema: {}, examples: {one: {value: 1}}}, {name: b, in: query, required: true, schema: {}}], responses: {'200': {description: d, x-counterpart-examples: [one]}}",
            [
                "4:90 incomplete-pair the examples 'one' of 'get /a' are no whole request: the query parameter 'b' is missing"
            ]
        ),
        (
            "a name that nothing answers",
            "parameters: [{name: a, in: query, schema: {}, examples: {one: {value: 1}}}], responses: {'200': {description: d, x-counterpart-examples: [two]}}",
            ["4:84 unused-example no response of 'get /a' has an example 'one'"]
        ),
        (
            "a write-only property in an answer",
            "responses: {'200': {description: d, content: {application/json: {schema: {properties: {p: {writeOnly: true}}}, example: {p: 1}}}}}",
            ["4:138 invalid-example the example breaks 'writeOnly' of its schema at /p"]
        ),
    ])
    func finds(_ name: String, _ operation: String, _ expected: [String]) throws {
        let contract = try Contract.sample(document("/a: {get: {\(operation)}}"))
        let found = DiagnosticReport(contract.check()).diagnostics.map {
            "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.code.rawValue) \($0.message)"
        }
        #expect(found == expected)
    }
}
