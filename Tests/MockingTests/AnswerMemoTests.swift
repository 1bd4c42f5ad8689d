// Answers that are remembered are those that would be worked out.

@testable import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling
import Testing

@testable import Mocking

@Suite struct AnswerMemoTests {
    /// The named exchanges of the shop by chance, in two sessions that share what they have not changed.
    @Test func answersAreThoseWithoutMemory() throws {
        let app = try AppContract.load("sneaker-shop")
        var forgetful = app.behaviour
        forgetful.ruleInputs = [:]
        let (mock, other) = (app.mock(), Mock(app.contract, behaviour: forgetful, clock: AppContract.clock))
        let requests = app.contract.operations.flatMap { operation in
            operation.pairs.map { operation.request(for: $0, basePath: operation.servers.first?.basePath ?? "") }
        }
        var generator = SeededGenerator(seed: 11)
        var remembered = 0
        var last: [String: PreparedResponse] = [:]
        for _ in 0..<300 {
            var request = requests[generator.below(requests.count)]
            request.target = "/_counterpart/sessions/\(generator.below(2))" + request.target
            if generator.percent(10) { request.headers[.accept] = generator.element(of: ["*/*", "text/html"]) }
            let (answer, expected) = (mock.answer(request), other.answer(request))
            #expect(answer.response == expected.response, "\(request.target)")
            #expect(answer.decision == expected.decision, "\(request.target)")
            if last.updateValue(answer.response, forKey: request.target) === answer.response { remembered += 1 }
        }
        #expect(remembered > 10)
    }

    private static func mock(_ rules: String) throws -> Mock {
        let (contract, behaviour, problems) = try CartShop.load(CartShop.state + rules)
        #expect(problems == [])
        return Mock(contract, behaviour: try #require(behaviour), clock: MockClock { .seconds(1_795_253_400) })
    }

    private static let lines = """
        operations:
          listLines:
            - respond: {status: 200, body: 'state.lines.filter(l, l.user == params.user).map(l, {"product": l.product, "number": l.number})'}
          addLine:
            - change:
                - insert: lines
                  set: {user: params.user, product: params.product, number: 1}
              respond: {status: 200, body: '{"product": params.product, "number": 1}'}
          clear:
            - change: [{set: {visits: state.visits + 1}}]
              respond: 204
        """

    private static func told(_ mock: Mock, _ target: String, session: String = "") -> PreparedResponse {
        mock.answer(Request(target: session + target)).response
    }

    @Test func anAnswerLastsAsLongAsWhatItReads() throws {
        let mock = try Self.mock(Self.lines)
        let first = Self.told(mock, "/v1/lines?user=1")
        #expect(Self.told(mock, "/v1/lines?user=1") === first)
        // Another session has the same state until one of them changes it.
        #expect(Self.told(mock, "/v1/lines?user=1", session: "/_counterpart/sessions/a") === first)
        _ = mock.answer(Request(method: .post, target: "/v1/clear"))
        #expect(Self.told(mock, "/v1/lines?user=1") === first, "visits are of no matter to it")
        let client = MockClient(mock)
        try client.send(.post, "/v1/lines", ["user": 2, "product": "milk"])
        #expect(Self.told(mock, "/v1/lines?user=1") == first)
        try client.send(.post, "/v1/lines", ["user": 1, "product": "milk"])
        #expect(
            String(decoding: Self.told(mock, "/v1/lines?user=1").response.body, as: UTF8.self)
                == #"[{"product":"tea","number":2},{"product":"milk","number":1}]"#)
        #expect(Self.told(mock, "/v1/lines?user=1", session: "/_counterpart/sessions/a") == first)
        mock.session(nil).reset()
        #expect(Self.told(mock, "/v1/lines?user=1") == first)
    }

    @Test(arguments: [
        // Whether it is worked out again for each of three equal questions.
        ("state.lines.map(l, {'product': l.product, 'number': l.number})", false),
        ("[{'product': identity, 'number': 1}]", false), ("[{'product': 'tea', 'number': call}]", true),
        ("[{'product': string(now), 'number': 1}]", true), ("[{'product': session.id, 'number': 1}]", true),
        ("[{'product': request.path, 'number': 1}]", true),
        ("[{'product': 'tea', 'number': state.visits}]", false),
    ])
    func whatHangsOnMoreIsWorkedOutAnew(body: String, isNew: Bool) throws {
        let mock = try Self.mock(
            "operations: {listLines: [{respond: {status: 200, body: \"\(body)\"}}]}")
        let operation = try #require(mock.contract.operation(id: "listLines"))
        #expect((mock.tables[operation.index].parts == nil) == isNew)
        let answers = (0..<3).map { _ in Self.told(mock, "/v1/lines?user=1") }
        #expect((answers[1] != answers[2]) == body.contains("call"))
    }

    @Test func equalIsNotTheSame() throws {
        let mock = try Self.mock(
            """
            operations:
              addLine:
                - respond: {status: 200, body: '{"product": params.product, "number": 1}'}
            """)
        let client = MockClient(mock)
        for product in ["e\u{301}", "é", "e\u{301}"] {
            let told = try client.send(.post, "/v1/lines", ["user": 1, "product": .string(product)])
            #expect(told.body?["product"]?.string.map { Array($0.utf8) } == Array(product.utf8))
        }
    }

    /// However many ask, what is kept has a bound, and what was forgotten is worked out again.
    @Test func theOldestMakeRoom() throws {
        let mock = try Self.mock(Self.lines)
        let first = Self.told(mock, "/v1/lines?user=0")
        #expect(Self.told(mock, "/v1/lines?user=0") === first)
        for user in 1...5_000 { _ = Self.told(mock, "/v1/lines?user=\(user)") }
        let later = Self.told(mock, "/v1/lines?user=0")
        #expect(later !== first)
        #expect(later == first)
    }

    /// What is asked the same is answered the same; who asks for another sample gets the next.
    @Test func samplesAreMadeAnewWhereThatIsAsked() throws {
        let mock = try ShopContract.mock()
        let dynamic = HTTPFields([HTTPField(name: HTTPField.Name("Prefer")!, value: "dynamic=true")])
        func bodies(_ fields: HTTPFields) -> [[UInt8]] {
            (0..<3).map { _ in mock.answer(Request(target: "/bare", headers: fields)).response.response.body }
        }
        #expect(Set(bodies([:])).count == 1)
        #expect(Set(bodies(dynamic)).count == 3)
    }

    /// What the client accepts and prefers, who it is, and its conditions are part of the question.
    @Test func fieldsThatCountAreCompared() throws {
        let mock = try ShopContract.mock()
        func told(_ target: String, _ fields: HTTPFields) -> String {
            let response = mock.answer(Request(target: target, headers: fields)).response.response
            return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
        }
        let key = HTTPField.Name("X-Key"), prefer = HTTPField.Name("Prefer")
        for _ in 0..<2 {
            #expect(told("/items?limit=3", [:]) == "200 [1,2]")
            #expect(told("/items?limit=3", [.accept: "text/csv"]) == "200 1,2,3")
            #expect(told("/items?limit=3", prefer.map { [$0: "example=all"] } ?? [:]) == "200 [1,2,3]")
            #expect(told("/secret", key.map { [$0: "k"] } ?? [:]).hasPrefix("204"))
            #expect(told("/secret", key.map { [$0: "invalid"] } ?? [:]).hasPrefix("403"))
            #expect(told("/secret", [:]).hasPrefix("403"))
        }
    }
}
