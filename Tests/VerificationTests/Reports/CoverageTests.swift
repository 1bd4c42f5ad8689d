// What was reached, what was not and why; runs in parts; baselines; one finding again.

import HTTPExchange
import HTTPTypes
import JSONSchema
import LendingLibrary
import OpenAPIContract
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
                "counterpartBaseline": 1,
                "findings": [
                    ["id": "body-shape:login:body at /logged_in", "message": .string(found.findings[0].message)]
                ],
            ])
        baseline = try Baseline(baseline.json)
        var again = found
        baseline.apply(to: &again)
        #expect(again.verdict == .conformant && again.newFindings.isEmpty && again.mended.isEmpty)
        let sound = try await ReportTests.report { ReportTests.answer($0) }.record(backend: RunRecordTests.backend)
        var mended = sound
        baseline.apply(to: &mended)
        #expect(mended.mended == ["body-shape:login:body at /logged_in"])
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

    /// A list grows from run to run, and its things have other ids: what was found in it is found again all the same.
    @Test(arguments: [
        (Check.usedAfterDelete, "7", "a list without it", "body", #"[{"id": 9}, {"id": 8, "size": 7}]"#, true),
        (.usedAfterDelete, "7", "a list without it", "body", #"[{"id": 8, "size": 9}]"#, false),
        (.usedAfterDelete, #""7""#, "a list without it", "body", #"["9"]"#, true),
        (.notListed, "3 others", "7", "body", #"{"items": [{"id": 8}]}"#, true),
        (.notListed, "3 others", "7", "body", #"{"items": [{"id": 8}, {"id": 9}]}"#, false),
        (.pageOverflow, "3 things", "2 at most", "query parameter 'limit'", #"{"items": [1, 2, 3, 4]}"#, true),
        (.pageOverflow, "3 things", "2 at most", "query parameter 'limit'", "[1, 2]", false),
    ])
    func listsAreAskedAgain(
        _ check: Check, _ found: String, _ expected: String, _ location: String, _ answer: String, _ isThere: Bool
    ) async throws {
        func exchange(_ method: String, _ target: String, _ status: Int, _ body: String) -> JSON {
            [
                "request": ["method": .string(method), "target": .string(target), "headers": []],
                "response": ["status": .number(JSONNumber(status)), "headers": [], "body": .string(body)],
                "milliseconds": 1,
            ]
        }
        let made = exchange("POST", "/things", 201, #"{"id": 7}"#)
        let listed = exchange("GET", "/things", 200, #"[{"id": 1}, {"id": 7}]"#)
        let record = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        var json = try #require(record.json.object)
        var finding = try #require(json["findings"]?[0]?.object)
        finding["check"] = .string(check.rawValue)
        finding["found"] = .string(found)
        finding["expected"] = .string(expected)
        finding["location"] = .string(location)
        finding["exchanges"] = [made, listed]
        json["findings"] = [.object(finding)]
        let again = try #require(try RunRecord(.object(json)).findings.first)
        let outcome = try await Reproduction(
            again, recordedWith: record.backend, in: SmallShop.contract(), identity: Identity(), basePath: ""
        ).run { request in
            request.method == .post
                ? Response(status: 201, body: Array(#"{"id": 9}"#.utf8))
                : Response(status: 200, body: Array(answer.utf8))
        }
        if case .stillThere = outcome { #expect(isThere) } else { #expect(!isThere, "\(outcome)") }
    }
}
