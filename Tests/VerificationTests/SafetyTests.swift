// What a run may touch: only what it has created; and how findings weigh and are grouped.

import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import LendingLibrary
import OpenAPIContract
import OwnThread
import Synchronization
import Testing

@testable import Verification

@Suite(.ownThread) struct SafetyTests {
    private static func run(
        _ options: VerificationOptions, _ mistakes: Set<Mistake> = []
    ) async throws -> (report: Report, sent: [(request: Request, response: Response)]) {
        let library = LendingLibrary(mistakes: mistakes)
        let sent = Mutex<[(request: Request, response: Response)]>([])
        let report = await Verifier(
            contract: try LendingLibraryTests.contract(), options: options, basePath: "/api"
        ) { request in
            let response = library.answer(request)
            sent.withLock { $0.append((request, response)) }
            return response
        }.run()
        return (report, sent.withLock(\.self))
    }

    /// What was there before the run is there after it, as it was.
    @Test(arguments: [0, 1] as [UInt64]) func nothingIsChangedThatTheRunHasNotCreated(seed: UInt64) async throws {
        var options = LendingLibraryTests.options(seed: seed, maxRequests: 1_500)
        options.isDestructive = false
        let (report, sent) = try await Self.run(options)
        #expect(report.findings.isEmpty, "\(LendingLibraryTests.text(report))")
        var created: Set<String> = []
        for (request, response) in sent {
            if request.method == .post, response.status == 201, let body = try? JSON(parsing: response.body),
                let id = body["id"]?.number?.text ?? body["id"]?.string
            {
                created.insert("\(request.path)/\(id)")
            }
            guard [.put, .patch, .delete].contains(request.method), (200...299).contains(response.status) else {
                continue
            }
            let path = String(request.path)
            #expect(created.contains { path == $0 || path.hasPrefix($0 + "/") }, "\(request.method) \(path)")
        }
        #expect(sent.contains { $0.request.method == .delete && $0.response.status == 204 })
    }

