// When a connection's bytes were read, before anything is made of them.

import NIOCore

/// Stands in front of the decoder, so that the time which decoding takes is part of an answer's delay and does not add to it.
final class ReadClock: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var lastRead = NIODeadline.now()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = .now()
        context.fireChannelRead(data)
    }
}
