// The status that a property of a request's body names for what is wrong with it.

import ContractSamples
import HTTPExchange
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct InvalidStatusTests {
    static let document = """
        openapi: 3.1.0
        info: {title: T, version: 1}
        paths:
          /cart:
            post:
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/Change'}}}
              responses: {'200': {description: OK}}
        components:
          schemas:
            Change:
              allOf: [{$ref: '#/components/schemas/User'}]
              type: object
              required: [product, lines]
              properties:
                product: {type: integer, x-invalid-status: 400}
                lines:
                  x-invalid-status: 409
                  type: array
                  items: {properties: {amount: {minimum: 1, x-invalid-status: 422}, note: {type: string}}}
            User:
              type: object
              required: [user]
              properties: {user: {$ref: '#/components/schemas/ID', x-invalid-status: 401}}
            ID: {type: integer, minimum: 0}
        """

    @Test(
        arguments: [
            (#"{"user": 1, "product": 1, "lines": []}"#, []), (#"{"user": -1, "product": 1, "lines": []}"#, [401]),
            (#"{"product": 1, "lines": []}"#, [401]), (#"{"user": 1, "lines": []}"#, [400]),
            (#"{"user": 1, "product": "x", "lines": []}"#, [400]),
            (#"{"user": 1, "product": 1, "lines": [{"amount": 0}]}"#, [422]),
            (#"{"user": 1, "product": 1, "lines": [{"note": 0}]}"#, [409]), ("[]", [nil]),
        ] as [(String, [Int?])])
    func isThatOfTheProperty(body: String, statuses: [Int?]) throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let request = Request(
            method: .post, target: "/cart", headers: [.contentType: "application/json"], body: Array(body.utf8))
        guard case .judged(let judged) = contract.judge(request) else {
            Issue.record("the request has its operation")
            return
        }
        #expect(judged.violations.map(\.invalidStatus) == statuses)
    }
}
