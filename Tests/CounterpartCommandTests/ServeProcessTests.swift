// `counterpart serve` as a process: what it prints, what it answers to curl, how it ends.

import Foundation
import JSONValues
import JSONSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct ServeProcessTests {
    private static let shop = "Contracts/sneaker-shop"

    /// Starts the mock on any free port; gives it with what it said first.
    private func serving(_ arguments: String...) throws -> (program: RunningProgram, start: JSON) {
        let program = try RunningProgram(["serve", "--port", "0", "--json"] + arguments)
        return (program, try JSON(parsing: try #require(program.line())))
    }

    @Test func sayInJSONWhereItListensAndHowToAskEachOperation() throws {
        let (program, start) = try serving(Self.shop)
        #expect(start["event"] == "listening")
        #expect(start["title"] == "Sneaker shop")
        let url = try #require(start["url"]?.string)
        #expect(url == "http://127.0.0.1:\(start["port"]?.number?.text ?? "")")
        let operations = try #require(start["operations"]?.array)
        #expect(operations.count == 14)
        for operation in operations {
            let curl = try #require(operation["curl"]?.string)
            let answer = try RunningProgram.shell(curl + " -s -o /dev/null -w '%{http_code}'")
            #expect(answer == Program.Result(status: 0, output: "200", error: ""), "\(curl)")
        }
        program.send()
        let result = program.end()
        #expect(result.status == 0)
        #expect(result.error == "")
        let requests = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(requests.map { $0["operation"] } == operations.map { $0["id"] })
        #expect(requests.allSatisfy { $0["event"] == "request" && $0["status"] == 200 })
    }

    @Test func theLargestUserComesBackDigitForDigit() throws {
        let (program, start) = try serving(Self.shop, "--quiet")
        let url = try #require(start["url"]?.string)
        let answer = try RunningProgram.shell(
            "curl -s -H 'Content-Type: application/json' -d '{\"email\":\"zoe@shop.example\",\"passwd\":\"battery-staple\"}' \(url)/api/login/login"
        )
        #expect(answer.output == #"{"logged_in":true,"user_name":"Zoë","user_id":18446744073709551615}"#)
        program.send()
        #expect(program.end() == Program.Result(status: 0, output: "", error: ""))
    }

    @Test(arguments: [
        ("/api/home/get_promotions?user_id=404", "401"), ("/api/home/get_promotions?user_id=abc", "401"),
        ("/api/home/get_promotions", "401"), ("/api/home/get_promotions?user_id=18446744073709551615", "200"),
        ("/api/shop/get_common_categories?gender=robots", "400"),
        ("/api/shop/get_common_categories?gender=women", "200"),
        ("/api/shop/get_common_categories", "400"), ("/api/nothing", "404"), ("/", "404"),
    ])
    func wrongOnesGetTheirStatus(target: String, status: String) throws {
        let (program, start) = try serving(Self.shop)
        let url = try #require(start["url"]?.string)
        let answer = try RunningProgram.shell("curl -s -o /dev/null -w '%{http_code}' '\(url)\(target)'")
        #expect(answer.output == status)
        program.send()
        #expect(program.end().status == 0)
    }

    @Test func oneLinePerRequestWithViolationsBeneath() throws {
        let program = try RunningProgram(["serve", Self.shop, "--port", "0"])
        var url = ""
        while let line = program.line() {
            guard let found = line.firstMatch(of: /Listening on (http:\/\/127\.0\.0\.1:\d+), press Ctrl-C to stop\./)
            else {
                continue
            }
            url = String(found.1)
            break
        }
        _ = try RunningProgram.shell("curl -s -o /dev/null '\(url)/api/home/get_promotions?user_id=abc'")
        program.send()
        let result = program.end()
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.wholeMatch(
                of:
                    /\d\d:\d\d:\d\d GET    \/api\/home\/get_promotions\?user_id=abc  401  [\d.]+ ms  refused: query parameter 'user_id', example .+/
            ) != nil, "\(result.output)")
        #expect(
            lines.last?.wholeMatch(
                of:
                    /\ +request: query parameter 'user_id': found "abc", expected integer  \(Contracts\/sneaker-shop\/openapi.yaml:\d+:\d+\)/
            ) != nil, "\(result.output)")
    }

    @Test func everyAnswerIsSlowedDown() throws {
        let (program, start) = try serving(Self.shop, "--delay", "300ms")
        let url = try #require(start["url"]?.string)
        let answer = try RunningProgram.shell("curl -s -o /dev/null -w '%{time_total}' -X POST \(url)/api/login/exit")
        #expect(try #require(Double(answer.output)) >= 0.3)
        let line = try JSON(parsing: try #require(program.line()))
        #expect(try #require(line["milliseconds"]?.number?.double) >= 300)
        program.send()
        #expect(program.end().status == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsItAtOnceWithAnswersUnderWayFinished(signal: Int32) throws {
        let (program, start) = try serving(Self.shop, "--delay", "60s")
        let port = try #require(start["port"]?.number?.int64)
        let connection = try Connection(port: UInt16(port))
        try connection.send("POST /api/login/exit HTTP/1.1\r\nHost: h\r\n\r\n")
        // What the listener refuses is not delayed: when every event loop has refused something, the first request was taken.
        for _ in 0..<8 {
            let other = try Connection(port: UInt16(port))
            try other.send("BREW / HTTP/1.1\r\n\r\n")
            #expect(other.receiveAll().hasPrefix("HTTP/1.1 501"))
        }
        let time = ContinuousClock().measure {
            program.send(signal)
            #expect(program.end().status == 0)
        }
        // Not the delay of a minute; a busy machine takes its time.
        #expect(time < .seconds(30))
        #expect(connection.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func aPortInUseIsAnErrorWithTheRemedy() throws {
        let (program, start) = try serving(Self.shop)
        let port = try #require(start["port"]?.number?.text)
        #expect(
            try RunningProgram(["serve", Self.shop, "--port", port]).end()
                == Program.Result(
                    status: 2, output: "",
                    error:
                        "error: Port \(port) on 127.0.0.1 is in use by another program. Choose another with --port, or --port 0 for any free one.\n"
                ))
        program.send()
        #expect(program.end().status == 0)
    }

    @Test func aReaderThatGoesAwayDoesNotEndIt() throws {
        let command = "'\(Program.executable.path)' serve \(Self.shop) --port 0 --json | head -n 1"
        let program = try RunningProgram(shell: command)
        let start = try JSON(parsing: try #require(program.line()))
        let url = try #require(start["url"]?.string)
        let ask = "curl -s -o /dev/null -w '%{http_code}' -X POST \(url)/api/login/exit"
        // Its log finds no reader after the first of these.
        #expect(try RunningProgram.shell("\(ask); \(ask); \(ask)").output == "200200200")
        kill(pid_t(try #require(start["pid"]?.number?.int64)), SIGTERM)
        #expect(program.end().status == 0)
    }

    @Test(arguments: [["--help"], ["serve", "--help"]])
    func helpTeachesByExamples(arguments: [String]) throws {
        let result = try RunningProgram(arguments).end()
        #expect(result.status == 0)
        #expect(result.output.contains("counterpart serve Contracts/sneaker-shop"))
    }

    @Test(arguments: [
        (["serve"], "Missing expected argument '<contract> ...'"),
        (["serve", Self.shop, "--port", "70000"], "'70000' is invalid"),
        (["serve", Self.shop, "--delay", "300"], "'300' is invalid"), (["srve"], "srve"),
        (["serve", Self.shop, "--host", "no.such.host.invalid"], "is not a host name that this machine can resolve"),
    ])
    func argumentsThatMakeNoSenseAreARunThatCouldNotBe(arguments: [String], message: String) throws {
        let result = try RunningProgram(arguments).end()
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.contains(message), "\(result.error)")
    }

    /// Though `serve` reads its arguments by itself.
    @Test func whatTheTreeOfCommandsKnowsIsSaidOfServeToo() throws {
        let usage = try RunningProgram(["serve", "--nonsense"]).end()
        #expect(usage.error.contains("Usage: counterpart serve "), "\(usage.error)")
        #expect(
            try RunningProgram(["serve", "--version"]).end() == Program.Result(status: 0, output: "0.1.0", error: ""))
    }

    /// It is found out when it listens, as nobody should wait for that. It is a line, whatever the example contains.
    @Test func anExampleThatBreaksTheContractIsTold() throws {
        let file = try TemporaryFolder.make().appending(path: "openapi.yaml")
        let text = """
            openapi: 3.1.0
            info: {title: Numbers, version: "1"}
            paths:
              /number:
                get:
                  operationId: getNumber
                  responses:
                    "200":
                      description: one
                      content: {application/json: {schema: {type: integer}, example: "one\\ntwo"}}
            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        let program = try RunningProgram(["serve", file.path, "--port", "0"])
        while let line = program.line(), !line.hasPrefix("Listening on ") {}
        let note = try #require(program.line())
        #expect(
            note.hasPrefix(
                "note: the example of getNumber for 200 breaks the contract, so a sample takes its place: "))
        #expect(note.contains("one\u{FFFD}two"), "\(note)")
        program.send()
        #expect(program.end().status == 0)
    }
}
