// `check` tells schemas that no value fits, with the place and what to do.

import ContractSamples
import ContractTools
import JSONValues
import OpenAPIContract
import SourceDocuments
import Testing

@Suite struct SchemaContradictionTests {
    @Test(arguments: [
        (
            "{type: 'null', oneOf: [{type: string}, {type: number}]}",
            ["4:63 no value fits: 'type' forbids all that 'oneOf' allows"]
        ),
        ("{type: string, oneOf: [{type: string}, {type: number}]}", []),
        ("{type: ['null', object], anyOf: [{type: object}, {type: 'null'}]}", []),
        (
            "{allOf: [{type: string}, {type: integer}]}",
            ["4:57 no value fits: what 'allOf' allow have no type in common"]
        ),
        ("{allOf: [{type: number}, {type: integer}]}", []),
        ("{type: integer, enum: [1, 2]}", []),
        (
            "{type: string, minLength: 5, maxLength: 3}",
            ["4:82 no string fits: 'minLength' is above 'maxLength'"]
        ),
        (
            "{type: integer, minimum: 5, exclusiveMaximum: 5}",
            ["4:81 no number fits: the lower limit is not below the upper"]
        ),
        ("{type: integer, minimum: 5, maximum: 5}", []),
        (
            "{allOf: [{type: array, minItems: 2}], maxItems: 1}",
            ["4:104 no array fits: 'minItems' is above 'maxItems'"]
        ),
        (
            "{type: object, required: [b], additionalProperties: false, properties: {c: {type: string}}}",
            ["4:71 no object fits: 'b' is required, and 'additionalProperties: false' forbids it"]
        ),
        (
            "{type: object, required: [b, c], maxProperties: 1}",
            ["4:71 no object fits: 'required' is above 'maxProperties'"]
        ),
        (
            "{type: string, pattern: '^x', enum: [a, b]}",
            ["4:86 no value fits: the schema's other keywords forbid all that 'enum' allows"]
        ),
        ("{type: string, pattern: '^a', enum: [a, b]}", []),
        // Told where it stands, and not again where it is used.
        (
            "{type: object, required: [p], properties: {p: {type: 'null', anyOf: [{type: string}]}}}",
            ["4:109 no value fits: 'type' forbids all that 'anyOf' allows"]
        ),
    ])
    func isTold(_ schema: String, _ expected: [String]) throws {
        let contract = try Contract.sample(
            document("/a: {get: {parameters: [{name: a, in: query, schema: \(schema)}]}}"))
        let found = DiagnosticReport(contract.check()).diagnostics
        #expect(found.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.message)" } == expected)
        #expect(found.allSatisfy { $0.remedy?.isEmpty == false })
    }

    /// Each of them costs as much as it is long: schemas that lead to each other, and many alternatives of many.
    @Test func whatLeadsInCirclesIsLookedAtOnce() throws {
        let names = (0..<60).map { "S\($0)" }
        let all = names.map { "{$ref: '#/components/schemas/\($0)'}" }.joined(separator: ", ")
        let schemas = names.map { "    \($0): {oneOf: [\(all), {type: string}]}" }.joined(separator: "\n")
        let text = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n\(schemas)\n"
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        #expect(contract.check().isEmpty)
    }
}
