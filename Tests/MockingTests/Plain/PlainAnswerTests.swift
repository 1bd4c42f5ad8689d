// What is answered to a plain request at the first glance is what all rows of the decision table would answer.

import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Mocking

@Suite struct PlainAnswerTests {
    private func mock(_ options: Mock.Options = Mock.Options()) throws -> Mock {
        PlainPair(try ShopContract.load(), options: options).mock
    }

    /// Asks without looking at more than the bytes.
    private func glance(_ mock: Mock, _ target: String, _ fields: String = "Accept: */*") -> PlainExchange? {
        PlainPair.message(target, fields).withUnsafeBytes { bytes in
            PlainGet(bytes, headLimit: .max, fieldLimit: .max).flatMap { mock.answer($0) }
        }
    }

    @Test(arguments: [
        ("/items", true), ("/items?limit=2", true), ("/v1/items?limit=2&other=1", true), ("/items?limit=3", false),
        ("/items?user=7", false), ("/items/7", true), ("/v1/items/8?other", true), ("/items?limit=11", false),
        ("/items?limit=x", false),
        ("/items?user=nobody", false), ("/items/x", false), ("/items?__code=401", false), ("/items?limit=%32", false),
        ("/secret", false), ("/bare", false), ("/nowhere", false), ("/_counterpart/sessions/a/items", false),
        ("/clear", false),
    ])
    func answersAreThoseOfTheTable(target: String, isPlain: Bool) throws {
        let pair = PlainPair(try ShopContract.load())
        #expect(pair.isPlain(target, "Accept: */*") == isPlain)
        pair.expectSameMetrics()
        let entries = [pair.mock, pair.other].map { $0.session(nil).journal.entries().last }
        let redaction = Redaction(pair.mock.contract)
        #expect(entries[0]?.wholeJSON(redaction) == entries[1]?.wholeJSON(redaction))
        // What was not answered has left nothing behind.
        #expect(pair.mock.session(nil).journal.size.total == (isPlain ? 1 : 0))
    }

    /// What apps and browsers send is plain, whatever it is, but for what asks for something else.
    @Test func fieldsOfClientsArePlain() throws {
        let pair = PlainPair(try ShopContract.load(), options: .init(crossOrigin: .any))
        for client in PlainFields.clients {
            for target in ["/items/7", "/v1/items?limit=2"] {
                #expect(pair.isPlain(target, client.fields), "\(client)")
            }
        }
        pair.expectSameMetrics()
    }

    @Test(arguments: [
        ("/items/7", "Accept: application/json", true), ("/items/7", "Accept: text/csv", false),
        ("/items?limit=2", "Accept: text/csv", false), ("/items", "Accept: text/csv", false),
        ("/items", "Accept: text/csv, application/json;q=0.5", true), ("/items", "Accept: application/xml", false),
        ("/items", "Accept: application/json\r\nAccept: */*", false), ("/items/7", "Origin: null", true),
        ("/items/7", "Origin: https://other.example", true), ("/items/7", "Counterpart-Session: a", true),
        ("/items/7", "Counterpart-Session: a/b", false), ("/items/7", "Prefer: respond-async", false),
        ("/items/7", "Authorization: anything", true), ("/secret", "", false), ("/secret", "X-Key: k", true),
        ("/secret", "X-Key: invalid", false), ("/secret", "x-key: k\r\nX-Key: l", false),
        ("/secret", "Authorization: Bearer k", false), ("/items/7", "Content-Length: 0", false),
    ])
    func fieldsDecideLikeTheTable(target: String, fields: String, isPlain: Bool) throws {
        let pair = PlainPair(
            try ShopContract.load(), options: .init(crossOrigin: .listed(["null", "http://localhost:5173"])))
        // The first time, and when it was made before.
        #expect((0..<2).map { _ in pair.isPlain(target, fields) } == [isPlain, isPlain])
        pair.expectSameMetrics()
    }

