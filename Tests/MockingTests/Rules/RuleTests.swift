// What rules do: conditions, changes, answers, one transaction a request, one state a session.

import Journals
@testable import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Mocking

@Suite struct RuleTests {
    private static let cart =
        CartShop.state + """
            define:
              user: state.users.filter(u, u.id == params.user)
              amount: 'has(params.number) ? params.number : 1u'
            operations:
              listLines:
                - when: size(user) == 0
                  respond: 401
                - respond:
                    status: 200
                    headers: {X-Total: size(state.lines)}
                    body: |
                      state.lines.filter(l, l.user == params.user).map(l, {'product': l.product, 'number': l.number})
              addLine:
                - when: size(user) == 0
                  respond: 401
                - when: params.product == 'broken'
                  change:
                    - insert: lines
                      set: {user: params.user, product: params.product, number: 1}
                    - update: lines
                      set: {number: 1 / (row.number - row.number)}
                  respond: 200
                - change:
                    - upsert: lines
                      where: row.user == params.user && row.product == params.product
                      set:
                        user: params.user
                        product: params.product
                        number: '(has(row.number) ? row.number : 0u) + amount'
                  respond:
                    status: 200
                    body:
                      product: params.product
                      number: state.lines.filter(l, l.user == params.user && l.product == params.product)[0].number
              clear:
                - when: size(state.lines) == 0
                  respond: 409
                - change:
                    - remove: lines
                    - set: {visits: state.visits + 1}
                  respond: 204
            """

