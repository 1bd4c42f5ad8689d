// Whole reports, and runs that end early.

import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Verification

@Suite struct ReportTests {
    static let backend = BackendURL(host: "127.0.0.1", port: 8080, path: "/v1")
    static let timeout = NoResponse(kind: .timedOut, message: "It did not answer within 10 s", remedy: "Wait longer.")

    /// A verifier whose clock stands still.
    static func report(_ send: @escaping Verifier.Send) async throws -> Report {
        let start = ContinuousClock.now
        return await Verifier(
            contract: try SmallShop.contract(), options: VerificationOptions(phases: [.examples]),
            basePath: backend.path,
            now: { start }, send: send
        ).run()
    }

    /// Answers a request as the small shop does under the backend's base path.
    static func answer(_ request: Request) -> Response {
        var request = request
        request.target = String(request.target.dropFirst(backend.path.count))
        return SmallShop.answer(request)
    }

    @Test func aMistakeSeenTwiceIsOneCause() async throws {
        let report = try await Self.report { request in
            Self.answer(request).replacing("true", with: "\"yes\"").replacing("false", with: "\"no\"")
        }
        #expect(
            report.text(backend: Self.backend) == """
                ✗ body-shape  login, example member  (2 times, the first is shown)
                  /logged_in: found "yes", expected boolean.
                  where      body at /logged_in
                  found      "yes"
                  expected   boolean
                  contract   openapi.yaml:24:37  /paths/~1login/post/responses/200/content/application~1json/schema/properties/logged_in/type
                  exchange   POST /v1/login → 200 application/json, 53 bytes, 0 ms
                  reproduce  curl -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw '{"email":"a@shop.example"}' http://127.0.0.1:8080/v1/login

                ✗ 1 violation  4 exchanges of 2 operations with http://127.0.0.1:8080/v1

                """)
        var finding = try #require(report.json(backend: Self.backend)["findings"]?[0]?.object)
        let exchange = finding["exchanges"]?[0]
        #expect(exchange?["request"]?["body"] == "{\"email\":\"a@shop.example\"}")
        #expect(exchange?["response"]?["status"] == 200)
        finding["exchanges"] = nil
        #expect(
            JSON.object(finding) == [
                "id": "body-shape:login:body at /logged_in", "check": "body-shape", "degree": "violation",
                "cause": [
                    "id":
                        "body-shape:#/paths/~1login/post/responses/200/content/application~1json/schema/properties/logged_in/type",
                    "title": "/logged_in: found \"yes\", expected boolean",
                ], "operation": "login",
                "case": "example member", "location": "body at /logged_in",
                "message": "/logged_in: found \"yes\", expected boolean.", "found": "\"yes\"", "expected": "boolean",
                "times": 2, "phase": "examples",
                "request": ["method": "POST", "target": "/v1/login"], "status": 200,
                "contract": [
                    "file": "openapi.yaml", "line": 24, "column": 37,
                    "pointer":
                        "/paths/~1login/post/responses/200/content/application~1json/schema/properties/logged_in/type",
                ],
                "reproduce":
                    "curl -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw '{\"email\":\"a@shop.example\"}' http://127.0.0.1:8080/v1/login",
            ])
    }

    @Test func aBackendThatNeverAnswersCouldNotBeVerified() async throws {
        let report = try await Self.report { _ throws(NoResponse) in throw Self.timeout }
        #expect(report.sent == 3)
        #expect(
            report.text(backend: Self.backend) == ("✗ could not run  It did not answer within 10 s. Wait longer.\n"))
        #expect(report.json(backend: Self.backend)["verdict"] == "could-not-run")
    }

    @Test func aBackendThatGoesSilentIsNotWaitedForToTheEnd() async throws {
        let calls = Mutex(0)
        let report = try await Self.report { request throws(NoResponse) in
            let call = calls.withLock {
                $0 += 1; return $0
            }
            if call > 1 { throw Self.timeout }
            return Self.answer(request)
        }
        #expect(report.sent == 4)
        #expect(
            report.findings.map(\.finding.id) == ["no-response:getItem:status", "no-response:login:status"])
        #expect(report.findings.map(\.count) == [2, 1])
        guard case .findings = report.verdict else {
            Issue.record("a backend that answered once was asked")
            return
        }
    }

    @Test func withoutExamplesNothingIsSent() async throws {
        let document =
            "{openapi: 3.1.0, info: {title: Empty, version: 1}, paths: {/a: {get: {responses: {'200': {description: A}}}}}}"
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        let report = await Verifier(contract: contract, options: VerificationOptions(phases: [.examples])) { _ in
            Response(status: 200)
        }.run()
        #expect(report.sent == 0)
    }
}
