// The target of a request as it came, past a client that makes its own of it.

import JSONValues
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// AsyncHTTPClient takes URLs, reads them by Foundation and writes what it has read: an escape that is not UTF-8 makes it forget the path.
/// So it is given none, and the target rides in a field that is taken off at the edge of the connection.
final class RawTarget: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Random, and known in this process alone: no client can send it.
    static let field = "x-target-\(UInt64.random(in: 0 ... .max))"

    /// The request has come without its target, and would go out for another.
    struct Missing: Error {}

    /// Puts itself in front of what writes requests on a connection, or on a stream of HTTP/2.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            guard let encoder = try? pipeline.handler(type: HTTPRequestEncoder.self) else {
                let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
                try pipeline.addHandlers([StatusCheck(), RawTarget()], position: .after(codec))
                return
            }
            try pipeline.addHandler(RawTarget(), position: .after(encoder))
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(StatusCheck(), position: .after(decoder))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        guard let target = head.headers.first(name: Self.field) else {
            promise?.fail(Missing())
            return context.close(promise: nil)
        }
        head.headers.remove(name: Self.field)
        head.uri = target
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Whether a target can stand in a request line as it is. What has a space, a control, a fragment, or a percent sign that begins no
    /// escape would mean something else to the server, or to whoever stands in between.
    static func isSendable(_ target: String) -> Bool {
        let bytes = Array(target.utf8)
        guard bytes.first == UInt8(ascii: "/") else { return false }
        return bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case ...0x20, 0x7F..., UInt8(ascii: "#"): false
            case UInt8(ascii: "%"):
                Percent.byte(bytes[(index + 1)...]) != nil
            default: true
            }
        }
    }
}

/// Refuses what AsyncHTTPClient does not survive: a status below 100, which it takes for an interim response that ends.
private final class StatusCheck: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            context.fireErrorCaught(HTTPParserError.invalidStatus)
            return context.close(promise: nil)
        }
        context.fireChannelRead(data)
    }
}
