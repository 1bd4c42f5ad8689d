// URLSession as the transport, over a live socket: bodies both ways, streams, redirections, cancellation.

import Foundation
import Testing

@testable import ClientRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private func withServer<Result>(
    _ script: @escaping @Sendable (ScriptedServer.Connection) -> Void,
    _ body: (URLSessionTransport) async throws -> Result
) async throws -> Result {
    let server = try ScriptedServer(script)
    defer { withExtendedLifetime(server) {} }
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/base/") else { throw URLError(.badURL) }
    return try await body(URLSessionTransport(url: url, configuration: .ephemeral))
}

/// Answers with the request, so that a test sees what went over the wire.
@Sendable private func echo(_ connection: ScriptedServer.Connection) {
    let length = connection.request.utf8.count
    connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(length)\r\n\r\n")
    connection.write(connection.request)
}

@Suite(.timeLimit(.minutes(10)))
struct URLSessionTransportTests {
    @Test func sendsTargetUnderTheBasePathWithHeadersAndBody() async throws {
        let call = HTTPCall(
            method: "POST", target: "/items/a%2Fb?x=%5B1%5D", headers: ["X-Trace": "7", "Content-Type": "text/plain"],
            body: .data(Data("hällo".utf8)))
        let reply = try await withServer(echo) { try await $0.send(call).collected() }
        let request = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.status == 200)
        #expect(reply.mediaType == "text/plain")
        #expect(request.hasPrefix("POST /base/items/a%2Fb?x=%5B1%5D HTTP/1.1\r\n"))
        #expect(request.lowercased().contains("\r\nx-trace: 7\r\n"))
        #expect(request.hasSuffix("\r\n\r\nhällo"))
    }

    @Test func sendsFilesAndStreams() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("from disk".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            for part in ["in ", "three ", "parts"] { continuation.yield(Data(part.utf8)) }
            continuation.finish()
        }
        for (body, text) in [(HTTPBody.file(file), "from disk"), (.once(stream), "in three parts")] {
            let call = HTTPCall(method: "PUT", target: "/file", body: body)
            let reply = try await withServer(echo) { try await $0.send(call).collected() }
            #expect(String(decoding: reply.body, as: UTF8.self).hasSuffix("\r\n\r\n" + text))
        }
    }

    @Test func handsOnEventsWhileTheyCome() async throws {
        let (more, allow) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let opener = Task { for await _ in more { gate.signal() } }
        defer { opener.cancel() }
        try await withServer({ connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for number in 1...3 {
                connection.write("data: \(number)\n\n")
                gate.wait()
            }
        }) { transport in
            let stream = try await transport.send(HTTPCall(method: "GET", target: "/events"))
            var numbers: [Int] = []
            // The server sends the next event only when the last one has arrived here.
            for try await event in EventStream<String>(stream.body) {
                numbers.append(try event.decoded())
                allow.yield()
            }
            #expect(numbers == [1, 2, 3])
        }
    }

    @Test(arguments: [true, false])
    func followsRedirectionsUnlessTheyAreAnswers(_ follows: Bool) async throws {
        let reply = try await withServer({ connection in
            if connection.request.hasPrefix("GET /base/old ") {
                connection.write("HTTP/1.1 302 Found\r\nLocation: /base/new\r\nContent-Length: 0\r\n\r\n")
            } else {
                connection.write("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }) { transport in
            try await transport.send(HTTPCall(method: "GET", target: "/old", followsRedirects: follows)).collected()
        }
        #expect(reply.status == (follows ? 204 : 302))
        #expect(follows || reply.headers["location"] == "/base/new")
    }

    /// RFC 9110, section 15.2: what is said before the answer is none.
    @Test func anInterimAnswerIsPassedOver() async throws {
        for interim in ["103 Early Hints\r\nLink: </style.css>; rel=preload", "100 Continue", "102 Processing"] {
            let reply = try await withServer({ connection in
                connection.write("HTTP/1.1 \(interim)\r\n\r\n")
                connection.write("HTTP/1.1 201 Created\r\nX-Own: 1\r\nContent-Length: 4\r\n\r\nmade")
            }) { try await $0.send(HTTPCall(method: "POST", target: "/", body: .data(Data("b".utf8)))).collected() }
            #expect(reply.status == 201, "\(interim)")
            #expect(reply.headers["X-Own"] == "1")
            #expect(reply.headers["Link"] == nil)
            #expect(reply.body == Data("made".utf8))
        }
    }

    /// A signature in a query stays as it is beside what a server forgot to encode.
    @Test func aRedirectionKeepsWhatIsEncoded() async throws {
        let reply = try await withServer({ connection in
            if connection.request.hasPrefix("GET /base/old ") {
                let location = "/new/a b.pdf?sig=x%2Fy%3D&name=gr\u{F6}\u{DF}e[1]#part"
                connection.write("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
            } else {
                echo(connection)
            }
        }) { try await $0.send(HTTPCall(method: "GET", target: "/old")).collected() }
        let line = String(decoding: reply.body, as: UTF8.self).prefix { $0 != "\r\n" }
        #expect(line == "GET /new/a%20b.pdf?sig=x%2Fy%3D&name=gr%C3%B6%C3%9Fe%5B1%5D HTTP/1.1")
    }

    @Test(arguments: ["token\n", "a\r\nX-Other: b", "a\u{0}b"])
    func aFieldThatWouldBeLeftOutIsAnError(_ value: String) async throws {
        await #expect {
            try await withServer(echo) {
                try await $0.send(HTTPCall(method: "GET", target: "/", headers: ["Authorization": value]))
            }
        } throws: { error in
            "\(error)".contains("header Authorization") && !"\(error)".contains("token")
        }
    }

    @Test func aCancelledTaskClosesTheConnection() async throws {
        let (closed, sayClosed) = AsyncStream<Void>.makeStream()
        let (arrived, sayArrived) = AsyncStream<Void>.makeStream()
        try await withServer({ connection in
            sayArrived.finish()
            connection.waitForEnd()
            sayClosed.finish()
        }) { transport in
            let channel = Channel(transport: transport)
            let waiting = Task { try await channel.send(Silence.self, ()) }
            for await _ in arrived {}
            waiting.cancel()
            await #expect { try await waiting.value } throws: { error in
                if case CallError.cancelled("silence") = error { true } else { false }
            }
            for await _ in closed {}
        }
    }

    /// Foundation on Linux stops the process where a task is cancelled while it ends: some of these do, some wait, some have just begun.
    @Test func manyCallsAreCancelledAtOnce() async throws {
        try await withServer { connection in
            switch connection.request.utf8.count % 3 {
            case 0: connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            case 1: connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n[")
            default: connection.waitForEnd()
            }
        } _: { transport in
            for round in 0..<20 {
                let calls = (0..<100).map { number in
                    Task { () -> Bool in
                        let target = "/" + String(repeating: "a", count: number % 3)
                        do {
                            _ = try await transport.send(HTTPCall(method: "GET", target: target)).collected()
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                try await Task.sleep(nanoseconds: UInt64(round % 5) * 2_000_000)
                DispatchQueue.concurrentPerform(iterations: calls.count) { calls[$0].cancel() }
                var ends = 0
                for call in calls {
                    _ = await call.value
                    ends += 1
                }
                #expect(ends == 100)
            }
        }
    }

    @Test func aCallGivesUpAfterItsTime() async throws {
        try await withServer({ $0.waitForEnd() }) { transport in
            let channel = Channel(transport: transport).with([.timeout(1)])
            await #expect { try await channel.send(Silence.self, ()) } throws: { error in
                guard case CallError.transport("silence", let cause) = error else { return false }
                return (cause as? URLError)?.code == .timedOut
            }
        }
    }

    @Test func aSessionOfTheAppIsTaken() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Session": "ours"]
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let reply = try await withServer(echo) { transport in
            try await URLSessionTransport(url: transport.url, session: session)
                .send(HTTPCall(method: "GET", target: "/")).collected()
        }
        #expect(String(decoding: reply.body, as: UTF8.self).contains("X-Session: ours"))
    }

    @Test func aBodyCutShortIsAnError() async throws {
        await #expect(throws: URLError.self) {
            try await withServer({ connection in
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":")
            }) { try await $0.send(HTTPCall(method: "GET", target: "/")).collected() }
        }
    }

    @Test func noServerIsAnError() async throws {
        let url = try await withServer(echo) { $0.url }
        await #expect(throws: URLError.self) {
            try await URLSessionTransport(url: url).send(HTTPCall(method: "GET", target: "/"))
        }
    }

    private enum Silence: Endpoint {
        static let operation = "silence"
        static func call(_ request: Void) -> HTTPCall { HTTPCall(method: "GET", target: "/silence") }
        static func response(_ reply: HTTPReply) -> Int { reply.status }
    }
}
