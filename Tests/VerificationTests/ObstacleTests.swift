// Runs that say nothing of a backend, or less than it seems: they must not look like conformance.

import ClientIdentities
import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Verification

@Suite struct ObstacleTests {
    private static let backend = BackendURL(host: "shop", port: 80)

    /// Two operations for members, one for anybody.
    private static let document = """
        openapi: 3.1.0
        info: {title: Members, version: '1'}
        security: [{token: []}]
        paths:
          /orders:
            get:
              operationId: listOrders
              parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1}}]
              responses: {'200': {description: All.}, '400': {description: No.}, '401': {description: Who?}}
          /orders/{id}:
            get:
              operationId: getOrder
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {'200': {description: One.}, '401': {description: Who?}, '403': {description: No.}, '404': {description: None.}}
          /health:
            get:
              operationId: health
              security: []
              responses: {'200': {description: Fine.}}
        components: {securitySchemes: {token: {type: http, scheme: bearer}}}
        """

    private static func report(
        _ document: String = document, _ options: VerificationOptions = VerificationOptions(),
        _ answer: @escaping @Sendable (Request) -> Response
    ) async throws -> Report {
        let contract = try #require(Contract.load(files: ["openapi.yaml": document]).contract)
        let start = ContinuousClock.now
        return await Verifier(contract: contract, options: options, now: { start }) { answer($0) }.run()
    }

    /// Members have a token; what breaks the contract is refused before anybody asks for it, as some backends do.
    private static func answer(_ request: Request, opensHealth: Bool = true) -> Response {
        let methods = ["/orders", "/health"].contains(request.path) || request.path.hasPrefix("/orders/")
        guard methods else { return Response(status: 404) }
        guard request.method == .get else { return Response(status: 405, headers: [.allow: "GET"]) }
        if request.path == "/health", opensHealth { return Response(status: 200) }
        if request.path.hasPrefix("/orders/"), Int(request.path.dropFirst(8)) == nil { return Response(status: 400) }
        if let query = request.query, !query.split(separator: "&").allSatisfy({ Int($0.dropFirst(6)) ?? 0 > 0 }) {
            return Response(status: 400)
        }
        return Response(status: request.headers[.authorization] == "Bearer member" ? 200 : 401)
    }

    private static func identity(_ token: String) -> Identity { Identity(headers: [.authorization: "Bearer \(token)"]) }

