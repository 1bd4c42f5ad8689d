// The journal: bounded, filtered, waited for.

import Journals
import HTTPExchange
import HTTPTypes
import SecureWire
import JSONSchema
import JSONValues
import MockServing
import SourceDocuments
import OpenAPIContract
import Synchronization
import Testing

@testable import Mocking

@Suite struct JournalTests {
    private func mock(_ change: (inout Journal.Limits) -> Void = { _ in }) throws -> Mock {
        var limits = Journal.Limits()
        change(&limits)
        return Mock(
            try ShopContract.load(), options: .init(journal: limits), clock: MockClock { .seconds(1_700_000_000) })
    }

    private func ask(_ mock: Mock, _ targets: String...) {
        for target in targets { _ = mock.answer(Request(target: target)) }
    }

    private func numbers(_ mock: Mock, _ filter: JournalFilter = JournalFilter()) -> [Int] {
        mock.session(nil).journal.entries(filter).map(\.number)
    }

    @Test func everyRequestOfASessionIsWrittenDownThere() throws {
        let mock = try mock()
        ask(mock, "/items?limit=2", "/_counterpart/sessions/a/items/one", "/itmes", "/_counterpart/sessions/a/bare")
        #expect(numbers(mock) == [1, 2])
        let entries = mock.session("a").journal.entries()
        #expect(entries.map(\.request.target) == ["/items/one", "/bare"])
        #expect(entries.map(\.operation?.id) == ["getItem", "bare"])
        #expect(entries.map(\.status) == [400, 200])
        #expect(entries.map(\.breaksContract) == [true, false])
        #expect(entries.map(\.decision.kind) == ["refused", "sampled"])
        #expect(mock.session(nil).journal.entry(2)?.nearest.first?.operation.id == "listItems")
    }

    /// What is read otherwise than usual is shown like everything else.
    @Test(arguments: [
        ("Content-Encoding", "gzip"), ("Cookie", "a=1; b=2"), ("X-Name", "\u{e9}"), ("Expect", "100-continue"),
    ])
    func unusualRequestsAreShown(name: String, value: String) async throws {
        let mock = try mock()
        let server = try await MockServer.start(ServedMock(name: "shop", mock: mock))
        let sender = HTTPSender(timeout: .seconds(60))
        let field = try #require(HTTPField.Name(name))
        for _ in 0..<2 {
            let told = try await sender.send(Request(target: "/items", headers: [field: value]), to: server.address)
            #expect(told.status == 200)
        }
        await sender.shutdown()
        await server.shutdown()
        let entries = mock.session(nil).journal.entries()
        let shown = entries.map { $0.wholeJSON(Redaction(mock.contract)) }
        #expect(shown.map { $0["target"] } == ["/items", "/items"])
        #expect(entries.allSatisfy { $0.request.headers[field] == value })
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let filter: JournalFilter
        let numbers: [Int]
    }

    static let filters = [
        Case(testDescription: "all", filter: JournalFilter(), numbers: [1, 2, 3, 4, 5]),
        Case(testDescription: "operation", filter: JournalFilter(operation: "listItems"), numbers: [1, 2]),
        Case(testDescription: "method", filter: JournalFilter(method: "POST"), numbers: [5]),
        Case(testDescription: "path", filter: JournalFilter(path: "/items"), numbers: [1, 2, 5]),
        Case(testDescription: "beginning of a path", filter: JournalFilter(path: "/it*"), numbers: [1, 2, 3, 4, 5]),
        Case(testDescription: "status", filter: JournalFilter(status: 404), numbers: [4]),
        Case(testDescription: "kind of decision", filter: JournalFilter(decision: "refused"), numbers: [2, 3]),
        Case(testDescription: "part of a decision", filter: JournalFilter(decision: "'limit'"), numbers: [2]),
        Case(testDescription: "broke the contract", filter: JournalFilter(violations: true), numbers: [2, 3]),
        Case(testDescription: "kept to it", filter: JournalFilter(violations: false), numbers: [1, 4, 5]),
        Case(
            testDescription: "answers that kept to it", filter: JournalFilter(ownViolations: false),
            numbers: [1, 2, 3, 4, 5]),
        Case(testDescription: "later", filter: JournalFilter(after: 3), numbers: [4, 5]),
        Case(testDescription: "query", filter: JournalFilter(query: ["limit": "2"]), numbers: [1]),
        Case(testDescription: "body", filter: JournalFilter(body: ["id": 1]), numbers: [5]),
        Case(testDescription: "another body", filter: JournalFilter(body: ["id": 2]), numbers: []),
        Case(
            testDescription: "several", filter: JournalFilter(operation: "listItems", violations: true), numbers: [2]),
    ]

