// Answers in slices, and answers that end otherwise than answers do.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOPosix

extension Connection {
    /// How long the connection of a stalled answer is kept.
    private static let longestStall = TimeAmount.minutes(10)
    /// A reset throws away what the other side has not read yet: the bytes before it get a moment to be read.
    private static let beforeReset = TimeAmount.milliseconds(20)

    /// Starts sending the answer of the front exchange, which stays in front until it is out.
    func start(_ answer: OutgoingResponse, context: ChannelHandlerContext) {
        guard let exchange = exchanges.first else { return }
        flush(context: context)
        let (message, head) = message(answer, to: exchange, context: context)
        let writer = ResponseWriter(answer, arrival: exchange.arrival, message, head: head, start: .now())
        exchange.stage = .leaving(writer)
        sendDue(of: writer, context: context)
    }

    /// Sends what is due, and comes back when the next slice is.
    private func sendDue(of writer: ResponseWriter, context: ChannelHandlerContext) {
        let slice = writer.take(until: .now(), all: isQuiescing)
        guard let due = writer.due else { return finish(writer, last: slice, context: context) }
        if let slice { context.writeAndFlush(wrapOutboundOut(slice), promise: nil) }
        writer.scheduled = schedule(at: due, context: context) { $0.sendDue(of: writer, context: $1) }
    }

    /// Sends the slices that are left at once: the listener is about to end.
    func sendRest(context: ChannelHandlerContext) {
        guard case .leaving(let writer)? = exchanges.first?.stage else { return }
        writer.scheduled?.cancel()
        sendDue(of: writer, context: context)
    }

    /// Whether the front answer has stopped for good.
    var isStalled: Bool {
        guard case .leaving(let writer)? = exchanges.first?.stage, writer.due == nil else { return false }
        return writer.answer.delivery.break == .stall
    }

    private func finish(_ writer: ResponseWriter, last: ByteBuffer?, context: ChannelHandlerContext) {
        switch writer.answer.delivery.ending {
        case .complete:
            send(last, context: context) { connection, context in connection.completed(writer, context: context) }
        case .close:
            if case .open = ending { ending = .afterAnswers }
            send(last, context: context) { connection, context in
                connection.completed(writer, context: context)
                connection.abandonExchanges()
                connection.advance(context: context)
            }
        case .garbage: send(last, context: context) { $0.close(writer, context: $1) }
        case .unanswered(let end), .cutShort(_, let end):
            send(last, context: context) { connection, context in
                connection.break(writer, by: end, afterBytes: last != nil, context: context)
            }
        }
    }

    private func `break`(
        _ writer: ResponseWriter, by end: Delivery.Break, afterBytes: Bool, context: ChannelHandlerContext
    ) {
        switch end {
        case .close, .malformedChunk: close(writer, context: context)
        case .reset:
            guard afterBytes, !isQuiescing else { return reset(writer, context: context) }
            writer.scheduled = schedule(at: .now() + Self.beforeReset, context: context) {
                $0.reset(writer, context: $1)
            }
        case .stall:
            writer.reportDelivery()
            if isQuiescing { return context.close(promise: nil) }
            writer.scheduled = schedule(at: .now() + Self.longestStall, context: context) { _, context in
                context.close(promise: nil)
            }
        }
    }

    private func close(_ writer: ResponseWriter, context: ChannelHandlerContext) {
        writer.reportDelivery()
        context.close(promise: nil)
    }

    /// Closing a socket that does not linger sends RST in place of FIN (`SO_LINGER` in socket(7)).
    private func reset(_ writer: ResponseWriter, context: ChannelHandlerContext) {
        writer.reportDelivery()
        guard let socket = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in bound.value.close(promise: nil) }
    }

    private func completed(_ writer: ResponseWriter, context: ChannelHandlerContext) {
        writer.reportDelivery()
        guard case .leaving(let front)? = exchanges.first?.stage, front === writer else { return }
        exchanges.removeFirst()
        frontNumber += 1
        advance(context: context)
    }

    /// Goes on when the kernel has the bytes: closing earlier would throw them away.
    private func send(
        _ bytes: ByteBuffer?, context: ChannelHandlerContext,
        then next: @escaping @Sendable (Connection, ChannelHandlerContext) -> Void
    ) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenSuccess {
            let (connection, context) = bound.value
            if case .closed = connection.ending { return }
            next(connection, context)
        }
        context.writeAndFlush(wrapOutboundOut(bytes ?? ByteBuffer()), promise: promise)
    }

    private func schedule(
        at deadline: NIODeadline, context: ChannelHandlerContext,
        _ body: @escaping @Sendable (Connection, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(deadline: deadline) {
            let (connection, context) = bound.value
            body(connection, context)
        }
    }

    /// All bytes that are to leave, and how many of them are the head.
    private func message(
        _ answer: OutgoingResponse, to exchange: Exchange, context: ChannelHandlerContext
    ) -> (ByteBuffer, head: Int) {
        let prepared = answer.response
        var buffer = context.channel.allocator.buffer(
            capacity: prepared.head.count + prepared.response.body.count + 128)
        let content = exchange.received.request.method == .head ? [] : prepared.response.body
        let isLast = if case .afterAnswers = ending { exchanges.count == 1 } else { answer.delivery.ending == .close }
        switch answer.delivery.ending {
        case .complete, .close:
            writeHead(
                prepared.head, of: answer, to: exchange.received, arrival: exchange.arrival, isLast: isLast,
                into: &buffer)
            let head = buffer.readableBytes
            buffer.writeBytes(content)
            return (buffer, head)
        case .unanswered: return (buffer, 0)
        case .garbage(let bytes):
            buffer.writeBytes(bytes)
            return (buffer, 0)
        case .cutShort(let count, .malformedChunk) where !exchange.received.isVersion10:
            writeHead(
                prepared.chunkedHead, of: answer, to: exchange.received, arrival: exchange.arrival, isLast: isLast,
                into: &buffer)
            let head = buffer.readableBytes
            let chunk = content.prefix(count)
            if !chunk.isEmpty {
                buffer.writeString("\(String(chunk.count, radix: 16))\r\n")
                buffer.writeBytes(chunk)
                buffer.writeStaticString("\r\n")
            }
            buffer.writeStaticString("not a size\r\n")
            return (buffer, head)
        case .cutShort(let count, _):
            writeHead(
                prepared.head, of: answer, to: exchange.received, arrival: exchange.arrival, isLast: isLast,
                into: &buffer)
            let head = buffer.readableBytes
            buffer.writeBytes(content.prefix(count))
            return (buffer, head)
        }
    }
}

extension Delivery {
    fileprivate var `break`: Break? {
        switch ending {
        case .unanswered(let end), .cutShort(_, let end): end
        case .complete, .close, .garbage: nil
        }
    }
}
