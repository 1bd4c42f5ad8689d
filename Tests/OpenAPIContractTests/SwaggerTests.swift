// Swagger 2.0 documents load as what they say.

import ContractSamples
import HTTPExchange
import HTTPTypes
import JSONValues
import Testing

@testable import SourceDocuments
@testable import OpenAPIContract

@Suite struct SwaggerTests {
    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"))
    func thePetstore() throws {
        let loaded = Contract.load(path: Corpus.path("refuse/swagger2-petstore.yaml"))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        let contract = try #require(loaded.contract)
        #expect(contract.operations.count == 20)
        #expect(contract.servers.map(\.url).contains("https://petstore.swagger.io/v2"))
        let upload = try #require(contract.operations.first { $0.id == "uploadFile" })
        #expect(upload.body?.content.map(\.range) == ["multipart/form-data"])
        let find = try #require(contract.operations.first { $0.id == "findPetsByStatus" })
        #expect(find.parameters.first?.style == .form && find.parameters.first?.explode == true)
        #expect(contract.securitySchemes.count == 2)
    }

    @Test func bodiesFormsAndReferences() throws {
        let text = """
            swagger: '2.0'
            info: {title: T, version: '1'}
            basePath: /v1
            consumes: [application/json]
            produces: [application/json]
            parameters:
              thing: {name: thing, in: body, required: true, schema: {$ref: '#/definitions/Thing'}}
              limit: {name: limit, in: query, type: integer, maximum: 10, exclusiveMaximum: true}
            responses:
              bad: {description: Bad., schema: {$ref: '#/definitions/Problem'}}
            definitions:
              Thing: {type: object, required: [id], properties: {id: {type: integer, format: int64}, note: {type: string, x-nullable: true}}}
              Problem: {type: object, properties: {error: {type: string}}}
            paths:
              /things:
                get:
                  operationId: list
                  parameters: [{$ref: '#/parameters/limit'}, {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: pipes}]
                  responses:
                    '200': {description: OK., schema: {type: array, items: {$ref: '#/definitions/Thing'}}, examples: {application/json: [{id: 1}]}}
                    '400': {$ref: '#/responses/bad'}
                post:
                  operationId: add
                  parameters: [{$ref: '#/parameters/thing'}]
                  responses: {'201': {description: Made.}, '400': {$ref: '#/responses/bad'}}
              /upload:
                post:
                  operationId: upload
                  consumes: [multipart/form-data]
                  parameters: [{name: file, in: formData, type: file, required: true}, {name: name, in: formData, type: string}]
                  responses: {'204': {description: Done.}}
            """
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(loaded.diagnostics.filter { $0.severity != .note }.map(\.message) == [])
        let contract = try #require(loaded.contract)
        func judged(_ method: Request, _ status: Int? = nil) -> [Violation.Check] {
            guard case .judged(let judged) = contract.judge(method) else { return [] }
            return judged.violations.map(\.check)
        }
        #expect(judged(Request(target: "/v1/things?limit=9&ids=1%7C2")).isEmpty)
        #expect(judged(Request(target: "/v1/things?limit=10")) == [.invalidParameter])
        let json: [UInt8] = Array(#"{"id": 1, "note": null}"#.utf8)
        #expect(
            judged(
                Request(method: .post, target: "/v1/things", headers: [.contentType: "application/json"], body: json)
            )
            .isEmpty)
        #expect(judged(Request(method: .post, target: "/v1/things")) == [.missingBody])
        let list = try #require(contract.operations.first { $0.id == "list" })
        #expect(list.response(for: 400)?.content.first?.schema != nil)
        #expect(list.response(for: 200)?.content.first?.examples.first?.value == [["id": 1]])
        // Places are those of the text that is there.
        #expect(list.place.line == 16)
    }

    /// Flasgger tells the operations of a route's methods, `TRACE` too.
    @Test func aTraceThatVersionTwoDoesNotHaveHasItsParameters() throws {
        let text = """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths:
              /delay/{delay}:
                trace:
                  produces: [application/json]
                  parameters: [{name: delay, in: path, type: integer, required: true}]
                  responses: {'200': {description: Late.}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        for (target, violations) in [("/delay/3", []), ("/delay/late", [.invalidParameter])]
            as [(String, [Violation.Check])]
        {
            guard case .judged(let judged) = contract.judge(Request(method: .trace, target: target)) else {
                Issue.record("\(target) is no request of the contract")
                continue
            }
            #expect(judged.violations.map(\.check) == violations, "\(target)")
        }
    }
}
