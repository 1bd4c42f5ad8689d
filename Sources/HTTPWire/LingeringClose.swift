// Closes a connection in two steps, so that what was sent last is read.

import NIOCore

/// Closes our half first, and the connection when the client has closed its own, or after a second. Closing both while the client's
/// bytes are still coming would reset the connection, and throw away what it has not read yet (RFC 9112, section 9.6).
final class LingeringClose: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private var isLingering = false
    private var inputIsClosed = false
    private var closed: EventLoopPromise<Void>?

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, !isLingering, !inputIsClosed, context.channel.isActive else {
            return context.close(mode: mode, promise: promise)
        }
        isLingering = true
        closed = promise
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.0.end(bound.value.1) }
    }

    private func end(_ context: ChannelHandlerContext) { context.close(promise: closed.take()) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isLingering { context.fireChannelRead(data) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            if isLingering { return end(context) }
            inputIsClosed = true
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        closed.take()?.succeed()
        context.fireChannelInactive()
    }
}
