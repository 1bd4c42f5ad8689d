// Requests expected in an order, and what is said when they do not come so.

import JSONValues
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ExpectationTests {
    /// What was asked: `list`, `add tea`, `clear`, or a path.
    private func ask(_ controlled: ControlledMock, _ what: String) {
        switch what.split(separator: " ").first {
        case "list": controlled.asks(.get, "/lines?user=1&limit=5")
        case "add": controlled.asks(.post, "/lines", ["user": 1, "product": .string(String(what.dropFirst(4)))])
        case "clear": controlled.asks(.post, "/clear")
        default: controlled.asks(.get, what)
        }
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let expected: JSON
        let asked: [String]
        let met: [Bool]
        var early: [[Int]] = []
        var message = ""
    }

    static let listThenAdd: JSON = [["operation": "listLines"], ["operation": "addLine", "body": ["product": "tea"]]]

    static let cases = [
        Case(
            testDescription: "in order", expected: listThenAdd, asked: ["list", "add tea"], met: [true, true],
            message: "2 of 2 expectations are met."),
        Case(
            testDescription: "with others between", expected: listThenAdd,
            asked: ["clear", "list", "list", "clear", "add tea", "list"], met: [true, true]),
        Case(
            testDescription: "in the wrong order", expected: listThenAdd, asked: ["add tea", "list"],
            met: [true, false], early: [[1, 2]],
            message:
                "1 of 2 expectations are met. Expectation 2 lacks a request; the closest is request 1, POST /lines (which came too early)."
        ),
        Case(
            testDescription: "with another body", expected: listThenAdd, asked: ["list", "add milk"],
            met: [true, false],
            message:
                #"1 of 2 expectations are met. Expectation 2 lacks a request; the closest is request 2, POST /lines (body at /product: found "milk", expected "tea")."#
        ),
        Case(
            testDescription: "by a request that missed", expected: [["operation": "listLines"]],
            asked: ["clear", "/liens?user=1"], met: [false],
            message:
                "0 of 1 expectations are met. Expectation 1 lacks a request; the closest is request 2, GET /liens?user=1 (operation: found none, expected listLines: send GET /lines?user=1)."
        ),
        Case(
            testDescription: "so many times", expected: [["operation": "clear", "times": 2], ["method": "GET"]],
            asked: ["clear", "list", "clear"],
            met: [true, false], early: [[2, 2]]),
        Case(
            testDescription: "by query and path", expected: [["path": "/li*", "query": ["limit": "5", "user": "1"]]],
            asked: ["list"], met: [true]),
        Case(testDescription: "by status", expected: [["status": 400]], asked: ["list", "/lines"], met: [true]),
        Case(
            testDescription: "never", expected: listThenAdd, asked: [], met: [false, false],
            message: "0 of 2 expectations are met. Expectation 1 lacks a request."),
    ]

    @Test(arguments: cases) func areMet(_ test: Case) async throws {
        let controlled = try ControlledMock()
        // What came before counts for nothing.
        ask(controlled, "list")
        _ = try await controlled.tells(.post, "/reset")
        #expect(try await controlled.tells(.post, "/expectations", test.expected).status == 201)
        for what in test.asked { ask(controlled, what) }
        let told = try await controlled.tells(.get, "/expectations").json
        #expect(told["expectations"]?.array?.map { $0["met"]?.bool } == test.met)
        #expect(told["met"] == .bool(test.met.allSatisfy { $0 }))
        // One request came before.
        let early = (told["out_of_order"]?.array ?? []).map {
            [($0["request"]?.number?.int64 ?? 0) - 1, $0["expectation"]?.number?.int64 ?? 0]
        }
        #expect(early == test.early.map { $0.map { Int64($0) } })
        guard !test.message.isEmpty else { return }
        let message = test.message.replacing(/request (\d)/) { "request \((Int($0.1) ?? 0) + 1)" }
        #expect(told["message"]?.string == message)
    }

    @Test func furtherOnesComeAfterThose() async throws {
        let controlled = try ControlledMock()
        _ = try await controlled.tells(.post, "/expectations", [["operation": "listLines"]])
        ask(controlled, "list")
        let told = try await controlled.tells(.post, "/expectations", [["operation": "clear"]]).json
        #expect(told["message"] == "1 of 2 expectations are met. Expectation 2 lacks a request.")
        #expect(try await controlled.tells(.delete, "/expectations").status == 204)
        #expect(try await controlled.tells(.get, "/expectations").json["met"] == true)
    }

    @Test func theyAreBounded() async throws {
        let controlled = try ControlledMock()
        let hundred: JSON = .array(Array(repeating: ["operation": "clear"], count: 100))
        for _ in 0..<10 { #expect(try await controlled.tells(.post, "/expectations", hundred).status == 201) }
        #expect(try await controlled.tells(.post, "/expectations", hundred).status == 409)
        #expect(try await controlled.tells(.post, "/expectations", [["operation": "claer"]]).status == 404)
    }
}
