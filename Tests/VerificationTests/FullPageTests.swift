// Lists that hold more than a page, of resources that no path asks for one by one.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite struct FullPageTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Notes, version: '1'}
        paths:
          /notes:
            get:
              parameters:
                - {name: per_page, in: query, schema: {type: integer, minimum: 1, default: 2}}
                - {name: page, in: query, schema: {type: integer, minimum: 1, default: 1}}
              responses:
                '200': {description: Notes., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}
            post:
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
              responses:
                '201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
        components:
          schemas:
            Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
        """

    /// - Parameter losing: whether the backend forgets what it has made.
    private func findings(losing: Bool) async throws -> [Check] {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let start = ContinuousClock.now
        let first: [JSON] = [["id": 1, "text": "a"], ["id": 2, "text": "b"]]
        let notes = Mutex(losing ? [] : first)
        let options = VerificationOptions(phases: [.lifecycle])
        let report = await Verifier(contract: contract, options: options, now: { start }) { request in
            let query = request.query.map(String.init) ?? ""
            func number(_ name: String, _ usual: Int) -> Int {
                query.split(separator: "&").first { $0.hasPrefix(name + "=") }.flatMap {
                    Int($0.dropFirst(name.count + 1))
                } ?? usual
            }
            let json = notes.withLock { notes -> JSON in
                if request.method == .post {
                    let text = (try? JSON(parsing: request.body))?["text"] ?? "none"
                    let note: JSON = ["id": .number(JSONNumber(notes.count + 1)), "text": text]
                    if !losing { notes.append(note) }
                    return note
                }
                let (size, page) = (number("per_page", 2), number("page", 1))
                return .array(Array(notes.dropFirst(size * (page - 1)).prefix(size)))
            }
            return Response(
                status: request.method == .post ? 201 : 200, headers: [.contentType: "application/json"],
                body: Array(json.serialized().utf8))
        }.run()
        return report.findings.map(\.finding.check)
    }

    @Test func whatStandsOnALaterPageIsNotMissed() async throws {
        #expect(try await !findings(losing: false).contains(.notListed))
    }

    @Test func whatIsOnNoPageIsMissed() async throws {
        #expect(try await findings(losing: true).contains(.notListed))
    }
}
