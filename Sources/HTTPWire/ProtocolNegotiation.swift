// The beginning of a connection: which protocol its client speaks.

import HTTPExchange
import NIOCore
import NIOHTTP2
import NIOTLS

/// What all connections of a listener have in common.
struct ConnectionSettings: Sendable {
    let limits: ListenerLimits
    let registry: ConnectionRegistry
    /// Nil where answers go out as they are.
    let representations: Representations?
    /// Whether the handler is asked before the content of a request has come, where that is long.
    let streamsContent: Bool
    /// See `HTTPListener.Configuration`.
    let takesOffCodings: Bool
    let handler: StreamingRequestHandler
}

/// Stands in the pipeline until the protocol is known, and then makes room for its handlers.
///
/// Over TLS the handshake settles it (RFC 7301). Without, a client of HTTP/2 begins with a preface that no request of HTTP/1.1
/// begins with (RFC 9113, sections 3.3 and 3.4).
final class ProtocolNegotiation: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private let settings: ConnectionSettings
    private let isSecure: Bool
    private var received: ByteBuffer?
    private var patience: Scheduled<Void>?

    init(_ settings: ConnectionSettings, isSecure: Bool) {
        self.settings = settings
        self.isSecure = isSecure
    }

    func channelActive(context: ChannelHandlerContext) {
        guard settings.registry.add(context.channel) else { return context.close(promise: nil) }
        let time = isSecure ? settings.limits.requestTime : settings.limits.idleTime
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        patience = context.eventLoop.scheduleTask(in: TimeAmount(time)) { bound.value.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        patience?.cancel()
        settings.registry.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var before = received.take() {
            before.writeBuffer(&bytes)
            bytes = before
        }
        let isPreface = bytes.readableBytesView.starts(with: Self.preface.prefix(bytes.readableBytes))
        if isPreface, bytes.readableBytes < Self.preface.count {
            received = bytes
            return
        }
        enter(context, speaksHTTP2: isPreface, first: bytes)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let negotiated):
            enter(context, speaksHTTP2: negotiated == "h2", first: nil)
        case ChannelEvent.inputClosed:
            // It has begun something that it will not end.
            guard let bytes = received.take() else { return context.close(promise: nil) }
            enter(context, speaksHTTP2: false, first: bytes)
            context.fireUserInboundEventTriggered(event)
        case is Quiesce where settings.registry.closesAfterAnswers:
            // Whoever connected last may be sending: its connection ends with its first answer, or when the time of all is over.
            break
        case is Quiesce:
            context.close(promise: nil)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// No handshake, or none that succeeds.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func enter(_ context: ChannelHandlerContext, speaksHTTP2: Bool, first: ByteBuffer?) {
        patience?.cancel()
        let pipeline = context.pipeline.syncOperations
        do {
            if speaksHTTP2 {
                // TLS says its goodbye by itself (RFC 8446, section 6.1).
                if !isSecure { try pipeline.addHandler(LingeringClose()) }
                try HTTP2Connection.add(to: context.channel, settings, isSecure: isSecure)
            } else {
                let connection = Connection(settings)
                try pipeline.addHandlers(RequestReader(settings.limits, connection: connection), connection)
            }
        } catch {
            return context.close(promise: nil)
        }
        if let first {
            context.fireChannelRead(wrapInboundOut(first))
        }
        pipeline.removeHandler(context: context, promise: nil)
    }
}
