// Backends that end the session of who verifies them.

import ClientIdentities
import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite struct LoginTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Keys, version: '1'}
        security: [{token: []}]
        paths:
          /notes:
            get:
              operationId: listNotes
              parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1}}]
              responses: &answers {'200': {description: Fine.}, '400': {description: No.}, '401': {description: Who?}}
          /keys/rotate: {post: {operationId: rotateKeys, responses: *answers}}
          /tags: {get: {operationId: listTags, parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1}}], responses: *answers}}
        components: {securitySchemes: {token: {type: http, scheme: bearer}}}
        """

    /// Who rotates the keys is known no more under the old one.
    private final class Keys: Sendable {
        let valid = Mutex(1)
        let asked = Mutex<[Request]>([])

        func answer(_ request: Request) -> Response {
            asked.withLock { $0.append(request) }
            let known = ["/notes": HTTPRequest.Method.get, "/tags": .get, "/keys/rotate": .post]
            guard let method = known[String(request.path)] else { return Response(status: 404) }
            guard request.method == method else {
                return Response(status: 405, headers: [.allow: method.rawValue])
            }
            guard request.headers[.authorization] == "Bearer \(valid.withLock(\.self))" else {
                return Response(status: 401)
            }
            if let query = request.query, !query.split(separator: "&").allSatisfy({ Int($0.dropFirst(6)) ?? 0 > 0 }) {
                return Response(status: 400)
            }
            if method == .post { valid.withLock { $0 += 1 } }
            return Response(status: 200)
        }
    }

    private func report(_ keys: Keys, logsIn: Bool) async throws -> Report {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        @Sendable func identity() -> Identity {
            Identity(headers: [.authorization: "Bearer \(keys.valid.withLock(\.self))"])
        }
        var options = VerificationOptions(identity: identity())
        if logsIn { options.logIn = { identity() } }
        return await Verifier(contract: contract, options: options) { keys.answer($0) }.run()
    }

    @Test func theRunLogsInAgainWhereItKnowsHow() async throws {
        let keys = Keys()
        let report = try await report(keys, logsIn: true)
        #expect(report.ended == nil)
        #expect(report.findings.map(\.finding.id) == [])
        #expect(
            report.warnings == [
                "The credentials were refused since POST /keys/rotate (rotateKeys), and the run has logged in again."
            ])
        // What has ended the session is not sent with good credentials again, and the others are verified to the end.
        #expect(keys.valid.withLock(\.self) == 2)
        #expect(report.leftOut.contains { $0.what == "the rest of rotateKeys" })
        let good = keys.asked.withLock { $0.count { $0.headers[.authorization] == "Bearer 2" && $0.path == "/tags" } }
        #expect(good > 20, "\(good)")
    }

    @Test func elseTheRunEndsAndNamesTheRequest() async throws {
        let report = try await report(Keys(), logsIn: false)
        guard case .loggedOut(let cause)? = report.ended else {
            Issue.record("\(String(describing: report.ended))")
            return
        }
        #expect(cause == "POST /keys/rotate (rotateKeys)")
        #expect(report.findings.map(\.finding.id) == [])
    }
}
