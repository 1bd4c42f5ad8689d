// What `check` finds beyond loading: examples and defaults that do not fit, pairs that are no exchange.

import ContractTools
import ContractSamples
import Foundation
import JSONValues
@testable import SourceDocuments
@testable import OpenAPIContract
@testable import ContractTools
import Testing

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
            [
                "4:14 unsendable-request URLSession and browsers send no body with GET",
                "4:117 invalid-example the example breaks 'type' of its schema at /1",
            ]
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
            "examples of a schema that are no list",
            "parameters: [{name: a, in: query, schema: {type: integer, examples: {one: {value: 1}}}}]",
            ["4:72 invalid-value 'examples' of a schema must be a list"]
        ),
        (
            "a misspelt keyword", "parameters: [{name: a, in: query, schema: {type: string, minLenght: 3, mine: 4}}]",
            ["4:71 unknown-field a schema has no keyword 'minLenght'"]
        ),
        (
            "a keyword of 3.0", "parameters: [{name: a, in: query, schema: {type: string, nullable: true}}]",
            ["4:71 unknown-field 'nullable' says nothing since OpenAPI 3.1"]
        ),
        (
            "an enumeration without values", "parameters: [{name: a, in: query, schema: {type: string, enum: []}}]",
            ["4:71 empty-type 'enum' lists no value"]
        ),
        (
            "a body of GET", "requestBody: {content: {text/plain: {schema: {type: string}}}}",
            ["4:14 unsendable-request URLSession and browsers send no body with GET"]
        ),
        (
            "a property that is named like a misspelt keyword",
            "parameters: [{name: a, in: query, schema: {properties: {minLenght: {x-minLenght: 1}}}}]", []
        ),
        (
            "a discriminator's value for no schema",
            "parameters: [{name: a, in: query, schema: {discriminator: {propertyName: k, mapping: {b: Bee}}}}]",
            ["4:103 ref-unresolved the discriminator's value 'b' stands for 'Bee', which is no schema"]
        ),
        (
            "a body as text is read",
            "requestBody: {content: {application/json: {schema: {type: object}, example: '{}'}}}",
            ["4:14 unsendable-request URLSession and browsers send no body with GET"]
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

@Suite struct SchemaKeywordTests {
    @Test(arguments: [
        ("const", "'const' is no keyword of OpenAPI 3.0", "Write 'enum' with the one value, or 'openapi: 3.1.0'."),
        ("if", "'if' is no keyword of OpenAPI 3.0", "Write 'openapi: 3.1.0', or say it in keywords of 3.0."),
        ("requird", "a schema has no keyword 'requird'", "Did you mean 'required'?"),
        ("mine", "a schema has no keyword 'mine'", "Remove it, or start its name with 'x-'."),
    ])
    func olderEditions(_ name: String, _ message: String, _ remedy: String) {
        let faults = SchemaKeywordFault.faults(in: [name: true, "type": "string", "$defs": [:], "x-a": 1], of: .v3_0)
        #expect(faults.map { [$0.name, $0.message, $0.remedy] } == [[name, message, remedy]])
        #expect(SchemaKeywordFault.faults(in: [name: true, "$ref": "#/a"], of: .v3_0).isEmpty)
    }
}
