// What clients send a little beside the contract is taken with a note, and refused by a strict mock.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Testing

@testable import Mocking

@Suite struct ToleranceTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Repositories, version: '1'}
        paths:
          /me:
            get: {operationId: getMe, responses: {'200': {description: OK, content: {application/vnd.hub+json: {schema: {type: object}, example: {login: zoe}}}}}}
            put:
              operationId: putMe
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      properties: {id: {type: integer, readOnly: true}, login: {type: string}}
              responses: {'204': {description: Changed.}, '400': {description: Refused.}}
            post:
              operationId: postMe
              requestBody:
                content:
                  application/json: {schema: {type: object, properties: {id: {type: integer, readOnly: true}}}}
              responses: {'204': {description: Made.}, '400': {description: Refused.}}
          /teams/:
            get:
              operationId: listTeams
              parameters:
                - {name: ids, in: query, explode: false, schema: {type: array, items: {type: integer}}}
                - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string, maxLength: 3}}}
              responses: {'200': {description: OK, content: {application/json: {example: []}}}, '400': {description: Refused.}}
        """

    private struct Case: CustomTestStringConvertible, Sendable {
        let method: HTTPRequest.Method
        let target: String
        var accept: String?
        var body: String?
        let check: Violation.Check
        let strict: Int
        var testDescription: String { "\(method) \(target) \(check.rawValue)" }
    }

    private static let cases = [
        Case(method: .get, target: "/me", accept: "application/json", check: .notAcceptable, strict: 406),
        Case(method: .get, target: "/teams/", accept: "application/vnd.hub+json", check: .notAcceptable, strict: 406),
        Case(method: .get, target: "/teams/", accept: "application/vnd.hub.v3", check: .notAcceptable, strict: 406),
        Case(
            method: .get, target: "/teams/", accept: "application/vnd.hub.teams-preview", check: .notAcceptable,
            strict: 406),
        Case(method: .get, target: "/me/", check: .trailingSlash, strict: 400),
        Case(method: .get, target: "/teams?ids=1", check: .trailingSlash, strict: 400),
        Case(method: .get, target: "/teams/?ids=1%2C2%2c3", check: .encodedComma, strict: 400),
        Case(method: .get, target: "/teams/?tags=ab%2Ccd", check: .encodedComma, strict: 400),
        Case(method: .put, target: "/me", body: #"{"id": 1, "login": "zoe"}"#, check: .requestBodyShape, strict: 400),
    ]

    private func send(_ sent: Case, isStrict: Bool) throws -> Answer {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract)
        var options = Mock.Options()
        options.isStrict = isStrict
        var fields = HTTPFields()
        fields[.accept] = sent.accept
        if sent.body != nil { fields[.contentType] = "application/json" }
        return Mock(contract, options: options).answer(
            Request(method: sent.method, target: sent.target, headers: fields, body: Array((sent.body ?? "").utf8)))
    }

    @Test(arguments: Self.cases) private func isTakenWithANote(_ sent: Case) throws {
        let answer = try send(sent, isStrict: false)
        #expect((200...299).contains(answer.response.response.status))
        #expect(answer.requestViolations.map(\.check) == [sent.check])
        #expect(answer.requestViolations.allSatisfy { $0.severity == .note })
    }

    @Test(arguments: Self.cases) private func isRefusedStrictly(_ sent: Case) throws {
        #expect(try send(sent, isStrict: true).response.response.status == sent.strict)
    }

    @Test(arguments: [
        // What is read-only cannot be chosen by who makes something; `text/plain` is no JSON; one element that is too long is no list.
        Case(method: .post, target: "/me", body: #"{"id": 1}"#, check: .requestBodyShape, strict: 400),
        Case(method: .get, target: "/me", accept: "text/plain", check: .notAcceptable, strict: 406),
        Case(method: .get, target: "/teams/?tags=abcd", check: .invalidParameter, strict: 400),
        Case(method: .get, target: "/teams///", check: .trailingSlash, strict: 404),
    ])
    private func otherThingsAreNotTolerated(_ sent: Case) throws {
        #expect(try send(sent, isStrict: false).response.response.status == sent.strict)
    }
}
