// The provider that a consumer expects, and what generators put into its answers and into requests.

import HTTPExchange
import HTTPTypes
import JSONValues
import RegularExpressions
import Testing

@testable import Pact

struct ProviderTests {
    private let now = DateTime(secondsSinceEpoch: 1_790_000_000)

    private func provider() throws -> ExpectedProvider {
        ExpectedProvider([try PactFiles.read(PactFiles.orders).pact], seed: 1) { [now] in now }
    }

    @Test func answersWhatThePactExpects() throws {
        let request = Request(
            target: "/orders/12?fields=id&fields=total", headers: [.accept: "application/json", .userAgent: "app"])
        let (response, _) = try provider().answer(request, url: "http://127.0.0.1:9000")
        #expect(response.status == 200)
        #expect(response.headers[.contentType] == "application/json; charset=utf-8")
        let body = try JSON(parsing: response.body)
        #expect(body["self"] == "http://127.0.0.1:9000/orders/7")
        #expect(body["placed"] == "2026-09-28T14:13:20Z")
        #expect(body["total"]?.number?.text == "12.5")
    }

    @Test func refusesWithTheNearestInteractionAndWhy() throws {
        let (response, outcome) = try provider().answer(
            Request(target: "/orders/x?fields=id", headers: [.accept: "application/json"]), url: nil)
        #expect(response.status == 500 && response.headers[.contentType] == "application/problem+json")
        guard case .refused(let misses) = outcome else {
            Issue.record("was answered")
            return
        }
        #expect(misses.map(\.interaction.description) == ["an order is read", "an order is placed"])
        #expect(
            misses[0].mismatches.map(\.description) == [
                #"path: the value does not match: found /orders/x, expected a match of //orders/\d+/"#,
                "query parameter fields: another number of values: found 'id', expected 'id', 'total'",
            ])
        let body = try JSON(parsing: response.body)
        #expect(body["nearest"]?[0]?["interaction"] == "an order is read, given an order exists")
    }

    @Test func aRequestMayHaveNothingUnexpected() throws {
        func post(_ body: String) throws -> Int {
            try provider().answer(
                Request(
                    method: .post, target: "/orders", headers: [.contentType: "application/json"],
                    body: Array(body.utf8)), url: nil
            ).response.status
        }
        #expect(try post(#"{"amount": 2, "sku": "A-1"}"#) == 201)
        #expect(try post(#"{"amount": 2, "sku": "A-1", "more": 1}"#) == 500)
    }

    @Test func requestsHaveWhatTheStatesGave() throws {
        let interaction = try PactFiles.read(PactFiles.orders).pact.interactions[0]
        var values = GeneratedValues(for: .provider, seed: 1, now: now, state: ["id": 31])
        #expect(interaction.request.generated(&values).target == "/orders/31?fields=id&fields=total")
        var nothing = GeneratedValues(for: .provider, seed: 1, now: now)
        #expect(interaction.request.generated(&nothing).target == "/orders/7?fields=id&fields=total")
    }

    @Test func generatedValuesFitWhatTheySay() throws {
        var values = GeneratedValues(for: .consumer, seed: 5, now: now)
        func text(_ generator: Generator) -> String { values.value(generator, for: "")?.plainText ?? "" }
        for _ in 0..<50 {
            #expect((3...5).contains(Int(text(.randomInt(3...5))) ?? 0))
            #expect(text(.randomDecimal(digits: 4)).count == 5)
            let digits = text(.randomHexadecimal(digits: 8))
            #expect(digits.count == 8 && digits.filter(\.isHexDigit) == digits)
            #expect(text(.randomString(size: 6)).count == 6)
            let sample = text(.regex("[a-c]{2}-\\d"))
            let pattern = try PactReader.pattern("[a-c]{2}-\\d")
            #expect(pattern.matchesWhole(sample))
            let uuid = text(.uuid(.lowerHyphenated))
            let form = try PactReader.pattern("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
            #expect(form.matchesWhole(uuid))
        }
    }

    @Test(arguments: [
        ("today", "2026-09-21"), ("tomorrow + 1 week", "2026-09-29"), ("today - 1 month", "2026-08-21"),
        ("now + 2 years", "2028-09-21"), ("+ 3 days", "2026-09-24"), ("today +1 day", "2026-09-22"),
    ])
    func dateExpressions(_ text: String, _ day: String) throws {
        let expression = try #require(DateExpression(text))
        let pattern = try #require(DatePattern(nil, kind: .date))
        #expect(pattern.format(expression.applied(to: now)) == day)
    }

    @Test func expressionsThatAreNoneAreRefused() {
        for text in ["soon", "today + many days", "today + 1", "next monday"] { #expect(DateExpression(text) == nil) }
    }
}
