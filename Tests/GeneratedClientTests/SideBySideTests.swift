// The comparison of clients: what it shows of ours is what runs here, and its counts of lines are those of its pieces.

import Foundation
import Synchronization
import Testing

/// Answers each call with the same, and keeps what was asked.
private final class Server: Transport {
    private let calls = Mutex<[HTTPCall]>([])
    private let reply: HTTPReply

    init(_ status: Int, _ body: String = "", type: String = "application/json") {
        reply = HTTPReply(status: status, headers: ["Content-Type": type], body: Data(body.utf8))
    }

    func send(_ call: HTTPCall) async throws -> HTTPStream {
        calls.withLock { $0.append(call) }
        return HTTPStream(reply)
    }

    var client: Orders.Client { Orders.Client(transport: self) }
    var bodies: [String] {
        calls.withLock { calls in
            calls.map { call in
                guard case .data(let data) = call.body else { return "" }
                return String(decoding: data, as: UTF8.self)
            }
        }
    }
    var paths: [String] { calls.withLock { $0.map { "\($0.method) \($0.target)" } } }
}

struct SideBySideTests {
    @Test func login() async throws {
        let server = Server(200, #"{"token": "t"}"#)
        #expect(try await Tasks.login(server.client, "a@b.c", "p") == "t")
        #expect(server.paths == ["POST /login"])
        #expect(server.bodies == [#"{"email":"a@b.c","passwd":"p"}"#])
        await #expect(throws: CallError.self) { try await Tasks.login(Server(401).client, "a", "b") }
    }

    @Test func addToCart() async throws {
        let server = Server(200, #"[{"product": 1001, "amount": 2}]"#)
        #expect(try await Tasks.addToCart(server.client) == 1)
        #expect(server.bodies == [#"{"amount":2,"product":1001}"#])
    }

    @Test func upload() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("pixels".utf8).write(to: file)
        let seen = Mutex("")
        let transport = ClosureTransport { (call: HTTPCall) -> HTTPReply in
            var bytes = Data()
            if case .stream(let parts) = call.body { for try await part in try parts() { bytes += part } }
            if case .data(let data) = call.body { bytes = data }
            seen.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
            return HTTPReply(status: 201)
        }
        #expect(try await Tasks.upload(Orders.Client(transport: transport), file))
        #expect(seen.withLock { $0.contains("image/png\r\n\r\npixels\r\n") && $0.contains("\r\n\r\nA\r\n") })
    }

    @Test func stream() async throws {
        let server = Server(200, "data: {\"price\": 1.5}\n\ndata: {\"price\": 2}\n\n", type: "text/event-stream")
        let prices = Mutex<[Double]>([])
        try await Tasks.stream(server.client) { price in prices.withLock { $0.append(price) } }
        #expect(prices.withLock { $0 } == [1.5, 2])
    }

    @Test(arguments: [
        (200, "[]", "0"), (404, #"{"detail": "none such"}"#, "none such"), (503, "<html>", "503"),
    ])
    func errorByStatus(_ status: Int, _ body: String, _ said: String) async throws {
        let words = Mutex<[String]>([])
        try await Tasks.errorByStatus(Server(status, body).client) { word in words.withLock { $0.append(word) } }
        #expect(words.withLock { $0 } == [said])
    }

    @Test(arguments: [("paid", "paid"), ("lost", "what the server calls lost")])
    func unknownValue(_ state: String, _ shown: String) async throws {
        let server = Server(200, #"{"id": 1, "state": "\#(state)", "at": "2026-11-24T15:00:00Z"}"#)
        #expect(try await Tasks.unknownValue(server.client) == shown)
    }

    @Test func nullOrAbsent() async throws {
        let server = Server(204)
        try await Tasks.nullOrAbsent(server.client)
        #expect(server.bodies == [#"{"note":"later"}"#, #"{"note":null}"#, "{}"])
    }

    @Test(arguments: [("15:00:00Z", 0.0), ("15:00:00.25Z", 0.25), ("16:00:00.5+01:00", 0.5)])
    func dateWithFraction(_ time: String, _ fraction: Double) async throws {
        let server = Server(200, #"{"id": 1, "state": "open", "at": "2026-11-24T\#(time)"}"#)
        let date = try await Tasks.dateWithFraction(server.client)
        #expect(date.timeIntervalSince1970 == 1_795_532_400 + fraction)
    }

    @Test func bearer() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/v1"))
        let seen = Mutex<String?>(nil)
        let client = Tasks.bearer(url, "secret").with(
            Middleware { call, _ in
                seen.withLock { $0 = call.headers["Authorization"] }
                return HTTPStream(HTTPReply(status: 204))
            })
        _ = try await client.changeOrder(.init(id: 1, body: .init()))
        #expect(seen.withLock { $0 } == "Bearer secret")
    }

    @Test func double() async throws {
        let api = Tasks.double()
        #expect(try await api.addToCart(.example) == .notFound(.init(detail: "sold out")))
        #expect(try await api.getOrder(.init(id: 1)).status == 200)
    }

    // MARK: The article

    private static let names = [
        "login", "addToCart", "upload", "stream", "errorByStatus", "unknownValue", "nullOrAbsent", "dateWithFraction",
        "bearer", "double",
    ]

    /// The lines of a function's body in Tasks.swift, without what hands its result to the test.
    private static func body(_ name: String) throws -> [Substring] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "SideBySide/Tasks.swift"), encoding: .utf8)
        let start = try #require(text.firstRange(of: "static func \(name)(")).upperBound
        let lines = text[start...].split(separator: "\n").dropFirst().prefix { $0 != "    }" }
        return lines.map { $0.dropFirst(8) }.filter { !$0.hasPrefix("return ") }
    }

    @Test(arguments: Array(names.enumerated()))
    func theArticleShowsWhatRunsAndCountsItsLines(_ index: Int, _ name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = root.appending(path: "Sources/CounterpartCommand/Counterpart.docc/Clients-side-by-side.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let ours = try Self.body(name)
        let shown = try #require(
            text.firstRange(of: "```swift\n\(ours.joined(separator: "\n"))\n```\n"), "\(ours.joined(separator: "\n"))")
        // The piece that follows is the other's.
        let rest = text[shown.upperBound...]
        let theirs = try #require(rest.firstRange(of: "```text\n")).upperBound
        let end = try #require(text[theirs...].firstRange(of: "```\n")).lowerBound
        let count = text[theirs..<end].split(separator: "\n").count
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(index + 1) | ") })
        #expect(row.contains("| \(ours.count) | \(count) |"), "\(row): \(ours.count) and \(count)")
    }
}
