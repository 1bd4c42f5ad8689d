// The least that a delayed answer takes: NIO's own timer, and one write of bytes that are there.

import NIOCore
import NIOPosix

/// Answers every read with the same bytes after a delay, and knows nothing of HTTP.
struct BareResponder {
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    var port: Int { channel.localAddress?.port ?? 0 }

    static func start(delay: Duration, body: [UInt8]) async throws -> BareResponder {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var answer = ByteBuffer(
            string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
        answer.writeBytes(body)
        let bytes = answer
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        DelayedAnswer(bytes, after: TimeAmount(delay)))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return BareResponder(channel: channel, group: group)
    }

    func shutdown() async throws {
        try await channel.close()
        try await group.shutdownGracefully()
    }
}

private final class DelayedAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: ByteBuffer
    private let delay: TimeAmount

    init(_ answer: ByteBuffer, after delay: TimeAmount) {
        self.answer = answer
        self.delay = delay
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: delay) {
            let (handler, context) = bound.value
            context.writeAndFlush(handler.wrapOutboundOut(handler.answer), promise: nil)
        }
    }
}
