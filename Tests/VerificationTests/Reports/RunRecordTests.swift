// The record of a run, and every report that is written from it.

import ClientIdentities
import VerificationReports
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import LendingLibrary
import Testing

@testable import Verification

@Suite struct RunRecordTests {
    static let backend = BackendURL(host: "127.0.0.1", port: 8080, path: "/v1")

    /// A shop that says "yes", held to its examples by somebody with a secret; its clock stands still.
    static func report(_ options: VerificationOptions = VerificationOptions(phases: [.examples])) async throws -> Report
    {
        let start = ContinuousClock.now
        return await Verifier(
            contract: try SmallShop.contract(), options: options, basePath: backend.path, now: { start }
        ) { request in
            ReportTests.answer(request).replacing("true", with: "\"yes <&>\"")
        }.run()
    }

    static let secret = "s3cr3t-of-the-shop"

    static func secretive() async throws -> (report: Report, record: RunRecord) {
        let options = VerificationOptions(
            phases: [.examples], identity: Identity(headers: [.authorization: "Bearer \(secret)"]))
        let start = ContinuousClock.now
        let report = await Verifier(
            contract: try SmallShop.contract(), options: options, basePath: backend.path, now: { start }
        ) { request in
            // A backend that shows in its answers what it was told.
            ReportTests.answer(request).replacing("true", with: "\"\(request.headers[.authorization] ?? "")\"")
        }.run()
        return (report, report.record(backend: backend))
    }

    @Test func whatIsWrittenAsJSONIsReadBackWhole() async throws {
        let record = try await Self.report().record(backend: Self.backend)
        let text = record.json.serialized(.pretty)
        #expect(try RunRecord(JSON(parsing: text)) == record)
        #expect(record.findings.count == 1 && record.coverage.points.count > 10)
    }

