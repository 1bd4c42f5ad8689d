// One HTTP/2 connection: its streams, and what concerns all of them.

import NIOCore
import NIOHTTP2

/// Stands behind `NIOHTTP2Handler`, which gives each stream a channel of its own; in each of them stands an `HTTP2Exchange`.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let settings: ConnectionSettings
    private var exchanges: [ObjectIdentifier: HTTP2Exchange] = [:]
    private(set) var isQuiescing = false
    var dateLine = DateLine()

    private init(_ settings: ConnectionSettings) { self.settings = settings }

    /// At the end of the channel's pipeline.
    static func add(to channel: any Channel, _ settings: ConnectionSettings, isSecure: Bool) throws {
        let connection = HTTP2Connection(settings)
        let peer = Peer(channel.remoteAddress)
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: settings.limits.pipelined),
            HTTP2Setting(parameter: .maxHeaderListSize, value: settings.limits.head),
        ]
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: configuration, streamConfiguration: .init()
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                let exchange = HTTP2Exchange(settings, peer: peer, connection: bound.value)
                try stream.pipeline.syncOperations.addHandler(exchange)
            }
        }
        let management = NIOHTTP2ServerConnectionManagementHandler(
            eventLoop: channel.eventLoop,
            configuration: .init(
                maxIdleTime: TimeAmount(settings.limits.idleTime), maxAge: nil, maxGraceTime: nil, keepalive: nil))
        try channel.pipeline.syncOperations.addHandlers(connection, management)
    }

    func opened(_ exchange: HTTP2Exchange) {
        exchanges[ObjectIdentifier(exchange)] = exchange
        if isQuiescing { exchange.hurry() }
    }

    func closed(_ exchange: HTTP2Exchange) { exchanges[ObjectIdentifier(exchange)] = nil }

    func channelInactive(context: ChannelHandlerContext) {
        settings.registry.remove(context.channel)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is Quiesce else { return context.fireUserInboundEventTriggered(event) }
        isQuiescing = true
        for exchange in exchanges.values { exchange.hurry() }
        // No more streams: GOAWAY, and the end when the last has ended (RFC 9113, section 6.8).
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        if exchanges.isEmpty { context.close(promise: nil) }
    }

    /// What is no HTTP/2 has been answered with GOAWAY.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
