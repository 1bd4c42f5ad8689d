// Many clients that send a request, wait for its answer, pause, and send again.

import NIOCore
import NIOPosix

/// Clients of one server, each on a connection of its own. Only its event loop touches what it holds.
final class ConnectionPool: @unchecked Sendable {
    private let eventLoop: any EventLoop
    private var clients: [Client] = []

    private init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// - Parameter ending: what every answer ends with, and nothing before its end has.
    static func connect(
        _ count: Int, to port: Int, on eventLoop: any EventLoop, answersEndWith ending: [UInt8]
    ) async throws -> ConnectionPool {
        let pool = ConnectionPool(eventLoop: eventLoop)
        for number in 0..<count {
            _ = try await ClientBootstrap(group: eventLoop)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let client = Client(number: number, ending: ending)
                        pool.clients.append(client)
                        try channel.pipeline.syncOperations.addHandler(client)
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
        }
        return pool
    }

    /// The durations of the requests that were sent in that time.
    func times(during time: Duration) async throws -> [Duration] {
        let end = NIODeadline.now() + TimeAmount(time)
        try await eventLoop.submit {
            for client in self.clients { client.begin(until: end) }
        }.get()
        // The last answers are still on their way.
        try await Task.sleep(for: time + .milliseconds(500))
        return try await eventLoop.submit { self.clients.flatMap { $0.takeTimes() } }.get()
    }
}

private final class Client: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let ending: [UInt8]
    private let request = ByteBuffer(string: "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
    private var random: UInt64
    private var context: ChannelHandlerContext?
    private var end = NIODeadline.now()
    private var asked = NIODeadline.now()
    private var times: [Duration] = []

    init(number: Int, ending: [UInt8]) {
        self.ending = ending
        random = UInt64(number)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func begin(until end: NIODeadline) {
        self.end = end
        sendAfterPause()
    }

    func takeTimes() -> [Duration] {
        defer { times = [] }
        return times
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard unwrapInboundIn(data).readableBytesView.suffix(ending.count).elementsEqual(ending) else { return }
        times.append(.nanoseconds((NIODeadline.now() - asked).nanoseconds))
        sendAfterPause()
    }

    /// For up to a second; the same times in every run.
    private func sendAfterPause() {
        guard let context else { return }
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .microseconds(Int64(random >> 44))) { bound.value.ask() }
    }

    private func ask() {
        asked = .now()
        guard asked < end, let context else { return }
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    }
}
