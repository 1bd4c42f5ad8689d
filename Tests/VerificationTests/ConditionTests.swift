// Requests on condition of what the backend has shown, and values that a recording has shown.

import Archives
import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite struct ConditionTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Notes, version: '1'}
        paths:
          /notes:
            post:
              operationId: createNote
              requestBody: &body {required: true, content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
              responses: {'201': {description: Made., content: &note {application/json: {schema: {type: object, properties: {id: {type: integer}, text: {type: string}}}}}}, '400': {description: No.}}
          /notes/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: getNote
              parameters: [{name: If-None-Match, in: header, schema: {type: string}}]
              responses: {'200': {description: Fine., content: *note}, '304': {description: As it was.}, '404': {description: None.}, '400': {description: No.}}
            put:
              operationId: replaceNote
              parameters: [{name: If-Match, in: header, required: true, schema: {type: string}}]
              requestBody: *body
              responses: {'200': {description: Fine., content: *note}, '404': {description: None.}, '412': {description: It has changed.}, '400': {description: No.}}
        """

    @Test func tagsThatWereShownAreSent() async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let state = Mutex((texts: [String: (JSON, Int)](), statuses: [String: Set<Int>]()))
        let report = await Verifier(contract: contract, options: VerificationOptions(phases: [.boundaries])) {
            request in
            state.withLock { state in
                let path = String(request.path)
                func note(_ status: Int) -> Response {
                    guard let (text, version) = state.texts[path] else { return Response(status: 404) }
                    let body: JSON = ["id": .number(JSONNumber(Int(path.dropFirst(7)) ?? 0)), "text": text]
                    return Response(
                        status: status, headers: [.contentType: "application/json", .eTag: "\"v\(version)\""],
                        body: Array(body.serialized().utf8))
                }
                func answer() -> Response {
                    let text = (try? JSON(parsing: request.body))?["text"]
                    switch request.method {
                    case .post where path == "/notes":
                        guard let text, text.string != nil else { return Response(status: 400) }
                        let made = "/notes/\(state.texts.count + 1)"
                        state.texts[made] = (text, 1)
                        let body: JSON = ["id": .number(JSONNumber(state.texts.count)), "text": text]
                        return Response(
                            status: 201, headers: [.contentType: "application/json"],
                            body: Array(body.serialized().utf8))
                    case .get where path != "/notes":
                        if Int(path.dropFirst(7)) == nil { return Response(status: 400) }
                        guard let (_, version) = state.texts[path] else { return Response(status: 404) }
                        return request.headers[.ifNoneMatch] == "\"v\(version)\"" ? Response(status: 304) : note(200)
                    case .put where path != "/notes":
                        guard let tag = request.headers[.ifMatch], let text, text.string != nil,
                            Int(path.dropFirst(7)) != nil
                        else { return Response(status: 400) }
                        guard let (_, version) = state.texts[path] else { return Response(status: 404) }
                        guard tag == "\"v\(version)\"" else { return Response(status: 412) }
                        state.texts[path] = (text, version + 1)
                        return note(200)
                    default:
                        return Response(
                            status: 405, headers: [.allow: path == "/notes" ? "POST" : "GET, PUT"])
                    }
                }
                let response = answer()
                state.statuses[request.method.rawValue, default: []].insert(response.status)
                return response
            }
        }.run()
        let statuses = state.withLock(\.statuses)
        #expect(statuses["GET"]?.isSuperset(of: [200, 304]) == true, "\(statuses)")
        #expect(statuses["PUT"]?.contains(200) == true, "\(statuses)")
        #expect(report.findings.map(\.finding.id) == [])
        let record = report.record(backend: BackendURL(host: "notes", port: 80))
        #expect(record.unreached.isEmpty, "\(record.unreached)")
    }

    @Test(arguments: [true, false]) func aRecordingTeachesWhatIsThere(isGiven: Bool) async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Reports, version: '1'}
            paths:
              /reports/{name}:
                parameters: [{name: name, in: path, required: true, schema: {type: string}}]
                get: {operationId: getReport, responses: {'200': {description: Fine.}, '404': {description: None.}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        let entry = HAR.Entry(
            started: "2026-11-21T12:00:00Z", origin: "http://old", request: Request(target: "/reports/winter-2019"),
            response: Response(status: 200))
        var options = VerificationOptions(phases: [.boundaries])
        if isGiven {
            options.recordings = [
                Recording(
                    name: "old.har",
                    HAR(creator: HAR.Software(name: "test", version: "1"), entries: [entry], comment: nil))
            ]
        }
        let report = await Verifier(contract: contract, options: options) { request in
            Response(status: request.path == "/reports/winter-2019" ? 200 : 404)
        }.run()
        let record = report.record(backend: BackendURL(host: "reports", port: 80))
        #expect(record.unreached.isEmpty == isGiven)
    }
}
