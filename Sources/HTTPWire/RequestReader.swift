// The front of an HTTP/1.1 connection: reads plain requests itself, and makes room for the decoder where one is not.

import HTTPExchange
import NIOCore
import NIOHTTP1

/// Stands before `Connection`, which it hands whole requests to. From the first bytes on that are no plain request, the connection is the
/// decoder's, which comes between the two.
final class RequestReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let plain: PlainRequestReader
    private let limits: ListenerLimits
    private let connection: Connection
    private var isDecoded = false
    /// Requests of the connection at the read before.
    private var received = 0
    private var isInLine = true

    init(_ limits: ListenerLimits, connection: Connection) {
        self.limits = limits
        self.connection = connection
        plain = limits.plainReader
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The time that reading takes is part of an answer's delay and does not add to it.
        connection.lastRead = .now()
        var bytes = unwrapInboundIn(data)
        guard !isDecoded else {
            countLine(bytes)
            return context.fireChannelRead(data)
        }
        while bytes.readableBytes > 0 {
            if let length = bytes.withUnsafeReadableBytes(connection.answer(plain:)) {
                bytes.moveReaderIndex(forwardBy: length)
                continue
            }
            guard let (request, length) = bytes.withUnsafeReadableBytes(plain.read) else {
                return decode(bytes, context: context)
            }
            bytes.moveReaderIndex(forwardBy: length)
            connection.receive(request)
        }
    }

    /// The decoder does not tell which part of a head is too long. A line whose beginning comes with the end of the request before it is
    /// counted from the next read on.
    private func countLine(_ bytes: ByteBuffer) {
        if connection.received != received {
            received = connection.received
            connection.lineLength = 0
            isInLine = !connection.isReceiving
        }
        guard isInLine else { return }
        let view = bytes.readableBytesView
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        connection.lineLength += (end ?? view.endIndex) - view.startIndex
        isInLine = end == nil
    }

    private func decode(_ bytes: ByteBuffer, context: ChannelHandlerContext) {
        isDecoded = true
        received = connection.received
        countLine(bytes)
        let decoder = HTTPRequestDecoder(limitConfiguration: limits.decoderLimits)
        do {
            try context.pipeline.syncOperations.addHandler(
                ByteToMessageHandler(decoder), position: .after(self))
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelRead(wrapInboundOut(bytes))
    }
}

extension ListenerLimits {
    var plainReader: PlainRequestReader {
        PlainRequestReader(headLimit: head, fieldLimit: headerFields, bodyLimit: body)
    }

    fileprivate var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = head
        limits.maxHeaderListSize = head
        limits.maxHeaderFieldCount = headerFields
        return limits
    }
}
