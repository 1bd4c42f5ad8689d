// The log keeps the order, waits for nobody, and never grows without bound.

import Dispatch
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Mocking
import Synchronization
import Testing

@testable import CounterpartCommand

@Suite struct RequestLogTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Small, version: "1"}
        paths:
          /a/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {'200': {description: A., content: {application/json: {schema: {type: string}, examples: {wrong: {value: 1}}}}}}
          /doors/{code}/open:
            get:
              parameters:
                - {name: code, in: path, required: true, schema: {type: string, format: password}}
                - {name: pin, in: query, schema: {type: integer}}
              responses: {'200': {description: Open.}}
        """

    private func exchange(
        _ target: String, elapsed: Duration = .microseconds(1_234), reachedClient: Bool = true,
        substitute: PreparedResponse? = nil
    ) throws -> LoggedExchange {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract)
        let request = Request(target: target)
        let mock = Mock(contract)
        return LoggedExchange(
            method: request.method, target: target, answer: mock.answer(request),
            delivered: Delivered(elapsed: elapsed, reachedClient: reachedClient, substitute: substitute),
            time: DateTime(secondsSinceEpoch: 0, offset: 60), mock: mock)
    }

    @Test func aLineSaysWhatWasAskedAnsweredAndWhy() throws {
        #expect(
            try exchange("/b").text(styled: { $1 }) == "01:00:00 GET    /b  404  1.2 ms  no such path\n")
    }

    @Test func theStatusIsOfWhatWentOut() throws {
        let exchange = try exchange("/doors/1/open", substitute: PreparedResponse(Response(status: 304)))
        #expect(exchange.text(styled: { $1 }).contains("  304  "))
        #expect(exchange.json["status"] == 304)
    }

    @Test func violationsStandBeneath() throws {
        let refused = try exchange("/a/x", elapsed: .milliseconds(12), reachedClient: false).text { $1 }
        #expect(
            refused == """
                01:00:00 GET    /a/x  400  12 ms  refused: path parameter 'id' (400 not declared)  (the client was gone)
                         request: path parameter 'id': found "x", expected integer  (openapi.yaml:6:72)

                """)
        let doubtful = try exchange("/a/1?__example=wrong").text { $1 }
        #expect(
            doubtful == """
                01:00:00 GET    /a/1?__example=wrong  200  1.2 ms  example=wrong: default example wrong
                         answer:  body: found 1, expected string  (openapi.yaml:7:88)

                """)
    }

    @Test func secretsAreLeftOut() throws {
        let secret = "s3cr3t-1234"
        for target in [
            "/doors/\(secret)/open?token=\(secret)", "/doors/a/open?pin=\(secret)",
            "/dors/a/open?access_token=\(secret)",
        ] {
            let exchange = try exchange(target)
            #expect(!exchange.text(styled: { $1 }).contains(secret), "\(target)")
            #expect(!exchange.json.serialized().contains(secret), "\(target)")
        }
        #expect(
            try exchange("/doors/\(secret)/open?pin=\(secret)").text(styled: { $1 }) == """
                01:00:00 GET    /doors/redacted/open?pin=redacted-1  400  1.2 ms  refused: query parameter 'pin' (400 not declared)
                         request: query parameter 'pin': found a secret, expected integer  (openapi.yaml:12:49)

                """)
    }

    @Test func nothingThatAClientSendsMovesTheCursor() throws {
        #expect(try exchange("/\u{1B}[2J\u{9B}\r\n").text(styled: { $1 }).contains("/\u{FFFD}[2J"))
    }

    @Test func theSameInJSON() throws {
        let json = try exchange("/a/x").json
        #expect(
            json == [
                "event": "request", "time": "1970-01-01T01:00:00+01:00", "method": "GET", "target": "/a/x",
                "status": 400, "milliseconds": .number(try #require(JSONNumber("1.234"))),
                "decision": "refused: path parameter 'id' (400 not declared)", "operation": "get /a/{id}",
                "request_violations": [
                    [
                        "check": "invalid-parameter", "severity": "violation", "location": "path parameter 'id'",
                        "message": "The value: found \"x\", expected integer.", "found": "\"x\"", "expected": "integer",
                        "contract": "openapi.yaml:6:72",
                    ]
                ],
            ])
    }

    @Test func linesThatNobodyTakesAreDroppedAndCounted() throws {
        let written = Mutex("")
        let (taken, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let log = RequestLog<LoggedExchange>(
            line: { "\($0.target)\n" }, droppedLine: { "\($0) more\n" },
            write: { text in
                taken.signal()
                gate.wait()
                written.withLock { $0 += text }
            })
        log.record(try exchange("/first"))
        taken.wait()
        let later = try exchange("/later")
        for _ in 0..<(RequestLog<LoggedExchange>.capacity + 7) { log.record(later) }
        gate.signal()
        gate.signal()
        log.finish()
        let lines = written.withLock { $0 }.split(separator: "\n")
        #expect(lines.first == "/first")
        #expect(lines.count { $0 == "/later" } == RequestLog<LoggedExchange>.capacity)
        #expect(dropped(lines) == 7)
    }

    private func dropped(_ lines: [Substring]) -> Int {
        lines.compactMap { $0.hasSuffix(" more") ? Int($0.dropLast(5)) : nil }.reduce(0, +)
    }
}