    @Test(arguments: filters) func filtersChoose(_ test: Case) throws {
        let mock = try mock()
        ask(mock, "/items?limit=2", "/items?limit=11", "/items/one", "/itmes")
        _ = mock.answer(
            Request(
                method: .post, target: "/items", headers: [.contentType: "application/json"],
                body: Array(#"{"id": 1, "note": "x"}"#.utf8)))
        #expect(numbers(mock, test.filter) == test.numbers)
    }

    @Test func theOldestMakeRoom() throws {
        let mock = try mock { $0.entries = 3 }
        ask(mock, "/items?limit=1", "/items?limit=2", "/items?limit=3", "/items?limit=4", "/items?limit=5")
        #expect(numbers(mock) == [3, 4, 5])
        let journal = mock.session(nil).journal
        #expect(journal.entry(2) == nil)
        #expect(journal.entry(4)?.request.target == "/items?limit=4")
        #expect(journal.size.total == 5)
        journal.clear()
        #expect(journal.size == (5, 0, 0))
        ask(mock, "/items?limit=6")
        #expect(numbers(mock) == [6])
    }

    @Test func bytesAreBounded() throws {
        let mock = try mock { ($0.bytes, $0.content) = (20_000, 4_000) }
        for length in [1_000, 3_000, 100_000, 5_000, 0, 10_000] {
            _ = mock.answer(Request(method: .post, target: "/items", body: Array(repeating: 0x61, count: length)))
            let size = mock.session(nil).journal.size
            #expect(size.bytes <= 20_000)
        }
        #expect(numbers(mock).last == 6)
        #expect(numbers(mock).count < 6)
        let last = try #require(mock.session(nil).journal.entry(6))
        #expect(last.request.body.count == 4_000)
        #expect(last.requestBytes == 10_000)
        // What is left out takes no memory either.
        #expect(last.request.body.capacity < 8_000)
    }

    @Test func allSessionsTogetherAreBounded() throws {
        let budget = JournalBudget(bytes: 10_000)
        let first = Journal(limits: .init(), budget: budget)
        let second = Journal(limits: .init(), budget: budget)
        let answer = try mock().answer(Request(target: "/items"))
        for _ in 0..<20 { _ = first.record(Request(target: "/a"), answer.parts, at: .zero) }
        for _ in 0..<20 { _ = second.record(Request(target: "/b"), answer.parts, at: .zero) }
        #expect(first.size.kept > 0)
        #expect(first.size.bytes + second.size.bytes <= 10_000)
        #expect(second.size.total == 20)
        first.clear()
        _ = second.record(Request(target: "/b"), answer.parts, at: .zero)
        #expect(second.size.kept == 1)
    }

    @Test func aJournalThatKeepsNothingStillCounts() throws {
        let mock = try mock { $0.entries = 0 }
        ask(mock, "/items", "/items")
        #expect(mock.session(nil).journal.size == (2, 0, 0))
    }

    @Test func whatBecameOfAnAnswerIsAdded() throws {
        let mock = try mock()
        let answer = mock.answer(Request(target: "/items"))
        answer.wasDelivered(Delivered(elapsed: .milliseconds(12), reachedClient: false))
        let entry = try #require(mock.session(nil).journal.entry(1)).json(Redaction(mock.contract))
        #expect(entry["milliseconds"] == 12)
        #expect(entry["client_gone"] == true)
        #expect(entry["time"] == "2023-11-14T22:13:20Z")
    }

    // MARK: Waiting

    /// A sleep that ends when the task is cancelled, and not before.
    private static let never: @Sendable () async -> Void = {
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
    }

    @Test func whatHasComeNeedNotBeWaitedFor() async throws {
        let mock = try mock()
        ask(mock, "/items", "/items")
        let entries = try await mock.session(nil).journal.wait(for: 2, JournalFilter(), sleep: Self.never)
        #expect(entries.map(\.number) == [1, 2])
    }

    @Test func waitingEndsWithTheLastOfThem() async throws {
        let mock = try mock()
        let journal = mock.session("t").journal
        async let waited = journal.wait(for: 3, JournalFilter(operation: "listItems"), sleep: Self.never)
        while journal.waiting == 0 { await Task.yield() }
        for target in ["/items", "/bare", "/items", "/itmes", "/items"] {
            ask(mock, "/_counterpart/sessions/t\(target)")
        }
        #expect(try await waited.map(\.number) == [1, 3, 5])
        #expect(journal.waiting == 0)
    }

    @Test func waitingEndsWhenTheTimeIsUp() async throws {
        let mock = try mock()
        ask(mock, "/items")
        let entries = try await mock.session(nil).journal.wait(for: 2, JournalFilter()) {}
        #expect(entries.count == 1)
        #expect(mock.session(nil).journal.waiting == 0)
    }

    @Test func whoeverIsGoneWaitsNoLonger() async throws {
        let journal = try mock().session(nil).journal
        let task = Task { try await journal.wait(for: 1, JournalFilter(), sleep: Self.never) }
        while journal.waiting == 0 { await Task.yield() }
        task.cancel()
        #expect(try await task.value.isEmpty)
        #expect(journal.waiting == 0)
    }

    @Test func notEverybodyCanWait() async throws {
        let journal = try mock { $0.waiters = 1 }.session(nil).journal
        let task = Task { try await journal.wait(for: 1, JournalFilter(), sleep: Self.never) }
        while journal.waiting == 0 { await Task.yield() }
        await #expect(throws: Journal.TooManyWaiters.self) {
            try await journal.wait(for: 1, JournalFilter(), sleep: Self.never)
        }
        task.cancel()
        _ = try await task.value
    }

    // MARK: Secrets

    /// A contract with secrets of its own, and with those that go by a usual name.
    private static let vault = """
        openapi: 3.1.0
        info: {title: Vault, version: "1"}
        paths:
          /open:
            post:
              operationId: open
              parameters:
                - {name: combination, in: query, schema: {type: string, format: password, minLength: 20}}
              requestBody:
                content:
                  application/json:
                    schema: {$ref: '#/components/schemas/Opening'}
                  application/x-www-form-urlencoded:
                    schema: {$ref: '#/components/schemas/Opening'}
                  text/plain: {schema: {type: string}}
                  application/octet-stream: {}
              responses:
                '200':
                  description: It is open.
                  content:
                    application/json:
                      schema: {type: object, properties: {access_token: {type: string}, label: {type: string}}}
                      example: {access_token: s3cret-of-the-answer, label: shown}
        components:
          schemas:
            Phrase: {type: string, format: password}
            Opening:
              type: object
              properties:
                magic_word: {$ref: '#/components/schemas/Phrase'}
                passwd: {type: string, minLength: 20}
                label: {type: string}
                parts: {type: array, items: {$ref: '#/components/schemas/Opening'}}
          securitySchemes:
            header: {type: apiKey, in: header, name: X-Vault}
            query: {type: apiKey, in: query, name: vault}
        """

    struct Secretive: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var target = "/open"
        var headers: HTTPFields = [.contentType: "application/json"]
        var body = ""
    }

    private static let secretive: [Secretive] = [
        Secretive(testDescription: "a password by its name", body: #"{"passwd": "s3cret", "label": "shown"}"#),
        Secretive(
            testDescription: "by its format, deep inside",
            body: #"{"label": "shown", "parts": [{"magic_word": "s3cret"}]}"#),
        Secretive(
            testDescription: "in a form", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "magic_word=s3cret&label=shown"),
        Secretive(testDescription: "in the query", target: "/open?combination=s3cret&vault=s3cret2&label=shown"),
        Secretive(testDescription: "a bearer", headers: [.authorization: "Bearer s3cret", .userAgent: "shown"]),
        Secretive(
            testDescription: "basic", headers: [.authorization: "Basic YW5uYTpzM2NyZXQ=", .userAgent: "shown"]),
        Secretive(testDescription: "a cookie", headers: [.cookie: "sid=s3cret", .userAgent: "shown"]),
        Secretive(
            testDescription: "no text", headers: [.contentType: "application/octet-stream", .userAgent: "shown"],
            body: "s3cret\0"),
        Secretive(
            testDescription: "cut short", headers: [.contentType: "application/json", .userAgent: "shown"],
            body: #"{"passwd": "s3cret", "label": ""# + String(repeating: "x", count: 300) + #""}"#),
        Secretive(testDescription: "where no operation is", target: "/opn?vault=s3cret&label=shown"),
    ]

    @Test(arguments: secretive) func secretsAreNotShown(request: Secretive) async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.vault]).contract)
        var limits = Journal.Limits()
        limits.content = 256
        let mock = Mock(contract, options: .init(journal: limits))
        var headers = request.headers
        headers[try #require(HTTPField.Name("X-Vault"))] = "s3cret-key"
        let asked = Request(method: .post, target: request.target, headers: headers, body: Array(request.body.utf8))
        _ = mock.answer(asked)
        let control = Control(mock: mock) { _ in }
        for path in ["journal", "journal/1", "journal/wait", "near-misses"] {
            let response: Response
            switch try #require(control.answer(Request(target: "/_counterpart/\(path)"), isLoopback: true)) {
            case .now(let now): response = now
            case .later(let work): response = await work()
            case .stream(let head, _): response = head
            }
            #expect(response.status == 200)
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(!text.contains("s3cret") && !text.contains("YW5uYTpzM2NyZXQ"), "\(text)")
            if path == "journal/1" {
                #expect(text.contains("redacted-") && text.contains("shown"), "\(text)")
                if request.testDescription == "cut short" {
                    #expect(text.contains(#""left_out":"it is cut short, and has a secret in it""#), "\(text)")
                }
            }
        }
    }

    @Test func expectationsKeepSecretsToThemselves() throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.vault]).contract)
        let mock = Mock(contract)
        let journal = mock.session(nil).journal
        var filter = JournalFilter(operation: "open")
        filter.method = "POST"
        filter.body = ["passwd": "s3cret-wanted", "label": "one"]
        filter.query = ["vault": "s3cret-key"]
        let written: JSON = ["operation": "open", "body": ["passwd": "s3cret-wanted"]]
        journal.expect([.init(filter: filter, written: written, times: 1)])
        let body = #"{"passwd": "s3cret-found-0123456789", "label": "two"}"#
        _ = mock.answer(
            Request(
                method: .post, target: "/open?vault=s3cret", headers: [.contentType: "application/json"],
                body: Array(body.utf8)))
        let told = journal.verification(mock.redaction).serialized()
        #expect(!told.contains("s3cret"), "\(told)")
        #expect(told.contains(#"body at /label: found \"two\", expected \"one\""#), "\(told)")
        #expect(told.contains("body at /passwd: found another"), "\(told)")
    }
}
