// Pacts against providers in process: whole records, with the states that were asked for.

import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONValues
import Pact
import Synchronization
import Testing

@testable import Verification

struct PactVerifierTests {
    static let text = """
        {"consumer": {"name": "app"}, "provider": {"name": "orders"}, "metadata": {"pactSpecification": {"version": "4.0"}},
         "interactions": [
          {"type": "Synchronous/HTTP", "description": "an order is read",
           "providerStates": [{"name": "an order exists", "params": {"owner": "ann"}}],
           "request": {"method": "GET", "path": "/orders/7", "generators": {"path": {"type": "ProviderState", "expression": "/orders/${id}"}}},
           "response": {"status": 200, "headers": {"Content-Type": ["application/json"], "ETag": ["x"]},
            "body": {"contentType": "application/json", "encoded": false, "content": {"id": 7, "code": "A-1", "lines": [{"sku": "x"}]}},
            "matchingRules": {"header": {"ETag": {"matchers": [{"match": "type"}]}},
             "body": {"$": {"matchers": [{"match": "type"}]}, "$.code": {"matchers": [{"match": "regex", "regex": "[A-Z]-\\\\d"}]}}}}},
          {"type": "Synchronous/HTTP", "description": "an unknown order is asked for",
           "request": {"method": "GET", "path": "/orders/0"}, "response": {"status": 404}},
          {"type": "Synchronous/HTTP", "description": "an order is cancelled", "pending": true,
           "request": {"method": "DELETE", "path": "/orders/9"}, "response": {"status": 204}}]}
        """

    private static func pact() throws -> Pact {
        try #require(Pact.read(Array(text.utf8), name: "app-orders.json").pact)
    }

    /// A provider that knows the orders it was told of.
    private final class Provider: Sendable {
        let changes = Mutex<[String]>([])
        let targets = Mutex<[String]>([])
        private let body: String

        init(body: String) { self.body = body }

        func change(_ change: PactVerifier.StateChange) -> JSONObject {
            changes.withLock {
                $0.append(
                    "\(change.action.rawValue) \(change.state.name) \(change.state.parameters["owner"]?.string ?? "")")
            }
            return ["id": 31]
        }

        func answer(_ request: Request) -> Response {
            targets.withLock { $0.append(request.target) }
            guard request.target == "/v1/orders/31" else { return Response(status: 404) }
            return Response(
                status: 200, headers: [.contentType: "application/json; charset=utf-8", .eTag: "\"a\""],
                body: Array(body.utf8))
        }
    }

    private func record(
        _ provider: Provider, setsStates: Bool = true, fields: HTTPFields = [:]
    ) async throws -> RunRecord {
        var options = PactVerifier.Options()
        options.basePath = "/v1"
        options.fields = fields
        let change: PactVerifier.ChangeState = { change in provider.change(change) }
        let verifier = PactVerifier([try Self.pact()], options: options, changeState: setsStates ? change : nil) {
            provider.answer($0)
        }
        return await verifier.run().record(backend: BackendURL(host: "orders.example", port: 80))
    }

    @Test func aRightProviderConforms() async throws {
        let provider = Provider(body: #"{"id": 31, "code": "B-2", "lines": [{"sku": "y"}, {"sku": "z"}], "more": 1}"#)
        let record = try await record(provider)
        #expect(record.verdict == .conformant)
        #expect(record.title == "app → orders" && record.sent == 3 && record.answered == 3)
        #expect(provider.changes.withLock(\.self) == ["setup an order exists ann", "teardown an order exists ann"])
        #expect(provider.targets.withLock(\.self) == ["/v1/orders/31", "/v1/orders/0", "/v1/orders/9"])
        // A pending interaction may fail.
        #expect(record.findings.map(\.degree) == [.note])
        #expect(record.findings[0].message.hasSuffix("(the interaction is pending)"))
    }

    @Test func whatIsWrongHasItsPlaceInThePact() async throws {
        let provider = Provider(body: #"{"id": "31", "code": "xA-2", "lines": [{}]}"#)
        let record = try await record(provider, fields: [.authorization: "Bearer s3cr3t-token"])
        #expect(record.verdict == .findings)
        let found = record.findings.filter { $0.degree != .note }
        #expect(
            found.map { "\($0.degree) \($0.check) \($0.location): \($0.found), not \($0.expected)" } == [
                #"violation body-shape body at $.id: "31", not a number"#,
                #"suspicion body-shape body at $.code: "xA-2", not a match of /[A-Z]-\d/"#,
                #"violation body-shape body at $.lines[0].sku: nothing, not "x""#,
            ])
        #expect(
            found.map { $0.place?.pointer } == [
                "/interactions/0/response/body/content/id", "/interactions/0/response/body/content/code",
                "/interactions/0/response/body/content/lines/0/sku",
            ])
        #expect(found[0].operation == "an order is read, given an order exists")
        #expect(found[0].reproduce.hasPrefix("curl -H 'Authorization: [hidden]' http://orders.example"))
        for format in ReportFormat.allCases {
            let text = record.rendered(format) ?? ""
            #expect(!text.contains("s3cr3t"), "\(format)")
            #expect(format == .har || text.contains("an order is read"), "\(format)")
        }
        #expect(record.coverage.points.map(\.outcome) == [.failed, .passed, .passed])
        // What is written is read back the same.
        #expect(try RunRecord(record.json).json == record.json)
    }

    @Test func statesThatNobodySetsUpAreTold() async throws {
        let record = try await record(Provider(body: "{}"), setsStates: false)
        #expect(record.warnings.count == 1)
        #expect(record.warnings.first?.hasPrefix("1 of 3 interactions name states of the provider") == true)
        #expect(record.findings.first?.check == "unexpected-status")
    }

    @Test func aStateThatFailsIsAFinding() async throws {
        let verifier = PactVerifier([try Self.pact()], options: PactVerifier.Options()) {
            change throws(PactVerifier.StateFailure) in
            throw PactVerifier.StateFailure("no database")
        } send: { request in
            Response(status: request.target == "/orders/0" ? 404 : 204)
        }
        let record = await verifier.run().record(backend: BackendURL(host: "orders.example", port: 80))
        #expect(record.findings.map { "\($0.check): \($0.message)" } == ["provider-state: no database"])
        #expect(record.sent == 2 && record.answered == 2 && record.verdict == .findings)
    }

    @Test func aBackendThatIsNotThereEndsTheRun() async throws {
        let verifier = PactVerifier([try Self.pact()], options: PactVerifier.Options(), changeState: nil) {
            request throws(NoResponse) in
            throw NoResponse(kind: .refused, message: "nothing listens", remedy: "Start it.")
        }
        let record = await verifier.run().record(backend: BackendURL(host: "orders.example", port: 80))
        #expect(record.verdict == .couldNotRun && record.sent == 1)
        #expect(record.stopped?.kind == "refused")
    }
}
