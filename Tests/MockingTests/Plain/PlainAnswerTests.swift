// What is answered to a plain request at the first glance is what all rows of the decision table would answer.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract
import Synchronization
import Testing

@testable import Mocking

@Suite struct PlainAnswerTests {
    private static let time = MockClock { .seconds(1_700_000_000) }
    /// What belongs to a collection is for row 7.
    private static let behaviour = Behaviour(
        rules: [:], state: RuleState([]), infersCollections: false, latency: Latency(), faults: [], identities: [])

    private func mock(_ options: Mock.Options = Mock.Options()) throws -> Mock {
        Mock(try ShopContract.load(), behaviour: Self.behaviour, options: options, clock: Self.time)
    }

    /// Asks without looking at more than the bytes.
    private func glance(_ mock: Mock, _ target: String) -> PlainExchange? {
        Array("GET \(target) HTTP/1.1\r\nHost: h\r\nAccept: */*\r\n\r\n".utf8).withUnsafeBytes { bytes in
            PlainGet(bytes, headLimit: .max, fieldLimit: .max).flatMap { mock.answer($0) }
        }
    }

    /// Whether it was answered at the first glance. The answer, and all that is kept of it, is compared with what another mock of the same
    /// contract says that has looked at everything.
    private func isPlain(_ target: String, _ mock: Mock, _ other: Mock) -> Bool {
        guard let exchange = glance(mock, target) else { return false }
        let answer = other.answer(exchange.request)
        #expect(exchange.response == answer.response, "\(target)")
        #expect(answer.delivery == .immediate, "\(target)")
        exchange.wasDelivered(Delivered(elapsed: .milliseconds(2)))
        answer.wasDelivered(Delivered(elapsed: .milliseconds(2)))
        let entries = [mock, other].map { $0.session(nil).journal.entries().last }
        let redaction = Redaction(mock.contract)
        #expect(entries[0]?.wholeJSON(redaction) == entries[1]?.wholeJSON(redaction), "\(target)")
        #expect(entries[0]?.operation === entries[1]?.operation)
        return true
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
        let mock = try mock()
        let other = Mock(mock.contract, behaviour: Self.behaviour, clock: Self.time)
        #expect(self.isPlain(target, mock, other) == isPlain)
        #expect(mock.metrics.text(gauges: []) == other.metrics.text(gauges: []))
        // What was not answered has left nothing behind.
        #expect(mock.session(nil).journal.size.total == (isPlain ? 1 : 0))
    }

    /// Every operation of the shop, with the values of its examples and with others.
    @Test func theShopAnswersAlike() throws {
        let path = "\(#filePath)".split(separator: "/Tests/")[0] + "/Contracts/sneaker-shop/openapi.yaml"
        let contract = try #require(Contract.load(path: String(path)).contract)
        let (mock, other) = (Mock(contract, clock: Self.time), Mock(contract, clock: Self.time))
        var count = 0
        for operation in contract.operations where operation.method == .get {
            let values = operation.pairs.map { pair in
                pair.parameters.map { "\($0.parameter.name)=\($0.value.string ?? $0.value.serialized())" }
            }
            for query in values + [["user_id=1"], ["user_id=2", "search_pattern=a", "product_id=1", "category_id=1"]] {
                let target = operation.path.text + "?" + query.joined(separator: "&")
                if isPlain(target, mock, other) { count += 1 }
            }
        }
        #expect(count > 10)
        #expect(isPlain("/api/shop/find_products?user_id=1&search_pattern=runner&category_id=10", mock, other))
        #expect(isPlain("/api/shop/find_products?user_id=1&search_pattern=other&category_id=11", mock, other))
        #expect(mock.metrics.text(gauges: []) == other.metrics.text(gauges: []))
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
        #expect(glance(Mock(try ShopContract.load(), clock: Self.time), "/items") == nil)
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
