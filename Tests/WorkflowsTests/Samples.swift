// A small shop, and Arazzo documents over it.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing
import Workflows

enum Shop {
    static let contract = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        servers: [{url: https://shop.example/v1}]
        paths:
          /login:
            post:
              operationId: login
              requestBody:
                content:
                  application/json: {schema: {type: object}}
                  application/x-www-form-urlencoded: {schema: {type: object}}
              responses: {'200': {description: fine}}
          /items/{id}:
            get:
              operationId: getItem
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
                - {name: fields, in: query, schema: {type: array, items: {type: string}}}
                - {name: X-Trace, in: header, schema: {type: string}}
              responses: {'200': {description: fine}, '404': {description: none}}
            delete:
              operationId: deleteItem
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {'204': {description: gone}}
          /notes:
            post:
              operationId: addNote
              requestBody: {content: {text/plain: {schema: {type: string}}}}
              responses: {'201': {description: made}}
        """

    static let header = """
        arazzo: 1.0.1
        info: {title: T, version: '1'}
        sourceDescriptions: [{name: shop, url: ./openapi.yaml, type: openapi}]

        """

    static func load(_ document: String, more: [String: String] = [:]) -> LoadedWorkflows {
        var files = more
        files["openapi.yaml"] = contract
        files["workflows.arazzo.yaml"] = document
        return WorkflowLibrary.load("workflows.arazzo.yaml", in: ContractFolder(files: files))
    }

    /// The library of a document that has nothing wrong in it, with the usual header before it.
    static func library(
        _ workflows: String, more: [String: String] = [:], sources: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> WorkflowLibrary {
        let loaded = load(header.replacing("type: openapi}", with: "type: openapi}" + sources) + workflows, more: more)
        #expect(
            loaded.diagnostics.isEmpty, "\(DiagnosticReport(loaded.diagnostics).text)", sourceLocation: sourceLocation)
        return try #require(loaded.library, sourceLocation: sourceLocation)
    }
}

/// Answers in turn, keeps what was asked, and lets time pass only when it is told to wait.
final class Backend: Sendable {
    private struct State {
        var answers: [Result<Response, NoResponse>]
        var requests: [Request] = []
        var pauses: [Duration] = []
    }

    private let state: Mutex<State>

    init(_ answers: [Response]) { state = Mutex(State(answers: answers.map { .success($0) })) }

    init(results: [Result<Response, NoResponse>]) { state = Mutex(State(answers: results)) }

    var requests: [Request] { state.withLock { $0.requests } }
    var pauses: [Duration] { state.withLock { $0.pauses } }
    /// `GET /v1/items/1`, each.
    var lines: [String] { requests.map { "\($0.method.rawValue) \($0.target)" } }

    /// Once the answers are used up, 200 without content.
    func run(
        _ library: WorkflowLibrary, _ id: String, inputs: JSONObject = [:], limits: WorkflowRunner.Limits = .init()
    ) async throws -> WorkflowRun {
        let time = WorkflowRunner.Time(
            now: { self.state.withLock { $0.pauses.reduce(.zero, +) } },
            pause: { duration in self.state.withLock { $0.pauses.append(duration) } })
        let runner = WorkflowRunner(library, origin: "https://shop.example", limits: limits, time: time) {
            call throws(NoResponse) in
            let answer = self.state.withLock { state in
                state.requests.append(call.request)
                return state.answers.isEmpty ? .success(Response(status: 200)) : state.answers.removeFirst()
            }
            return try answer.get()
        }
        return await runner.run(try #require(library.reference(to: id)), inputs: inputs)
    }
}

extension Response {
    static func json(_ text: String, status: Int = 200, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: Array(text.utf8))
    }
}
