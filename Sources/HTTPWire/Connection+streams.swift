// Answers whose content comes in parts.

import HTTPExchange
import HTTPTypes
import NIOCore

extension Connection {
    /// Starts sending the answer of the front exchange, which stays in front until its content has ended.
    func stream(_ content: ContentStream, of answer: OutgoingResponse, context: ChannelHandlerContext) {
        guard let exchange = exchanges.first else { return }
        // HTTP/1.0 has no chunks: the end of the connection is the end of the content (RFC 9112, section 6.3).
        let isChunked = content.length == nil && !exchange.received.isVersion10
        let endsConnection = content.length == nil && exchange.received.isVersion10
        if endsConnection, case .open = ending { ending = .afterAnswers }
        let isLast = if case .afterAnswers = ending { endsConnection || exchanges.count == 1 } else { false }
        var buffer = output ?? context.channel.allocator.buffer(capacity: 1_024)
        let framing = isChunked ? Array("Transfer-Encoding: chunked\r\n".utf8) : []
        writeHead(
            answer.response.head + framing, of: answer, to: exchange.received, arrival: exchange.arrival,
            isLast: isLast, into: &buffer)
        output = buffer
        flush(context: context)

        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let number = frontNumber
        let pump = ContentPump(
            eventLoop: context.eventLoop, liveness: liveness, stallTime: stallTime,
            write: { part in
                let (connection, context) = bound.value
                return connection.write(part, isChunked: isChunked, context: context)
            },
            stalled: { bound.value.1.close(promise: nil) },
            ended: { isWhole in
                let (connection, context) = bound.value
                guard number == connection.frontNumber else { return }
                // Without its end the client knows that it is not whole.
                guard isWhole else { return context.close(promise: nil) }
                connection.endStream(isChunked: isChunked, endsConnection: endsConnection, context: context)
            })
        exchange.stage = .streaming(pump.take(content), answer)
    }

    private func write(_ part: [UInt8], isChunked: Bool, context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        if case .closed = ending { return context.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
        var buffer = context.channel.allocator.buffer(capacity: part.count + 16)
        if isChunked { buffer.writeString("\(String(part.count, radix: 16))\r\n") }
        buffer.writeBytes(part)
        if isChunked { buffer.writeStaticString("\r\n") }
        return context.writeAndFlush(wrapOutboundOut(buffer))
    }

    private func endStream(isChunked: Bool, endsConnection: Bool, context: ChannelHandlerContext) {
        guard case .streaming(_, let answer)? = exchanges.first?.stage else { return }
        answered(frontNumber)
        let exchange = exchanges.removeFirst()
        frontNumber += 1
        if isChunked { output = ByteBuffer(string: "0\r\n\r\n") }
        if let delivered = answer.delivered {
            receipts.append(Receipt(arrival: exchange.arrival, report: delivered))
        }
        flush(context: context)
        if endsConnection { abandonExchanges() }
        advance(context: context)
    }

    /// Whether the front answer may have no end: a client that sends nothing more has then left.
    var isEndless: Bool {
        guard case .streaming(_, let answer)? = exchanges.first?.stage else { return false }
        return answer.content?.length == nil
    }
}
