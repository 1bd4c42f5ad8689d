// From an exchange to the file: unpacked, redacted, marked, bounded.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Recordings
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct RecorderTests {
    private static func exchange(
        _ request: Request, _ response: Response, timings: ExchangeTimings = ExchangeTimings()
    ) throws -> RecordedExchange {
        RecordedExchange(
            started: try #require(DateTime("2026-11-21T10:00:00.250Z")), origin: "https://shop.example",
            request: request,
            outcome: .response(MeasuredResponse(response, timings: timings, httpVersion: "HTTP/2")))
    }

    /// Records the exchanges, and gives what is in the file.
    private static func recorded(
        _ exchanges: [RecordedExchange], _ options: Recorder.Options = Recorder.Options()
    ) async throws -> (text: String, har: HAR, summary: Recorder.Summary) {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("a.har"), .create, creator: .init(name: "counterpart", version: "1"))
        let recorder = Recorder(file, options) { Issue.record("\($0)") }
        for exchange in exchanges { await recorder.record(exchange) }
        let summary = recorder.finish()
        let bytes = try folder.bytes("a.har")
        return (String(decoding: bytes, as: UTF8.self), try HAR(parsing: bytes), summary)
    }

    private static var redacting: Recorder.Options {
        var options = Recorder.Options()
        options.redaction = RedactionRules()
        return options
    }

    @Test func anEntryHasAllThatTheFormatAsksFor() async throws {
        let timings = ExchangeTimings(
            blocked: .zero, connect: .microseconds(1_250), send: .microseconds(10), wait: .milliseconds(40),
            receive: .microseconds(3))
        let request = Request(
            method: .post, target: "/cart?user=1&q=a%20b", headers: [.contentType: "application/json", .cookie: "a=1"],
            body: Array("{}".utf8))
        let response = Response(
            status: 302, headers: [.location: "https://shop.example/next", .setCookie: "b=2; Path=/"], body: [])
        let recorded = try await Self.recorded([try Self.exchange(request, response, timings: timings)])
        #expect(
            try JSON(parsing: recorded.text)["log"]?["entries"]?[0]
                == JSON(
                    parsing: """
                        {"startedDateTime":"2026-11-21T10:00:00.250Z","time":41.263,
                        "request":{"method":"POST","url":"https://shop.example/cart?user=1&q=a%20b","httpVersion":"HTTP/2",
                        "cookies":[{"name":"a","value":"1"}],
                        "headers":[{"name":"Content-Type","value":"application/json"},{"name":"Cookie","value":"a=1"}],
                        "queryString":[{"name":"user","value":"1"},{"name":"q","value":"a b"}],
                        "postData":{"mimeType":"application/json","text":"{}"},"headersSize":-1,"bodySize":2},
                        "response":{"status":302,"statusText":"Found","httpVersion":"HTTP/2","cookies":[{"name":"b","value":"2","path":"/"}],
                        "headers":[{"name":"Location","value":"https://shop.example/next"},{"name":"Set-Cookie","value":"b=2; Path=/"}],
                        "content":{"size":0,"mimeType":"","text":""},"redirectURL":"https://shop.example/next","headersSize":-1,"bodySize":0},
                        "cache":{},"timings":{"blocked":0.000,"dns":-1,"connect":1.250,"ssl":-1,"send":0.010,"wait":40.000,"receive":0.003}}
                        """))
    }

    @Test func whoGaveNoAnswerIsNoted() async throws {
        let failure = NoResponse(kind: .refused, message: "Nothing listens", remedy: "Start it.")
        var exchange = try Self.exchange(Request(target: "/a"), Response(status: 200))
        exchange.outcome = .noResponse(failure, after: .milliseconds(3))
        let entry = try #require(try await Self.recorded([exchange]).har.entries.first)
        #expect(entry.response.status == 0)
        #expect(entry.response.others["_error"] == "Nothing listens")
        #expect(entry.response.response == nil)
    }

    // MARK: - Bodies

    private static let token = "tok-Zq8/ї=\"x"
    private static let json = JSON.object(["access_token": .string(token), "id": 7]).serialized()

    /// What the sealed form of `json` is in each coding, by Python's gzip and zlib.
    private static let packed: [(coding: String, base64: String)] = [
        ("gzip", "H4sIAAAAAAACA6tWSkxOTi0uji/Jz07NU7JSAtK6UYUW+hen28YoVSjpKGWmKFmZ1wIAu3DN5igAAAA="),
        ("deflate", "eJyrVkpMTk4tLo4vyc9OzVOyUgLSulGFFvoXp9vGKFUo6ShlpihZmdcCACbLDaM="),
        ("deflate", "q1ZKTE5OLS6OL8nPTs1TslIC0rpRhRb6F6fbxihVKOkoZaYoWZnXAgA="),
        (
            "deflate, gzip",
            "H4sIAAAAAAACAwEvAND/eJyrVkpMTk4tLo4vyc9OzVOyUgLSulGFFvoXp9vGKFUo6ShlpihZmdcCACbLDaMSIyfGLwAAAA=="
        ),
    ]

    @Test(arguments: packed)
    func packedContentIsUnpackedBeforeItIsRedacted(coding: String, base64: String) async throws {
        let body = try #require(Base64.standard.decode(base64))
        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: coding]
        let exchange = try Self.exchange(
            Request(method: .post, target: "/a", headers: headers, body: body),
            Response(status: 200, headers: headers, body: body))
        let recorded = try await Self.recorded([exchange], Self.redacting)
        let entry = try #require(recorded.har.entries.first)
        #expect(!recorded.text.contains("tok-Zq8") && !recorded.text.contains(base64.prefix(24)))
        for content in [entry.response.body, try #require(entry.request.body)] {
            #expect(
                content.bytes.map { String(decoding: $0, as: UTF8.self) } == #"{"access_token":"redacted-1","id":7}"#)
        }
        #expect(entry.response.bodySize == JSONNumber(body.count))
        #expect(recorded.summary.secrets == 1)
    }

    @Test func whatCannotBeUnpackedIsLeftOutAndMarked() async throws {
        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: "br"]
        let exchange = try Self.exchange(
            Request(target: "/a"), Response(status: 200, headers: headers, body: [1, 2, 3]))
        for options in [Self.redacting, Recorder.Options()] {
            let body = try #require(try await Self.recorded([exchange], options).har.entries.first?.response.body)
            #expect(body.content == .missing)
            #expect(body.others["comment"] == "left out: its coding br cannot be taken off")
        }
    }

    @Test func aLargeBodyIsCutAndMarked() async throws {
        var options = Self.redacting
        options.bodyLimit = 1_000
        let large = Array(#"{"password":"swordfish","x":""#.utf8) + Array(repeating: UInt8(ascii: "y"), count: 2_000)
        let exchange = try Self.exchange(
            Request(method: .post, target: "/a", body: large), Response(status: 200, body: large))
        let recorded = try await Self.recorded([exchange], options)
        let entry = try #require(recorded.har.entries.first)
        for body in [entry.response.body, try #require(entry.request.body)] {
            #expect(body.content == .missing)
            #expect(body.others["_cut"] == .number(JSONNumber(large.count)))
        }
        #expect(!recorded.text.contains("swordfish"))
    }

    static let partial: [(type: String, reason: ContentGap.Reason, kept: String?, comment: String)] = [
        ("text/event-stream", .clientLeft, "data: 1\r\n\r\n", "the client left after 100 bytes"),
        ("application/x-ndjson", .clientLeft, "data: 1\r\n\r\n", "the client left after 100 bytes"),
        ("application/json", .clientLeft, nil, "cut: the client left after 100 bytes"),
        ("text/event-stream", .brokenOff("gone"), nil, "cut: after 100 bytes: gone"),
        ("text/event-stream", .larger, nil, "cut: 100 bytes are more than the limit of 4194304"),
    ]

    /// What is kept of an answer that its client left, or that the backend broke off.
    @Test(arguments: partial)
    func anAnswerInPart(type: String, reason: ContentGap.Reason, kept: String?, comment: String) async throws {
        var exchange = try Self.exchange(
            Request(target: "/"),
            Response(
                status: 200, headers: [.contentType: type],
                body: Array("data: 1\r\n\r\ndata: {\"password\":\"swordf".utf8)))
        exchange.responseGap = ContentGap(reason, bytes: 100)
        let recorded = try await Self.recorded([exchange], Self.redacting)
        let body = recorded.har.entries[0].response.body
        #expect(body.bytes == kept.map { Array($0.utf8) })
        #expect(!recorded.text.contains("swordf"))
        #expect(body.others["comment"]?.string == comment)
        #expect(body.others["_cut"] == (kept == nil ? 100 : nil))
    }

    @Test func aContractNamesItsSecrets() throws {
        let folder = try Folder()
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Bank, version: "1"}
            paths:
              /a:
                post:
                  parameters: [{name: door, in: query, schema: {type: string, format: password}}]
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
                  responses: {'200': {description: Fine.}}
            components:
              securitySchemes: {own: {type: apiKey, in: header, name: X-Door}}
              schemas:
                User:
                  properties:
                    magic: {type: string, format: password}
                    name: {type: string}
                    friends: {type: array, items: {$ref: '#/components/schemas/User'}}
                    safes: {type: array, items: {type: string, format: password}}
            """, to: "bank.yaml")
        let contract = try #require(Contract.load(path: folder.file("bank.yaml")).contract)
        var rules = RedactionRules.none
        rules.add(from: contract)
        #expect(rules.names == ["door", "xdoor", "magic", "safes"])
    }

    /// What was made out before keeps other names.
    @Test func pseudonymsGoOnWhereTheFileHasSome() async throws {
        let folder = try Folder()
        let creator = HAR.Software(name: "counterpart", version: "1")
        func record(_ secret: String) async throws {
            let file = try RecordingFile(folder.file("a.har"), .append, creator: creator)
            let recorder = Recorder(file, Self.redacting) { Issue.record("\($0)") }
            await recorder.record(
                try Self.exchange(
                    Request(target: "/a", headers: [.authorization: "Bearer \(secret)"]), Response(status: 200)))
            _ = recorder.finish()
        }
        for secret in ["first", "second", "third"] { try await record(secret) }
        let entries = try HAR(parsing: folder.bytes("a.har")).entries
        #expect(
            entries.map { $0.request.request.headers[.authorization] }
                == ["Bearer redacted-1", "Bearer redacted-2", "Bearer redacted-3"])
    }

    /// What told that it is one came when it was on the disk already.
    @Test func aSecretThatIsKnownLateIsRemovedFromWhatWasWritten() async throws {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("a.har"), .create, creator: .init(name: "counterpart", version: "1"))
        var options = Self.redacting
        options.interval = .milliseconds(1)
        let recorder = Recorder(file, options) { Issue.record("\($0)") }
        let early = Response(
            status: 200, headers: [.contentType: "application/json"], body: Array(#"{"v":"late-secret-1","n":2}"#.utf8))
        await recorder.record(try Self.exchange(Request(target: "/first?x=late-secret-1"), early))
        while !String(decoding: try folder.bytes("a.har"), as: UTF8.self).contains("late-secret-1") {
            try await Task.sleep(for: .milliseconds(5))
        }
        await recorder.record(
            try Self.exchange(
                Request(target: "/second", headers: [.authorization: "Bearer late-secret-1"]), Response(status: 204)))
        let summary = recorder.finish()
        #expect(summary.failure == nil && summary.exchanges == 2)
        let text = String(decoding: try folder.bytes("a.har"), as: UTF8.self)
        #expect(!text.contains("late-secret-1"))
        let har = try HAR(parsing: try folder.bytes("a.har"))
        #expect(
            har.entries.map(\.request.url) == [
                "https://shop.example/first?x=redacted-1", "https://shop.example/second",
            ])
        #expect(
            har.entries[0].response.body.bytes.map { String(decoding: $0, as: UTF8.self) }
                == #"{"v":"redacted-1","n":2}"#)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file(""))
        #expect(left == ["a.har"])
    }

    // MARK: - Waiting

    /// As large downloads do, one after another: nobody else comes who could set a recorder going that has forgotten to let go.
    @Test(.timeLimit(.minutes(2))) func nobodyIsKeptWaitingWhenNothingMoreComes() async throws {
        let folder = try Folder()
        let file = try RecordingFile(folder.file("a.har"), .create, creator: .init(name: "counterpart", version: "1"))
        var options = Recorder.Options()
        options.bodyLimit = 1_000
        let recorder = Recorder(file, options) { Issue.record("\($0)") }
        let downloads = try (0..<16).map { number in
            let body = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000 + number * 240_000)
            return try Self.exchange(Request(target: "/\(number)"), Response(status: 200, body: body))
        }
        for number in 0..<10_000 { await recorder.record(downloads[number % downloads.count]) }
        #expect(recorder.finish().exchanges == 10_000)
    }

    // MARK: - Failure

    @Test func theRecorderGoesOnWithoutItsFolder() async throws {
        let folder = try Folder()
        let file = try RecordingFile(
            folder.file("deep/a.har"), .create, creator: .init(name: "counterpart", version: "1"))
        let (stream, continuation) = AsyncStream.makeStream(of: Recorder.Notice.self)
        var options = Recorder.Options()
        options.interval = .milliseconds(1)
        let recorder = Recorder(file, options) { continuation.yield($0) }
        var notices = stream.makeAsyncIterator()
        try FileManager.default.removeItem(atPath: folder.file("deep"))
        await recorder.record(try Self.exchange(Request(target: "/a"), Response(status: 200)))
        guard case .failing(let failure, waiting: 1)? = await notices.next() else {
            Issue.record("nothing was told")
            return
        }
        #expect(failure.kind == .unwritable)
        await recorder.record(try Self.exchange(Request(target: "/b"), Response(status: 200)))
        try FileManager.default.createDirectory(atPath: folder.file("deep"), withIntermediateDirectories: false)
        #expect(await notices.next() == .recovered)
        let summary = recorder.finish()
        #expect(summary.exchanges == 2 && summary.lost == 0 && summary.failure == nil)
        #expect(try HAR(parsing: folder.bytes("deep/a.har")).entries.count == 2)
    }

    @Test func whatNeverFitsIsCounted() async throws {
        let folder = try Folder()
        let file = try RecordingFile(
            folder.file("deep/a.har"), .create, creator: .init(name: "counterpart", version: "1"))
        try FileManager.default.removeItem(atPath: folder.file("deep"))
        var options = Recorder.Options()
        options.backlog = 10_000
        let recorder = Recorder(file, options) { _ in }
        let body = Array(repeating: UInt8(ascii: "x"), count: 4_000)
        for _ in 0..<20 {
            await recorder.record(try Self.exchange(Request(target: "/a"), Response(status: 200, body: body)))
        }
        let summary = recorder.finish()
        #expect(summary.exchanges == 0)
        #expect(summary.lost == 20)
        #expect(summary.failure?.kind == .unwritable)
    }
}
