// The recipes of the article, run against transports that stand in for a server.

import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers by a closure, and keeps what was asked.
private final class Server: Transport {
    let calls = Mutex<[HTTPCall]>([])
    private let answer: @Sendable (HTTPCall, _ number: Int) async throws -> HTTPReply

    init(_ answer: @escaping @Sendable (HTTPCall, _ number: Int) async throws -> HTTPReply) { self.answer = answer }

    func send(_ call: HTTPCall) async throws -> HTTPStream {
        let number = calls.withLock {
            $0.append(call)
            return $0.count
        }
        return HTTPStream(try await answer(call, number))
    }

    var seen: [HTTPCall] { calls.withLock { $0 } }
}

private func note(_ text: String, _ headers: HTTPHeaders = [:]) -> HTTPReply {
    HTTPReply(status: 200, headers: headers, body: Data(#"{"text":"\#(text)"}"#.utf8))
}

struct RecipeTests {
    @Test func oneRefreshServesAllThatWait() async throws {
        let refreshes = Mutex<[String]>([])
        let keeper = TokenKeeper("old") { old in
            refreshes.withLock { $0.append(old) }
            try await Task.sleep(nanoseconds: 20_000_000)
            return "new"
        }
        let server = Server { call, _ in
            call.headers["Authorization"] == "Bearer new" ? HTTPReply(status: 204) : HTTPReply(status: 401)
        }
        let client = Operations.Client(transport: server, middleware: [keeper.middleware])
        // One that is cancelled while it waits takes the refresh from none of the others.
        let cancelled = Task { try await client.ping() }
        while refreshes.withLock({ $0.isEmpty }) { await Task.yield() }
        cancelled.cancel()
        let answers = try await withThrowingTaskGroup(of: Operations.Ping.Response.self) { group in
            for _ in 0..<200 { group.addTask { try await client.ping() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 200)
        #expect(answers.allSatisfy { $0 == .noContent })
        #expect(refreshes.withLock { $0 } == ["old"])
    }

    @Test func retriesWaitAsTheServerSays() async throws {
        let waits = Mutex<[Double]>([])
        let retry = Middleware.retry { seconds in waits.withLock { $0.append(seconds) } }
        let server = Server { _, number in
            switch number {
            case 1: throw URLError(.networkConnectionLost)
            case 2: HTTPReply(status: 429, headers: ["Retry-After": "7"])
            default: HTTPReply(status: 204)
            }
        }
        #expect(try await Operations.Client(transport: server, middleware: [retry]).ping() == .noContent)
        #expect(server.seen.count == 3)
        #expect(waits.withLock { $0 }.count == 2)
        #expect(waits.withLock { $0 }.last == 7)
        // A date is waited for too; what is no time, or takes too long, is not.
        for (text, wait) in [
            ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("-1", nil), ("1e300", nil), ("soon", nil), ("0", 0.0),
        ] {
            let busy = Server { _, number in
                HTTPReply(status: number == 1 ? 503 : 204, headers: ["Retry-After": text])
            }
            #expect(try await Operations.Client(transport: busy, middleware: [retry]).ping() == .noContent)
            let last = try #require(waits.withLock { $0 }.last)
            #expect(wait.map { last == $0 } ?? (0.4...0.6).contains(last), "\(text): \(last)")
        }
        for text in ["61", "Wed, 21 Oct 2099 07:28:00 GMT"] {
            let busy = Server { _, _ in HTTPReply(status: 503, headers: ["Retry-After": text]) }
            #expect(try await Operations.Client(transport: busy, middleware: [retry]).ping().status == 503)
            #expect(busy.seen.count == 1)
        }
        // A POST is sent once.
        let failing = Server { _, _ in HTTPReply(status: 503) }
        _ = try await Bodies.Client(transport: failing, middleware: [retry]).sendNote()
        #expect(failing.seen.count == 1)
    }

    @Test func signaturesAndLogs() async throws {
        let lines = Mutex<[String]>([])
        let server = Server { _, _ in note("a", ["Content-Type": "application/json"]) }
        let client = Bodies.Client(
            transport: server,
            middleware: [
                .signing { "\($0.count)" }, .header("X-Key", "secret"),
                .logging { line in lines.withLock { $0.append(line) } },
            ])
        _ = try await client.sendNote(.init(body: .json(.init(text: "confidential"))))
        #expect(server.seen.first?.headers["X-Signature"] == "\("POST\n/note\n{\"text\":\"confidential\"}".utf8.count)")
        let log = lines.withLock { $0 }
        #expect(log.count == 1)
        #expect(log.first?.hasPrefix("sendNote POST /note [") == true)
        #expect(!log.contains { $0.contains("secret") || $0.contains("confidential") })
    }

    @Test func whatIsStillTrueIsNotSentAgain() async throws {
        let server = Server { call, _ in
            if call.headers["If-None-Match"] == "\"1\"" { return HTTPReply(status: 304) }
            return HTTPReply(status: 200, headers: ["ETag": "\"1\""], body: Data(#"["2001-01-01T00:00:00Z"]"#.utf8))
        }
        let client = Bodies.Client(transport: server, middleware: [EntityTags().middleware])
        let first = try await client.getDates().ok
        #expect(try await client.getDates().ok == first)
        #expect(server.seen.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func whatIsAskedForOfflineWaits() async throws {
        let isOffline = Mutex(true)
        let server = Server { _, _ in
            if isOffline.withLock({ $0 }) { throw URLError(.notConnectedToInternet) }
            return note("sent")
        }
        let queue = OfflineQueue()
        let client = Bodies.Client(transport: server, middleware: [queue.middleware])
        for text in ["a", "b"] {
            #expect(try await client.sendNote(.init(body: .text(text))).status == 202)
        }
        await #expect(throws: CallError.self) { try await client.getDates() }
        await #expect(throws: URLError.self) { try await queue.send(over: server) }
        #expect(await queue.waiting.count == 2)
        isOffline.withLock { $0 = false }
        let busy = Server { _, _ in HTTPReply(status: 503) }
        await #expect(throws: URLError.self) { try await queue.send(over: busy) }
        #expect(await queue.waiting.count == 2)
        // Each goes out once, however many ask.
        let slow = Server { _, _ in
            try await Task.sleep(nanoseconds: 10_000_000)
            return note("sent")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await queue.send(over: slow) } }
            try await group.waitForAll()
        }
        #expect(await queue.waiting.isEmpty)
        let sent = slow.seen.map { call -> String? in
            if case .data(let body) = call.body { String(decoding: body, as: UTF8.self) } else { nil }
        }
        #expect(sent == ["a", "b"])
    }

    private static func numbers(_ loaded: Locked<Int>) -> Pages<Int, Int> {
        Pages { cursor in
            loaded.with { $0 += 1 }
            return (cursor ?? 0, (cursor ?? 0) < 3 ? (cursor ?? 0) + 1 : nil)
        }
    }

    @Test func pagesFollowTheirCursor() async throws {
        let loaded = Locked(0)
        var seen: [Int] = []
        for try await page in Self.numbers(loaded) {
            seen.append(page)
            #expect(loaded.with { $0 } == seen.count)
        }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test func aListThatIsCancelledIsNoWholeOne() async throws {
        let loaded = Locked(0)
        let task = Task {
            for try await _ in Self.numbers(loaded) {
                while !Task.isCancelled { await Task.yield() }
            }
        }
        while loaded.with({ $0 }) == 0 { await Task.yield() }
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(loaded.with { $0 } == 1)
    }

    @Test func eventsGoOnBehindTheLastOne() async throws {
        let asked = Mutex<[String?]>([])
        let waits = Mutex<[Int]>([])
        let server = Server { call, number in
            asked.withLock { $0.append(call.headers["Last-Event-ID"]) }
            if number == 2 { throw URLError(.networkConnectionLost) }
            let events =
                number == 1 ? "id: 1\nretry: 5\ndata: {\"text\":\"a\"}\n\n" : "id: 2\ndata: {\"text\":\"b\"}\n\n"
            return HTTPReply(status: 200, headers: ["Content-Type": "text/event-stream"], body: Data(events.utf8))
        }
        let client = Bodies.Client(transport: server)
        let stream = events(wait: { milliseconds in waits.withLock { $0.append(milliseconds) } }) { lastID in
            try await (lastID.map { client.with(.header("Last-Event-ID", $0)) } ?? client).watch().ok
        }
        var notes: [String] = []
        for try await event in stream {
            notes.append(try event.decoded(as: Bodies.Note.self).text)
            if notes.count == 2 { break }
        }
        #expect(notes == ["a", "b"])
        #expect(asked.withLock { Array($0.prefix(3)) } == [nil, "1", "1"])
        #expect(waits.withLock { Array($0.prefix(2)) } == [5, 5])
    }

    /// A refusal, or a page of HTML in place of the stream, is said; what may pass is waited for.
    @Test(arguments: [(401, "", 1), (200, "text/html", 1), (503, "text/html", 3)])
    func eventsEndWhereThereIsNoStream(_ status: Int, _ type: String, _ asked: Int) async throws {
        let server = Server { _, number in
            let last = HTTPReply(status: 401)
            return number == 3
                ? last : HTTPReply(status: status, headers: ["Content-Type": type], body: Data("<p>".utf8))
        }
        let client = Bodies.Client(transport: server)
        let stream = events(wait: { _ in }) { _ in try await client.watch().ok }
        await #expect(throws: CallError.self) { for try await _ in stream {} }
        #expect(server.seen.count == asked)
    }

    /// The connection breaks thrice, and the last time when all is there; then the server has another file.
    @Test func aDownloadGoesOnFromWhereItCame() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let old = Data((0..<100).map { UInt8($0) })
        let new = Data(old.reversed())
        let server = Server { call, number in
            let (whole, tag) = number < 6 ? (old, "\"1\"") : (new, "\"2\"")
            let asked = call.headers["If-Range"] == tag ? call.headers["Range"] : nil
            let from = asked.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
            if from == whole.count { return HTTPReply(status: 416, headers: ["Content-Range": "bytes */\(from)"]) }
            return HTTPReply(status: from == 0 ? 200 : 206, headers: ["ETag": tag], body: whole.suffix(from: from))
        }
        let client = Bodies.Client(transport: server)
        /// Loads until so many bytes of the file are there.
        func load(until end: Int? = nil) async throws {
            try await download(to: file) { range in
                var answer = try await client.with(range).putRaw(streaming: .init(body: .none))
                guard let end else { return answer }
                let size = answer.status == 206 ? try Data(contentsOf: file).count : 0
                let rest = try await answer.collected().body.prefix(end - size)
                answer.body = AsyncThrowingStream { continuation in
                    continuation.yield(rest)
                    continuation.finish(throwing: URLError(.networkConnectionLost))
                }
                return answer
            }
        }
        for end in [40, 70, 100] { await #expect(throws: URLError.self) { try await load(until: end) } }
        try await load()
        #expect(try Data(contentsOf: file) == old)
        #expect(server.seen.map { $0.headers["Range"] } == [nil, "bytes=40-", "bytes=70-", "bytes=100-"])
        #expect(server.seen.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
        await #expect(throws: URLError.self) { try await load(until: 40) }
        try await load()
        #expect(try Data(contentsOf: file) == new)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".version"))
    }

    @Test func anUploadSaysHowFarItIs() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(repeating: 7, count: 150_000).write(to: file)
        let progress = Mutex<[Int]>([])
        let body = HTTPBody.file(file) { bytes in progress.withLock { $0.append(bytes) } }
        let server = Server { call, _ in
            guard case .stream(let parts) = call.body else { return HTTPReply(status: 400) }
            var count = 0
            for try await part in try parts() { count += part.count }
            return HTTPReply(status: 200, body: Data("\(count)".utf8))
        }
        let answer = try await Bodies.Client(transport: server).putRaw(.init(body: body)).ok
        #expect(answer == Data("150000".utf8))
        #expect(progress.withLock { $0 } == [65_536, 131_072, 150_000])
    }

    @Test func aFileOfAFormIsReadAsItIsSent() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString).pdf")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })
        try content.write(to: file)
        let largest = Mutex(0)
        let bodies = Mutex<[Data]>([])
        let server = Server { call, _ in
            guard case .stream(let parts) = call.body else { return HTTPReply(status: 400) }
            // Twice, as after a redirection.
            for _ in 0..<2 {
                var body = Data()
                for try await part in try parts() {
                    largest.withLock { $0 = max($0, part.count) }
                    body.append(part)
                }
                bodies.withLock { $0.append(body) }
            }
            return HTTPReply(status: 204)
        }
        let form = Bytes.AddDocument.MultipartBody(title: "t", content: FileContent(file: file))
        let client = Bytes.Client(transport: server)
        #expect(try await client.addDocument(.init(body: .multipart(form))) == .noContent)
        #expect(largest.withLock { $0 } == 65_536)
        let contentType = server.seen.first?.headers["Content-Type"] ?? ""
        let boundary = contentType.components(separatedBy: "boundary=").last ?? ""
        var expected = Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nt\r\n".utf8)
        expected += Data(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"content\"; filename=\"\(file.lastPathComponent)\"\r\n"
                .utf8)
        expected += Data("Content-Type: application/pdf\r\n\r\n".utf8) + content + Data("\r\n--\(boundary)--\r\n".utf8)
        #expect(bodies.withLock { $0 } == [expected, expected])
        try FileManager.default.removeItem(at: file)
        let error = await #expect(throws: CallError.self) {
            try await client.addDocument(.init(body: .multipart(form)))
        }
        #expect(error?.description.contains("cannot be read") == true)
    }

    @Test func anUploadIsHandedOver() async throws {
        let requests = AsyncStream<String>.makeStream()
        let listener = try ScriptedServer { connection in
            connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            requests.continuation.yield(connection.request)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("whole".utf8).write(to: file)
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/base"))
        let session = URLSession(configuration: .ephemeral)
        let client = Bodies.Client(transport: UploadsLater(url: url, session: session))
        #expect(try await client.putRaw(.init(body: .file(file))).status == 202)
        let request = try #require(await requests.stream.first { _ in true })
        #expect(request.hasPrefix("PUT /base/raw HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\nwhole"))
        session.finishTasksAndInvalidate()
    }

    @Test func aCancelledTaskEndsItsCall() async throws {
        let server = Server { _, _ in
            try await Task.sleep(nanoseconds: 60_000_000_000)
            return HTTPReply(status: 204)
        }
        let task = Task { try await Operations.Client(transport: server).with(.timeout(5)).ping() }
        while server.seen.isEmpty { await Task.yield() }
        #expect(server.seen.first?.timeout == 5)
        task.cancel()
        let error = await #expect(throws: CallError.self) { try await task.value }
        guard case .cancelled("ping")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Every piece of Swift in the article is one of these files', word for word.
    @Test func theArticleShowsWhatIsRunHere() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appendingPathComponent("Sources/CounterpartCommand/Counterpart.docc/Client-recipes.md")
        let recipes = folder.appendingPathComponent("Recipes")
        let sources = try FileManager.default.contentsOfDirectory(atPath: recipes.path).sorted()
            .map { try String(contentsOf: recipes.appendingPathComponent($0), encoding: .utf8) }.joined()
        let text = try String(contentsOf: article, encoding: .utf8)
        let pieces = text.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "\n```")[0] }
        #expect(pieces.count >= 8)
        for piece in pieces { #expect(sources.contains(piece), "\(piece.prefix(200))") }
    }
}
