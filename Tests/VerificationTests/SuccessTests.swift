// Reaching success: what refusals and answers teach, and what is told of operations that never had any.

import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Synchronization
import Testing

@testable import Verification

@Suite struct SuccessTests {
    /// A workspace has a name of its own form, and projects beneath it by name. Neither answer says what was made.
    private static let workspaces = """
        openapi: 3.1.0
        info: {title: Workspaces, version: '1'}
        paths:
          /workspaces:
            post:
              operationId: createWorkspace
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, color: {type: string}}}}}}
              responses: &made {'201': {description: Made.}, '422': {description: Refused.}, '409': {description: There.}}
          /workspaces/{workspace}:
            parameters: [{name: workspace, in: path, required: true, schema: {type: string}}]
            get: {operationId: getWorkspace, responses: {'200': {description: OK}, '404': {description: None.}}}
          /workspaces/{workspace}/projects:
            parameters: [{name: workspace, in: path, required: true, schema: {type: string}}]
            post:
              operationId: createProject
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
              responses: {'201': {description: Made.}, '404': {description: None.}, '422': {description: Refused.}, '409': {description: There.}}
          /workspaces/{workspace}/projects/{project}:
            parameters: [{name: workspace, in: path, required: true, schema: {type: string}}, {name: project, in: path, required: true, schema: {type: string}}]
            get: {operationId: getProject, responses: {'200': {description: OK}, '404': {description: None.}}}
          /projects/bulk_delete:
            post:
              operationId: deleteProjects
              responses: {'200': {description: Gone.}}
        """

    /// Takes names of small letters and digits alone, and colours as `#rrggbb`.
    private final class Workspaces: Sendable {
        let made = Mutex<Set<String>>([])
        let asked = Mutex<[Request]>([])

