// One HTTP/2 connection: its streams, and what concerns all of them.

import NIOCore
import NIOHTTP2

/// Stands behind `NIOHTTP2Handler`, which gives each stream a channel of its own; in each of them stands an `HTTP2Exchange`.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let settings: ConnectionSettings
    private var exchanges: [ObjectIdentifier: HTTP2Exchange] = [:]
    private(set) var isQuiescing = false
    /// Whether the client sends nothing more.
    private var inputIsClosed = false
    private var context: ChannelHandlerContext?
    private var patience: Scheduled<Void>?
    var dateLine = DateLine()

    private init(_ settings: ConnectionSettings) { self.settings = settings }

    /// At the end of the channel's pipeline.
    static func add(to channel: any Channel, _ settings: ConnectionSettings, isSecure: Bool) throws {
        let connection = HTTP2Connection(settings)
        let peer = Peer(channel.remoteAddress)
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: settings.limits.pipelined),
            // What is larger ends the connection, and with it all streams: what is a little too large is to be told so by a status.
            HTTP2Setting(parameter: .maxHeaderListSize, value: 2 * settings.limits.head),
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
                // Idle clients are cut off here: it would wait for the acknowledgement of one that is gone.
                maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
        try channel.pipeline.syncOperations.addHandlers(connection, management)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        awaitStream()
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Gives the client its time for the next request.
    private func awaitStream() {
        guard let context else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        patience = context.eventLoop.scheduleTask(in: TimeAmount(settings.limits.idleTime)) {
            bound.value.0.end(bound.value.1)
        }
    }

    /// Says goodbye, and closes whether or not the client has heard it.
    private func end(_ context: ChannelHandlerContext) {
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        patience = context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.1.close(promise: nil) }
    }

    func opened(_ exchange: HTTP2Exchange) {
        patience?.cancel()
        exchanges[ObjectIdentifier(exchange)] = exchange
        if isQuiescing { exchange.sendRest() }
    }

    func closed(_ exchange: HTTP2Exchange) {
        exchanges[ObjectIdentifier(exchange)] = nil
        if inputIsClosed {
            closeWhenAnswered()
        } else if exchanges.isEmpty {
            awaitStream()
        }
    }

    /// Of a client that sends nothing more: who is kept waiting for ever has given up.
    private func closeWhenAnswered() {
        guard let context, exchanges.values.allSatisfy(\.isEndless) else { return }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        patience?.cancel()
        patience = context.eventLoop.scheduleTask(in: TimeAmount(settings.limits.stallTime)) {
            bound.value.close(promise: nil)
        }
        // When it is out, so are the answers.
        let goodbye = HTTP2Frame.FramePayload.goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
        context.writeAndFlush(NIOAny(HTTP2Frame(streamID: .rootStream, payload: goodbye))).whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        patience?.cancel()
        settings.registry.remove(context.channel)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            inputIsClosed = true
            // What came before it has then reached its stream.
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.execute { bound.value.closeWhenAnswered() }
        case is Quiesce:
            isQuiescing = true
            for exchange in exchanges.values { exchange.sendRest() }
            // No more streams: GOAWAY, and the end when the last has ended (RFC 9113, section 6.8).
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            if exchanges.isEmpty { context.close(promise: nil) }
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// What is no HTTP/2 has been answered with GOAWAY; a request that is none, with the end of its stream alone.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !HTTP2Connection.isMalformedRequest(error) { context.close(promise: nil) }
    }

    /// Whether it is an error of one stream (RFC 9113, section 8.1.1): they come here as those of the connection do.
    private static func isMalformedRequest(_ error: any Error) -> Bool {
        switch error {
        case is NIOHTTP2Errors.DuplicatePseudoHeader, is NIOHTTP2Errors.EmptyPathHeader,
            is NIOHTTP2Errors.ForbiddenHeaderField, is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName,
            is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue, is NIOHTTP2Errors.InvalidPseudoHeaderValue,
            is NIOHTTP2Errors.InvalidPseudoHeaders, is NIOHTTP2Errors.PseudoHeaderAfterRegularHeader,
            is NIOHTTP2Errors.UnknownPseudoHeader, is NIOHTTP2Errors.UnsupportedPseudoHeader,
            is NIOHTTP2Errors.ContentLengthHeaderMalformedValue, is NIOHTTP2Errors.ContentLengthHeaderNegative,
            is NIOHTTP2Errors.ContentLengthHeadersMismatch, is NIOHTTP2Errors.ContentLengthViolated:
            true
        default: false
        }
    }
}
