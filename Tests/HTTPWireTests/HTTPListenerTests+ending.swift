// How connections and the listener end, and where it cannot listen.

import HTTPExchange
import Archives
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import HTTPWire

extension HTTPListenerTests {
    @Test func anAnswerWhoseClientResetTheConnectionIsReportedSo() async throws {
        let reports = Recorder<Delivered>()
        let asked = Gate()
        let outgoing = OutgoingResponse(
            PreparedResponse(Response(status: 200)), delivery: Delivery(firstByte: .seconds(600)),
            delivered: { reports.record($0) })
        try await listening(handler: { _ in
            asked.open()
            return .now(outgoing)
        }) { listener in
            let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: listener.address.host, port: listener.address.port).get()
            try await (client as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await client.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: h\r\n\r\n")).get()
            await asked.wait()
            try await client.close()
            #expect(await reports.first().reachedClient == false)
        }
    }

    @Test func connectionsEndWithTheirNextAnswerOnceAsked() async throws {
        let answer = OutgoingResponse(PreparedResponse(Response(status: 204)))
        try await listening(handler: { _ in .now(answer) }) { listener in
            try await RawClient.with(listener.address) { client in
                let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
                try await client.send(request)
                let first = try await client.receive(through: "\r\n\r\n")
                #expect(!first.contains("Connection: close"))
                listener.closeAfterAnswers()
                try await client.send(request + request)
                #expect(try await client.receiveAll() == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            }
        }
    }

    /// A balancer that has just connected is about to send.
    @Test func whoeverConnectedLastIsAnsweredWhereTheEndWasAnnounced() async throws {
        let answer = OutgoingResponse(PreparedResponse(Response(status: 204)))
        try await listening(handler: { _ in .now(answer) }) { listener in
            try await RawClient.with(listener.address) { client in
                let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
                listener.closeAfterAnswers()
                // Whoever came before is let in by then.
                try await RawClient.with(listener.address) { other in
                    try await other.send(request)
                    #expect(try await other.receiveAll().hasPrefix("HTTP/1.1 204"))
                }
                async let ended: Void = listener.shutdown(grace: .seconds(30))
                while (try? await RawClient.with(listener.address) { _ in }) != nil {}
                try await Task.sleep(for: .milliseconds(50))
                try await client.send(request)
                #expect(try await client.receiveAll() == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
                await ended
            }
        }
    }

    @Test func slowAndIdleClientsAreCutOff() async throws {
        var idle = ListenerLimits()
        idle.idleTime = .milliseconds(80)
        #expect(try await conversation("", limits: idle) == "")
        var limits = ListenerLimits()
        limits.requestTime = .milliseconds(40)
        let slowHead = try await conversation("GET / HTTP/1.1\r\nHost:", limits: limits)
        #expect(slowHead.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(slowHead)")
        let slowBody = try await conversation(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab", limits: limits)
        #expect(slowBody.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(slowBody)")
    }

    @Test func aClientThatNeverReadsIsCutOff() async throws {
        var limits = ListenerLimits()
        limits.stallTime = .milliseconds(50)
        let large = PreparedResponse(Response(status: 200, body: [UInt8](repeating: 0, count: 32 * 1024 * 1024)))
        let asked = Gate()
        let server = try await HTTPListener.start(.init(limits: limits)) { _ in
            asked.open()
            return .now(OutgoingResponse(large))
        }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .connect(host: server.address.host, port: server.address.port).get()
        try await channel.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: h\r\n\r\n")).get()
        await asked.wait()
        await server.allConnectionsClosed()
        channel.close(promise: nil)
        await server.shutdown()
    }

    @Test func shutdownSendsWhatIsUnderWayAndClosesTheRest() async throws {
        let asked = Gate()
        let isIdle = Gate()
        let listener = try await HTTPListener.start(.init()) { request in
            let answer = PreparedResponse(HTTPListenerTests.echo(request))
            guard request.target == "/under-way" else { return .now(OutgoingResponse(answer)) }
            asked.open()
            return .now(OutgoingResponse(answer, delivery: Delivery(firstByte: .seconds(600))))
        }
        // A connection that is not yet taken is refused, or reset.
        async let idle = RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try await client.receive(through: "GET / ")
            isIdle.open()
            return try await client.receiveAll()
        }
        await isIdle.wait()
        async let waiting = RawClient.with(listener.address) { client in
            try await client.send("GET /under-way HTTP/1.1\r\nHost: h\r\n\r\n")
            return try await client.receiveAll()
        }
        await asked.wait()
        let clock = ContinuousClock()
        let time = await clock.measure { await listener.shutdown() }
        #expect(try await waiting == HTTPListenerTests.ok("GET /under-way ", "Connection: close\r\n"))
        #expect(try await idle == "")
        #expect(time < .seconds(300))
        await #expect(throws: (any Error).self) { try await RawClient.with(listener.address) { _ in } }
    }

    @Test func aHandlerThatNeverAnswersDoesNotHoldUpTheEnd() async throws {
        let asked = Gate()
        let listener = try await HTTPListener.start(.init(eventLoops: 1)) { _ in
            .later {
                asked.open()
                try? await Task.sleep(for: .seconds(600))
                return OutgoingResponse(PreparedResponse(Response(status: 200)))
            }
        }
        async let answer = RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            return try await client.receiveAll()
        }
        await asked.wait()
        let time = await ContinuousClock().measure { await listener.shutdown(grace: .milliseconds(50)) }
        #expect(time < .seconds(300))
        #expect((try? await answer) ?? "" == "")
    }

    @Test func aPortInUseIsNamedWithTheRemedy() async throws {
        try await listening { listener in
            let port = listener.address.port
            let failure = await #expect(throws: ListenFailure.self) {
                _ = try await HTTPListener.start(.init(port: port)) { _ in
                    .now(OutgoingResponse(PreparedResponse(Response(status: 200))))
                }
            }
            #expect(
                failure?.description
                    == "Port \(port) on 127.0.0.1 is in use by another program. Choose another with --port, or --port 0 for any free one."
            )
            #expect(failure?.kind == .portInUse)
        }
    }

    @Test(arguments: [("192.0.2.1", ListenFailure.Kind.noSuchAddress), ("no.such.host.invalid", .noSuchAddress)])
    func anAddressThatIsNotOursIsRefused(host: String, kind: ListenFailure.Kind) async throws {
        let failure = await #expect(throws: ListenFailure.self) {
            _ = try await HTTPListener.start(.init(host: host)) { _ in
                .now(OutgoingResponse(PreparedResponse(Response(status: 200))))
            }
        }
        #expect(failure?.kind == kind, "\(String(describing: failure))")
    }
}
