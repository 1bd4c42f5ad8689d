// The sender against servers that behave, and against those that do not.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

@testable import HTTPWire
@testable import SecureWire

@Suite(.timeLimit(.minutes(10))) struct HTTPSenderTests {
    private func sending<Result: Sendable>(
        timeout: Duration = .seconds(10), bodyLimit: Int = 1024 * 1024,
        _ body: (HTTPSender) async throws -> Result
    ) async throws -> Result {
        let sender = HTTPSender(timeout: timeout, bodyLimit: bodyLimit)
        do {
            let result = try await body(sender)
            await sender.shutdown()
            return result
        } catch {
            await sender.shutdown()
            throw error
        }
    }

    /// Sends the request to a listener of ours, and gives what that saw and what came back.
    private func exchange(_ request: Request, answer: Response) async throws -> (seen: Request, response: Response) {
        let seen = Recorder<Request>()
        let listener = try await HTTPListener.start(.init()) { request in
            seen.record(request)
            return .now(OutgoingResponse(PreparedResponse(answer)))
        }
        let response = try await sending { try await $0.send(request, to: listener.address) }
        await listener.shutdown()
        return (seen.values[0], response)
    }

    /// Runs `body` against a server that writes `bytes` as soon as someone connects, and then closes or stays silent.
    private func server<Result: Sendable>(
        writing bytes: String, thenCloses: Bool, _ body: (BackendURL) async throws -> Result
    ) async throws -> Result {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        RawServer(bytes: ByteBuffer(string: bytes), closes: thenCloses))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let result = try await body(BackendURL(host: "127.0.0.1", port: channel.localAddress?.port ?? 0))
            try await channel.close()
            return result
        } catch {
            try await channel.close()
            throw error
        }
    }

    @Test(arguments: [
        "/", "/a?b=c&b=d", "/%20%C3%A9/%2F%2f", "/a//b/./../c", "/?", "/a;b=c,d/@:!$&'()*+=~", "/a?q=/?:@", "//double",
    ])
    func theTargetGoesOutAsItIs(target: String) async throws {
        let (seen, _) = try await exchange(Request(target: target), answer: Response(status: 200))
        #expect(seen.target == target)
    }

    /// Of every byte there is, escaped and as it is: what goes out is what came, or nothing does.
    @Test(arguments: [false, true])
    func everyByteOfATargetGoesOutAsItIsOrNotAtAll(isEscaped: Bool) async throws {
        let lines = Recorder<String>()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LineServer(lines: lines))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let backend = BackendURL(host: "127.0.0.1", port: server.localAddress?.port ?? 0)
        for byte in UInt8.min...UInt8.max {
            let digits = String(byte, radix: 16)
            let text =
                isEscaped ? "%" + (byte < 16 ? "0" : "") + digits : String(Character(Unicode.Scalar(byte)))
            for target in ["/users/\(text)", "/\(text)?q=\(text)&a[\(text)]=1"] {
                let sent = lines.values.count
                do {
                    _ = try await sending { try await $0.send(Request(method: .delete, target: target), to: backend) }
                    #expect(lines.values.dropFirst(sent) == ["DELETE \(target) HTTP/1.1"])
                } catch let failure as NoResponse {
                    #expect(failure == .unsendable(target: target))
                    #expect(!isEscaped && lines.values.count == sent, "\(target)")
                }
            }
        }
        try await server.close()
        #expect(lines.values.count == (isEscaped ? 512 : 2 * (0x7E - 0x20 - 2)))
    }

    @Test func fieldsThatStandTwiceStayTwo() async throws {
        var headers: HTTPFields = [.accept: "a/b"]
        headers.append(HTTPField(name: .accept, value: "c/d"))
        var answered: HTTPFields = [.setCookie: "a=1"]
        answered.append(HTTPField(name: .setCookie, value: "b=2"))
        let (seen, response) = try await exchange(
            Request(method: .post, target: "/", headers: headers, body: Array("x".utf8)),
            answer: Response(status: 302, headers: answered, body: Array("y".utf8)))
        #expect(seen.headers[values: .accept] == ["a/b", "c/d"])
        #expect(seen.body == Array("x".utf8))
        #expect(response.status == 302)
        #expect(response.headers[values: .setCookie] == ["a=1", "b=2"])
        #expect(response.body == Array("y".utf8))
    }

    @Test func nothingIsAddedButHostAndFraming() async throws {
        let (seen, _) = try await exchange(Request(method: .post, target: "/"), answer: Response(status: 204))
        #expect(Set(seen.headers.map(\.name.canonicalName)) == ["host", "content-length"])
    }

    @Test(arguments: ["", "a", "a b", "/a b", "/é", "/a#b", "/\r\nX: y", "*", "/%zz", "/%2"])
    func aTargetThatCannotGoOutIsNotSent(target: String) async throws {
        await #expect(throws: NoResponse.unsendable(target: target)) {
            try await sending { try await $0.send(Request(target: target), to: BackendURL(host: "127.0.0.1", port: 1)) }
        }
    }

    @Test(arguments: [
        ("", true, NoResponse.Kind.closedEarly),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", true, .closedEarly),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", true, .closedEarly),
        ("220 mail.example ESMTP\r\n", true, .malformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", true, .malformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", true, .malformed),
        ("\u{16}\u{3}\u{1}", true, .malformed),
        ("HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n", false, .malformed),
        ("HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\n{}", true, .malformed),
        ("", false, .timedOut),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", false, .timedOut),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n" + String(repeating: "a", count: 2_000_000), true,
            .tooLarge
        ),
    ])
    func aServerThatMisbehavesIsATypedFailure(bytes: String, closes: Bool, kind: NoResponse.Kind) async throws {
        try await server(writing: bytes, thenCloses: closes) { address in
            let timeout: Duration = kind == .timedOut ? .seconds(1) : .seconds(10)
            let failure = await #expect(throws: NoResponse.self) {
                try await sending(timeout: timeout) { try await $0.send(Request(target: "/"), to: address) }
            }
            #expect(failure?.kind == kind, "\(String(describing: failure))")
            #expect(failure?.message.contains("http://127.0.0.1:\(address.port)") == true)
        }
    }

    @Test func aPortWhereNobodyListensIsRefused() async throws {
        let listener = try await HTTPListener.start(.init()) { _ in
            .now(OutgoingResponse(PreparedResponse(Response(status: 200))))
        }
        let port = listener.address.port
        await listener.shutdown()
        let failure = await #expect(throws: NoResponse.self) {
            try await sending { try await $0.send(Request(target: "/"), to: listener.address) }
        }
        #expect(failure?.kind == .refused)
        #expect(
            failure?.description
                == "Nothing listens on port \(port) of 127.0.0.1. Start the backend, or correct the port in the URL.")
    }

    @Test func aHostThatDoesNotExistIsUnreachable() async throws {
        let failure = await #expect(throws: NoResponse.self) {
            try await sending {
                try await $0.send(Request(target: "/"), to: BackendURL(host: "no.such.host.invalid", port: 80))
            }
        }
        #expect(failure?.kind == .unreachable, "\(String(describing: failure))")
    }

    @Test func aServerWithoutTLSIsNamedSo() async throws {
        try await server(writing: "HTTP/1.1 200 OK\r\n\r\n", thenCloses: false) { address in
            let failure = await #expect(throws: NoResponse.self) {
                try await sending {
                    try await $0.send(
                        Request(target: "/"), to: BackendURL(scheme: .https, host: "127.0.0.1", port: address.port))
                }
            }
            #expect(failure?.kind == .tls, "\(String(describing: failure))")
        }
    }

    @Test func aConnectionThatTheServerClosedMeanwhileIsReplaced() async throws {
        var limits = ListenerLimits()
        // Long enough for a busy machine to send a request over a connection that it has just made.
        limits.idleTime = .seconds(1)
        let listener = try await HTTPListener.start(.init(limits: limits)) { _ in
            .now(OutgoingResponse(PreparedResponse(Response(status: 204))))
        }
        try await sending { sender in
            let first = try await sender.send(Request(target: "/"), to: listener.address)
            await listener.allConnectionsClosed()
            let second = try await sender.send(Request(target: "/"), to: listener.address)
            #expect([first.status, second.status] == [204, 204])
        }
        await listener.shutdown()
    }

    // MARK: Answers as they come

    @Test func anInterimAnswerIsNotTheAnswer() async throws {
        let bytes =
            "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let measured = try await server(writing: bytes, thenCloses: false) { address in
            try await sending { try await $0.open(Request(target: "/"), to: address).collected(upTo: 10) }
        }
        #expect(measured.response.status == 200)
        #expect(measured.response.body == Array("ok".utf8))
    }

    @Test func whatBreaksOffIsNoWholeAnswer() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"
        let failure = try await server(writing: bytes, thenCloses: true) { address in
            await #expect(throws: NoResponse.self) {
                try await sending { try await $0.open(Request(target: "/"), to: address).collected(upTo: 10) }
            }
        }
        #expect(failure?.kind == .closedEarly)
    }

    @Test func moreThanIsWantedIsRefused() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
        let failure = try await server(writing: bytes + "0123456789", thenCloses: false) { address in
            await #expect(throws: NoResponse.self) {
                try await sending { sender in
                    let open = try await sender.open(Request(target: "/"), to: address)
                    // Whether it was whole by then or not.
                    guard open.content != nil else { throw NoResponse(kind: .tooLarge, message: "", remedy: "") }
                    _ = try await open.collected(upTo: 9)
                }
            }
        }
        #expect(failure?.kind == .tooLarge)
    }

    /// A backend that refuses a long upload does so before it has read it.
    @Test func anAnswerBeforeTheEndOfTheRequest() async throws {
        let listener = try await HTTPListener.start(
            .init(),
            streaming: { _, _, _ in
                .now(OutgoingResponse(PreparedResponse(Response(status: 413))))
            })
        let endless = ContentStream { [UInt8](repeating: 0x61, count: 1_024) }
        let response = try await sending { sender in
            try await sender.open(Request(method: .post, target: "/"), streaming: endless, to: listener.address)
                .response
        }
        #expect(response.status == 413)
        await listener.shutdown()
    }
}

/// Writes its bytes when the first request bytes come, then closes or stays silent.
private final class RawServer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let bytes: ByteBuffer
    private let closes: Bool

    init(bytes: ByteBuffer, closes: Bool) {
        self.bytes = bytes
        self.closes = closes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        if closes { context.close(promise: nil) }
    }
}

/// Notes the first line of each request, and answers it.
private final class LineServer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let lines: Recorder<String>
    private var received = ""

    init(lines: Recorder<String>) { self.lines = lines }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(decoding: unwrapInboundIn(data).readableBytesView, as: UTF8.self)
        guard let end = received.firstRange(of: "\r\n\r\n") else { return }
        lines.record(String(received.prefix { $0 != "\r\n" }))
        received.removeSubrange(..<end.upperBound)
        let answer = ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}
