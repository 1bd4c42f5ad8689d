// Backends with one thing wrong that must not take the run with it.

import VerificationReports
import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Synchronization
import Testing

@testable import Verification

@Suite struct BadBackendTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Three, version: '1'}
        paths:
          /a: {get: {operationId: a, parameters: [{name: q, in: query, schema: {type: integer}}], responses: &ok {'200': {description: OK, content: {application/json: {schema: {type: object}}}}, '400': {description: Refused.}}}}
          /b: {get: {operationId: b, parameters: [{name: q, in: query, schema: {type: integer}}], responses: *ok}}
          /c: {get: {operationId: c, parameters: [{name: q, in: query, schema: {type: integer}}], responses: *ok}}
        """

    private func report(
        _ answer: @escaping @Sendable (Request) throws(NoResponse) -> Response
    ) async throws -> (report: Report, asked: [Request]) {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract)
        let asked = Mutex<[Request]>([])
        let report = await Verifier(contract: contract, options: VerificationOptions(), sleep: { _ in }) {
            request throws(NoResponse) in
            asked.withLock { $0.append(request) }
            return try answer(request)
        }.run()
        return (report, asked.withLock(\.self))
    }

    private static let fine = Response(status: 200, headers: [.contentType: "application/json"], body: Array("{}".utf8))

    @Test func anOperationThatHangsIsAskedThreeTimes() async throws {
        let (report, asked) = try await report { request throws(NoResponse) in
            guard request.path == "/b" else { return Self.fine }
            throw NoResponse(kind: .timedOut, message: "It hangs", remedy: "Look.")
        }
        #expect(asked.count { $0.path == "/b" } == 3)
        #expect(asked.count { $0.path == "/c" } > 10)
        #expect(report.findings.map(\.finding.check).contains(.noResponse))
        #expect(report.leftOut.contains { $0.what == "the rest of b" })
        #expect(!report.leftOut.contains { $0.what == "b" }, "it changes nothing")
    }

    @Test func whatSaysGzipAndIsNotIsToldSo() async throws {
        let (report, _) = try await report { request throws(NoResponse) in
            var response = Self.fine
            if request.path == "/b" { response.headers[.contentEncoding] = "gzip" }
            return response
        }
        let broken = report.findings.filter { $0.finding.check == .malformedBody }
        #expect(broken.map(\.finding.operation.id) == ["b"])
        #expect(broken.first?.finding.found == "a body that is no whole gzip")
    }

    @Test func whatIsInACodingIsJudgedAsItIsWithoutIt() async throws {
        let (report, _) = try await report { request throws(NoResponse) in
            var response = Self.fine
            guard request.path == "/b" else { return response }
            // `[]`, which is no object.
            response.headers[.contentEncoding] = "deflate"
            response.body = [0x8B, 0x8E, 0x05, 0x00]
            return response
        }
        #expect(Set(report.findings.filter { $0.finding.check == .bodyShape }.map(\.finding.operation.id)) == ["b"])
    }

    @Test func whoRefusesEverybodyIsLeftAloneSoon() async throws {
        let (report, asked) = try await report { _ throws(NoResponse) in
            Response(status: 429, headers: [.retryAfter: "3600"])
        }
        #expect(asked.count == 4)
        guard case .couldNotRun(let obstacle) = report.verdict else {
            Issue.record("\(report.verdict)")
            return
        }
        #expect(obstacle.kind == "rate-limited")
    }
}
