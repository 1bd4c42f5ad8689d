// What was found is tried again at the end of the run, and marked.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite struct AgainTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Items, version: '1'}
        paths:
          /always: {get: {operationId: always, responses: &answers {'200': {description: Fine., content: {application/json: {schema: {type: object}}}}}}}
          /first: {get: {operationId: first, responses: *answers}}
          /never: {get: {operationId: never, responses: *answers}}
          /items:
            post:
              operationId: createItem
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}}
          /items/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {operationId: getItem, responses: {'200': {description: Fine., content: {application/json: {schema: {type: object, required: [colour]}}}}, '404': {description: None.}}}
            delete: {operationId: deleteItem, responses: {'204': {description: Gone.}, '404': {description: None.}}}
        """

    @Test func whatWasFoundIsMarked() async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let state = Mutex((firsts: 0, items: [String: String](), made: 0))
        var options = VerificationOptions(phases: [.boundaries, .lifecycle])
        options.triesAgain = true
        let report = await Verifier(contract: contract, options: options) { request in
            func json(_ status: Int, _ text: String) -> Response {
                Response(status: status, headers: [.contentType: "application/json"], body: Array(text.utf8))
            }
            let path = String(request.path)
            return state.withLock { state in
                switch (request.method, path) {
                case (.get, "/always"): return json(200, "[]")
                case (.get, "/first"):
                    state.firsts += 1
                    return json(200, state.firsts == 1 ? "[]" : "{}")
                case (.get, "/never"): return json(200, "{}")
                case (.post, "/items"):
                    state.made += 1
                    state.items["/items/\(state.made)"] = ""
                    return json(201, "{\"id\": \(state.made)}")
                case (.get, _) where state.items[path] != nil: return json(200, "{\"id\": \(path.dropFirst(7))}")
                case (.delete, _) where state.items[path] != nil:
                    state.items[path] = nil
                    return Response(status: 204)
                default: return Response(status: 404)
                }
            }
        }.run()
        let record = report.record(backend: BackendURL(host: "items", port: 80))
        let marks = record.findings.filter { $0.check == "body-shape" }.map {
            "\($0.operation) \($0.recurrence?.rawValue ?? "none")"
        }
        #expect(Set(marks) == ["always same", "first gone", "getItem unknown"], "\(marks)")
        let text = record.text()
        #expect(text.contains("  again      the same when it was sent again at the end of the run\n"))
        #expect(text.contains("  again      not so when it was sent again at the end of the run"))
        let read = try RunRecord(JSON(parsing: record.json.serialized()))
        let annotated = record.sarif["runs"]?[0]?["results"]?.array?.map { $0["properties"]?["again"]?.string }
        #expect(annotated == record.causes.map(\.shown.recurrence?.rawValue))
        #expect(annotated?.contains("same") == true)
        #expect(read.findings.map(\.recurrence) == record.findings.map(\.recurrence))
    }
}
