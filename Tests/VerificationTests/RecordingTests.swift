// Recordings judged without a backend: what a live run finds is found in what was recorded of it, and nothing that a tool left out is
// held against anyone.

import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import OpenAPIContract
import HTTPTypes
import LendingLibrary
import OwnThread
import Synchronization
import Testing

@testable import Verification

@Suite(.ownThread) struct RecordingTests {
    /// What a live run sent and was answered, as a recorder would have written it.
    static func recorded(
        _ mistakes: Set<Mistake>, _ phases: Set<Phase>, origin: String = "https://library.example"
    ) async throws -> (live: Report, har: HAR) {
        let entries = Mutex<[HAR.Entry]>([])
        let report = try await LendingLibraryTests.report(mistakes, LendingLibraryTests.options(phases)) { answered in
            entries.withLock { entries in
                let second = entries.count
                // As every server sends it.
                var response = answered.exchange.response
                response.headers[.date] = "Sat, 21 Nov 2026 10:00:00 GMT"
                entries.append(
                    HAR.Entry(
                        started: DateTime(secondsSinceEpoch: 1_790_000_000 + second).description,
                        origin: origin,
                        request: answered.exchange.request, response: response))
            }
        }
        return (
            report,
            HAR(creator: HAR.Software(name: "test", version: "1"), entries: entries.withLock(\.self))
        )
    }

    static func judged(_ hars: [HAR], other: Bool = true) throws -> RecordingJudge.Outcome {
        let all = LendingLibraryTests.options()
        let options = VerificationOptions(otherIdentity: other ? all.otherIdentity : nil)
        return RecordingJudge(contract: try LendingLibraryTests.contract(), options: options).run(
            hars.enumerated().map { Recording(name: "\($0.offset).har", $0.element) })
    }

    @Test func nothingIsSaidOfARecordingOfALibraryThatMakesNoMistake() async throws {
        let (_, har) = try await Self.recorded([], [.examples, .boundaries, .lifecycle, .fuzz])
        let outcome = try Self.judged([har])
        #expect(outcome.report.findings.map(\.finding.id) == [])
        #expect(outcome.report.answered == har.entries.count)
        #expect(outcome.backend == BackendURL(scheme: .https, host: "library.example", port: 443))
    }

    /// Mistakes that do not hide each other, in a few runs, with the phases that show them in little traffic.
    static let sameNames: [(Set<Phase>, [Mistake])] = [
        (
            [.boundaries],
            [
                .priceAsText, .titleMissingInList, .nullCountry, .timeWithoutZone, .membersWithoutTotal,
                .locationMissing, .statsAsHTML, .emailNotRequired, .limitPastMaximum,
                .unknownPropertiesTaken, .brokenBodyTaken, .otherTypeTaken, .memberWithoutToken, .patchMembers,
            ]
        ),
        (
            [.boundaries],
            [
                .unknownGenre, .secretShown, .comicsDiscount, .createdAs200, .pagesAsText, .regionIgnored,
                .statsWithoutAllow, .optionsWithoutAllow,
            ]
        ), ([.lifecycle], [.bookNotStored, .refusedMemberStored]),
        ([.lifecycle], [.deletedReadable, .deletedListed, .replacementNotStored, .foreignLoan, .secondPageOverflow]),
        ([.lifecycle], [.changeNotStored, .reviewNotListed, .missingBookAs410]),
        ([.lifecycle], [.changeResetsStock, .refusedChangeMade, .deletedReplaced]), ([.lifecycle], [.tagsForgotten]),
    ]

    @Test(arguments: sameNames)
    func aMistakeHasTheSameNameWhenItIsRecorded(_ phases: Set<Phase>, _ mistakes: [Mistake]) async throws {
        let (live, har) = try await Self.recorded(Set(mistakes), phases)
        let found = Set(try Self.judged([har]).report.findings.map(\.finding.id))
        for mistake in mistakes {
            let names = Set(live.findings.map(\.finding).filter { mistake.isShown(by: $0) }.map(\.id))
            #expect(!names.isEmpty && !names.isDisjoint(with: found), "\(mistake): \(names) is not in \(found)")
        }
    }

    @Test func whatAValueDoesIsFoundAtItsOperation() async throws {
        let mistakes: [Mistake] = [.zeroStockFails, .longReviewFails]
        let (_, har) = try await Self.recorded(Set(mistakes), [.boundaries])
        let findings = try Self.judged([har]).report.findings.map(\.finding)
        for mistake in mistakes {
            #expect(findings.contains { $0.check.rawValue == mistake.check && $0.operation.id == mistake.operation })
        }
    }

