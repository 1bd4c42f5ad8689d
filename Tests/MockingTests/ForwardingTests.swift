// The decision table with a backend behind it: who answers what, and what is said of the backend's answers.

import Journals
@testable import MockRules
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ForwardingTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        paths:
          /items/{id}:
            get:
              operationId: getItem
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                '200':
                  description: Fine.
                  content: {application/json: {schema: {required: [id], properties: {id: {type: integer}, name: {type: string}}}, example: {id: 1}}}
                '404': {description: None.}
        """

    private static let mockFile = """
        operations:
          getItem:
            - {when: params.id == 7, respond: 404}
        faults:
          - {operations: [getItem], when: params.id == 13, fault: {status: 503}}
        """

    private static func mock(_ forwarding: Mock.Forwarding, showsDecision: Bool = true) throws -> Mock {
        let contract = try #require(Contract.load(files: ["openapi.yaml": contract]).contract)
        let (behaviour, diagnostics) = Behaviour.load(
            from: ContractFolder(files: ["mock.yaml": mockFile]), for: contract)
        return Mock(
            contract, behaviour: try #require(behaviour, "\(diagnostics)"),
            options: .init(showsDecision: showsDecision, forwarding: forwarding))
    }

    private static let posting = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        paths:
          /items:
            post:
              operationId: addItem
              requestBody:
                required: true
                content: {application/json: {schema: {required: [name], properties: {name: {type: string}}}}}
              responses: {'201': {description: Added.}}
        """

    private static func kind(_ outcome: Mock.Outcome) -> String {
        switch outcome {
        case .answered(let answer): answer.decision.kind
        case .forwarded(let pending): "→ \(pending.request.target)"
        case .slow: "slow"
        }
    }

    @Test(arguments: [
        // target, spy, verify
        ("/items/1", "→ /items/1", "→ /items/1"),
        ("/items/7", "rule", "→ /items/7"),
        ("/items/13", "fault", "→ /items/13"),
        ("/items/1?__code=404", "preferred", "→ /items/1?__code=404"),
        // What breaks the contract or is not in it, the backend may know.
        ("/items/x", "→ /items/x", "→ /items/x"),
        ("/nothing", "→ /nothing", "→ /nothing"),
        ("/_counterpart/sessions/a/items/7", "rule", "→ /items/7"),
        ("/_counterpart/sessions/a/items/1", "→ /items/1", "→ /items/1"),
    ])
    func whoAnswers(target: String, spy: String, verify: String) throws {
        #expect(Self.kind(try Self.mock(.rest).outcome(of: Request(target: target))) == spy)
        #expect(Self.kind(try Self.mock(.all).outcome(of: Request(target: target))) == verify)
    }

    /// A mock without a backend answers as ever.
    @Test func withoutABackendNothingIsForwarded() throws {
        let mock = try Self.mock(.none)
        for target in ["/items/1", "/items/x", "/nothing"] {
            guard case .answered = mock.outcome(of: Request(target: target)) else {
                Issue.record("\(target) is forwarded")
                continue
            }
        }
    }

    private static func pending(_ mock: Mock, _ request: Request) throws -> PendingAnswer {
        guard case .forwarded(let pending) = mock.outcome(of: request) else { throw NotForwarded() }
        return pending
    }

    private struct NotForwarded: Error {}

    private static func response(_ status: Int, _ json: JSON? = nil, _ fields: HTTPFields = [:]) -> Response {
        var fields = fields
        if json != nil { fields[.contentType] = "application/json" }
        return Response(status: status, headers: fields, body: json.map { Array($0.serialized().utf8) } ?? [])
    }

    private static func field(_ name: String, _ answer: Answer) -> String? {
        answer.response.response.headers.first { $0.name.rawName == name }?.value
    }

    @Test func anAnswerIsJudgedToldAndWrittenDown() throws {
        let mock = try Self.mock(.all)
        let pending = try Self.pending(mock, Request(target: "/items/x"))
        let answer = pending.answer(Self.response(200, ["name": "Їжак"], [.eTag: "\"a\""]))
        #expect(answer.decision == .forwarded)
        #expect(answer.response.response.body == Array(#"{"name":"Їжак"}"#.utf8))
        #expect(answer.response.response.headers[.eTag] == "\"a\"")
        #expect(Self.field("Counterpart-Decision", answer) == "forwarded")
        let told = try JSON(parsing: try #require(Self.field("Counterpart-Violations", answer)))
        #expect(told.array?.map { $0["in"]?.string } == ["request", "response"])
        #expect(told[1]?["check"] == "body-shape")
        #expect(answer.requestViolations.count == 1 && answer.ownViolations.count == 1)
        let entry = try #require(mock.session(nil).journal.entry(1))
        #expect(entry.decision == .forwarded && entry.ownViolations.count == 1)
    }

    /// `{"name":"a"}`, compressed by Python's zlib.
    private static let coded: [UInt8] = [
        0x78, 0x9C, 0xAB, 0x56, 0xCA, 0x4B, 0xCC, 0x4D, 0x55, 0xB2, 0x52, 0x4A, 0x54, 0xAA, 0x05, 0x00, 0x19, 0x80,
        0x03,
        0xBD,
    ]

    @Test(arguments: [
        ("deflate", coded, Array(#"{"name":"a"}"#.utf8), [], []),
        ("deflate", coded.dropLast(), coded.dropLast(), ["malformed-request-body"], []),
        ("br", coded, coded, [], ["the request's body, whose content coding is not known"]),
    ])
    func aCodedBodyPassesAsItCameAndIsJudgedByItsContent(
        coding: String, body: [UInt8], readable: [UInt8], violations: [String], unjudged: [String]
    ) throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.posting]).contract)
        let mock = Mock(contract, options: .init(forwarding: .all))
        let request = Request(
            method: .post, target: "/items",
            headers: [.contentType: "application/json", .contentEncoding: coding], body: body)
        let pending = try Self.pending(mock, request)
        #expect(pending.request == request)
        let answer = pending.answer(Self.response(201))
        #expect(answer.requestViolations.map(\.check.rawValue) == violations)
        #expect(answer.unjudged.map(\.description) == unjudged)
        #expect(mock.session(nil).journal.entry(1)?.request.body == readable)
    }

    @Test func whatKeepsToTheContractHasNoViolations() throws {
        let mock = try Self.mock(.all)
        let answer = try Self.pending(mock, Request(target: "/items/1")).answer(Self.response(200, ["id": 1]))
        #expect(answer.ownViolations.isEmpty && answer.requestViolations.isEmpty)
        #expect(Self.field("Counterpart-Violations", answer) == nil)
        // An undeclared status is one.
        let teapot = try Self.pending(mock, Request(target: "/items/1")).answer(Self.response(418))
        #expect(teapot.ownViolations.map(\.check.rawValue) == ["undeclared-status"])
    }

    /// What is compressed is judged as it is without that, and stays compressed.
    @Test func compressedContentIsJudged() throws {
        let packed = try #require(Base64.standard.decode("H4sIAAAAAAACA6tWykxRsjKsBQDF+F1ECAAAAA=="))
        let response = Response(
            status: 200, headers: [.contentType: "application/json", .contentEncoding: "gzip"], body: packed)
        let answer = try Self.pending(Self.mock(.all), Request(target: "/items/1")).answer(response)
        #expect(answer.ownViolations.isEmpty)
        #expect(answer.response.response.body == packed)
    }

    @Test func theHeaderStaysShort() throws {
        let mock = try Self.mock(.all)
        var request = Request(target: "/items/x")
        request.headers[.accept] = "*/*"
        let items = (0..<300).map { _ in JSON.string(String(repeating: "ї", count: 500)) }
        let answer = try Self.pending(mock, request).answer(Self.response(200, ["id": .array(items), "name": 7]))
        let header = try #require(Self.field("Counterpart-Violations", answer))
        #expect(header.utf8.count < 8_192 && header.utf8.allSatisfy { $0 < 0x80 })
        #expect(try JSON(parsing: header).array?.isEmpty == false)
    }

    @Test func noAnswerIsOneOfTheMock() throws {
        let mock = try Self.mock(.rest)
        let failure = NoResponse(kind: .refused, message: "Nothing listens", remedy: "Start it.")
        let answer = try Self.pending(mock, Request(target: "/items/1")).answer(
            unanswered: failure, Problem(status: 502, title: "None", detail: failure.description))
        #expect(answer.decision == .unanswered)
        #expect(answer.response.response.status == 502)
    }
}
