// Every fault as a bare socket sees it, from the built program with a mock file.

import Foundation
import JSONValues
import JSONSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct FaultProgramTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Faulty, version: "1"}
        paths:
          /{kind}:
            get:
              operationId: fail
              parameters: [{name: kind, in: path, required: true, schema: {type: string}}]
              responses:
                '200': {description: Fine., content: {text/plain: {example: "0123456789"}}}
                '503': {description: Not now., content: {text/plain: {example: later}}}
        """

    /// Each strikes the path of its name.
    private static let mockFile = """
        faults:
          - {when: params.kind == 'reset', fault: reset}
          - {when: params.kind == 'close', fault: close}
          - {when: params.kind == 'stall', fault: stall}
          - {when: params.kind == 'stall-in-the-middle', fault: {stall: 4}}
          - {when: params.kind == 'truncate', fault: {truncate: 30%}}
          - {when: params.kind == 'reset-in-the-middle', fault: {reset: 6}}
          - {when: params.kind == 'malformed-chunk', fault: malformed-chunk}
          - {when: params.kind == 'garbage', fault: garbage}
          - {when: params.kind == 'expired-token', fault: expired-token}
          - {when: params.kind == 'unavailable', fault: {status: 503, retryAfter: 90s}}
          - {when: params.kind == 'half', rate: 50%, fault: {status: 500}}
          - {when: params.kind == 'twice', times: 2, fault: {status: 502}}
          - {when: params.kind == 'quota', quota: {limit: 3, window: 1h}}
          - {when: params.kind == 'brief', for: 1ms, fault: reset}
          - {when: params.kind == 'outage', for: 1h, fault: reset}
        """

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "faulty-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try contract.write(to: folder.appending(path: "openapi.yaml"), atomically: true, encoding: .utf8)
        try mockFile.write(to: folder.appending(path: "mock.yaml"), atomically: true, encoding: .utf8)
        return folder
    }

    /// A program that serves the faults, its port, and the port told to `body`.
    private func serving<Result>(
        _ options: [String] = [], _ body: (RunningProgram, UInt16) throws -> Result
    ) throws -> Result {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try RunningProgram(
            ["serve", folder.path, "--port", "0", "--json", "--hide-decision", "--cors", "off"] + options)
        let start = try JSON(parsing: try #require(program.line()))
        let port = try #require(start["port"]?.number?.int64)
        let result = try body(program, UInt16(port))
        program.send()
        #expect(program.end().status == 0)
        return result
    }

    private func get(_ kind: String, _ port: UInt16) throws -> (text: String, wasReset: Bool) {
        let connection = try Connection(port: port)
        try connection.send("GET /\(kind) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let (bytes, wasReset) = connection.receive()
        let text = String(decoding: bytes, as: UTF8.self)
        return (text.replacing(/Date: [^\r]+\r\n/, with: ""), wasReset)
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

    @Test func connectionsEndAsTold() throws {
        let plain = Self.head + "Content-Length: 10\r\nConnection: close\r\n\r\n"
        let chunked = Self.head + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        try serving { _, port in
            for (kind, text, reset) in [
                ("fine", plain + "0123456789", false), ("reset", "", true), ("close", "", false),
                ("truncate", plain + "012", false), ("reset-in-the-middle", plain + "012345", true),
                ("malformed-chunk", chunked + "5\r\n01234\r\nnot a size\r\n", false),
                // It was over before anyone could ask.
                ("brief", plain + "0123456789", false), ("outage", "", true),
            ] {
                let told = try get(kind, port)
                #expect(told.text.replacing(/ETag: "[0-9a-f]{16}"\r\n/, with: "") == text, "\(kind)")
                #expect(told.wasReset == reset, "\(kind)")
            }
        }
    }

    @Test func withoutANetworkEveryConnectionIsReset() throws {
        try serving(["--profile", "offline"]) { _, port in
            for kind in ["fine", "unavailable"] {
                let told = try get(kind, port)
                #expect(told.text.isEmpty && told.wasReset, "\(kind)")
            }
        }
    }

    @Test func garbageIsNoHTTP() throws {
        try serving { _, port in
            let connection = try Connection(port: port)
            try connection.send("GET /garbage HTTP/1.1\r\nHost: h\r\n\r\n")
            let (bytes, wasReset) = connection.receive()
            #expect(bytes.count >= 64)
            #expect(bytes.allSatisfy { $0 >= 0x80 })
            #expect(!wasReset)
        }
    }

    @Test func whatStallsDoesNotEnd() throws {
        try serving { program, port in
            for (kind, ending) in [("stall", ""), ("stall-in-the-middle", "\r\n\r\n0123")] {
                let connection = try Connection(port: port)
                try connection.send("GET /\(kind) HTTP/1.1\r\nHost: h\r\n\r\n")
                // The line of the log is written when nothing more will come.
                let line = try JSON(parsing: try #require(program.line()))
                #expect(line["target"]?.string == "/\(kind)")
                let came = String(decoding: try #require(connection.receiveNow()), as: UTF8.self)
                #expect(came.hasSuffix(ending))
                #expect(came.isEmpty == ending.isEmpty)
                #expect(connection.receiveNow() == [])
            }
        }
    }

    @Test func statusesComeAsTold() throws {
        try serving { _, port in
            func statuses(_ kind: String, _ count: Int) throws -> [String] {
                try (0..<count).map { _ in String(try get(kind, port).text.dropFirst(9).prefix(3)) }
            }
            #expect(try statuses("twice", 4) == ["502", "502", "200", "200"])
            #expect(try statuses("quota", 5) == ["200", "200", "200", "429", "429"])
            let half = try statuses("half", 40)
            #expect((8...32).contains(half.count { $0 == "500" }))
            #expect(Set(half) == ["200", "500"])
            let unavailable = try get("unavailable", port).text
            #expect(unavailable.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(unavailable.contains("\r\nRetry-After: 90\r\n"))
            #expect(unavailable.hasSuffix("\r\n\r\nlater"))
            #expect(try get("quota", port).text.contains("\r\nRetry-After: 3600\r\n"))
            let expired = try get("expired-token", port).text
            #expect(expired.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
            #expect(expired.lowercased().contains("\r\nwww-authenticate: bearer error=\"invalid_token\""))
        }
    }
}
