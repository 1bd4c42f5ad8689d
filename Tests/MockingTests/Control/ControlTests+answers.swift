// Answers for once and state, by the control API.

import Journals
import ConsolePage
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

extension ControlTests {
    // MARK: Answers for once

    struct Once: CustomTestStringConvertible {
        let testDescription: String
        let body: JSON
        let answers: [String]
    }

    static let once = [
        Once(
            testDescription: "a status that is not declared", body: ["operation": "clear", "status": 503],
            answers: ["503", "204"]),
        Once(
            testDescription: "a declared status, three times",
            body: ["operation": "POST /clear", "status": 409, "times": 3],
            answers: ["409", "409", "409", "204"]),
        Once(
            testDescription: "an example", body: ["operation": "addLine", "example": "one"],
            answers: [#"200 {"product":"tea","number":1}"#, #"200 {"product":"tea","number":2}"#]),
        Once(
            testDescription: "a body",
            body: ["operation": "addLine", "status": 200, "body": ["product": "milk", "number": 9]],
            answers: [#"200 {"product":"milk","number":9}"#, #"200 {"product":"tea","number":2}"#]),
        Once(
            testDescription: "one that breaks the contract and is meant to",
            body: ["operation": "addLine", "status": 200, "body": ["number": -1], "force": true],
            answers: [#"200 {"number":-1}"#, #"200 {"product":"tea","number":2}"#]),
    ]

    @Test(arguments: once) func theNextCallsAreAnsweredSo(_ test: Once) async throws {
        let controlled = try ControlledMock()
        let added = try await controlled.tells(.post, "/answers", test.body)
        #expect(added.status == 201)
        #expect(added.json["number"] == 1)
        #expect(try await controlled.tells(.get, "/answers").json == [added.json])
        let isLine = test.body["operation"] == "addLine"
        let given = test.answers.map { _ in
            let answer = controlled.asks(.post, isLine ? "/lines" : "/clear", isLine ? Self.tea : nil)
            return test.answers.contains { $0.count == 3 } ? String(answer.prefix(3)) : answer
        }
        #expect(given == test.answers)
        #expect(try await controlled.tells(.get, "/answers").json == [])
        #expect(
            try await controlled.tells(.get, "/journal?decision=one-off").json["count"]
                == JSON.number(JSONNumber(test.answers.count - 1)))
    }

    @Test func aRequestThatBreaksTheContractGetsItToo() async throws {
        let controlled = try ControlledMock()
        _ = try await controlled.tells(
            .post, "/answers", ["operation": "listLines", "status": 503, "headers": ["Retry-After": "2"]])
        let response = controlled.mock.answer(Request(target: "/lines")).response.response
        #expect(response.status == 503)
        #expect(response.headers[.retryAfter] == "2")
    }

    @Test func aFaultIsAnAnswerForOnceToo() async throws {
        let controlled = try ControlledMock()
        #expect(try await controlled.tells(.post, "/answers", ["operation": "clear", "fault": "reset"]).status == 201)
        let first = controlled.mock.answer(Request(method: .post, target: "/clear"))
        #expect(first.delivery.ending == .unanswered(.reset))
        #expect(first.decision.description == "one-off answer 1: connection reset")
        #expect(controlled.mock.answer(Request(method: .post, target: "/clear")).delivery.ending == .complete)
    }

    static let refusedAnswers: [(body: JSON, status: Int, detail: String)] = [
        (["operation": "clean", "status": 503], 404, "Did you mean clear?"),
        (["operation": "clear", "status": 404], 409, "POST /clear declares 204, 409, not 404."),
        (["operation": "addLine", "example": "two"], 409, "has no example two. It has one."),
        (
            ["operation": "addLine", "status": 200, "body": ["product": 7, "number": 1]], 409,
            "found 7, expected string"
        ),
        (["operation": "clear", "fault": "rest"], 409, "Did you mean 'reset'?"),
        (["operation": "clear"], 400, ""), (["operation": "clear", "status": 503, "fault": "reset"], 400, ""),
        (["operation": "clear", "status": 503, "times": 0], 400, "at least 1"),
    ]

    @Test(arguments: refusedAnswers)
    func answersAreHeldToTheContract(body: JSON, status: Int, detail: String) async throws {
        let controlled = try ControlledMock()
        let refused = try await controlled.tells(.post, "/answers", body)
        #expect(refused.status == status)
        #expect(refused.json["detail"]?.string?.contains(detail) == true || detail.isEmpty, "\(refused.json)")
        #expect(try await controlled.tells(.get, "/answers").json == [])
    }

    // MARK: State

    @Test func theStateIsReadAndWritten() async throws {
        let controlled = try ControlledMock()
        #expect(try await controlled.tells(.get, "/state?pointer=/lines/0/product").json == "tea")
        #expect(try await controlled.tells(.put, "/state?pointer=/lines/0/number", 7).status == 204)
        #expect(
            try await controlled.tells(.put, "/state?pointer=/lines/-", ["user": 1, "product": "milk", "number": 1])
                .status == 204)
        #expect(
            controlled.asks(.get, "/lines?user=1")
                == #"200 [{"product":"tea","number":7},{"product":"milk","number":1}]"#)
        let whole: JSON = ["users": [], "lines": [], "visits": 5]
        #expect(try await controlled.tells(.put, "/state", whole).status == 204)
        #expect(try await controlled.tells(.get, "/state").json == whole)
        #expect(controlled.asks(.get, "/lines?user=1") == "200 []")
        #expect(
            controlled.asks(.get, "/_counterpart/sessions/other/lines?user=1") == #"200 [{"product":"tea","number":2}]"#
        )
        #expect(try await controlled.tells(.post, "/reset").status == 204)
        #expect(controlled.asks(.get, "/lines?user=1") == #"200 [{"product":"tea","number":2}]"#)
    }

    static let refusedStates: [(pointer: String, value: JSON, status: Int, detail: String)] = [
        ("/linse", [], 404, "Did you mean 'lines'?"), ("/lines", 7, 409, "found a number, expected a list"),
        ("/lines/9", [:], 404, "Nothing can stand at /lines/9"), ("/lines/0/number", "two", 409, "expected a number"),
        ("/lines/0/numbr", 2, 409, "perhaps 'number'"), ("/lines/0", 7, 409, "found a number"),
        ("/visits", "many", 409, "At /visits: found text, expected a number"),
        ("/visits/x", 1, 404, "Nothing can stand"),
        ("", [], 409, "an object with all names"), ("", ["users": [], "lines": []], 409, "no 'visits'"),
        ("", ["users": [], "lines": [], "visits": 0, "vists": 0], 404, "'vists'"),
    ]

    @Test(arguments: refusedStates)
    func theStateKeepsItsShape(pointer: String, value: JSON, status: Int, detail: String) async throws {
        let controlled = try ControlledMock()
        let before = try await controlled.tells(.get, "/state").json
        let refused = try await controlled.tells(.put, "/state?pointer=\(pointer)", value)
        #expect(refused.status == status)
        #expect(refused.json["detail"]?.string?.contains(detail) == true, "\(refused.json)")
        #expect(try await controlled.tells(.get, "/state").json == before)
    }
}
