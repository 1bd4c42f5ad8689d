// Which answers an event loop may wait for, and which are made elsewhere.

import HTTPExchange
import HTTPTypes
import Journals
import MockRules
import OpenAPIContract
import Testing

@testable import Mocking

@Suite struct PromptAnswerTests {
    /// `/long` has a list of so many objects that making it takes a while; `/short` has an example.
    private static let contract = """
        openapi: 3.1.0
        info: {title: Lists, version: "1"}
        paths:
          /short:
            get:
              operationId: getShort
              responses:
                '200': {description: One., content: {application/json: {schema: {type: string}, example: one}}}
          /long:
            get:
              operationId: getLong
              responses:
                '200':
                  description: Many.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [all]
                        properties:
                          all:
                            type: array
                            minItems: 1500
                            items: {type: object, required: [a, b], properties: {a: {type: string}, b: {type: integer}}}
        """

    private static func mock(_ forwarding: Mock.Forwarding = .none) throws -> Mock {
        Mock(
            try #require(Contract.load(files: ["openapi.yaml": contract]).contract),
            options: .init(forwarding: forwarding))
    }

    private static func isSlow(_ mock: Mock, _ request: Request) -> Bool {
        if case .slow = mock.outcome(of: request, atOnce: true) { true } else { false }
    }

    @Test func theFirstAnswerOfAnOperationIsMadeElsewhere() throws {
        let mock = try Self.mock()
        let request = Request(target: "/short")
        // The first makes and judges the examples; how long that takes is not known before.
        #expect(Self.isSlow(mock, request))
        for _ in 0..<3 {
            guard case .answered(let answer) = mock.outcome(of: request) else { throw CancellationError() }
            #expect(answer.response.response.body == Array("\"one\"".utf8))
        }
        #expect(!Self.isSlow(mock, request))
        // Another answer of the operation may never have been made.
        let prefer = try #require(HTTPField.Name("Prefer"))
        #expect(Self.isSlow(mock, Request(target: "/short", headers: [prefer: "code=200"])))
        #expect(!Self.isSlow(mock, Request(target: "/nothing")))
    }

    @Test func whatWasSlowIsTakenForSlowAgain() throws {
        let mock = try Self.mock()
        let request = Request(target: "/long")
        for _ in 0..<2 {
            #expect(Self.isSlow(mock, request))
            guard case .answered(let answer) = mock.outcome(of: request) else { throw CancellationError() }
            #expect(answer.response.response.body.count > 20_000)
        }
        #expect(Self.isSlow(mock, request))
    }

    @Test func nothingComesOfARequestThatIsNotAnswered() throws {
        let mock = try Self.mock()
        for _ in 0..<5 { _ = mock.outcome(of: Request(target: "/long"), atOnce: true) }
        #expect(mock.session(nil).journal.entries().isEmpty)
    }

    @Test func withABackendBehindItTheSameHolds() throws {
        let mock = try Self.mock(.rest)
        let request = Request(target: "/short")
        #expect(Self.isSlow(mock, request))
        _ = mock.outcome(of: request)
        guard case .forwarded = mock.outcome(of: request, atOnce: true) else {
            Issue.record("nothing is made here, so nothing is slow")
            return
        }
    }
}
