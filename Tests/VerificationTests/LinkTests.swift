// Links of a creation, followed: to a path that is not beneath the one where resources are made, by an id that no name tells.

import VerificationReports
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Verification

@Suite struct LinkTests {
    static let document = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /orders:
            post:
              operationId: order
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [cups], properties: {cups: {type: integer, minimum: 1, maximum: 9}, note: {type: string}}}}}}
              responses:
                '201':
                  description: It
                  content: {application/json: {schema: {type: object, required: [ticket], properties: {ticket: {type: string}}}}}
                  links: {status: {operationId: ask, parameters: {number: $response.body#/ticket}}}
                '400': {description: No}
          /desk/{number}/status:
            get:
              operationId: ask
              parameters: [{name: number, in: path, required: true, schema: {type: string}}]
              responses: {'200': {description: It, content: {application/json: {schema: {type: object, required: [state], properties: {state: {type: string, enum: [open]}}}}}}, '404': {description: None}}
        """

    /// A desk that forgets orders of more than so many cups.
    private final class Desk: Sendable {
        let most: Int64
        private let state = Mutex((count: 0, known: Set<String>()))

        init(most: Int64) { self.most = most }

        func answer(_ request: Request) -> Response {
            func json(_ status: Int, _ text: String) -> Response {
                Response(status: status, headers: [.contentType: "application/json"], body: Array(text.utf8))
            }
            return state.withLock { state in
                let path = request.path.split(separator: "/")
                guard request.method == .post, path == ["orders"] else {
                    let methods = path == ["orders"] ? "POST" : "GET"
                    guard request.method == .get, path.count == 3 else {
                        return Response(status: 405, headers: [.allow: methods])
                    }
                    return state.known.contains(String(path[1]))
                        ? json(200, #"{"state":"open"}"#) : Response(status: 404)
                }
                guard case .object(let order)? = try? JSON(parsing: request.body),
                    let cups = order["cups"]?.number?.int64,
                    (1...9).contains(cups), order["note"].map({ $0.string != nil }) ?? true,
                    request.headers[.contentType] == "application/json"
                else { return Response(status: 400) }
                state.count += 1
                if cups <= most { state.known.insert("t\(state.count)x") }
                return json(201, #"{"ticket":"t\#(state.count)x"}"#)
            }
        }
    }

    private static func report(most: Int64) async throws -> Report {
        let desk = Desk(most: most)
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        let options = VerificationOptions(phases: [.boundaries, .lifecycle])
        return await Verifier(contract: contract, options: options) { desk.answer($0) }.run()
    }

    @Test func whatLinksLeadToIsThere() async throws {
        let report = try await Self.report(most: 9)
        #expect(report.findings.map(\.finding.id) == [])
        #expect(report.operationsAnswered == 2)
    }

    @Test func whatLinksLeadToIsNotThere() async throws {
        let report = try await Self.report(most: 0)
        let finding = try #require(report.findings.map(\.finding).first { $0.check == .notAvailable })
        #expect(finding.id == "not-available:ask:status")
        guard case .exchanges(let exchanges) = finding.evidence else { return }
        #expect(
            exchanges.map { ShrinkingTests.text($0.request) } == [#"POST /orders {"cups":1}"#, "GET /desk/{}/status"])
        let script = finding.script(origin: "http://h").split(separator: "\n")
        #expect(
            script.first?.hasPrefix("ticket=$(curl ") == true && script.first?.hasSuffix(" | jq -r .ticket)") == true)
        #expect(script.last?.hasSuffix(#"http://h/desk/"$ticket"/status"#) == true)
    }
}

@Suite struct PaceTests {
    @Test func requestsLeaveAtTheirRate() async throws {
        let waits = Mutex<[Duration]>([])
        let start = ContinuousClock.now
        var options = VerificationOptions(phases: [.examples], rate: 4)
        options.maxRequests = 4
        let report = await Verifier(
            contract: try SmallShop.contract(), options: options,
            now: { waits.withLock { start + $0.reduce(.zero, +) } },
            sleep: { time in waits.withLock { $0.append(time) } }
        ) { SmallShop.answer($0) }.run()
        #expect(report.sent == 4)
        #expect(waits.withLock(\.self) == Array(repeating: .milliseconds(250), count: 3))
    }

    @Test func whatIsPlannedEndsAsWhatWasSent() async throws {
        let seen = Mutex<[(sent: Int, planned: Int)]>([])
        let report = await Verifier(contract: try SmallShop.contract()) { SmallShop.answer($0) }.run(progress: {
            report in
            seen.withLock { $0.append((report.sent, report.progress.planned(sent: report.sent))) }
        })
        let rows = seen.withLock(\.self)
        #expect(rows.count > 20)
        #expect(rows.allSatisfy { $0.planned >= $0.sent })
        let last = try #require(rows.last)
        #expect(last.planned < last.sent * 5 / 4 && last.sent == report.sent)
    }
}
