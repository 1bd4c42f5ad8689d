// Forms as clients write them: without the lists that are empty, and with Python's booleans.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Testing

@testable import Mocking

@Suite struct FormToleranceTests {
    private static let contract = """
        openapi: 3.0.3
        info: {title: Portal, version: '1'}
        paths:
          /configurations:
            get:
              parameters: [{name: active, in: query, schema: {type: boolean}}]
              responses: {'204': {description: Some.}, '400': {description: Refused.}}
            post:
              requestBody:
                content:
                  application/x-www-form-urlencoded:
                    encoding: {features: {style: deepObject, explode: true}}
                    schema:
                      type: object
                      required: [events]
                      properties:
                        events: {type: array, items: {type: string}}
                        live: {type: boolean}
                        features:
                          type: object
                          required: [updates]
                          properties:
                            updates: {anyOf: [{type: array, items: {type: string, enum: [name, email]}}, {type: string, enum: ['']}]}
                            enabled: {type: boolean}
                            sizes: {type: array, minItems: 1, items: {type: integer}}
              responses: {'204': {description: Made.}, '400': {description: Refused.}}
        """

    private func send(_ form: String, _ method: HTTPRequest.Method = .post, isStrict: Bool = false) throws -> Answer {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract)
        var options = Mock.Options()
        options.isStrict = isStrict
        if method == .get {
            return Mock(contract, options: options).answer(Request(method: .get, target: "/configurations?\(form)"))
        }
        return Mock(contract, options: options).answer(
            Request(
                method: .post, target: "/configurations", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: Array(form.utf8)))
    }

    @Test(arguments: [
        ("live=true", ["empty-list /events"]),
        ("events[]=a&features[enabled]=True", ["boolean-spelling /features/enabled", "empty-list /features/updates"]),
        ("events[]=a&features[enabled]=true&features[updates][]=name", []),
    ])
    func isTakenAsItIsMeant(_ form: String, _ notes: [String]) throws {
        let answer = try send(form)
        #expect(answer.response.response.status == 204)
        let told = answer.requestViolations.map { "\($0.check.rawValue) \($0.location)" }
        #expect(told.map { $0.replacing("body at ", with: "") }.sorted() == notes)
        #expect(answer.requestViolations.allSatisfy { $0.severity == .note })
        #expect(try send(form, isStrict: true).response.response.status == (notes.isEmpty ? 204 : 400))
    }

    @Test(arguments: ["live=yes", "features[sizes][]=x", "features[updates][]=phone"])
    func whatIsWrongIsRefusedAsItStandsThere(_ form: String) throws {
        let answer = try send(form)
        #expect(answer.response.response.status == 400)
        #expect(answer.requestViolations.allSatisfy { $0.severity == .violation })
    }

    @Test func parametersTakePythonsBooleansToo() throws {
        let answer = try send("active=False", .get)
        #expect(answer.response.response.status == 204)
        #expect(answer.requestViolations.map(\.check) == [.booleanSpelling])
        #expect(try send("active=no", .get).response.response.status == 400)
    }
}
