// Answers that are streams of server-sent events.

@testable import MockRules
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct EventAnswerTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Orders, version: "1"}
        paths:
          /orders/{id}/events:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: watchOrder
              responses:
                "200":
                  description: What becomes of it
                  content:
                    text/event-stream:
                      schema: {$ref: '#/components/schemas/Change'}
                      examples:
                        delivered:
                          value: [{id: 1, data: {state: paid}}, {id: 2, data: {state: sent}}, {id: 3, data: {state: there}}]
                        lost: {value: {state: lost}}
                "204": {description: Nothing more}
          /ticks:
            get:
              operationId: tick
              responses:
                "200": {description: For ever, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Change'}}}}
          /replies:
            post:
              operationId: reply
              requestBody:
                content: {application/json: {schema: {type: object, properties: {stream: {type: boolean}}}}}
              responses:
                "200":
                  description: At once, or in pieces
                  content:
                    application/json: {schema: {$ref: '#/components/schemas/Change'}}
                    text/event-stream: {schema: {$ref: '#/components/schemas/Change'}}
        components:
          schemas:
            Change: {type: object, required: [state], properties: {state: {type: string, minLength: 1, maxLength: 9}}}
        """

    private func mock(_ file: String = "") throws -> Mock {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let read = Behaviour.load(from: ContractFolder(files: ["mock.yaml": file]), for: contract)
        #expect(read.diagnostics.map(\.message) == [])
        return Mock(contract, behaviour: try #require(read.behaviour))
    }

    private func ask(_ mock: Mock, _ target: String, after last: String? = nil) throws -> Answer {
        var request = Request(target: target)
        if let last { request.headers[try #require(HTTPField.Name("Last-Event-ID"))] = last }
        let answer = mock.answer(request)
        #expect(answer.ownViolations.isEmpty, "\(answer.decision): \(answer.ownViolations)")
        return answer
    }

    private func data(_ answer: Answer) -> [String?] {
        ServerSentEvent.all(in: answer.response.response.body).map(\.event.data)
    }

    /// SDKs send the same `Accept` with every request.
    @Test(arguments: [
        ("application/json", "true", "text/event-stream"), ("application/json", "false", "application/json"),
        ("*/*", "true", "text/event-stream"), ("*/*", "null", "application/json"),
        ("text/event-stream", "false", "text/event-stream"),
    ])
    func aStreamIsAskedForByTheBody(accept: String, stream: String, expected: String) throws {
        let body = stream == "null" ? "{}" : #"{"stream": \#(stream)}"#
        for prefer in [nil, "code=200", "dynamic=true"] {
            var headers: HTTPFields = [.accept: accept, .contentType: "application/json"]
            headers[try #require(HTTPField.Name("Prefer"))] = prefer
            let answer = try mock().answer(
                Request(method: .post, target: "/replies", headers: headers, body: Array(body.utf8)))
            #expect(answer.response.response.headers[.contentType] == expected)
        }
    }

    @Test func examplesAreEventsOneAfterAnother() throws {
        let answer = try ask(try mock(), "/orders/7/events")
        #expect(data(answer) == ["{\"state\":\"paid\"}", "{\"state\":\"sent\"}", "{\"state\":\"there\"}"])
        #expect(answer.delivery.events == .usual)
        #expect(answer.response.response.headers[.cacheControl] == "no-store")
        #expect(data(try ask(try mock(), "/orders/7/events?__example=lost")) == ["{\"state\":\"lost\"}"])
    }

    @Test func sampledEventsFitTheSchema() throws {
        let answer = try ask(try mock(), "/ticks")
        #expect(data(answer).count == 3)
        #expect(try ask(try mock(), "/ticks").response == answer.response)
    }

    @Test(arguments: [
        ("events: 2s", EventPace(every: .seconds(2))), ("events: {every: 1s}", EventPace(every: .seconds(1))),
        ("events: {ends: false}", EventPace(every: .milliseconds(100), ends: false)),
        ("{fixed: 1s, events: 0s}", EventPace(every: .zero)),
    ])
    func theMockFileSaysHowFastAndWhetherItEnds(latency: String, pace: EventPace) throws {
        let latency = latency.hasPrefix("{") ? latency : "{\(latency)}"
        let mock = try mock("latency: {operations: {watchOrder: \(latency)}}")
        #expect(try ask(mock, "/orders/7/events").delivery.events == pace)
        #expect(try ask(mock, "/ticks").delivery.events == .usual)
    }

    @Test func rulesAnswerWithEvents() throws {
        let mock = try mock(
            """
            operations:
              tick:
                - respond:
                    body: "[{'id': string(call), 'event': 'tick', 'data': {'state': 'a'}}, {'state': 'b'}]"
                    latency: {events: {every: 1s, ends: false}}
            """)
        let answer = try ask(mock, "/ticks")
        #expect(
            String(decoding: answer.response.response.body, as: UTF8.self)
                == "event: tick\nid: 1\ndata: {\"state\":\"a\"}\n\ndata: {\"state\":\"b\"}\n\n")
        #expect(answer.delivery.events == EventPace(every: .seconds(1), ends: false))
    }

    @Test(arguments: [("1", 2, 200), ("3", 0, 204), ("unknown", 3, 200), ("", 3, 200)])
    func aClientGoesOnWhereItWas(last: String, left: Int, status: Int) throws {
        let answer = try ask(try mock(), "/orders/7/events", after: last)
        #expect(data(answer).count == left)
        #expect(answer.response.response.status == status)
    }

    /// One that stays open has no end to tell.
    @Test func nothingMoreOfAnOpenStreamIsAnOpenStream() throws {
        let mock = try mock("latency: {default: {events: {ends: false}}}")
        let answer = try ask(mock, "/orders/7/events", after: "3")
        #expect(answer.response.response.status == 200)
        #expect(answer.delivery.events?.ends == false)
    }

    @Test func otherAnswersHaveNoEvents() throws {
        let mock = try mock("latency: {default: {events: 1s}}")
        #expect(mock.answer(Request(target: "/orders/x/events")).delivery.events == nil)
    }

    @Test(arguments: [
        ("events: often", "'events' is no length of time"), ("events: {evry: 1s}", "evry"),
        ("events: {ends: 1}", "'ends'"),
    ])
    func mistakesAreTold(latency: String, told: String) throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let file = "latency: {operations: {tick: {\(latency)}}}"
        let read = Behaviour.load(from: ContractFolder(files: ["mock.yaml": file]), for: contract)
        #expect(read.behaviour == nil)
        #expect(read.diagnostics.contains { $0.message.contains(told) }, "\(read.diagnostics.map(\.message))")
    }
}
