// Failures whose answers do not say why: one cause, with each operation beneath it, and a new operation is news.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Testing

@testable import Verification
@testable import VerificationReports

@Suite struct UnexplainedTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Reports, version: '1'}
        paths:
          /days: {get: {operationId: days, responses: {'200': {description: OK}}}}
          /weeks: {get: {operationId: weeks, responses: {'200': {description: OK}}}}
          /months: {get: {operationId: months, responses: {'200': {description: OK}}}}
          /years: {get: {operationId: years, responses: {'200': {description: OK}}}}
          /ages: {get: {operationId: ages, responses: {'200': {description: OK}}}}
        """

    /// What Starlette, Prefect, Flask and Express say of every failure; `/ages` says why.
    private static func answer(_ request: Request) -> Response {
        let (type, text): (String, String)
        switch String(request.path) {
        case "/days": (type, text) = ("application/json", #"{"exception_message":"Internal Server Error"}"#)
        case "/weeks": (type, text) = ("text/plain; charset=utf-8", "Internal Server Error")
        case "/months":
            (type, text) = ("text/html; charset=utf-8", "<!doctype html>\n<title>500 Internal Server Error</title>")
        case "/years":
            (type, text) = (
                "application/json",
                #"{"error":"InternalError","message":"Internal error: Error creating segment reader: Nothing found on disk"}"#
            )
        case "/ages": (type, text) = ("application/json", #"{"detail":"division by zero"}"#)
        default: return Response(status: 200)
        }
        return Response(status: 500, headers: [.contentType: type], body: Array(text.utf8))
    }

    private static func record(failing: Set<String> = ["/days", "/weeks", "/months", "/ages"]) async throws -> RunRecord
    {
        let loaded = Contract.load(files: ["openapi.yaml": document])
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        let options = VerificationOptions(phases: [.boundaries], checks: [.serverError])
        return await Verifier(contract: contract, options: options) {
            failing.contains(String($0.path)) ? answer($0) : Response(status: 200)
        }.run().record(backend: BackendURL(host: "h", port: 80))
    }

    @Test func failuresThatDoNotSayWhyAreOneCause() async throws {
        let record = try await Self.record()
        #expect(record.causes.map(\.id) == ["server-error:500:unexplained", "server-error:500:division by zero"])
        let cause = try #require(record.causes.first)
        #expect(Set(cause.operations) == ["days", "weeks", "months"])
        #expect(cause.headline == "the backend fails with 500 and does not say why: 3 operations")
        // Each is to be looked at: whoever reads one line has what reproduces them all.
        for text in [record.text(), record.html, record.markdown, record.junit] {
            for path in ["days", "weeks", "months"] { #expect(text.contains("http://h/\(path)"), "\(path): \(text)") }
        }
        #expect(record.causes[1].tellingOthers.isEmpty)
    }

    /// Of what begins as every failure does, as Chroma's, the rest may say why.
    @Test func whatSaysMoreThanThatItFailedSaysWhy() async throws {
        let causes = try await Self.record(failing: ["/years"]).causes
        #expect(
            causes.map(\.id) == [
                "server-error:500:Internal error: Error creating segment reader: Nothing found on disk"
            ])
    }

    @Test(arguments: [
        ("Internal error: Error creating segment reader: Nothing found on disk", false),
        ("division by zero", false), ("Internal error: division by zero", false), ("SQL error: no such table", false),
        ("Could not try the lock", false), ("the error table is not there", false),
        ("Internal Server Error", true), ("InternalServerError", true), ("INTERNAL_SERVER_ERROR", true),
        ("Server Error", true), ("An error occurred while processing your request.", true), ("Error", true),
        ("Unhandled exception: KeyError", true),
        ("Internal Server Error: please try again later", true),
        ("Internal server error: please contact your administrator", true),
        ("The server encountered an unexpected condition that prevented it from fulfilling the request", true),
    ])
    func whatEveryFrameworkSaysIsNoReason(_ said: String, isGeneral: Bool) async throws {
        let loaded = Contract.load(files: ["openapi.yaml": Self.document])
        let contract = try #require(loaded.contract)
        let options = VerificationOptions(phases: [.boundaries], checks: [.serverError])
        let record = await Verifier(contract: contract, options: options) { _ in
            let body = JSON.object(["detail": .string(said)]).serialized()
            return Response(status: 500, headers: [.contentType: "application/json"], body: Array(body.utf8))
        }.run().record(backend: BackendURL(host: "h", port: 80))
        let cause = try #require(record.causes.first)
        #expect(record.causes.count == 1 && CauseRecord.isUnexplained(cause.id) == isGeneral, "\(cause.id)")
    }

    @Test(arguments: [
        ("server-error:500:unexplained", true), ("server-error:503:unexplained", true),
        ("valid-refused:422:unexplained", false), ("server-error:500:error: unexplained", false),
        ("server-error:500:code:unexplained", false), ("server-error:500:unexplained:", false),
    ])
    func theIdOfWhatDoesNotSayWhy(_ id: String, expected: Bool) { #expect(CauseRecord.isUnexplained(id) == expected) }

    /// A backend of many operations that fail keeps its reports short.
    @Test func reportsTellOfABoundedNumberOfOperations() async throws {
        let names = (0..<60).map { "thing\($0)" }
        let paths = names.map { "  /\($0): {get: {operationId: \($0), responses: {'200': {description: OK}}}}" }
        let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths.joined(separator: "\n")
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let options = VerificationOptions(phases: [.boundaries], checks: [.serverError])
        var record = await Verifier(contract: contract, options: options) { _ in Response(status: 500) }.run()
            .record(backend: BackendURL(host: "h", port: 80))
        #expect(record.causes.count == 1 && record.causes[0].operations.count == 60)
        // What has never answered with success is told of each.
        record.unreached = []
        for (report, scripts) in [
            (record.markdown, 21), (record.junit, 21), (record.html, 21), (record.text(), 9),
        ] {
            // Quoted or not, the name ends there.
            let told = names.count { name in
                ["\n", "<", "&#10;"].contains { report.contains("http://h/\(name)\($0)") }
            }
            #expect(told == scripts, "\(told)")
        }
    }

    /// An operation that fails no more is not accepted when it fails again.
    @Test func aMendedOperationIsNewsWhenItFailsAgain() async throws {
        var baseline = Baseline()
        baseline.update(from: try await Self.record(failing: ["/days", "/weeks"]))
        var better = try await Self.record(failing: ["/weeks"])
        baseline.apply(to: &better)
        #expect(better.verdict == .conformant)
        #expect(better.mended == ["server-error:500:unexplained at days"])
        // What was not asked is not mended.
        var part = better
        part.phases = []
        var kept = baseline
        kept.apply(to: &part)
        kept.update(from: part)
        #expect(part.mended.isEmpty && kept.entries.map(\.operations) == [["days", "weeks"]])
        baseline.update(from: better)
        #expect(baseline.entries.map(\.operations) == [["weeks"]])
        var worse = try await Self.record(failing: ["/days", "/weeks"])
        baseline.apply(to: &worse)
        #expect(worse.newFindings.map(\.operation) == ["days"])
        // One cause, of which one operation is accepted and the other is not.
        #expect(worse.newCauses.map(\.operations) == [["days"]])
        #expect(worse.causes.filter(\.isAccepted).map(\.operations) == [["weeks"]])
        var sound = try await Self.record(failing: [])
        baseline.apply(to: &sound)
        #expect(sound.mended == ["server-error:500:unexplained"])
        baseline.update(from: sound)
        #expect(baseline.entries.isEmpty)
    }

    @Test func aNewOperationIsNewsToABaseline() async throws {
        var baseline = Baseline()
        baseline.update(from: try await Self.record(failing: ["/days", "/ages"]))
        var known = try await Self.record(failing: ["/days", "/ages"])
        baseline.apply(to: &known)
        #expect(known.verdict == .conformant)
        var record = try await Self.record()
        baseline.apply(to: &record)
        #expect(record.verdict == .findings)
        #expect(Set(record.newFindings.map(\.operation)) == ["weeks", "months"])
        baseline.update(from: record)
        baseline = try Baseline(baseline.json)
        var again = try await Self.record()
        baseline.apply(to: &again)
        #expect(again.verdict == .conformant && again.mended.isEmpty)
        #expect(baseline.entries.map(\.id) == ["server-error:500:division by zero", "server-error:500:unexplained"])
    }

    /// Such failures had a cause for each path, or operation.
    @Test func aBaselineOfVersionTwoHoldsThemByPath() async throws {
        func row(_ id: String, _ operations: [JSON]) -> JSON {
            ["id": .string(id), "message": "fails", "operations": .array(operations)]
        }
        var baseline = try Baseline([
            "counterpartBaseline": 2,
            "causes": [
                row("server-error:500:/days", ["days"]), row("server-error:500:weeks", ["weeks"]),
                row("server-error:500:/no such file", ["years"]), row("undeclared-status:404", ["days"]),
            ],
        ])
        #expect(
            baseline.entries.map(\.id) == [
                "server-error:500:/no such file", "server-error:500:unexplained", "undeclared-status:404",
            ])
        #expect(baseline.entries[1].operations == ["days", "weeks"])
        var record = try await Self.record()
        baseline.apply(to: &record)
        #expect(Set(record.newFindings.map(\.operation)) == ["months", "ages"])
        baseline.update(from: record)
        #expect(baseline.json["counterpartBaseline"] == 3)
        #expect(baseline.entries.contains { $0.id == "server-error:500:unexplained" && $0.operations.count == 3 })
    }
}
