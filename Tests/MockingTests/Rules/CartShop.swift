// A small contract for mock files to be written against.

@testable import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

enum CartShop {
    static let text = """
        openapi: 3.1.0
        info: {title: Cart, version: "1"}
        servers: [{url: https://cart.example/v1}]
        paths:
          /lines:
            get:
              operationId: listLines
              parameters:
                - {name: user, in: query, required: true, schema: {type: integer, format: uint64}}
                - {name: limit, in: query, schema: {type: integer}}
              responses:
                '200':
                  description: The lines of a cart.
                  headers: {X-Total: {schema: {type: integer}}}
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: '#/components/schemas/Line'}}
                '401': {description: Nobody.}
            post:
              operationId: addLine
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: [user, product]
                      properties:
                        user: {type: integer, format: uint64}
                        product: {type: string}
                        number: {type: integer, format: uint64}
              responses:
                '200':
                  description: Added.
                  content: {application/json: {schema: {$ref: '#/components/schemas/Line'}, examples: {one: {value: {product: tea, number: 1}}}}}
                '400': {description: No such product.}
                '401': {description: Nobody.}
          /clear:
            post:
              operationId: clear
              responses: {'204': {description: Cleared.}, '409': {description: Empty already.}}
        components:
          schemas:
            Line:
              type: object
              required: [product, number]
              additionalProperties: false
              properties: {product: {type: string}, number: {type: integer, minimum: 0}, note: {type: string}}
        """

    static let state = """
        state:
          users: [{id: 1, name: Anna}, {id: 18446744073709551615, name: Zoë}]
          lines: [{user: 1, product: tea, number: 2}]
          visits: 0

        """

    static func load(
        _ mock: String, files: [String: String] = [:]
    ) throws -> (contract: Contract, behaviour: Behaviour?, problems: [String]) {
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let folder = ContractFolder(files: files.merging(["mock.yaml": mock]) { $1 })
        let (behaviour, diagnostics) = Behaviour.load(from: folder, for: contract)
        let problems = DiagnosticReport(diagnostics).diagnostics.map { diagnostic in
            let remedy = diagnostic.remedy.map { " \($0)" } ?? ""
            return "\(diagnostic.place.map { "\($0): " } ?? "")\(diagnostic.severity.rawValue): \(diagnostic.message)"
                + " [\(diagnostic.code.rawValue)]\(remedy)"
        }
        return (contract, behaviour, problems)
    }

    static func mock(
        _ text: String, files: [String: String] = [:], seed: UInt64 = 0,
        clock: MockClock = MockClock { .seconds(1_795_253_400) }
    ) throws -> Mock {
        let (contract, behaviour, problems) = try load(text, files: files)
        #expect(problems == [])
        return Mock(contract, behaviour: try #require(behaviour), options: .init(seed: seed), clock: clock)
    }
}

extension Mock {
    /// Status and content of an answer, in one line.
    func told(
        _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil, headers: HTTPFields = [:]
    ) -> String {
        var request = Request(method: method, target: target, headers: headers)
        if let body {
            request.headers[.contentType] = "application/json"
            request.body = Array(body.serialized().utf8)
        }
        let response = answer(request).response.response
        return response.body.isEmpty
            ? "\(response.status)" : "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }
}
