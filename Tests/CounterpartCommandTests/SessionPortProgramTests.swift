// Sessions with a port of their own, from the built program.

import Foundation
import JSONValues
import Testing

@Suite(.timeLimit(.minutes(10))) struct SessionPortProgramTests {
    private func ask(_ request: String, _ port: UInt16) throws -> String {
        let connection = try Connection(port: port)
        try connection.send("\(request) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        return connection.receiveAll()
    }

    @Test func aPortIsASession() throws {
        let program = try RunningProgram([
            "serve", "Contracts/sneaker-shop", "--port", "0", "--session-port", "anna=0", "--session-port", "ben=0",
            "--json",
        ])
        let start = try JSON(parsing: try #require(program.line()))
        #expect(start["sessions"]?.array?.map { $0["id"]?.string } == ["anna", "ben"])
        let common = try #require(start["port"]?.number?.int64)
        let anna = try #require(start["sessions"]?[0]?["port"]?.number?.int64)
        #expect(start["sessions"]?[0]?["url"] == .string("http://127.0.0.1:\(anna)"))
        let ben = try #require(start["sessions"]?[1]?["port"]?.number?.int64)
        #expect(try ask("GET /_counterpart/journal/count", UInt16(anna)).hasSuffix(#"{"count":0}"#))
        #expect(try ask("POST /api/login/exit", UInt16(anna)).hasPrefix("HTTP/1.1 200"))
        #expect(try ask("POST /api/login/exit", UInt16(anna)).hasPrefix("HTTP/1.1 200"))
        // What a request itself names counts before the port.
        #expect(try ask("POST /_counterpart/sessions/ben/api/login/exit", UInt16(anna)).hasPrefix("HTTP/1.1 200"))
        func count(_ port: Int64) throws -> String? {
            try ask("GET /_counterpart/journal/count", UInt16(port)).split(separator: "\r\n").last.map(String.init)
        }
        #expect(try count(anna) == #"{"count":2}"#)
        #expect(try count(ben) == #"{"count":1}"#)
        #expect(try count(common) == #"{"count":0}"#)
        program.send()
        #expect(program.end().status == 0)
    }

    @Test(arguments: ["anna", "anna=", "=8081", "a b=8081", "anna=70000"])
    func whatIsNoneIsRefused(text: String) async throws {
        let result = try await Program.run(["serve", "Contracts/sneaker-shop", "--session-port", text])
        #expect(result.status == 2)
        #expect(result.error.contains("session-port"), "\(result.error)")
    }
}
