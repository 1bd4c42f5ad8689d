// What clients send and store is bounded in bytes, and given back.

import Foundation
import JSONValues
import Testing

@Suite(.timeLimit(.minutes(10))) struct MemoryProgramTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Notes, version: '1'}
        paths:
          /notes:
            get: {operationId: list, responses: {'200': {description: All, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
            post:
              operationId: add
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses: {'201': {description: Made, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
          /notes/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            get: {operationId: read, responses: {'200': {description: One, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
            delete: {operationId: remove, responses: {'204': {description: Gone}}}
        components:
          schemas:
            Note: {type: object, properties: {id: {type: string, readOnly: true}, text: {type: string}}}
        """

    /// Bodies of requests that wait for their answers count until these are out.
    @Test func bodiesOfOneConnectionAddUp() throws {
        let (program, port) = try served("--delay", "1s")
        let body = String(repeating: "x", count: 6 << 20)
        let connection = try Connection(port: port)
        for field in ["", "", "Connection: close\r\n"] {
            try connection.send(
                "POST /notes HTTP/1.1\r\nHost: 127.0.0.1\r\n\(field)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
        }
        let answers = connection.receiveAll()
        let statuses = answers.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
        #expect(statuses == ["400", "400", "503"])
        program.send()
        #expect(program.end().status == 0)
    }

    private func served(_ options: String...) throws -> (program: RunningProgram, port: UInt16) {
        let folder = try TemporaryFolder.make()
        let path = folder.appending(path: "openapi.yaml").path(percentEncoded: false)
        try Self.document.write(toFile: path, atomically: true, encoding: .utf8)
        let program = try RunningProgram(
            ["serve", path, "--port", "0", "--memory", "16", "--json", "--quiet"] + options)
        let start = try JSON(parsing: try #require(program.line()))
        let port = try #require(start["port"]?.number?.int64)
        return (program, UInt16(port))
    }

    private func ask(_ method: String, _ target: String, _ port: UInt16, _ body: String = "") throws -> String {
        let connection = try Connection(port: port)
        try connection.send(
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return connection.receiveAll()
    }

    private func status(_ answer: String) -> String { String(answer.dropFirst(9).prefix(3)) }

    @Test func whatIsStoredIsBoundedAndGivenBack() throws {
        let (program, port) = try served()
        let note = "{\"text\": \"" + String(repeating: "x", count: 3 << 20) + "\"}"
        var ids: [String] = []
        var refused = ""
        for _ in 0..<8 where refused.isEmpty {
            let answer = try ask("POST", "/notes", port, note)
            guard status(answer) == "201" else {
                refused = answer
                break
            }
            let end = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
            let body = try JSON(parsing: String(answer[end...]))
            ids.append(try #require(body["id"]?.string))
        }
        #expect(status(refused) == "507" && refused.contains("--memory"))
        #expect((3...5).contains(ids.count))
        // The rest goes on, and what is removed makes room.
        #expect(try status(ask("GET", "/notes/\(ids[0])", port)) == "200")
        for id in ids { #expect(try status(ask("DELETE", "/notes/\(id)", port)) == "204") }
        #expect(try status(ask("POST", "/notes", port, note)) == "201")
        #expect(try status(ask("POST", "/_counterpart/reset", port)).hasPrefix("2"))
        #expect(try status(ask("POST", "/notes", port, note)) == "201")
        program.send()
        #expect(program.end().status == 0)
    }

    @Test func bodiesThatAreUnderWayAreBounded() throws {
        let (program, port) = try served()
        let part = String(repeating: "x", count: 5 << 20)
        var waiting = try (0..<4).map { _ in
            let connection = try Connection(port: port)
            try connection.send(
                "POST /notes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: \(6 << 20)\r\n\r\n"
            )
            return connection
        }
        for connection in waiting.prefix(3) { try connection.send(part) }
        // Until the server has taken what was sent.
        var answer = ""
        for _ in 0..<200 where status(answer) != "503" {
            answer = try ask("POST", "/notes", port, "{\"text\": \"\(String(repeating: "y", count: 2 << 20))\"}")
            if status(answer) != "503" { usleep(20_000) }
        }
        #expect(status(answer) == "503" && answer.contains("Retry-After: 1") && answer.contains("--memory"))
        waiting = []
        for _ in 0..<200 where status(answer) != "201" {
            usleep(20_000)
            answer = try ask("POST", "/notes", port, "{\"text\": \"\(String(repeating: "y", count: 2 << 20))\"}")
        }
        #expect(status(answer) == "201")
        program.send()
        #expect(program.end().status == 0)
    }
}
