// What is left of a failing sequence: the fewest requests, the fewest parts, the smallest values.

import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import LendingLibrary
import OwnThread
import Synchronization
import Testing

@testable import Verification

@Suite(.ownThread) struct ShrinkingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let mistake: Mistake
        let phases: Set<Phase>
        /// Method, path with ids left out, and body.
        let requests: [String]

        init(_ mistake: Mistake, _ phases: Set<Phase>, _ requests: String...) {
            self.mistake = mistake
            self.phases = phases
            self.requests = requests
        }

        var testDescription: String { "\(mistake) in \(phases.map(\.rawValue).joined(separator: ", "))" }
    }

    static let book =
        #"{"title":"a","isbn":"9780000000000","genre":"comics","price":0,"pages":1,"dimensions":{"width":0.01,"height":0.01}}"#

    static let cases = [
        Case(
            .zeroStockFails, [.fuzz], "POST /api/books " + book.replacing(#""dimensions""#, #""stock":0,"dimensions""#)),
        Case(.unicodeFails, [.fuzz], "POST /api/books " + book.replacing(#""a""#, #""é""#)),
        Case(
            .longReviewFails, [.fuzz],
            #"POST /api/books/{}/reviews {"rating":1,"text":"\#(String(repeating: "a", count: 401))"}"#),
        Case(.combinationFails, [.fuzz], "GET /api/books?genre=science&in_print=false"),
        Case(.rating5Refused, [.fuzz], #"POST /api/books/{}/reviews {"rating":5,"text":"a"}"#),
        Case(.deletedReadable, [.lifecycle], "POST /api/books " + book, "DELETE /api/books/{}", "GET /api/books/{}"),
        Case(.bookNotStored, [.lifecycle], "POST /api/books " + book, "GET /api/books/{}"),
        Case(
            .changeNotStored, [.lifecycle], "POST /api/books " + book, #"PATCH /api/books/{} {"title":"L"}"#,
            "GET /api/books/{}"),
    ]

    @Test(arguments: cases) func theLeastThatShowsItIsLeft(_ test: Case) async throws {
        let library = LendingLibrary(mistakes: [test.mistake])
        let isFound = Mutex(false)
        var options = LendingLibraryTests.options(test.phases)
        options.patience = 1
        let contract = try LendingLibraryTests.contract()
        let report = await Verifier(contract: contract, options: options, basePath: "/api") {
            request throws(NoResponse) in
            if isFound.withLock(\.self) { throw NoResponse(kind: .other, message: "It is found", remedy: "") }
            return library.answer(request)
        }.run(progress: { report in
            if report.findings.contains(where: { test.mistake.isShown(by: $0.finding) }) {
                isFound.withLock { $0 = true }
            }
        })
        let finding = try #require(report.findings.map(\.finding).first { test.mistake.isShown(by: $0) })
        guard case .exchanges(let exchanges) = finding.evidence else { return }
        #expect(exchanges.map { Self.text($0.request) } == test.requests)
    }

    /// Without the ids, which are others in every run.
    static func text(_ request: Request) -> String {
        let path = request.path.split(separator: "/").map { segment in
            segment.contains { $0.isNumber } ? "{}" : segment
        }
        let body = request.body.isEmpty ? "" : " \(String(decoding: request.body, as: UTF8.self))"
        return
            "\(request.method.rawValue) /\(path.joined(separator: "/"))\(request.query.map { "?\($0)" } ?? "")\(body)"
    }

    // MARK: What only a sequence shows

    /// A backend that fails to make anything right after something was deleted.
    private final class Forgetful: Sendable {
        private let state = Mutex((ids: [1, 2], count: 2, isUpset: false))
        static let document = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /cups:
                get:
                  operationId: list
                  responses: {'200': {description: All, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cup'}}}}}}
                post:
                  operationId: make
                  requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {size: {type: integer, minimum: 0, maximum: 900}}}}}}
                  responses: {'201': {description: It, content: {application/json: {schema: {$ref: '#/components/schemas/Cup'}}}}, '400': {description: No}}
              /cups/{id}:
                delete:
                  operationId: remove
                  parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                  responses: {'204': {description: Gone}, '400': {description: No}, '404': {description: None}}
            components: {schemas: {Cup: {type: object, required: [id], properties: {id: {type: integer}}}}}
            """

        func answer(_ request: Request) -> Response {
            func json(_ status: Int, _ text: String) -> Response {
                Response(status: status, headers: [.contentType: "application/json"], body: Array(text.utf8))
            }
            return state.withLock { state in
                switch request.method {
                case .get: return json(200, "[\(state.ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]")
                case .delete:
                    guard let id = request.path.split(separator: "/").last.flatMap({ Int($0) }) else {
                        return Response(status: 400)
                    }
                    guard let index = state.ids.firstIndex(of: id) else { return Response(status: 404) }
                    state.ids.remove(at: index)
                    state.isUpset = true
                    return Response(status: 204)
                default:
                    defer { state.isUpset = false }
                    let size = (try? JSON(parsing: request.body))?["size"]?.number?.int64 ?? 0
                    guard (0...900).contains(size) else { return Response(status: 400) }
                    if state.isUpset, size >= 120 { return Response(status: 500) }
                    state.count += 1
                    state.ids.append(state.count)
                    return json(201, "{\"id\":\(state.count)}")
                }
            }
        }
    }

    @Test func aSequenceIsFoundAndMadeShort() async throws {
        let backend = Forgetful()
        let contract = try #require(Contract.load(files: ["openapi.yaml": Forgetful.document]).contract)
        let options = VerificationOptions(phases: [.fuzz], checks: [.serverError])
        let report = await Verifier(contract: contract, options: options) { backend.answer($0) }.run()
        let finding = try #require(report.findings.first?.finding)
        guard case .exchanges(let exchanges) = finding.evidence else { return }
        #expect(
            exchanges.map { Self.text($0.request) } == [
                "POST /cups {}", "DELETE /cups/{}", #"POST /cups {"size":120}"#,
            ])
        #expect(
            finding.script(origin: "http://h").split(separator: "\n").map(String.init) == [
                "id=$(curl -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw '{}' http://h/cups | jq -r .id)",
                "curl -X DELETE http://h/cups/\"$id\"",
                "curl -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw '{\"size\":120}' http://h/cups",
            ])
    }
}

extension String {
    fileprivate func replacing(_ text: String, _ other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
