// Tells a client that speaks HTTP to a port of HTTPS what is wrong. It would see nothing but a closed connection.

import HTTPExchange
import NIOCore

/// Stands before TLS until the first bytes have come. A TLS client begins with the content type of a handshake, 22 (RFC 8446, section 5.1),
/// a request of HTTP with a letter.
final class CleartextRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        let first = unwrapInboundIn(data).readableBytesView
        let pipeline = context.pipeline.syncOperations
        guard let letter = first.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else {
            context.fireChannelRead(data)
            return pipeline.removeHandler(self, promise: nil)
        }
        hasRefused = true
        do {
            try pipeline.addHandler(LingeringClose(), position: .before(self))
        } catch {
            return context.close(promise: nil)
        }
        let bytes = answer(hasContent: !first.starts(with: "HEAD ".utf8), context.channel.allocator)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(bytes)).whenComplete { _ in bound.value.close(promise: nil) }
    }

    private func answer(hasContent: Bool, _ allocator: ByteBufferAllocator) -> ByteBuffer {
        let answer = Refusal.plaintext.outgoing.response
        var dateLine = DateLine()
        var bytes = allocator.buffer(capacity: answer.head.count + answer.response.body.count + 64)
        bytes.writeBytes(answer.head)
        bytes.writeBytes(dateLine.bytes(at: .now()))
        bytes.writeStaticString("Connection: close\r\n\r\n")
        if hasContent { bytes.writeBytes(answer.response.body) }
        return bytes
    }
}