    @Test func operationsAreChosen() async throws {
        var options = LendingLibraryTests.options([.boundaries])
        options.filter = OperationFilter(include: ["GET /books*"], exclude: ["getStats"])
        let (_, sent) = try await Self.run(options)
        let asked = sent.filter { $0.request.method == .get && $0.response.status == 200 }.map(\.request.path)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.hasPrefix("/api/books") }, "\(asked)")
    }

    /// Leniency alone does not fail a run, unless it is told to.
    @Test func suspicionsFailWhereTheyAreAskedFor() async throws {
        var options = LendingLibraryTests.options([.boundaries])
        let lenient = try await Self.run(options, [.limitPastMaximum]).report
        #expect(lenient.findings.map(\.finding.degree) == [.suspicion])
        let backend = BackendURL(host: "library", port: 80)
        #expect(lenient.record(backend: backend).verdict == .conformant)
        #expect(lenient.text(backend: backend).contains("✓ conformant, 1 suspicion"))
        options.failOn = .suspicion
        let strict = try await Self.run(options, [.limitPastMaximum]).report
        #expect(strict.record(backend: backend).verdict == .findings)
    }

    /// One mistake of a framework is one cause, whatever number of operations shows it; a baseline knows it at all of them.
    @Test func oneMistakeAtManyOperationsIsOneCause() async throws {
        let contract = try LendingLibraryTests.contract()
        let library = LendingLibrary()
        func record(_ operations: [String]) async throws -> RunRecord {
            var options = LendingLibraryTests.options([.boundaries])
            options.filter = OperationFilter(include: operations, exclude: [])
            return await Verifier(contract: contract, options: options, basePath: "/api") { request in
                let response = library.answer(request)
                guard request.method == .get, response.status == 200 else { return response }
                return Response(status: 418, headers: [.contentType: "text/plain"], body: Array("tea".utf8))
            }.run().record(backend: BackendURL(host: "library", port: 80))
        }
        let one = try await record(["listBooks"])
        var baseline = Baseline()
        baseline.update(from: one)
        var all = try await record(["GET"])
        let cause = try #require(all.causes.first { $0.id == "undeclared-status:418" })
        #expect(cause.title == "418 is not declared")
        #expect(cause.operations.count > 2, "\(cause.operations)")
        #expect(all.text().contains("418 is not declared: \(cause.operations.count) operations"))
        baseline.apply(to: &all)
        #expect(!all.newCauses.contains { $0.id == cause.id })
    }

    /// What writes times writes all of them without an offset, be they declared in one schema or in several, alone or as one of two types.
    @Test func timesThatAreWrittenOtherwiseAreOneCause() async throws {
        let text = """
            openapi: 3.1.0
            info: {title: Times, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {'200': {description: A., content: {application/json: {schema: {type: object, properties: {made: {type: string, format: date-time}, read: {anyOf: [{type: string, format: date-time}, {type: 'null'}]}}}}}}}}}
              /b: {get: {operationId: b, responses: {'200': {description: B., content: {application/json: {schema: {type: object, properties: {at: {type: string, format: date-time}, on: {type: string, format: date-time}}}}}}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let body =
            #"{"made": "2026-11-24T01:26:53.455731", "read": "2026-11-24 01:26:53", "at": "2026-11-24T01:26", "on": "yesterday"}"#
        let options = VerificationOptions(phases: [.boundaries])
        let report = await Verifier(contract: contract, options: options, sleep: { _ in }) { request in
            guard request.method == .get else { return Response(status: 405) }
            return Response(status: 200, headers: [.contentType: "application/json"], body: Array(body.utf8))
        }.run()
        let causes = report.record(backend: BackendURL(host: "h", port: 80)).causes.filter {
            $0.shown.check == "body-shape"
        }
        let times = causes.first { $0.id == "body-shape:date-time" }
        #expect(times?.operations == ["a", "b"])
        #expect(times?.title == "times are not written as RFC 3339 has them")
        #expect(causes.count == 2, "\(causes.map(\.id))")
    }

    /// A finding that takes several requests to show is of the same cause as one that takes one.
    @Test func whatTakesSeveralRequestsHasItsCause() async throws {
        let thing =
            "{type: object, required: [id, at], properties: {id: {type: integer, readOnly: true}, at: {type: string, format: date-time, readOnly: true}, name: {type: string}}}"
        let text = """
            openapi: 3.1.0
            info: {title: Times, version: '1'}
            paths:
              /things: {post: {operationId: make, requestBody: {required: true, content: {application/json: {schema: \(thing)}}}, responses: {'201': {description: Made., content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}}}}}}, '400': {description: Refused.}}}}
              /things/{id}: {get: {operationId: read, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: One., content: {application/json: {schema: \(thing)}}}, '400': {description: Refused.}, '404': {description: None.}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let made = Mutex(0)
        let report = await Verifier(contract: contract, options: VerificationOptions(), sleep: { _ in }) { request in
            func json(_ status: Int, _ text: String) -> Response {
                Response(status: status, headers: [.contentType: "application/json"], body: Array(text.utf8))
            }
            if request.method == .post { return json(201, "{\"id\": \(made.withLock { $0 += 1; return $0 })}") }
            guard request.method == .get, let id = Int(request.path.dropFirst(8)),
                (1...made.withLock(\.self)).contains(id)
            else {
                return Response(status: 404)
            }
            return json(200, "{\"id\": \(id), \"at\": \"2026-11-24T01:26:53\"}")
        }.run()
        let causes = report.record(backend: BackendURL(host: "h", port: 80)).causes.filter {
            $0.shown.check == "body-shape"
        }
        #expect(causes.map(\.id) == ["body-shape:date-time"])
        #expect(causes.first?.operations == ["read"])
        #expect(causes.first?.shown.exchanges.count == 2)
    }

    @Test func whatABackendSaysCannotMoveTheTerminal() {
        #expect("a\u{1B}[2Jb\u{9B}c\n".withoutControls == "a\u{FFFD}[2Jb\u{FFFD}c\n")
    }

    /// Whichever ends first, the patience or the time.
    @Test(arguments: [nil, Duration.seconds(8)])
    func aBackendThatRefusesEveryRequestForItsNumberSaysNothing(_ maxTime: Duration?) async throws {
        let report = await Verifier(
            contract: try SmallShop.contract(), options: VerificationOptions(maxTime: maxTime), sleep: { _ in }
        ) { _ in Response(status: 429, headers: [.retryAfter: "600"]) }.run()
        guard case .couldNotRun(let obstacle) = report.verdict else {
            Issue.record("\(report.verdict)")
            return
        }
        #expect(obstacle.kind == "rate-limited")
    }
}