    @Test func aContractWithoutOperationsVerifiesNothing() async throws {
        let report = try await Self.report("{openapi: 3.1.0, info: {title: A, version: '1'}, paths: {}}") { _ in
            Response(status: 200)
        }
        #expect(
            report.text(backend: Self.backend)
                == "✗ could not run  The contract has no operations. Nothing was sent: give a contract with paths.\n")
        #expect(report.record(backend: Self.backend).verdict == .couldNotRun)
    }

    @Test(
        arguments: [
            (
                [.examples], false,
                "no exchange is shown by examples. Give what an operation is sent and what it answers examples of one name, or ask for other phases with --phases."
            ),
            (
                [.workflows, .lifecycle], true,
                "lifecycle, workflows. Ask for others with --phases, or leave --safe out."
            ),
        ] as [(Set<Phase>, Bool, String)])
    func phasesWithNothingToSendVerifyNothing(_ phases: Set<Phase>, isSafe: Bool, _ end: String) async throws {
        var options = VerificationOptions(phases: phases)
        options.isSafe = isSafe
        let report = try await Self.report(Self.document, options) { Self.answer($0) }
        #expect(report.sent == 0)
        #expect(report.text(backend: Self.backend).hasSuffix(end + "\n"))
        #expect(report.record(backend: Self.backend).stopped?.kind == "nothing-sent")
    }

    @Test func aMachineWithoutAPartHasNothingAgainstIt() async throws {
        var options = VerificationOptions()
        options.shard = Shard("5/5")
        let report = try await Self.report(Self.document, options) { Self.answer($0) }
        #expect(report.sent == 0)
        #expect(report.record(backend: Self.backend).verdict == .conformant)
    }

    @Test func aBackendThatRefusesEverybodyWasNotVerified() async throws {
        let report = try await Self.report { Self.answer($0, opensHealth: false) }
        let record = report.record(backend: Self.backend)
        // `health` needs no credentials and refuses them: that much is found.
        #expect(record.findings.map(\.id) == ["undeclared-status:health:status 401"])
        #expect(record.verdict == .findings)
        #expect(record.stopped?.kind == "credentials-refused")
    }

    @Test func withoutCredentialsOnlyWhatIsOpenWasVerified() async throws {
        let report = try await Self.report { Self.answer($0) }
        let text = report.text(backend: Self.backend)
        #expect(report.record(backend: Self.backend).verdict == .conformant)
        #expect(
            text.hasSuffix(
                """

                Warning: 2 operations have answered every request that keeps to the contract with 401, and nothing else of them was \
                verified: listOrders, getOrder. No credentials were given: give some with --header, --auth or --login.

                """), "\(text)")
    }

    @Test func credentialsThatNobodyTakesVerifyNothing() async throws {
        let report = try await Self.report(Self.document, VerificationOptions(identity: Self.identity("expired"))) {
            Self.answer($0)
        }
        let record = report.record(backend: Self.backend)
        #expect(record.verdict == .couldNotRun)
        #expect(record.findings.isEmpty)
        #expect(
            report.text(backend: Self.backend).hasPrefix(
                "✗ nothing verified  2 operations have answered every request that keeps to the contract with 401"))
        #expect(record.stopped?.remedy?.hasPrefix("Look whether the credentials that were given are right") == true)
    }

    @Test func rightCredentialsAreNotWarnedOf() async throws {
        let report = try await Self.report(Self.document, VerificationOptions(identity: Self.identity("member"))) {
            Self.answer($0)
        }
        #expect(report.record(backend: Self.backend).verdict == .conformant)
        #expect(report.warnings.isEmpty)
    }

    @Test(arguments: ReportFormat.allCases) func everyReportWarns(_ format: ReportFormat) async throws {
        let report = try await Self.report { Self.answer($0) }
        let record = report.record(backend: Self.backend)
        let text = record.rendered(format) ?? report.archived([])
        #expect(text.contains("2 operations have answered every request that keeps to the contract with 401"))
        #expect(try RunRecord(JSON(parsing: record.json.serialized())) == record)
        #expect(try RunRecord(merging: [record, record]).warnings == record.warnings)
    }

    @Test(arguments: ReportFormat.allCases) func everyReportTellsThatNothingWasVerified(_ format: ReportFormat)
        async throws
    {
        let report = try await Self.report(Self.document, VerificationOptions(identity: Self.identity("expired"))) {
            Self.answer($0)
        }
        let record = report.record(backend: Self.backend)
        let text = record.rendered(format) ?? report.archived([])
        #expect(text.contains("2 operations have answered every request that keeps to the contract with 401"))
        switch format {
        case .junit: #expect(text.contains("<error message=\"2 operations have") && !text.contains("name=\"warning\""))
        case .github: #expect(text.hasPrefix("::error title=counterpart verify::2 operations have"))
        case .html: #expect(text.contains("Nothing verified: 2 operations"))
        case .sarif: #expect(text.contains("\"executionSuccessful\": false"))
        case .json: #expect(text.contains("\"verdict\": \"could-not-run\""))
        case .markdown: #expect(text.contains("> Nothing verified: 2 operations"))
        case .har: #expect(text.contains("nothing verified: 2 operations"))
        case .codequality: #expect(text.contains("\"severity\": \"blocker\""))
        }
    }

    @Test func acceptedFindingsDoNotMakeARefusalConformance() async throws {
        var record = try await Self.report { Self.answer($0, opensHealth: false) }.record(backend: Self.backend)
        var baseline = Baseline()
        baseline.update(from: record)
        baseline.apply(to: &record)
        #expect(record.newFindings.isEmpty)
        #expect(record.verdict == .couldNotRun)
    }

    @Test func whatWasPutInLongestAgoIsForgotten() {
        var set = BoundedSet<Int>(capacity: 3)
        #expect(set.isEmpty)
        for number in [1, 2, 3, 1, 4, 5] { set.insert(number) }
        #expect((0...6).filter { set.contains($0) } == [3, 4, 5])
        for number in 6...1_000 { set.insert(number) }
        #expect((990...1_000).filter { set.contains($0) } == [998, 999, 1_000])
    }
}