    @Test(arguments: [
        ("[]", "found no object"), ("{}", "'verdict' is missing"), (#"{"verdict": "fine"}"#, "verdict is unknown"),
        (#"{"verdict": "findings", "backend": 1}"#, "'backend' is missing or of another kind"),
        (
            #"{"verdict": "findings", "backend": "", "contract": {"title": "", "version": ""}, "sent": 0, "answered": 0, "findings": [{}]}"#,
            "'id' is missing"
        ),
    ])
    func whatIsNoReportIsRefused(_ text: String, complaint: String) throws {
        #expect(performing: { try RunRecord(JSON(parsing: text)) }, throws: { "\($0)".contains(complaint) })
    }

    @Test func junitHasACaseForEachOperationAndEachFinding() async throws {
        let record = try await Self.report().record(backend: Self.backend)
        #expect(
            record.junit == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="Small shop" tests="2" failures="1" errors="0" skipped="0" time="0.000">
                  <testsuite name="examples" tests="2" failures="1" errors="0" skipped="0" time="0.000">
                    <properties>
                      <property name="backend" value="http://127.0.0.1:8080/v1"/>
                      <property name="version" value="1.0.0"/>
                      <property name="seed" value="0"/>
                    </properties>
                    <testcase name="login: body-shape, body at /logged_in" classname="counterpart.examples" time="0.000">
                      <failure message="/logged_in: found &quot;yes &lt;&amp;&gt;&quot;, expected boolean. Found: &quot;yes &lt;&amp;&gt;&quot;. Expected: boolean." type="body-shape">/logged_in: found &quot;yes &lt;&amp;&gt;&quot;, expected boolean.&#10;where: body at /logged_in&#10;found: &quot;yes &lt;&amp;&gt;&quot;&#10;expected: boolean&#10;contract: openapi.yaml:24:37&#10;curl -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw '{&quot;email&quot;:&quot;a@shop.example&quot;}' http://127.0.0.1:8080/v1/login</failure>
                    </testcase>
                    <testcase name="getItem" classname="counterpart.examples" time="0.000"/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func aRunThatWasCutShortSaysSoInJUnit() async throws {
        var record = try await Self.report().record(backend: Self.backend)
        record.stopped = RunRecord.Stopped(kind: "time", message: "the time is over", remedy: nil)
        #expect(record.junit.contains("<skipped message=\"the time is over.\" type=\"time\">"))
        #expect(record.junit.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    }

    @Test func aRunThatCouldNotBeIsAnErrorOfJUnit() async throws {
        let report = try await ReportTests.report { _ throws(NoResponse) in throw ReportTests.timeout }
        let record = report.record(backend: Self.backend)
        #expect(record.verdict == .couldNotRun)
        #expect(
            record.junit.contains("<error message=\"It did not answer within 10 s. Wait longer.\" type=\"timed-out\">"))
        #expect(record.sarif["runs"]?[0]?["invocations"]?[0]?["executionSuccessful"] == false)
        #expect(
            record.github.hasSuffix(
                "::error title=counterpart verify::It did not answer within 10 s. Wait longer.\n"))
    }

    @Test func annotationsStandBesideTheContract() async throws {
        let record = try await Self.report().record(backend: Self.backend)
        #expect(
            record.github.hasPrefix(
                "::error file=openapi.yaml,line=24,col=37,title=body-shape%2C login::login, example member: /logged_in: found"
            ))
        #expect(record.github.split(separator: "\n").count == 1)
        let result = record.sarif["runs"]?[0]?["results"]?[0]
        #expect(result?["ruleId"] == "body-shape")
        #expect(
            result?["partialFingerprints"] == [
                "counterpartCause/v1":
                    "body-shape:#/paths/~1login/post/responses/200/content/application~1json/schema/properties/logged_in/type",
                "counterpartFinding/v1": "body-shape:login:body at /logged_in",
            ])
        #expect(
            result?["locations"]?[0]?["physicalLocation"] == [
                "artifactLocation": ["uri": "openapi.yaml"], "region": ["startLine": 24, "startColumn": 37],
            ])
        #expect(result?["webRequest"]?["method"] == "POST")
        #expect(result?["webResponse"]?["statusCode"] == 200)
    }

    /// Nothing is loaded from elsewhere, and nothing that a backend says becomes a part of the page.
    @Test func theHTMLPageIsOne() async throws {
        let html = try await Self.report().record(backend: Self.backend).html
        #expect(html.contains("yes &lt;&amp;&gt;") && !html.contains("yes <&>"))
        #expect(
            !html.contains("src=") && !html.contains("<link") && !html.contains("@import") && !html.contains("url("))
        #expect(html.contains("light-dark(") && !html.contains("onclick") && !html.contains("onsubmit"))
        #expect(html.contains("<span class=\"tag bad\">1 violation</span> Small shop 1.0.0"))
        #expect(html.contains("<h3>Operations and statuses</h3>") && html.contains("<td class=\"bad\""))
        #expect(html.contains("<h2 id=\"times\">How long answers took</h2>") && html.contains("<circle"))
        #expect(html.contains("curl -H &#39;") || html.contains("curl -H 'Content-Type: application/json'"))
    }

    @Test(arguments: ReportFormat.allCases) func secretsStandInNoReport(_ format: ReportFormat) async throws {
        let (report, record) = try await Self.secretive()
        #expect(record.findings.count == 1)
        var archive = RunArchive(origin: Self.backend.origin)
        let entries = report.findings.flatMap(\.finding.exchanges).map { exchange in
            archive.entry(
                of: Report.Answered(operation: report.contract.operations[0], name: "a", exchange: exchange),
                started: "2026-11-21T12:00:00Z")
        }
        let text = record.rendered(format) ?? report.archived(entries)
        #expect(text.contains("***") || text.contains("edacted") || text.contains("$TOKEN"))
        #expect(!text.contains(Self.secret))
    }

    @Test func theArchiveIsARecordingThatIsReadBack() async throws {
        let report = try await Self.report()
        var archive = RunArchive(origin: Self.backend.origin)
        let exchange = try #require(report.findings.first?.finding.exchanges.first)
        let entry = archive.entry(
            of: Report.Answered(operation: report.contract.operations[0], name: "member", exchange: exchange),
            started: "2026-11-21T12:00:00Z")
        let har = try HAR(JSON(parsing: report.archived([entry, entry])))
        #expect(har.entries.map(\.request.url) == Array(repeating: "http://127.0.0.1:8080/v1/login", count: 2))
        #expect(har.entries.first?.response.response?.body == exchange.response.body)
    }
}

extension Report {
    /// The recording with these entries.
    func archived(_ entries: [String]) -> String {
        var text = ""
        RunArchive.write(self, entries) { text += $0 }
        return text
    }
}

extension Finding {
    var exchanges: [Exchange] { if case .exchanges(let exchanges) = evidence { exchanges } else { [] } }
}
