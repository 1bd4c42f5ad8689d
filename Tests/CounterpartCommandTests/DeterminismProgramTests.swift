// The same requests to two servers, the sessions in another order: the same bytes on the wire, but for the date.

import Foundation
import JSONValues
import JSONSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeterminismProgramTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Dice, version: "1"}
        paths:
          /throws:
            get:
              operationId: sample
              responses:
                '200':
                  description: Made up.
                  content:
                    application/json:
                      schema:
                        type: array
                        items: {type: object, required: [eyes, by], properties: {eyes: {type: integer, minimum: 1, maximum: 6}, by: {type: string, format: email}}}
          /turns:
            post:
              operationId: count
              responses:
                '200': {description: By a rule., content: {application/json: {schema: {type: object, properties: {turn: {type: integer}, of: {type: string}}}}}}
                '500': {description: Not today.}
          /players:
            post:
              operationId: join
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Player'}}}}
              responses:
                '201': {description: With an id., content: {application/json: {schema: {$ref: '#/components/schemas/Player'}}}}
            get:
              operationId: players
              responses:
                '200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Player'}}}}}
          /players/{id}:
            get:
              operationId: player
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Player'}}}}
          /table:
            get: {operationId: table, responses: {'200': {description: Fine., content: {text/plain: {example: "0123456789"}}}}}
        components:
          schemas:
            Player:
              type: object
              required: [id, name, luck]
              properties: {id: {type: string, format: uuid, readOnly: true}, name: {type: string}, luck: {type: number, readOnly: true}}
        """

    private static let mockFile = """
        state: {turns: 0}
        operations:
          count:
            - change: [{set: {turns: state.turns + 1}}]
              respond: {status: 200, body: "{'turn': state.turns, 'of': session.id}"}
        latency:
          default: {uniform: {from: 0ms, to: 4ms}}
        faults:
          - {operations: [table], rate: 25%, fault: garbage}
          - {operations: [table], rate: 25%, fault: {truncate: 40%}}
          - {operations: [table], rate: 25%, fault: malformed-chunk}
          - {operations: [count], rate: 30%, fault: {status: 500}}
        """

    private static let sessions = 6

    /// What a session asks for, in its order.
    private static func requests(_ session: Int) -> [String] {
        (0..<20).map { number in
            let (method, path, body) =
                [
                    ("GET", "throws", ""), ("POST", "turns", ""), ("POST", "players", #"{"name": "p\#(number)"}"#),
                    ("GET", "players", ""), ("GET", "table", ""), ("GET", "players/p\(number)", ""),
                    ("GET", "nowhere", ""),
                ][(number * 3 + session) % 7]
            let content = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            return "\(method) /_counterpart/sessions/s\(session)/\(path) HTTP/1.1\r\nHost: dice\r\n"
                + "Connection: close\r\n\(content)\r\n\(body)"
        }
    }

    /// Everything that came, with the date made out.
    private static func answer(_ request: String, _ port: UInt16) throws -> [UInt8] {
        let connection = try Connection(port: port)
        try connection.send(request)
        let (bytes, _) = connection.receive()
        guard let date = bytes.firstRange(of: Array("\r\nDate: ".utf8)),
            let end = bytes[date.upperBound...].firstIndex(of: UInt8(ascii: "\r"))
        else { return bytes }
        return Array(bytes[..<date.lowerBound] + bytes[end...])
    }

    /// Starts a server with a seed, and lets it go when it has been asked.
    private func serving<Result>(_ folder: URL, _ body: (UInt16) async throws -> Result) async throws -> Result {
        let program = try RunningProgram(["serve", folder.path, "--port", "0", "--json", "--quiet", "--seed", "7"])
        let start = try JSON(parsing: try #require(program.line()))
        let port = try #require(start["port"]?.number?.int64)
        let result = try await body(UInt16(port))
        program.send()
        #expect(program.end().status == 0)
        return result
    }

    @Test func theOrderOfSessionsChangesNoByte() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "dice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.contract.write(to: folder.appending(path: "openapi.yaml"), atomically: true, encoding: .utf8)
        try Self.mockFile.write(to: folder.appending(path: "mock.yaml"), atomically: true, encoding: .utf8)
        // One after another, the sessions drawn by lot.
        let drawn = try await serving(folder) { port in
            var left = (0..<Self.sessions).map { Self.requests($0)[...] }
            var told: [[[UInt8]]] = left.map { _ in [] }
            var lot = 12_345
            while left.contains(where: { !$0.isEmpty }) {
                lot = (lot * 1_103_515_245 + 12_345) % 2_147_483_648
                let session = (lot >> 16) % Self.sessions
                guard let request = left[session].popFirst() else { continue }
                told[session].append(try Self.answer(request, port))
            }
            return told
        }
        // All at once, as threads will have it.
        let parallel = try await serving(folder) { port in
            try await withThrowingTaskGroup(of: (Int, [[UInt8]]).self) { group in
                for session in 0..<Self.sessions {
                    group.addTask { (session, try Self.requests(session).map { try Self.answer($0, port) }) }
                }
                var told: [[[UInt8]]] = Array(repeating: [], count: Self.sessions)
                for try await (session, answers) in group { told[session] = answers }
                return told
            }
        }
        for (session, (one, other)) in zip(drawn, parallel).enumerated() {
            for (number, (one, other)) in zip(one, other).enumerated() where one != other {
                let (one, other) = (String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
                Issue.record("request \(number) of session \(session):\n\(one)\n\(other)")
            }
            #expect(one.count == 20 && other.count == 20)
        }
        // Sessions are not copies of each other, and what chance decides came out both ways.
        let tables = drawn.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
        #expect(Set(tables).count > 60)
        #expect(
            tables.contains { $0.hasPrefix("HTTP/1.1 500") } && tables.contains { $0.contains("\r\n\r\n0123456789") })
        #expect(tables.contains { !$0.hasPrefix("HTTP") })
    }
}