        func answer(_ request: Request) -> Response {
            asked.withLock { $0.append(request) }
            let body = try? JSON(parsing: request.body)
            let path = String(request.path)
            if request.method == .get { return Response(status: made.withLock { $0.contains(path) } ? 200 : 404) }
            guard request.method == .post else { return Response(status: 405, headers: [.allow: "GET, POST"]) }
            if path.hasSuffix("bulk_delete") { return Response(status: 200) }
            let scope = path.split(separator: "/").count > 1 ? String(path.dropLast("/projects".count)) : nil
            if let scope, !made.withLock({ $0.contains(scope) }) { return Response(status: 404) }
            guard let name = body?["name"]?.string else { return refusal("name", "Field required") }
            guard !name.isEmpty, name.utf8.count < 40,
                name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber) })
            else { return refusal("name", "Expected small letters and digits") }
            if let color = body?["color"]?.string, color.first != "#" { return refusal("color", "Not a color") }
            let isNew = made.withLock { $0.insert("\(path)/\(name)").inserted }
            return Response(status: isNew ? 201 : 409)
        }

        private func refusal(_ name: String, _ message: String) -> Response {
            let text = #"{"detail": [{"loc": ["body", "\#(name)"], "msg": "\#(message)"}]}"#
            return Response(status: 422, headers: [.contentType: "application/json"], body: Array(text.utf8))
        }
    }

    private func report(
        _ document: String, _ options: VerificationOptions = VerificationOptions(),
        _ answer: @escaping @Sendable (Request) -> Response
    ) async throws -> Report {
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        return await Verifier(contract: contract, options: options) { request in answer(request) }.run()
    }

    @Test func whatARefusalAsksForIsSent() async throws {
        let backend = Workspaces()
        let report = try await report(Self.workspaces) { backend.answer($0) }
        let record = report.record(backend: BackendURL(host: "w", port: 80))
        #expect(record.unreached.isEmpty, "\(record.unreached)")
        #expect(backend.made.withLock { $0.contains { $0.contains("/projects/") } })
        #expect(!record.findings.contains { $0.degree == .violation }, "\(record.text())")
    }

    @Test func whatIsCalledADeletionIsNotSentUnlessItIsAllowed() async throws {
        let backend = Workspaces()
        let careful = try await report(Self.workspaces) { backend.answer($0) }
        #expect(!backend.asked.withLock { $0.contains { $0.path.hasSuffix("bulk_delete") && $0.method == .post } })
        #expect(careful.leftOut.contains { $0.what == "deleteProjects" })
        var options = VerificationOptions()
        options.isDestructive = true
        _ = try await report(Self.workspaces, options) { backend.answer($0) }
        #expect(backend.asked.withLock { $0.contains { $0.path.hasSuffix("bulk_delete") && $0.method == .post } })
    }

    @Test func whatNeverSucceedsIsToldFirst() async throws {
        let report = try await report(Self.workspaces) { request in
            request.method == .get
                ? Response(
                    status: 404, headers: [.contentType: "application/json"],
                    body: Array(#"{"message": "Nothing is here"}"#.utf8))
                : Response(status: 422)
        }
        let record = report.record(backend: BackendURL(host: "w", port: 80))
        #expect(
            record.unreached.map(\.operation) == ["createWorkspace", "getWorkspace", "createProject", "getProject"])
        let row = try #require(record.unreached.last)
        #expect(row.said == "Nothing is here" && row.answers.hasPrefix("404"))
        #expect(record.text().hasPrefix("! never a success  4 operations answered no request"))
        #expect(try RunRecord(JSON(parsing: record.json.serialized())).unreached == record.unreached)
        #expect(record.markdown.contains("- getProject"))
        #expect(try RunRecord(merging: [record, record]).unreached == record.unreached)
        try Self.expectFirst(record)
    }

    /// Each format has it before its findings, with every operation, and with what was answered.
    private static func expectFirst(_ record: RunRecord) throws {
        let names = record.unreached.map(\.operation)
        let page = record.html
        let heading = try #require(page.firstRange(of: "<h2 id=\"unreached\">Never a success</h2>"))
        let section = page[heading.upperBound...]
        let end = try #require(section.firstRange(of: "</section>"))
        #expect(names.allSatisfy { section[..<end.lowerBound].contains("<b>\($0)</b><br>") })
        #expect(section[..<end.lowerBound].contains("Nothing is here"))
        #expect(!page[..<heading.lowerBound].contains("class=\"finding\""), "no finding stands before it")

        let suites = record.junit.split(separator: "<testsuite ")
        let first = try #require(suites.dropFirst().first)
        #expect(first.hasPrefix("name=\"never a success\""))
        #expect(names.allSatisfy { first.contains("<testcase name=\"\($0)\"") })
        #expect(first.split(separator: "<skipped").count == names.count + 1)
        #expect(first.contains("Nothing is here"))

        let log = record.sarif
        let told = log["runs"]?[0]?["invocations"]?[0]?["toolExecutionNotifications"]?.array ?? []
        let rows = told.filter { $0["descriptor"]?["id"] == "never-a-success" }
        #expect(
            rows.compactMap { $0["locations"]?[0]?["logicalLocations"]?[0]?["fullyQualifiedName"]?.string } == names)
        #expect(rows.last?["message"]?["text"]?.string?.hasSuffix(": Nothing is here") == true)
    }

    @Test func whatIsWrongInAListIsNamedByItsOwnId() async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.posts]).contract)
        let report = await Verifier(contract: contract, options: VerificationOptions(phases: [.examples, .boundaries]))
        { _ in
            Response(
                status: 200, headers: [.contentType: "application/json"],
                body: Array(#"{"posts": [{"id": 540, "title": "a"}, {"id": 541, "title": null}]}"#.utf8))
        }.run()
        let finding = try #require(report.findings.first { $0.finding.check == .bodyShape }?.finding)
        #expect(finding.found == "null, in the item with id 541")
        #expect(finding.location == "body at /posts/*/title")
    }

    private static let posts = """
        openapi: 3.1.0
        info: {title: Posts, version: '1'}
        paths:
          /posts:
            get: {operationId: posts, responses: {'200': {description: All., content: {application/json: {schema: {type: object, properties: {posts: {type: array, items: {type: object, properties: {id: {type: integer}, title: {type: string}}}}}}}}}}}
        """

    private static let open = """
        openapi: 3.1.0
        info: {title: Open, version: '1'}
        security: [{token: []}]
        components: {securitySchemes: {token: {type: http, scheme: bearer}}}
        paths:
          /things/{id}:
            get:
              operationId: getThing
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {'200': {description: OK, content: {application/json: {schema: {type: object}}}}, '404': {description: None., content: {application/json: {schema: {type: object}}}}}
        """

    /// Some backends are open to everybody and refuse tokens that they do not know.
    @Test func madeUpCredentialsAreLeftOutWhereTheyAreRefused() async throws {
        let report = try await report(Self.open) { request in
            let isNumber = request.path.split(separator: "/").last.map { Int($0) != nil } ?? false
            if request.headers[.authorization] != nil { return Response(status: 401) }
            return isNumber
                ? Response(status: 200, headers: [.contentType: "application/json"], body: Array("{}".utf8))
                // A framework's page for a path that it has no route for.
                : Response(status: 404, headers: [.contentType: "text/html"], body: Array("<p>Not found".utf8))
        }
        let record = report.record(backend: BackendURL(host: "w", port: 80))
        #expect(record.unreached.isEmpty && record.warnings.isEmpty)
        #expect(record.findings.filter { $0.degree == .violation }.map(\.check) == ["authentication-ignored"])
        #expect(record.findings.first { $0.check == "content-type" }?.degree == .note, "\(record.text())")
    }

    /// One mistake that is a violation at one place and a suspicion at another is told of once.
    @Test func aCauseHasOneLine() async throws {
        let report = try await report(Self.open) { _ in
            Response(status: 500, headers: [.contentType: "text/plain"], body: Array("No database".utf8))
        }
        let causes = report.record(backend: BackendURL(host: "w", port: 80)).causes
        #expect(causes.filter { $0.check == "server-error" }.map(\.degree).contains(.violation))
        #expect(Set(causes.map(\.id)).count == causes.count)
    }

    /// The names that a path takes stand in a list of another path, or in the refusal, in quotes within quotes.
    @Test(arguments: [true, false]) func namesAreLearntFromListsAndSentences(isListed: Bool) async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Sensors, version: '1'}
            paths:
              /sensorslist: {get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {type: string}}}}}, '404': {description: None.}}}}
              /read/{sensor}:
                parameters: [{name: sensor, in: path, required: true, schema: {type: string}}]
                get: {operationId: read, responses: {'200': {description: OK}, '400': {description: Refused.}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        let report = await Verifier(contract: contract, options: VerificationOptions(phases: [.boundaries])) {
            request in
            let headers: HTTPFields = [.contentType: "application/json"]
            switch String(request.path) {
            case "/sensorslist":
                return isListed
                    ? Response(status: 200, headers: headers, body: Array(#"["indoor", "outdoor"]"#.utf8))
                    : Response(status: 404)
            case "/read/indoor", "/read/outdoor": return Response(status: 200)
            default:
                let choices = isListed ? "" : " (available sensors: ['indoor', 'outdoor'])"
                return Response(
                    status: 400, headers: headers, body: Array("{\"detail\": \"Unknown sensor\(choices)\"}".utf8))
            }
        }.run()
        let record = report.record(backend: BackendURL(host: "sensors", port: 80))
        #expect(!record.unreached.contains { $0.operation == "read" }, "\(record.unreached)")
    }
}
