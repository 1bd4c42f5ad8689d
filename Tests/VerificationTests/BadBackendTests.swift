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

    /// What ended it is named, once, and nothing else is held against the operations that came after it.
    @Test func aBackendThatEndsIsHeldAgainstWhatWasSentLast() async throws {
        let answered = Mutex(0)
        let (report, _) = try await report { request throws(NoResponse) in
            let count = answered.withLock {
                $0 += 1; return $0
            }
            if count <= 4 { return Self.fine }
            throw NoResponse(kind: .refused, message: "Nothing listens on port 1 of h", remedy: "Start it.")
        }
        #expect(report.findings.map(\.finding.check) == [.noResponse])
        let finding = try #require(report.findings.first?.finding)
        let record = report.record(backend: BackendURL(host: "h", port: 1))
        let operation = finding.operation.id
        #expect(
            record.stopped?.message
                == "Nothing listens on port 1 of h any more since GET /\(operation) (\(operation)) was answered with 200"
        )
        #expect(record.stopped?.remedy?.contains("--exclude") == true)
        #expect(record.verdict == .findings)
    }

    @Test func aBackendThatIsAwayForAMomentIsWaitedFor() async throws {
        let count = Mutex(0)
        let (report, asked) = try await report { request throws(NoResponse) in
            let number = count.withLock {
                $0 += 1; return $0
            }
            if number % 10 < 8 { return Self.fine }
            throw NoResponse(kind: .refused, message: "Nothing listens on port 1 of h", remedy: "Start it.")
        }
        #expect(!report.findings.contains { $0.finding.check == .noResponse })
        #expect(report.ended == nil)
        #expect(Set(asked.map(\.path)) == ["/a", "/b", "/c"])
    }

    /// A connection that was closed, and nothing listens afterwards: the request has ended the backend itself.
    @Test func aBackendThatCrashesIsHeldAgainstTheRequest() async throws {
        let isDown = Mutex(false)
        let (report, _) = try await report { request throws(NoResponse) in
            if isDown.withLock(\.self) {
                throw NoResponse(kind: .refused, message: "Nothing listens on port 1 of h", remedy: "Start it.")
            }
            guard request.path == "/b" else { return Self.fine }
            isDown.withLock { $0 = true }
            throw NoResponse(kind: .closedEarly, message: "It closed the connection", remedy: "Look.")
        }
        #expect(report.findings.map(\.finding.operation.id) == ["b"])
        let record = report.record(backend: BackendURL(host: "h", port: 1))
        #expect(record.findings.first?.found == "closed-early")
        #expect(record.stopped?.message.hasSuffix("any more since GET /b (b) got no answer") == true)
    }

    @Test(arguments: [
        "/shutdown", "/api/server/shut-down", "/admin/restart", "/system/factory_reset",
    ])
    func whatEndsABackendIsNotAsked(path: String) async throws {
        let text = """
            openapi: 3.1.0
            info: {title: Ends, version: '1'}
            paths:
              \(path): {post: {operationId: end, responses: {'200': {description: Ended.}}}}
              /restarts: {post: {operationId: note, responses: {'200': {description: Noted.}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        for isDestructive in [false, true] {
            let asked = Mutex<Set<String>>([])
            let options = VerificationOptions(isDestructive: isDestructive)
            _ = await Verifier(contract: contract, options: options, sleep: { _ in }) { request throws(NoResponse) in
                if request.method == .post { asked.withLock { _ = $0.insert(String(request.path)) } }
                return Response(status: 200)
            }.run()
            #expect(asked.withLock { $0.contains("/restarts") })
            #expect(asked.withLock { $0.count } == (isDestructive ? 2 : 1), "\(asked.withLock(\.self))")
        }
    }

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

    /// The first request of all says nothing of the others either, unless nothing listens.
    @Test(arguments: [(NoResponse.Kind.timedOut, true), (.tooLarge, true), (.refused, false), (.unreachable, false)])
    func theFirstOperationMayHang(_ kind: NoResponse.Kind, _ goesOn: Bool) async throws {
        let (report, asked) = try await report { request throws(NoResponse) in
            guard request.path == "/a" else { return Self.fine }
            throw NoResponse(kind: kind, message: "It hangs", remedy: "Look.")
        }
        #expect(asked.first?.path == "/a")
        #expect(asked.contains { $0.path == "/c" } == goesOn)
        #expect((report.ended == nil) == goesOn)
    }

    /// Three readings that do not answer come first: the fourth does.
    @Test func operationsThatHangBeforeAnyReadingHasWorkedDoNotEndTheRun() async throws {
        // What makes things is asked first.
        let text =
            Self.contract + """

                  /made: {post: {operationId: make, responses: {'201': {description: Made.}}}}
                  /made/{id}: {delete: {operationId: remove, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'204': {description: Gone.}, '404': {description: None.}}}}
                  /d: {get: {operationId: d, responses: *ok}}
                """
        let contract = try #require(
            Contract.load(files: ["openapi.yaml": text]).contract)
        let asked = Mutex<[Request]>([])
        let report = await Verifier(contract: contract, options: VerificationOptions(), sleep: { _ in }) {
            request throws(NoResponse) in
            asked.withLock { $0.append(request) }
            if request.path == "/made" { return Response(status: 201) }
            if request.path == "/d" { return Self.fine }
            throw NoResponse(kind: .tooLarge, message: "The fields are too long", remedy: "Look.")
        }.run()
        #expect(report.ended == nil)
        #expect(asked.withLock { $0.count { $0.path == "/d" } } > 2)
        #expect(Set(report.leftOut.map(\.what)).isSuperset(of: ["the rest of a", "the rest of b", "the rest of c"]))
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
