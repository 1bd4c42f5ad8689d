// `counterpart record` as its user meets it: a backend, the proxy before it, a client, and the file in the end.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import HTTPWire
import SecureWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct RecordProgramTests {
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "record-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String) -> String { url.appending(path: name).path }

        func har(_ name: String) throws -> HAR {
            try HAR(parsing: Array(Data(contentsOf: url.appending(path: name))))
        }
    }

    /// Starts a backend that answers by itself, records what `body` sends to the proxy's URL, and gives what the recorder said at the end.
    private func recording(
        _ arguments: [String], environment limit: String? = nil, backend: @escaping @Sendable (Request) -> Response,
        _ body: (BackendURL, HTTPSender) async throws -> Void
    ) async throws -> Program.Result {
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(backend(request))))
        }
        let all = ["record"] + arguments + ["--backend", listener.address.description, "--port", "0", "--json"]
        let program =
            try limit.map { limit in
                let quoted = ([Program.executable.path] + all).map { "'\($0)'" }.joined(separator: " ")
                return try RunningProgram(shell: "\(limit); exec \(quoted)")
            } ?? RunningProgram(all)
        let start = try JSON(parsing: try #require(program.line(), "\(program.end())"))
        let sender = HTTPSender(timeout: .seconds(60))
        try await body(BackendURL(parsing: try #require(start["url"]?.string)), sender)
        program.send()
        let result = program.end()
        await sender.shutdown()
        await listener.shutdown()
        return result
    }

    /// Answers with what it was asked.
    private static let echo: @Sendable (Request) -> Response = { request in
        Response(
            status: 200, headers: [.contentType: "text/plain", .setCookie: "s=secret-of-the-server; Domain=127.0.0.1"],
            body: Array("\(request.target) ".utf8) + request.body)
    }

    /// As in a replay, where that names the session.
    @Test func aSessionInThePathIsNoPartOfWhatIsJudged() async throws {
        let folder = try Folder()
        let result = try await recording(
            ["Contracts/sneaker-shop", "--to", folder.file("shop.har")], backend: Self.echo
        ) { url, sender in
            for prefix in ["", "/_counterpart/sessions/a"] {
                _ = try await sender.send(Request(method: .post, target: prefix + "/api/login/exit"), to: url)
            }
        }
        let told = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(told.filter { $0["event"] == "exchange" }.map { $0["operation"] } == ["exit", "exit"])
    }

    @Test func whatIsSentIsForwardedAndRecorded() async throws {
        let folder = try Folder()
        let path = folder.file("new/shop.har")
        let result = try await recording(["--to", path], backend: Self.echo) { url, sender in
            let response = try await sender.send(
                Request(
                    method: .post, target: "/login?x=%20", headers: [.contentType: "application/json"],
                    body: Array(#"{"password":"swordfish"}"#.utf8)), to: url)
            #expect(String(decoding: response.body, as: UTF8.self) == #"/login?x=%20 {"password":"swordfish"}"#)
            #expect(response.headers[.setCookie] == "s=secret-of-the-server")
            let head = try await sender.send(Request(method: .head, target: "/a"), to: url)
            #expect(head.headers[.contentLength] == "3" && head.body.isEmpty)
        }
        let last = try JSON(parsing: try #require(result.output.split(separator: "\n").last.map(String.init)))
        #expect(last["exchanges"] == 2)
        #expect(last["secrets"] == 2)
        #expect(result.status == 0)
        let har = try folder.har("new/shop.har")
        #expect(
            har.entries.map { "\($0.request.method) \($0.request.request.target) \($0.response.status)" }
                == ["POST /login?x=%20 200", "HEAD /a 200"])
        #expect(har.entries[0].request.body?.bytes == Array(#"{"password":"redacted-2"}"#.utf8))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("swordfish") && !text.contains("secret-of-the-server"))
    }

    /// Also where nothing tells that they are some, as in a path after the answer that gave them out.
    @Test func secretsAreNotOnTheTerminalEither() async throws {
        let folder = try Folder()
        let result = try await recording(
            ["--to", folder.file("shop.har"), "--redact", "device"],
            backend: { _ in
                Response(
                    status: 200, headers: [.contentType: "application/json"],
                    body: Array(#"{"access_token":"tok-swordfish"}"#.utf8))
            }
        ) { url, sender in
            for target in ["/login?password=hunter-two&page=2", "/of/tok-swordfish/items?device=my-phone"] {
                _ = try await sender.send(Request(target: target), to: url)
            }
        }
        for secret in ["hunter-two", "tok-swordfish", "my-phone"] { #expect(!result.output.contains(secret)) }
        let targets = result.output.split(separator: "\n").compactMap {
            try? JSON(parsing: String($0))["target"]?.string
        }
        // As they are in the file.
        #expect(targets == (try folder.har("shop.har")).entries.map { $0.request.request.target })
        #expect(targets.first == "/login?password=redacted-1&page=2")
        #expect(targets.last == "/of/redacted-2/items?device=redacted-3", "\(targets)")
    }

    @Test func whatIsNoExchangeIsRefused() async throws {
        let folder = try Folder()
        let result = try await recording(["--to", folder.file("shop.har")], backend: Self.echo) { url, sender in
            let handshake = Request(
                target: "/live", headers: [.connection: "Upgrade", .upgrade: "websocket"])
            let refused = try await sender.send(handshake, to: url)
            #expect(refused.status == 501)
            let detail = try JSON(parsing: refused.body)["detail"]?.string
            #expect(detail?.contains("WebSocket is not passed on") == true)
            // What else a connection could become is left out, as before.
            let offer = Request(target: "/a", headers: [.connection: "Upgrade", .upgrade: "h2c"])
            #expect(try await sender.send(offer, to: url).status == 200)
        }
        #expect(result.status == 0)
        let entries = try folder.har("shop.har").entries
        #expect(entries.map(\.response.status) == [0, 200])
        #expect(entries[0].response.others["_error"] == "WebSocket is not passed on")
    }

    @Test func aFileIsNeverOverwrittenUnasked() async throws {
        let folder = try Folder()
        let path = folder.file("shop.har")
        func record(_ option: String?, _ target: String) async throws -> Program.Result {
            try await recording(["--to", path] + (option.map { [$0] } ?? []), backend: Self.echo) { url, sender in
                _ = try await sender.send(Request(target: target), to: url)
            }
        }
        _ = try await record(nil, "/first")
        let refused = try await Program.run("record", "--backend", "http://127.0.0.1:9", "--to", path)
        #expect(refused.status == 2)
        #expect(refused.error.contains("shop.har is there already. --append adds to it, --replace puts"))
        _ = try await record("--append", "/second")
        #expect(try folder.har("shop.har").entries.map { $0.request.request.target } == ["/first", "/second"])
        _ = try await record("--replace", "/third")
        #expect(try folder.har("shop.har").entries.map { $0.request.request.target } == ["/third"])
    }

    @Test func whatIsReplacedIsComparedWithWhatReplacesIt() async throws {
        let folder = try Folder()
        let path = folder.file("shop.har")
        func record(_ option: String, price: Int) async throws -> JSON {
            let body = Array("{\"price\":\(price)}".utf8)
            let result = try await recording(
                ["--to", path, option],
                backend: { _ in Response(status: 200, headers: [.contentType: "application/json"], body: body) }
            ) { url, sender in _ = try await sender.send(Request(target: "/thing"), to: url) }
            return try JSON(parsing: try #require(result.output.split(separator: "\n").last.map(String.init)))
        }
        let first = try await record("--append", price: 1)
        #expect(first["changes"] == nil)
        let second = try await record("--replace", price: 2)
        #expect(second["changes"]?["pairs"] == 1)
        let change = second["changes"]?["changes"]?[0]
        #expect(change?["place"] == "200 body/price" && change?["before"] == 1 && change?["after"] == 2, "\(second)")
    }

    @Test func aBackendThatIsNotThereIsAnAnswerToo() async throws {
        let folder = try Folder()
        let path = folder.file("shop.har")
        let program = try RunningProgram(
            ["record", "--backend", "http://127.0.0.1:1", "--to", path, "--port", "0", "--json"])
        let start = try JSON(parsing: try #require(program.line()))
        let sender = HTTPSender(timeout: .seconds(60))
        let response = try await sender.send(
            Request(target: "/a"), to: BackendURL(parsing: try #require(start["url"]?.string)))
        #expect(response.status == 502)
        #expect(try JSON(parsing: response.body)["detail"]?.string?.contains("Nothing listens on port 1") == true)
        program.send()
        #expect(program.end().status == 0)
        #expect(try folder.har("shop.har").entries.map(\.response.status) == [0])
        await sender.shutdown()
    }

    /// The file may not grow beyond some kilobytes: the proxy goes on, and says what is missing.
    @Test func aFullDiskIsToldAndTheProxyGoesOn() async throws {
        let folder = try Folder()
        let body = Array(repeating: UInt8(ascii: "x"), count: 20_000)
        let result = try await recording(
            ["--to", folder.file("shop.har")], environment: "ulimit -f 90",
            backend: { _ in Response(status: 200, headers: [.contentType: "text/plain"], body: body) }
        ) { url, sender in
            for number in 0..<4 {
                let response = try await sender.send(Request(target: "/\(number)"), to: url)
                #expect(response.body == body)
            }
        }
        #expect(result.status == 1)
        #expect(result.error.contains("not recorded: ") && result.error.contains("File too large"))
        let last = try JSON(parsing: try #require(result.output.split(separator: "\n").last.map(String.init)))
        let (kept, lost) = (last["exchanges"]?.number?.int64 ?? -1, last["lost"]?.number?.int64 ?? -1)
        #expect(kept + lost == 4 && lost > 0)
        #expect(try folder.har("shop.har").entries.count == Int(kept))
    }
}
