// What is asked for and is not there, or is beneath what is not there.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Testing
import VerificationReports

@testable import Verification

@Suite struct MissingTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Sensors, version: '1'}
        paths:
          /sensors: {get: {operationId: list, responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {type: string}}}}}}}}
          /sensors/{sensor}/values/{value}:
            parameters: [{name: sensor, in: path, required: true, schema: {type: string}}, {name: value, in: path, required: true, schema: {type: string}}]
            get: {operationId: read, responses: {'200': {description: OK}, '404': {description: None.}}}
        """

    /// A value that is not there is answered as declared, a sensor is not.
    @Test func whatIsBeneathNothingIsAskedFor() async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let report = await Verifier(contract: contract, options: VerificationOptions(phases: [.boundaries])) {
            request in
            let parts = request.path.split(separator: "/")
            guard request.method == .get else { return Response(status: 405, headers: [.allow: "GET"]) }
            if parts.count == 1 {
                return Response(
                    status: 200, headers: [.contentType: "application/json"], body: Array(#"["indoor"]"#.utf8))
            }
            return Response(status: parts[1] == "indoor" ? 200 : 400)
        }.run()
        #expect(report.findings.map(\.finding.id).contains("undeclared-status:read:status 400"))
    }
}
