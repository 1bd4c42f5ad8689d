// What a running mock can be asked and told.

import Journals
import ConsolePage
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ControlTests {
    static let tea: JSON = ["user": 1, "product": "tea"]

    // MARK: The description

    @Test func theDescriptionHasNothingWrong() {
        let text = String(decoding: ControlContract.text, as: UTF8.self)
        let loaded = Contract.load(files: [ControlContract.fileName: text], root: ControlContract.fileName)
        #expect(DiagnosticReport(loaded.diagnostics).text == "")
    }

    @Test func everyOperationIsDescribedAndEveryDescriptionIsAnOperation() {
        #expect(
            Set(ControlContract.contract.operations.map(\.id)) == Set(ControlOperation.allCases.map(\.rawValue)))
    }

    @Test(arguments: [
        ("/_counterpart", "text/html"), ("/_counterpart/", "text/html"),
        ("/_counterpart/openapi.yaml", "application/yaml"),
        ("/_counterpart/health", "application/json"), ("/_counterpart/contract", "application/json"),
        ("/_counterpart/metrics", "text/plain"),
    ])
    func whatIsRead(target: String, type: String) async throws {
        let response = try await ControlledMock().response(Request(target: target))
        #expect(response.status == 200)
        #expect(response.headers[.contentType]?.hasPrefix(type) == true)
        #expect(!response.body.isEmpty)
    }

    @Test func thePageNeedsNothingFromElsewhere() async throws {
        let page = String(
            decoding: try await ControlledMock().response(Request(target: "/_counterpart/")).body, as: UTF8.self)
        for piece in ["http://", "https://", "<style", "style=", "onclick", "<script>"] {
            #expect(!page.contains(piece), "\(piece)")
        }
        // What it names is there, and loads nothing but its like.
        for match in page.matches(of: /\/_counterpart\/console\/([^"]+)"/) {
            #expect(ConsoleFile(String(match.output.1)) != nil, "\(match.output.0)")
        }
    }

    @Test(arguments: ConsoleFile.names) func filesOfTheConsoleMakeNoMarkupOfTexts(name: String) async throws {
        let response = try await ControlledMock().response(Request(target: "/_counterpart/console/\(name)"))
        #expect(response.status == 200)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 300)
        for piece in [
            "https://", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
            "@import",
        ] {
            #expect(!text.contains(piece), "\(piece)")
        }
        for match in text.matches(of: /from "\.\/([^"]+)"/) {
            #expect(ConsoleFile(String(match.output.1)) != nil, "\(match.output.0)")
        }
    }

    // MARK: What is the control API's and what is not

    @Test(arguments: [
        "/lines?user=1", "/_counterpartish", "/_counterpart/sessions/a/lines?user=1", "/", "*",
        "/_counterpart/sessions/a/",
    ])
    func everythingElseIsTheAPIs(target: String) throws {
        #expect(try ControlledMock().control.answer(Request(target: target), isLoopback: true) == nil)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/_counterpart/helth", 404), (.post, "/_counterpart/health", 405),
        (.options, "/_counterpart/health", 204), (.head, "/_counterpart/health", 200),
        (.get, "/_counterpart/journal?limit=many", 400), (.get, "/_counterpart/journal?session=a%2Fb", 400),
        (.get, "/_counterpart/sessions/a%2Fb", 400), (.get, "/_counterpart/sessions/a/_counterpart/helth", 404),
        (.get, "/_counterpart/sessions//_counterpart/health", 400), (.put, "/_counterpart/state", 400),
        (.post, "/_counterpart/answers", 400), (.get, "/_counterpart/state?pointer=x", 400),
        (.get, "/_counterpart/state?pointer=/~2", 400), (.get, "/_counterpart/journal?session=nobody", 404),
        (.delete, "/_counterpart/sessions/nobody", 404),
    ])
    func whatMakesNoSenseIsRefusedWithAProblem(method: HTTPRequest.Method, target: String, status: Int) async throws {
        let response = try await ControlledMock().response(Request(method: method, target: target))
        #expect(response.status == status)
        guard status >= 400 else { return }
        #expect(response.headers[.contentType] == "application/problem+json")
        let problem = try JSON(parsing: response.body)
        #expect(problem["status"] == JSON.number(JSONNumber(status)))
        #expect(problem["detail"]?.string?.isEmpty == false)
    }

    @Test(arguments: [
        "", "{", "nul", "[[[[", "\u{0}", #"{"operation": 7}"#, #"[]"#, #""text""#,
        String(repeating: "[", count: 100_000), #"{"operation":"addLine","status":99999999999999999999}"#,
    ])
    func bodiesThatAreNoneAreRefused(body: String) async throws {
        let controlled = try ControlledMock()
        for path in ["answers", "expectations", "sessions"] {
            let request = Request(
                method: .post, target: "/_counterpart/\(path)", headers: [.contentType: "application/json"],
                body: Array(body.utf8))
            #expect(try await controlled.response(request).status == 400, "\(path)")
        }
        for path in ["latency", "faults"] {
            let request = Request(
                method: .put, target: "/_counterpart/\(path)", headers: [.contentType: "application/json"],
                body: Array(body.utf8))
            // No faults at all is a list of faults.
            #expect(
                try await controlled.response(request).status == (path == "faults" && body == "[]" ? 204 : 400),
                "\(path)")
        }
        let typeless = Request(
            method: .post, target: "/_counterpart/answers", headers: [.contentType: "text/csv"], body: [0x61])
        #expect(try await controlled.response(typeless).status == 415)
    }

    // MARK: Journal

    @Test func theJournalTellsWhatHappened() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/v1/lines", Self.tea)
        controlled.asks(.get, "/v1/lines")
        controlled.asks(.get, "/v1/liens?user=1")
        let journal = try await controlled.tells(.get, "/journal").json
        #expect(journal["total"] == 3)
        #expect(journal["entries"]?.array?.map { $0["kind"] } == ["rule", "refused", "no-path"])
        #expect(journal["entries"]?[1]?["violations"]?[0]?["location"] == "query parameter 'user'")
        #expect(journal["entries"]?[2]?["nearest"]?[0]?["fix"] == "send GET /v1/lines?user=1")
        let one = try await controlled.tells(.get, "/journal/1").json
        #expect(one["request"]?["text"] == .string(Self.tea.serialized()))
        #expect(one["response"]?["text"] == #"{"product":"tea","number":2}"#)
        #expect(try await controlled.tells(.get, "/journal/count?violations=true").json == ["count": 1])
        #expect(try await controlled.tells(.get, "/near-misses").json[0]?["number"] == 3)
        #expect(try await controlled.tells(.delete, "/journal").status == 204)
        let cleared = try await controlled.tells(.get, "/journal").json
        #expect(cleared == ["count": 0, "total": 3, "forgotten": 3, "entries": []])
        #expect(try await controlled.tells(.get, "/journal/1").status == 404)
    }

    @Test func requestsAreWaitedFor() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.get, "/lines?user=1")
        let met = try await controlled.tells(.get, "/journal/wait?operation=listLines&timeout=1").json
        #expect(met["met"] == true)
        let unmet = try await controlled.tells(.get, "/journal/wait?operation=listLines&count=2&timeout=0.5").json
        #expect(unmet["met"] == false)
        #expect(unmet["count"] == 1)
        let misspelt = try await controlled.tells(.get, "/journal/wait?operation=listLine")
        #expect(misspelt.status == 404)
        #expect(misspelt.json["detail"] == "The contract has no operation listLine. Did you mean listLines?")
    }

    @Test func metricsCount() async throws {
        let controlled = try ControlledMock()
        for _ in 0..<3 { controlled.asks(.get, "/lines?user=1") }
        controlled.asks(.get, "/lines")
        controlled.mock.answer(Request(target: "/lines?user=1")).wasDelivered(Delivered(elapsed: .milliseconds(7)))
        let text = String(
            decoding: try await controlled.response(Request(target: "/_counterpart/metrics")).body, as: UTF8.self)
        for line in [
            #"counterpart_requests_total{operation="listLines",status="200",decision="rule"} 4"#,
            #"counterpart_requests_total{operation="listLines",status="400",decision="refused"} 1"#,
            #"counterpart_request_violations_total{operation="listLines"} 1"#,
            #"counterpart_answer_seconds_bucket{le="0.005"} 0"#, #"counterpart_answer_seconds_bucket{le="0.01"} 1"#,
            #"counterpart_answer_seconds_bucket{le="+Inf"} 1"#, "counterpart_answer_seconds_count 1",
            "counterpart_sessions 0", "counterpart_journal_entries 5",
        ] { #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)\n\(text)") }
    }

    // MARK: Latency and faults

    @Test func latencyIsSetForOneSession() async throws {
        let controlled = try ControlledMock()
        let latency: JSON = ["default": "20ms", "operations": ["clear": ["fixed": "2s"]]]
        #expect(try await controlled.tells(.put, "/latency?session=slow", latency).status == 204)
        #expect(try await controlled.tells(.get, "/latency?session=slow").json == latency)
        func delay(_ prefix: String) -> Duration {
            controlled.mock.answer(Request(method: .post, target: "\(prefix)/clear")).delivery.firstByte
        }
        #expect(delay("/_counterpart/sessions/slow") == .seconds(2))
        #expect(delay("") == .zero)
        #expect(try await controlled.tells(.delete, "/latency?session=slow").status == 204)
        #expect(delay("/_counterpart/sessions/slow") == .zero)
        #expect(try await controlled.tells(.get, "/latency?session=slow").json == .null)
    }

    @Test func faultsAreSetCountedAndLifted() async throws {
        let controlled = try ControlledMock()
        let twice: JSON = [["operations": ["clear"], "times": 2, "fault": ["status": 503, "retryAfter": "2s"]]]
        for _ in 0..<2 {
            #expect(try await controlled.tells(.put, "/faults", twice).status == 204)
            #expect((1...3).map { _ in controlled.asks(.post, "/clear").prefix(3) } == ["503", "503", "204"])
        }
        let outage: JSON = [["for": "5s", "fault": "close"]]
        controlled.pass(.seconds(60))
        #expect(try await controlled.tells(.put, "/faults", outage).status == 204)
        func ending() -> Delivery.Ending {
            controlled.mock.answer(Request(method: .post, target: "/clear")).delivery.ending
        }
        #expect(ending() == .unanswered(.close))
        controlled.pass(.seconds(5))
        #expect(ending() == .complete)
        #expect(try await controlled.tells(.get, "/faults").json == outage)
        #expect(try await controlled.tells(.delete, "/faults").status == 204)
        #expect(try await controlled.tells(.get, "/faults").json == .null)
    }

    static let mistakes: [(path: String, body: JSON, detail: String)] = [
        ("/latency", ["operations": ["claer": "1s"]], "Did you mean 'clear'?"),
        ("/latency", ["default": ["fixed": "long"]], "'fixed' is no length of time"),
        ("/faults", [["fault": "reset", "rate": 7]], "'rate' is no share"),
        ("/faults", [["fault": "reset", "when": "state.visit > 1"]], "Did you mean 'visits'?"),
        ("/faults", [["fault": "reset", "when": "1 + 1"]], "a condition is not a bool"),
        ("/faults", [[:]], "either 'fault' or 'quota'"),
    ]

    @Test(arguments: mistakes)
    func mistakesAreTold(path: String, body: JSON, detail: String) async throws {
        let refused = try await ControlledMock().tells(.put, path, body)
        #expect(refused.status == 409)
        #expect(refused.json["detail"]?.string?.contains(detail) == true, "\(refused.json)")
        #expect(refused.json["mistakes"]?[0]?["line"] == 1)
    }

    // MARK: Sessions

    @Test func sessionsAreMadeListedAndEnded() async throws {
        let controlled = try ControlledMock()
        let made = try await controlled.tells(.post, "/sessions", ["id": "a", "idle_seconds": 60])
        #expect(made.status == 201)
        #expect(made.json["prefix"] == "/_counterpart/sessions/a")
        #expect(made.json["ends_after_idle_seconds"] == 60)
        #expect(try await controlled.tells(.post, "/sessions", ["id": "a"]).status == 409)
        let unnamed = try await controlled.tells(.post, "/sessions", [:]).json
        #expect(unnamed["id"] == "session-2")
        controlled.pass(.seconds(30))
        controlled.asks(.get, "/_counterpart/sessions/a/lines?user=1")
        controlled.pass(.seconds(45))
        let listed = try await controlled.tells(.get, "/sessions").json.array ?? []
        #expect(listed.map { $0["id"] } == ["", "a", "session-2"])
        #expect(listed.map { $0["requests"] } == [0, 1, 0])
        #expect(listed.map { $0["idle_seconds"] } == [75, 45, 75])
        controlled.pass(.seconds(16))
        #expect(try await controlled.tells(.get, "/sessions/a").status == 404)
        #expect(try await controlled.tells(.delete, "/sessions/session-2").status == 204)
        #expect(try await controlled.tells(.get, "/sessions").json.array?.count == 1)
    }

    @Test func aSessionIsNamedByQueryPrefixOrField() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.get, "/_counterpart/sessions/a/lines?user=1")
        #expect(try await controlled.tells(.get, "/journal?session=a").json["total"] == 1)
        #expect(try await controlled.tells(.get, "/journal", prefix: "/_counterpart/sessions/a").json["total"] == 1)
        #expect(try await controlled.tells(.get, "/journal").json["total"] == 0)
        let field = try #require(HTTPField.Name("Counterpart-Session"))
        let response = try await controlled.response(Request(target: "/_counterpart/journal", headers: [field: "a"]))
        #expect(try JSON(parsing: response.body)["total"] == 1)
    }

    @Test func resetTakesEverythingBack() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/lines", Self.tea)
        _ = try await controlled.tells(.post, "/answers", ["operation": "clear", "status": 503])
        _ = try await controlled.tells(.put, "/latency", ["default": "1s"])
        _ = try await controlled.tells(.put, "/faults", [["fault": "reset"]])
        _ = try await controlled.tells(.post, "/expectations", [["operation": "clear"]])
        #expect(try await controlled.tells(.post, "/reset?keep_journal=true").status == 204)
        #expect(try await controlled.tells(.get, "/journal/count").json == ["count": 1])
        #expect(try await controlled.tells(.post, "/reset").status == 204)
        #expect(try await controlled.tells(.get, "/journal/count").json == ["count": 0])
        #expect(try await controlled.tells(.get, "/answers").json == [])
        #expect(try await controlled.tells(.get, "/latency").json == .null)
        #expect(try await controlled.tells(.get, "/faults").json == .null)
        #expect(try await controlled.tells(.get, "/expectations").json["expectations"] == [])
        #expect(controlled.asks(.get, "/lines?user=1") == #"200 [{"product":"tea","number":2}]"#)
    }

    // MARK: Reload

    @Test func whatWasToldOutlivesAReload() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/lines", Self.tea)
        _ = try await controlled.tells(.post, "/answers", ["operation": "clear", "status": 503])
        _ = try await controlled.tells(.put, "/latency", ["operations": ["clear": "2s"]])
        _ = try await controlled.tells(.put, "/faults", [["operations": ["listLines"], "fault": "reset"]])
        let live = LiveMock(controlled.mock)
        let (contract, behaviour, _) = try CartShop.load(CartShop.state + ControlledMock.rules)
        let outcome = live.replace(by: contract, try #require(behaviour))
        #expect(outcome.continued == 1)
        live.use { mock in
            let cleared = mock.answer(Request(method: .post, target: "/clear"))
            #expect(cleared.response.response.status == 503)
            #expect(cleared.delivery.firstByte == .seconds(2))
            #expect(mock.answer(Request(target: "/lines?user=1")).delivery.ending == .unanswered(.reset))
            #expect(mock.session(nil).journal.entries().map(\.operation?.id) == ["addLine", "clear", "listLines"])
        }
    }
}