    // MARK: What tools leave out

    /// A request for the first book, in the shapes of several tools; each file holds one resource that is not the contract's.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entries: String
        let findings: [String]
        let leftOut: [String]
        let answered: Int

        init(
            _ name: String, answered: Int, _ findings: [String] = [], leftOut: [String] = [],
            _ entries: String
        ) {
            testDescription = name
            self.entries = entries
            self.findings = findings
            self.leftOut = leftOut
            self.answered = answered
        }
    }

    static let book =
        #"{\"id\":1,\"title\":\"Moss\",\"isbn\":\"9780306406157\",\"genre\":\"science\",\"price\":9,\"pages\":9,\"dimensions\":{\"width\":1,\"height\":2},\"created_at\":\"2026-01-05T08:00:00Z\"}"#
    static let json = #"[{"name":"content-type","value":"application/json"}]"#

    static let shapes = [
        Shape(
            "Chromium's sanitised export: no Authorization; a preflight, a cached answer, a picture of another server",
            answered: 2,
            leftOut: [
                "1 entry of a.har: the API gave no answer there",
                "2 entries of a.har: the contract has no such path",
            ],
            """
            {"startedDateTime":"2026-11-21T10:00:00.300Z","time":4,"_resourceType":"preflight","request":{"method":"OPTIONS","url":"https://library.example/api/books/1","httpVersion":"h2","headers":[{"name":":method","value":"OPTIONS"},{"name":"access-control-request-method","value":"GET"}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
            "response":{"status":204,"statusText":"","httpVersion":"h2","headers":[{"name":"access-control-allow-methods","value":"GET"}],"cookies":[],"content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","headersSize":-1,"bodySize":-1},"cache":{},"timings":{"send":0,"wait":4,"receive":0}},
            {"startedDateTime":"2026-11-21T10:00:00.400Z","time":4,"_resourceType":"fetch","request":{"method":"GET","url":"https://library.example/api/books/1","httpVersion":"h2","headers":[{"name":":method","value":"GET"},{"name":"accept","value":"*/*"}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
            "response":{"status":200,"statusText":"","httpVersion":"h2","headers":\(json),"cookies":[],"content":{"size":200,"mimeType":"application/json","text":"\(book)"},"redirectURL":"","headersSize":-1,"bodySize":-1},"cache":{},"timings":{"send":0,"wait":4,"receive":0}},
            {"startedDateTime":"2026-11-21T10:00:00.500Z","time":1,"request":{"method":"GET","url":"https://library.example/api/books/1","httpVersion":"h2","headers":[{"name":"if-none-match","value":"\\"a\\""}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
            "response":{"status":304,"statusText":"","httpVersion":"h2","headers":[],"cookies":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"timings":{"send":0,"wait":1,"receive":0}},
            {"startedDateTime":"2026-11-21T10:00:00.600Z","time":1,"request":{"method":"GET","url":"https://cdn.example/api/moss.png","httpVersion":"h2","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
            "response":{"status":200,"statusText":"","httpVersion":"h2","headers":[],"cookies":[],"content":{"size":3,"mimeType":"image/png","text":"AAAA","encoding":"base64"},"redirectURL":"","headersSize":-1,"bodySize":3},"cache":{},"timings":{"send":0,"wait":1,"receive":0}},
            {"startedDateTime":"2026-11-21T10:00:00.700Z","time":1,"request":{"method":"GET","url":"https://library.example/","httpVersion":"h2","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
            "response":{"status":200,"statusText":"","httpVersion":"h2","headers":[],"cookies":[],"content":{"size":3,"mimeType":"text/html","text":"hey"},"redirectURL":"","headersSize":-1,"bodySize":3},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}
            """),
        Shape(
            "Firefox, without the body of a large answer, and a wrong one", answered: 2,
            ["body-shape:getBook:body"],
            """
            {"startedDateTime":"2026-11-21T12:00:00.000+02:00","request":{"bodySize":0,"method":"GET","url":"http://127.0.0.1:8080/api/books/1","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"127.0.0.1:8080"}],"cookies":[],"queryString":[],"headersSize":80},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":\(json),"cookies":[],"content":{"mimeType":"application/json","size":1200},"redirectURL":"","headersSize":60,"bodySize":1200},"cache":{},"timings":{"wait":7,"receive":0},"time":7},
            {"startedDateTime":"2026-11-21T12:00:01.000+02:00","request":{"bodySize":0,"method":"GET","url":"http://127.0.0.1:8080/api/books/1","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"127.0.0.1:8080"}],"cookies":[],"queryString":[],"headersSize":80},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":\(json),"cookies":[],"content":{"mimeType":"application/json","size":2,"text":"{}"},"redirectURL":"","headersSize":60,"bodySize":2},"cache":{},"timings":{"wait":7,"receive":0},"time":7}
            """),
        Shape(
            "Charles: an answer that was cut off, a body in base64", answered: 1,
            ["undeclared-status:getBook:status 418"],
            leftOut: ["1 entry of a.har: the API gave no answer there"],
            """
            {"startedDateTime":"2026-11-21T10:00:00.000+01:00","time":30,"request":{"method":"GET","url":"https://library.example/api/books/1","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"a"}],"headersSize":90,"bodySize":0},
            "response":{"_charlesStatus":"FAILED","status":0,"statusText":"","httpVersion":"","headers":[],"content":{"size":0,"mimeType":null},"redirectURL":null,"headersSize":0,"bodySize":0},"cache":{},"timings":{"wait":12}},
            {"startedDateTime":"2026-11-21T10:00:01.000+01:00","time":30,"request":{"method":"GET","url":"https://library.example/api/books/1","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"a"}],"headersSize":90,"bodySize":0},
            "response":{"status":418,"statusText":"I am a teapot","httpVersion":"HTTP/1.1","headers":[{"name":"Content-Type","value":"text/plain"}],"content":{"size":2,"mimeType":"text/plain","text":"aGk=","encoding":"base64"},"redirectURL":null,"headersSize":0,"bodySize":2},"cache":{},"timings":{"wait":12}}
            """),
        Shape(
            "mitmproxy: a reverse proxy under a path of its own, no times", answered: 1,
            ["violation-accepted:listBooks:query parameter 'limit', maximum"],
            """
            {"request":{"method":"GET","url":"http://localhost:9000/staging/api/books?limit=99","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Authorization","value":"Bearer x"}],"queryString":[{"name":"limit","value":"99"}],"headersSize":10,"bodySize":0},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Content-Type","value":"application/json"},{"name":"X-Total-Count","value":"0"}],"content":{"size":2,"compression":0,"mimeType":"application/json","text":"[]"},"redirectURL":"","headersSize":1,"bodySize":2},"cache":{},"timings":{"send":1,"wait":2,"receive":3,"ssl":-1,"connect":-1}}
            """),
    ]

    @Test(arguments: shapes) func whatAToolLeavesOutIsNotHeldAgainstTheBackend(_ shape: Shape) throws {
        let text =
            #"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[\#(shape.entries)]}}"#
        let har = try HAR(parsing: Array(text.utf8))
        let report = RecordingJudge(contract: try LendingLibraryTests.contract()).run([
            Recording(name: "a.har", har)
        ])
        .report
        #expect(report.findings.map(\.finding.id) == shape.findings)
        #expect(report.answered == shape.answered)
        #expect(Set(report.leftOut.map { "\($0.what): \($0.reason)" }) == Set(shape.leftOut))
    }

    @Test func whoseCredentialsAreShownIsToShowThemAlways() async throws {
        let (_, har) = try await Self.recorded([.memberWithoutToken], [.boundaries])
        func names(_ har: HAR) throws -> [String] {
            try Self.judged([har]).report.findings.map(\.finding.id)
        }
        #expect(try names(har) == ["authentication-ignored:getMember:credentials"])
        var sanitised = har
        for index in sanitised.entries.indices {
            sanitised.entries[index].request.headers.removeAll { $0.name.lowercased() == "authorization" }
        }
        #expect(try names(sanitised) == [])
    }

    @Test func noSecretOfARecordingIsShown() async throws {
        let (_, har) = try await Self.recorded([.priceAsText], [.boundaries])
        let outcome = try Self.judged([har], other: false)
        let backend = try #require(outcome.backend)
        let text =
            outcome.report.text(backend: backend) + outcome.report.json(backend: backend).serialized()
        #expect(text.contains("entry ") && text.contains("https://library.example/api/books/"))
        for token in LendingLibrary.tokens { #expect(!text.contains(token)) }
    }

    @Test func slowAnswersAreOverTheirBudget() async throws {
        var (_, har) = try await Self.recorded([], [.boundaries])
        for index in har.entries.indices {
            har.entries[index].timings.wait = JSONNumber(
                har.entries[index].request.url.contains("/stats") ? 90 : 10)
        }
        let options = VerificationOptions(maxLatency: .milliseconds(80))
        let report = RecordingJudge(contract: try LendingLibraryTests.contract(), options: options).run(
            [Recording(name: "a.har", har)]
        ).report
        #expect(report.findings.map(\.finding.id) == ["time-budget:getStats:time"])
    }
}
