// Backends that take long to answer: reads leave several at a time, and everything else as ever.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite struct ReadAheadTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Slow, version: '1'}
        paths:
          /things:
            get:
              operationId: listThings
              parameters: [{name: q, in: query, schema: {type: string, minLength: 2, maxLength: 9}}, {name: n, in: query, schema: {type: integer, minimum: 1, maximum: 9}}]
              responses: &answers {'200': {description: Fine.}, '400': {description: No.}}
            post:
              operationId: createThing
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
              responses: *answers
        """

    private struct Seen {
        var requests: [Request] = []
        var flying = 0
        var mostReads = 0
        var mostWrites = 0
    }

    private func run(delay: Duration) async throws -> (findings: [String], seen: Seen) {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let seen = Mutex(Seen())
        let report = await Verifier(contract: contract, options: VerificationOptions(phases: [.boundaries])) {
            request in
            seen.withLock { seen in
                seen.requests.append(request)
                seen.flying += 1
                if request.method.isSafe {
                    seen.mostReads = max(seen.mostReads, seen.flying)
                } else {
                    seen.mostWrites = max(seen.mostWrites, seen.flying)
                }
            }
            if delay > .zero { try? await Task.sleep(for: delay) }
            seen.withLock { $0.flying -= 1 }
            let isKnown = [.get, .post].contains(request.method)
            guard isKnown else { return Response(status: 405, headers: [.allow: "GET, POST"]) }
            // Takes numbers that it must not take.
            return Response(status: request.query?.contains("n=0") == true ? 200 : request.query == nil ? 200 : 400)
        }.run()
        return (report.findings.map(\.finding.id), seen.withLock(\.self))
    }

    @Test func readsOfASlowBackendLeaveTogether() async throws {
        let (fast, alone) = try await run(delay: .zero)
        let (slow, together) = try await run(delay: .milliseconds(50))
        #expect(alone.mostReads == 1 && alone.mostWrites == 1)
        #expect(together.mostReads > 3, "\(together.mostReads)")
        #expect(together.mostWrites == 1)
        #expect(slow == fast && !fast.isEmpty)
        let (few, many) = (Set(alone.requests), Set(together.requests))
        #expect(few == many && alone.requests.count == together.requests.count)
    }
}
