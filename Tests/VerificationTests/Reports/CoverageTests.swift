// What was reached, what was not and why; runs in parts; baselines; one finding again.

import ClientIdentities
import VerificationReports
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import LendingLibrary
import Synchronization
import Testing

@testable import Verification

@Suite struct CoverageTests {
    private func points(_ report: Report, _ operation: String) -> [String] {
        report.coverage.points.filter { $0.operation == operation }.map { point in
            "\(point.kind.rawValue) \(point.what.isEmpty ? "itself" : point.what): \(point.outcome.name)"
                + (point.outcome.reason.map { ", \($0)" } ?? "")
        }
    }

    @Test func everyPointHasItsOutcomeAndItsReason() async throws {
        let report = try await RunRecordTests.report()
        #expect(
            points(report, "login") == [
                "operation itself: failed", "status response 200: failed",
                "media-type response 200, application/json: failed",
                "media-type request body, application/json: passed",
                "keyword body, required, invalid: not-reached, the phase boundaries was not run",
                "keyword body, syntax, invalid: not-reached, the phase boundaries was not run",
                "keyword body, type, valid: passed",
                "keyword body, type, invalid: not-reached, the phase boundaries was not run",
                "keyword body, required, valid: passed",
                "keyword body, required, invalid: not-reached, the phase boundaries was not run",
                "keyword body at /email, type, valid: passed",
                "keyword body at /email, type, invalid: not-reached, the phase boundaries was not run",
            ])
        let count = report.coverage.count(.status)
        #expect(count.reached == 3 && count.reachable == 3)
    }

    @Test func theDeterministicPhasesReachNearlyAllOfTheLibrary() async throws {
        let report = try await LendingLibraryTests.report(
            [], LendingLibraryTests.options([.examples, .boundaries, .lifecycle]))
        let coverage = report.coverage
        #expect(coverage.count(.operation) == (15, 15))
        #expect(coverage.percent > 80, "\(coverage.percentText)")
        #expect(!coverage.points.contains { $0.outcome == .failed })
    }

    @Test func whatIsNotSentSaysWhy() async throws {
        var options = LendingLibraryTests.options([.boundaries])
        options.isSafe = true
        options.maxRequests = 40
        let points = try await LendingLibraryTests.report([], options).coverage.points
        let reasons = Set(points.compactMap(\.outcome.reason))
        #expect(reasons.contains("--safe sends nothing that may change data"))
        #expect(reasons.contains("the run ended early: all requests that were allowed have been sent"))
        #expect(
            reasons.contains("a server error cannot be asked for") || !points.contains { $0.what == "response 500" })
    }

    // MARK: Shards

    @Test(arguments: ["", "1", "0/2", "3/2", "a/b", "1/2/3", "1/0"]) func whatIsNoShardIsRefused(_ text: String) {
        #expect(Shard(text) == nil)
    }

    /// Every operation is one shard's; what the parts find and reach is what the whole does.
    @Test func theShardsAreTheWhole() async throws {
        let mistakes: Set<Mistake> = [Mistake.allCases[0], Mistake.allCases[3], Mistake.allCases[7]]
        var options = LendingLibraryTests.options([.examples, .boundaries])
        let backend = BackendURL(host: "library", port: 80, path: "/api")
        let whole = try await LendingLibraryTests.report(mistakes, options).record(backend: backend)
        var parts: [RunRecord] = []
        for number in 1...3 {
            options.shard = Shard("\(number)/3")
            parts.append(try await LendingLibraryTests.report(mistakes, options).record(backend: backend))
        }
        let asked = parts.map { Set($0.phases.flatMap { $0.operations.map(\.operation) }) }
        #expect(asked.reduce(0) { $0 + $1.count } == Set(asked.joined()).count)
        #expect(Set(asked.joined()) == Set(whole.phases.flatMap { $0.operations.map(\.operation) }))
        let merged = try RunRecord(merging: parts)
        #expect(merged.operations == whole.operations)
        #expect(Set(merged.findings.map(\.id)) == Set(whole.findings.map(\.id)))
        #expect(merged.coverage.count(.operation) == whole.coverage.count(.operation))
        #expect(merged.coverage.points.map(\.what) == whole.coverage.points.map(\.what))
        #expect(merged.shard == nil && merged.verdict == whole.verdict)
    }

    @Test func reportsOfTwoContractsAreNotMerged() async throws {
        let shop = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        var other = shop
        other.title = "Another shop"
        #expect(performing: { try RunRecord(merging: [shop, other]) }, throws: { "\($0)".contains("two contracts") })
        #expect(performing: { try RunRecord(merging: []) }, throws: { "\($0)".contains("nothing to merge") })
    }

    // MARK: Baselines

    @Test func aBaselineAcceptsWhatItKnowsAndPrunesWhatIsMended() async throws {
        let found = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        var baseline = Baseline()
        baseline.update(from: found)
        #expect(
            baseline.json == [
                "counterpartBaseline": 3,
                "causes": [
                    [
                        "id": .string(found.findings[0].cause), "message": .string(found.findings[0].causeTitle),
                        "operations": ["login"],
                    ]
                ],
            ])
        baseline = try Baseline(baseline.json)
        var again = found
        baseline.apply(to: &again)
        #expect(again.verdict == .conformant && again.newFindings.isEmpty && again.mended.isEmpty)
        let sound = try await ReportTests.report { ReportTests.answer($0) }.record(backend: RunRecordTests.backend)
        var mended = sound
        baseline.apply(to: &mended)
        #expect(mended.mended == [found.findings[0].cause])
        // What was not looked for is not mended.
        var unasked = sound
        unasked.phases = []
        baseline.apply(to: &unasked)
        #expect(unasked.mended == [])
        baseline.update(from: sound)
        #expect(baseline.entries == [])
        #expect(performing: { try Baseline(["findings": []]) }, throws: { "\($0)".contains("it is no baseline") })
    }

    // MARK: One finding again

    @Test func aFindingIsAskedAgain() async throws {
        let record = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        let finding = try #require(record.findings.first)
        func outcome(_ send: @escaping Verifier.Send) async throws -> Reproduction.Outcome {
            try await Reproduction(
                finding, recordedWith: record.backend, in: SmallShop.contract(), identity: Identity(), basePath: "/v2"
            ).run(send: send)
        }
        let sent = Mutex<[String]>([])
        @Sendable func answer(_ request: Request) -> Response {
            sent.withLock { $0.append("\(request.method.rawValue) \(request.target)") }
            var request = request
            request.target = String(request.target.dropFirst("/v2".count))
            return SmallShop.answer(request)
        }
        guard case .gone = try await outcome({ answer($0) }) else {
            Issue.record("the shop has been mended")
            return
        }
        #expect(sent.withLock { $0 } == ["POST /v2/login"])
        guard case .stillThere = try await outcome({ answer($0).replacing("true", with: "1") }) else {
            Issue.record("the shop has not been mended")
            return
        }
        guard case .unanswered = try await outcome({ _ throws(NoResponse) in throw ReportTests.timeout }) else {
            Issue.record("the shop was silent")
            return
        }
    }

    /// The second run's book has another id, which the later requests ask for.
    @Test func aSequenceIsAskedAgainWithItsNewNames() async throws {
        let mistake = try #require(Mistake.allCases.first { "\($0)".lowercased().contains("delete") })
        let options = LendingLibraryTests.options([.lifecycle])
        let record = try await LendingLibraryTests.report([mistake], options).record(
            backend: BackendURL(host: "library", port: 80, path: "/api"))
        let finding = try #require(record.findings.first { $0.exchanges.count > 1 }, "\(mistake)")
        for (mistakes, isThere) in [([mistake], true), ([], false)] as [(Set<Mistake>, Bool)] {
            let library = LendingLibrary(mistakes: mistakes)
            let outcome = try await Reproduction(
                finding, recordedWith: record.backend, in: LendingLibraryTests.contract(),
                identity: options.identity, basePath: "/api"
            ).run { library.answer($0) }
            if case .stillThere = outcome { #expect(isThere) } else { #expect(!isThere, "\(outcome)") }
        }
    }

    static let shelf = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /cups:
            get:
              operationId: list
              parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1}}, {name: offset, in: query, schema: {type: integer, minimum: 0}}]
              responses: {'200': {description: All, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cup'}}}}}}
            post:
              operationId: create
              responses: {'201': {description: It, content: {application/json: {schema: {$ref: '#/components/schemas/Cup'}}}}}
          /cups/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: read
              responses: {'200': {description: It, content: {application/json: {schema: {$ref: '#/components/schemas/Cup'}}}}, '404': {description: None}}
            delete:
              operationId: remove
              responses: {'204': {description: Gone}, '404': {description: None}}
        components: {schemas: {Cup: {type: object, required: [id], properties: {id: {type: integer}, size: {type: integer}}}}}
        """

    enum Found { case still, gone, unknown }

    /// A list grows from run to run, and its resources have other ids: what was found in it is found again all the same.
    @Test(arguments: [
        (
            Check.usedAfterDelete, "body", ["DELETE /cups/7"], "GET /cups", #"[{"id": 9}, {"id": 8, "size": 7}]"#,
            Found.still
        ),
        (.usedAfterDelete, "body", ["DELETE /cups/7"], "GET /cups", #"[{"id": 8, "size": 9}]"#, .gone),
        (.notListed, "body", [], "GET /cups?limit=5", #"[{"id": 8}]"#, .still),
        (.notListed, "body", [], "GET /cups?limit=5", #"[{"id": 8}, {"id": 9}]"#, .gone),
        // The page is full: what was created is on the next one, which is asked for too.
        (.notListed, "body", [], "GET /cups?limit=1", #"[{"id": 8}]"#, .gone),
        (.notListed, "body", [], "GET /cups?limit=5", "{}", .unknown),
        (
            .pageOverflow, "query parameter 'limit'", [], "GET /cups?limit=2", #"[{"id": 1}, {"id": 2}, {"id": 3}]"#,
            .still
        ),
        (.pageOverflow, "query parameter 'limit'", [], "GET /cups?limit=2", #"[{"id": 1}, {"id": 2}]"#, .gone),
        (.notAvailable, "status", [], "GET /cups/7", "", .still),
        (.notAvailable, "status", [], "GET /cups/7", #"{"id": 9}"#, .gone),
    ])
    func listsAreAskedAgain(
        _ check: Check, _ location: String, _ before: [String], _ last: String, _ answer: String, _ expected: Found
    ) async throws {
        func exchange(_ line: String, _ status: Int, _ body: String) -> JSON {
            let parts = line.split(separator: " ").map(String.init)
            return [
                "request": ["method": .string(parts[0]), "target": .string(parts[1]), "headers": []],
                "response": ["status": .number(JSONNumber(status)), "headers": [], "body": .string(body)],
                "milliseconds": 1,
            ]
        }
        let record = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        var json = try #require(record.json.object)
        var finding = try #require(json["findings"]?[0]?.object)
        finding["check"] = .string(check.rawValue)
        finding["location"] = .string(location)
        finding["operation"] = check == .notAvailable ? "read" : "list"
        finding["exchanges"] = .array(
            [exchange("POST /cups", 201, #"{"id": 7}"#)] + before.map { exchange($0, 204, "") }
                + [exchange(last, check == .notAvailable ? 404 : 200, "[]")])
        json["findings"] = [.object(finding)]
        let again = try #require(try RunRecord(.object(json)).findings.first)
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.shelf]).contract)
        let outcome = try await Reproduction(
            again, recordedWith: "http://h", in: contract, identity: Identity(), basePath: ""
        ).run { request in
            func answered(_ status: Int, _ text: String) -> Response {
                Response(status: status, headers: [.contentType: "application/json"], body: Array(text.utf8))
            }
            switch request.method {
            case .post: return answered(201, #"{"id": 9}"#)
            case .delete: return Response(status: request.path == "/cups/9" ? 204 : 404)
            default:
                if request.target == "/cups?limit=1&offset=1" { return answered(200, #"[{"id": 9}]"#) }
                if request.target == "/cups?limit=1&offset=2" { return answered(200, "[]") }
                return answer.isEmpty ? Response(status: 404) : answered(200, answer)
            }
        }
        switch outcome {
        case .stillThere: #expect(expected == .still)
        case .gone: #expect(expected == .gone)
        case .cannotTell, .unanswered: #expect(expected == .unknown, "\(outcome)")
        }
    }

    /// What a finding needs is not there any more: that says nothing of what was wrong with it.
    @Test(arguments: [404, 401, 500]) func whatCannotBeHadIsNotGone(status: Int) async throws {
        let record = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        let finding = try #require(record.findings.first)
        let outcome = try await Reproduction(
            finding, recordedWith: record.backend, in: SmallShop.contract(), identity: Identity(), basePath: ""
        ).run { _ in Response(status: status) }
        guard case .cannotTell = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }
}