    @Test func linesAddUp() throws {
        let mock = try CartShop.mock(Self.cart)
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "tea"]) == #"200 {"product":"tea","number":3}"#)
        #expect(
            mock.told(.post, "/lines", ["user": 1, "product": "milk", "number": 4])
                == #"200 {"product":"milk","number":4}"#)
        #expect(
            mock.told(.get, "/lines?user=1")
                == #"200 [{"product":"tea","number":3},{"product":"milk","number":4}]"#)
        #expect(mock.told(.get, "/lines?user=2") == "401")
        #expect(mock.told(.post, "/clear") == "204")
        #expect(mock.told(.post, "/clear") == "409")
        #expect(mock.told(.get, "/lines?user=1") == "200 []")
    }

    @Test func wholeNumbersStayExact() throws {
        let mock = try CartShop.mock(Self.cart)
        let largest: JSON = .number(JSONNumber(UInt64.max))
        #expect(
            mock.told(
                .post, "/lines", ["user": largest, "product": "x", "number": .number(JSONNumber(UInt64.max - 1))])
                == #"200 {"product":"x","number":18446744073709551614}"#)
        #expect(
            mock.told(.post, "/lines", ["user": largest, "product": "x"])
                == #"200 {"product":"x","number":18446744073709551615}"#)
        // One more overflows: the rule fails, and says so.
        #expect(mock.told(.post, "/lines", ["user": largest, "product": "x"]).hasPrefix("500"))
        #expect(
            mock.told(.get, "/lines?user=18446744073709551615")
                == #"200 [{"product":"x","number":18446744073709551615}]"#)
    }

    @Test func changesAreMadeTogetherOrNotAtAll() throws {
        let mock = try CartShop.mock(Self.cart)
        let before = mock.told(.get, "/lines?user=1")
        let answer = mock.answer(
            Request(
                method: .post, target: "/lines", headers: [.contentType: "application/json"],
                body: Array(#"{"user": 1, "product": "broken"}"#.utf8)))
        #expect(answer.response.response.status == 500)
        #expect(answer.decision.description == "failed: rule 2, mock.yaml:20:7")
        let problem = try JSON(parsing: answer.response.response.body)
        #expect(
            problem["detail"]
                == "division by zero (mock.yaml:25:27). The state is as it was before the request.")
        #expect(answer.ownViolations.map(\.check) == [.undeclaredStatus])
        #expect(mock.told(.get, "/lines?user=1") == before)
    }

    @Test func theAnswerSaysWhichRuleGaveIt() throws {
        let mock = try CartShop.mock(Self.cart)
        let answer = mock.answer(Request(target: "/lines?user=1"))
        #expect(answer.decision.description == "rule 2, mock.yaml:12:7")
        #expect(HTTPField.Name("X-Total").flatMap { answer.response.response.headers[$0] } == "1")
        #expect(answer.ownViolations.isEmpty)
    }

    @Test func anAnswerThatBreaksTheContractIsMarked() throws {
        let text = """
            state: {lines: [{product: tea, number: -1}]}
            operations:
              listLines:
                - respond: {status: 200, body: state.lines}
            """
        let answer = try CartShop.mock(text).answer(Request(target: "/lines?user=1"))
        #expect(answer.ownViolations.map(\.keyword) == ["minimum"])
    }

    @Test func callNowAndSession() throws {
        let time = Mutex(Duration.seconds(1_000_000_000))
        let mock = try CartShop.mock(
            """
            operations:
              addLine:
                - when: call <= 2
                  respond: 401
                - when: now > session.started + duration('10s')
                  respond: 400
                - respond:
                    status: 200
                    body: "{'product': session.id + ' ' + request.method + ' ' + request.url + ' ' + request.query + ' ' + request.headers['x-who'], 'number': call}"
            """, clock: MockClock { time.withLock { $0 } })
        let target = "/_counterpart/sessions/t-1/v1/lines?a=b"
        let headers: HTTPFields = [try #require(HTTPField.Name("X-Who")): "me"]
        func add() -> String { mock.told(.post, target, ["user": 1, "product": "tea"], headers: headers) }
        #expect(add() == "401")
        #expect(add() == "401")
        #expect(
            add()
                == #"200 {"product":"t-1 POST http://localhost/_counterpart/sessions/t-1/v1/lines a=b me","number":3}"#)
        time.withLock { $0 += .seconds(11) }
        #expect(add() == "400")
    }

    /// With content that somebody else gives, and without any.
    @Test func headersGoWithWhateverIsAnswered() throws {
        let mock = try CartShop.mock(
            """
            operations:
              addLine:
                - when: call == 1
                  respond: {status: 200, headers: {X-Call: string(call)}, example: one}
                - respond: {status: 200, headers: {X-Call: string(call)}}
              clear:
                - respond: {status: 204, headers: {X-Call: string(call)}}
            """)
        let name = try #require(HTTPField.Name("X-Call"))
        for target in ["/lines", "/lines", "/clear"] {
            let request = Request(
                method: .post, target: target, headers: [.contentType: "application/json"],
                body: Array(#"{"user": 1, "product": "tea"}"#.utf8))
            #expect(mock.answer(request).response.response.headers[name] != nil, "\(target)")
        }
    }

    @Test func headersCanBeLeftOut() throws {
        let mock = try CartShop.mock(
            """
            operations:
              listLines:
                - when: call == 1
                  respond: {status: 200, headers: {X-Total: 'null', X-Other: "'é, ' + string(call)"}, body: '[]'}
                - respond: {status: 200, headers: {X-Total: call}, body: '[]'}
            """)
        let total = try #require(HTTPField.Name("X-Total"))
        let first = mock.answer(Request(target: "/lines?user=1")).response.response
        #expect(first.headers[total] == nil)
        #expect(HTTPField.Name("X-Other").flatMap { first.headers[$0] } == "é, 1")
        #expect(mock.answer(Request(target: "/lines?user=1")).response.response.headers[total] == "2")
    }

    @Test func aRuleCanNameAnExample() throws {
        let mock = try CartShop.mock("operations: {addLine: [{respond: {status: 200, example: one}}]}")
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "x"]) == #"200 {"product":"tea","number":1}"#)
    }

    @Test func whatNoRuleTakesGoesOnToTheExamples() throws {
        let mock = try CartShop.mock("operations: {addLine: [{when: params.product == 'x', respond: 400}]}")
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "x"]) == "400")
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "y"]) == #"200 {"product":"tea","number":1}"#)
    }

    @Test func preferencesComeBeforeRules() throws {
        let mock = try CartShop.mock(Self.cart)
        #expect(mock.told(.post, "/clear?__code=409") == "409")
        #expect(mock.told(.get, "/lines?user=1") == #"200 [{"product":"tea","number":2}]"#)
    }

    @Test func anExpressionThatCostsTooMuchFails() throws {
        let mock = try CartShop.mock(
            """
            state: {numbers: [\((0..<300).map(String.init).joined(separator: ", "))]}
            operations:
              clear:
                - when: state.numbers.all(a, state.numbers.all(b, state.numbers.all(c, a + b + c >= 0)))
                  respond: 204
            """)
        #expect(mock.told(.post, "/clear").hasPrefix("500"))
    }

    @Test func aCollectionDoesNotGrowWithoutEnd() throws {
        let rows = "[" + Array(repeating: #"{"n":1}"#, count: Rule.Change.rowLimit).joined(separator: ",") + "]"
        let mock = try CartShop.mock(
            """
            state: {rows: rows.json}
            operations:
              clear:
                - when: call == 1
                  change:
                    - insert: rows
                      set: {n: 2}
                  respond: 204
                - when: call == 2
                  change:
                    - set: {rows: 'state.rows + [{"n": 2}]'}
                  respond: 204
                - when: size(state.rows) == 100000
                  change:
                    - remove: rows
                    - insert: rows
                      set: {n: 2}
                  respond: 204
                - respond: 409
            """, files: ["rows.json": rows])
        #expect(mock.told(.post, "/clear").contains("would have 100001 rows"))
        #expect(mock.told(.post, "/clear").contains("would have 100001 rows"))
        #expect(mock.told(.post, "/clear") == "204")
        #expect(mock.told(.post, "/clear") == "409")
    }
}