    /// Of several types with an example that is answered which the client likes best.
    @Test(arguments: [
        ("", "application/json"), ("Accept: text/*", "text/csv"), ("Accept: text/csv, */*;q=0.1", "text/csv"),
        ("Accept: text/csv;q=0.1, application/json", "application/json"),
    ])
    func theUsualAnswerIsOfTheTypeThatIsWanted(fields: String, type: String) throws {
        let document = """
            openapi: 3.1.0
            info: {title: Prices, version: "1"}
            paths:
              /prices:
                get:
                  parameters: [{name: shop, in: query, schema: {type: integer}}]
                  responses:
                    '200':
                      description: Prices.
                      content: {application/json: {example: [1]}, text/csv: {example: "1"}, text/html: {schema: {}}}
            """
        let pair = PlainPair(try #require(Contract.load(files: ["openapi.yaml": document]).contract))
        // Without the shop it is what the examples tell of.
        #expect(pair.isPlain("/prices?shop=2", fields) == true)
        let entry = pair.mock.session(nil).journal.entries().last
        #expect(entry?.response.headers[.contentType] == type)
        #expect(pair.isPlain("/prices?shop=2", "Accept: text/html") == false)
        #expect(pair.isPlain("/prices?shop=2", "Accept: image/png") == false)
    }

    /// A port of a session's own.
    @Test func theSessionOfAPortIsAsked() throws {
        let pair = PlainPair(try ShopContract.load())
        let session = try #require(SessionID("port"))
        for fields in ["", "Accept: */*", "Counterpart-Session: other"] {
            #expect(pair.isPlain("/items/7", fields, of: session) == true)
        }
        #expect(pair.mock.session("port").journal.size.total == 2)
        #expect(pair.mock.session("other").journal.size.total == 1)
    }

    /// Where the mock file lists who may ask, it is asked whose credentials they are.
    @Test func identitiesAreNotSeen() throws {
        let anna = Identity(name: "anna", key: "k")
        let pair = PlainPair(try ShopContract.load(), behaviour: PlainPair.behaviour(identities: [anna]))
        #expect(pair.isPlain("/secret", "X-Key: k") == false)
        #expect(pair.isPlain("/items/7", "X-Key: k") == true)
    }

    @Test func whatASessionWasToldCounts() async throws {
        let mock = try mock()
        let control = Control(mock: mock)
        #expect(glance(mock, "/items") != nil)
        let once: JSON = ["operation": "listItems", "status": 500]
        let request = Request(
            method: .post, target: "/_counterpart/answers",
            headers: [.contentType: "application/json"], body: Array(once.serialized().utf8))
        guard case .now(let response)? = control.answer(request, isLoopback: true) else {
            Issue.record("no answer")
            return
        }
        #expect(response.status < 300)
        #expect(glance(mock, "/items") == nil)
        #expect(mock.answer(Request(target: "/items")).response.response.status == 500)
        #expect(glance(mock, "/items") != nil)
    }

    @Test func whatSpeaksForAllRequestsIsAsked() throws {
        #expect(glance(Mock(try ShopContract.load()), "/items") == nil)
        for options in [
            Mock.Options(delay: .milliseconds(1)), Mock.Options(profile: .edge), Mock.Options(forwarding: .rest),
        ] {
            #expect(glance(try mock(options), "/items") == nil)
        }
    }

    @Test func expectationsAreMet() throws {
        let mock = try mock()
        let journal = mock.session(nil).journal
        journal.contents.withLock {
            $0.expectations.add(
                [.init(filter: JournalFilter(operation: "listItems"), written: .null, times: 2)], after: 0)
        }
        for target in ["/items", "/items/7", "/items?limit=2"] { #expect(glance(mock, target) != nil) }
        #expect(journal.contents.withLock { $0.expectations.all[0].requests } == [1, 3])
    }

    @Test func theOldestMakeRoom() throws {
        var limits = Journal.Limits()
        limits.entries = 3
        let mock = try mock(.init(journal: limits))
        for id in 1...5 { #expect(glance(mock, "/items/\(id)") != nil) }
        #expect(mock.session(nil).journal.entries().map(\.request.target) == (3...5).map { "/items/\($0)" })
        let kept = mock.session(nil).journal.size
        mock.session(nil).journal.clear()
        #expect(kept.kept == 3)
        #expect(mock.session(nil).journal.size.bytes == 0)
    }
}
