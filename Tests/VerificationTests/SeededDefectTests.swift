// Ten ways to break a contract, each of which gives exactly one finding, and a backend without a fault, which gives none.

import VerificationReports
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Verification

@Suite struct SeededDefectTests {
    struct Defect: CustomTestStringConvertible {
        let testDescription: String
        let finding: String
        let found: String
        let expected: String
        let answer: @Sendable (Request, Response) -> Response

        init(
            _ name: String, _ finding: String, found: String, expected: String,
            _ answer: @escaping @Sendable (Request, Response) -> Response
        ) {
            testDescription = name
            self.finding = finding
            self.found = found
            self.expected = expected
            self.answer = answer
        }
    }

    static let defects = [
        Defect(
            "wrong status", "unexpected-status:getItem:status", found: "404", expected: "200"
        ) { request, response in request.path == "/items/7" ? Response(status: 404) : response },
        Defect(
            "missing required field", "body-shape:getItem:body", found: "an object with id, tags, note",
            expected: "a member name"
        ) { $1.replacing(#""name": "Cup", "#, with: "") },
        Defect(
            "wrong type", "body-shape:getItem:body at /tags", found: "an empty object", expected: "array"
        ) { $1.replacing(#"["red", "small"]"#, with: "{}") },
        Defect(
            "a number for a string", "body-shape:getItem:body at /tags/*", found: "1", expected: "string"
        ) { $1.replacing(#"["red", "small"]"#, with: "[1, 2]") },
        Defect(
            "an extra null", "body-shape:getItem:body at /note", found: "null", expected: "string"
        ) { $1.replacing(#""fragile""#, with: "null") },
        Defect(
            "wrong content type", "content-type:getItem:header 'Content-Type'", found: "text/html",
            expected: "application/json"
        ) { request, response in
            var response = response
            if request.path == "/items/7" { response.headers[.contentType] = "text/html" }
            return response
        },
        Defect(
            "missing header", "missing-header:getItem:header 'ETag'", found: "nothing", expected: "a value"
        ) { request, response in
            var response = response
            response.headers[.eTag] = nil
            return response
        },
        Defect(
            "undeclared status", "undeclared-status:getItem:status 418", found: "418", expected: "200, 404"
        ) { request, response in request.path == "/items/8" ? Response(status: 418) : response },
        Defect(
            "a conditional field missing", "body-shape:login:body", found: "an object with logged_in",
            expected: "a member user_id"
        ) { $1.replacing(#", "user_id": 18446744073709551615"#, with: "") },
        Defect(
            "2^64-1 comes back rounded", "body-shape:login:body at /user_id", found: "18446744073709552000",
            expected: "at most 18446744073709551615"
        ) { $1.replacing("18446744073709551615", with: "18446744073709552000") },
    ]

    @Test(arguments: defects) func givesExactlyItsFinding(_ defect: Defect) async throws {
        let verifier = Verifier(contract: try SmallShop.contract(), options: VerificationOptions(phases: [.examples])) {
            defect.answer($0, SmallShop.answer($0))
        }
        let report = await verifier.run()
        #expect(report.findings.map(\.finding.id) == [defect.finding])
        #expect(report.findings.allSatisfy { $0.finding.place != nil })
        #expect(report.findings.first?.finding.found == defect.found)
        #expect(report.findings.first?.finding.expected == defect.expected)
    }

    @Test func aBackendWithoutAFaultConforms() async throws {
        let names = Mutex<[String]>([])
        let report = await Verifier(
            contract: try SmallShop.contract(), options: VerificationOptions(phases: [.examples])
        ) { SmallShop.answer($0) }.run(observe: { answered in names.withLock { $0.append(answered.name) } })
        #expect(report.findings.isEmpty)
        #expect(
            names.withLock(\.self) == ["example member", "example cup", "example stranger", "example nothing"])
        #expect(
            report.text(backend: BackendURL(host: "127.0.0.1", port: 8080))
                == "✓ conformant  4 exchanges of 2 operations with http://127.0.0.1:8080\n")
    }
}
