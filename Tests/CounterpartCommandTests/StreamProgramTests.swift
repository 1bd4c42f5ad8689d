// What comes in parts, and what comes over TLS, through `counterpart record` and `counterpart serve --mode verify`.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import HTTPWire
import SecureWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct StreamProgramTests {
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "stream-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var recording: String { path + "/new.har" }

        var entries: [HAR.Entry] {
            get throws { try HAR(parsing: Array(Data(contentsOf: URL(filePath: recording)))).entries }
        }
    }

    /// Starts a program with a backend, and gives what it said at the end.
    private func running(
        _ arguments: [String], backend: BackendURL, _ body: (BackendURL, HTTPSender) async throws -> Void
    ) async throws -> Program.Result {
        let program = try RunningProgram(
            arguments + ["--backend", backend.description, "--port", "0", "--json"])
        let start = try JSON(parsing: try #require(program.line(), "\(program.end())"))
        let sender = HTTPSender(timeout: .seconds(60))
        try await body(BackendURL(parsing: try #require(start["url"]?.string)), sender)
        program.send()
        let result = program.end()
        await sender.shutdown()
        return result
    }

    private static func backend(streaming events: AsyncStream<[UInt8]>) async throws -> HTTPListener {
        try await HTTPListener.start(.init()) { _ in
            let content = ContentStream {
                for await event in events { return event }
                return nil
            }
            return .now(
                OutgoingResponse(
                    Response(status: 200, headers: [.contentType: "text/event-stream"]), streaming: content))
        }
    }

    /// Each event is made when the client has the one before.
    @Test(arguments: [true, false]) func eventsPassAsTheyCome(isRecorded: Bool) async throws {
        let folder = try Folder()
        let (events, continuation) = AsyncStream<[UInt8]>.makeStream()
        let backend = try await Self.backend(streaming: events)
        let arguments =
            isRecorded
            ? ["record", "--to", folder.recording] : ["serve", "Contracts/sneaker-shop", "--mode", "verify"]
        let result = try await running(arguments, backend: backend.address) { url, sender in
            let open = try await sender.open(Request(target: "/events"), to: url)
            #expect(open.response.headers[.contentType] == "text/event-stream")
            let content = try #require(open.content)
            for number in 1...3 {
                let event = Array("data: {\"number\":\(number)}\n\n".utf8)
                continuation.yield(event)
                var received: [UInt8] = []
                while received.count < event.count, let part = try await content.next() { received += part }
                #expect(received == event)
            }
            continuation.finish()
            #expect(try await content.next() == nil)
        }
        await backend.shutdown()
        #expect(result.status == 0, "\(result)")
        guard isRecorded else {
            let last = try JSON(parsing: try #require(result.output.split(separator: "\n").last.map(String.init)))
            #expect(last["exchanges"] == 1)
            return
        }
        let body = try #require(try folder.entries.first?.response.body.bytes)
        #expect(
            String(decoding: body, as: UTF8.self)
                == "data: {\"number\":1}\n\ndata: {\"number\":2}\n\ndata: {\"number\":3}\n\n")
    }

    /// What a client has seen of a stream that it left is recorded: the whole lines of it.
    @Test func aStreamThatIsLeftIsRecorded() async throws {
        let folder = try Folder()
        let (events, continuation) = AsyncStream<[UInt8]>.makeStream()
        let backend = try await Self.backend(streaming: events)
        let result = try await running(["record", "--to", folder.recording], backend: backend.address) { url, sender in
            let open = try await sender.open(Request(target: "/events"), to: url)
            continuation.yield(Array("data: 1\n\ndata: {\"password\":\"swordf".utf8))
            _ = try await open.content?.next()
            open.content?.abandon()
        }
        continuation.finish()
        await backend.shutdown()
        #expect(result.status == 0, "\(result)")
        let body = try #require(try folder.entries.first?.response.body)
        #expect(body.bytes == Array("data: 1\n\n".utf8))
        #expect(body.others["comment"]?.string?.hasPrefix("the client left after ") == true)
    }

    /// Neither is held whole, and neither is limited; the recording says that they were longer than it keeps.
    @Test func longBodiesPassBothWays() async throws {
        let folder = try Folder()
        let backend = try await HTTPListener.start(
            .init(),
            streaming: { _, content, _ in
                .now(OutgoingResponse(Response(status: 200), streaming: ContentStream { try await content?.next() }))
            })
        let arguments = ["record", "--to", folder.recording, "--body-limit", "1000"]
        let result = try await running(arguments, backend: backend.address) { url, _ in
            for framing in ["--data-binary @-", "-T - -X POST -H 'Expect: 100-continue'"] {
                let told = try RunningProgram.shell(
                    "head -c 3000000 /dev/zero | curl -sS \(framing) '\(url)/echo' | cksum")
                let expected = try RunningProgram.shell("head -c 3000000 /dev/zero | cksum")
                #expect(told.output == expected.output && told.error == "", "\(told)")
            }
        }
        await backend.shutdown()
        #expect(result.status == 0, "\(result)")
        let entries = try folder.entries
        #expect(entries.count == 2)
        for entry in entries {
            #expect(entry.request.body?.others["_cut"] == 3_000_000)
            #expect(entry.response.body.others["_cut"] == 3_000_000)
            #expect(entry.response.body.bytes == nil)
        }
    }

    /// What has no content has none behind the proxy, and what is said of its length stays.
    @Test(arguments: [
        (HTTPRequest.Method.head, "/length", 200, "Content-Length: 42"), (.get, "/none", 204, ""),
        (.get, "/same", 304, "Etag: \"a\""), (.get, "/moved", 302, "Location: (proxy)/there"),
    ])
    func answersWithoutContent(method: HTTPRequest.Method, target: String, status: Int, field: String) async throws {
        let folder = try Folder()
        let backend = try await HTTPListener.start(.init()) { request in
            let origin = "http://" + (request.headers.first { $0.name.canonicalName == "host" }?.value ?? "")
            let response =
                switch request.target {
                case "/length": Response(status: 200, headers: [.contentLength: "42"])
                case "/none": Response(status: 204)
                case "/same": Response(status: 304, headers: [.eTag: "\"a\""])
                default: Response(status: 302, headers: [.location: origin + "/there"])
                }
            return .now(OutgoingResponse(PreparedResponse(response, to: request.method)))
        }
        let result = try await running(["record", "--to", folder.recording], backend: backend.address) { url, sender in
            let response = try await sender.send(Request(method: method, target: target), to: url)
            #expect(response.status == status && response.body == [])
            let fields = response.headers.map { "\($0.name.rawName): \($0.value)" }
            let expected = field.replacing("(proxy)", with: url.origin)
            #expect(field == "" || fields.contains { $0.lowercased() == expected.lowercased() }, "\(fields)")
        }
        await backend.shutdown()
        #expect(result.status == 0, "\(result)")
        #expect(try folder.entries.map(\.response.status) == [status])
    }

    /// A backend of our own with TLS and HTTP/2: nobody believes it but who knows its authority, or asks no questions.
    @Test func aBackendOverTLSIsCheckedByItsAuthority() async throws {
        let folder = try Folder()
        let backend = try RunningProgram(
            shell:
                "XDG_DATA_HOME='\(folder.path)' exec '\(Program.executable.path)' serve Contracts/sneaker-shop --tls --port 0 --json"
        )
        let start = try JSON(parsing: try #require(backend.line()))
        let address = try BackendURL(parsing: try #require(start["url"]?.string))
        let authority = try #require(start["tls"]?["authority"]?.string)
        for (options, status) in [([], 502), (["--cacert", authority], 200), (["--insecure"], 200)] {
            let result = try await running(
                ["record", "--to", folder.recording, "--append"] + options, backend: address
            ) { url, sender in
                let response = try await sender.send(Request(target: "/api/home/get_promotions?user_id=1"), to: url)
                #expect(response.status == status)
                if status == 502 {
                    let detail = try JSON(parsing: response.body)["detail"]?.string ?? ""
                    #expect(detail.contains("its certificate is none that this machine trusts. Check"), "\(detail)")
                    #expect(detail.contains("--cacert"), "\(detail)")
                }
            }
            #expect(result.status == 0, "\(result)")
        }
        backend.send()
        _ = backend.end()
        #expect(try folder.entries.map { $0.response.httpVersion } == ["HTTP/1.1", "HTTP/2", "HTTP/2"])
        let refused = try await Program.run(
            "record", "--to", folder.path + "/other.har", "--backend", "https://127.0.0.1:1", "--cacert", "none.pem")
        #expect(refused.status == 2)
        #expect(refused.error.contains("--cacert: none.pem is no file of certificates in the PEM format"))
    }
}
