// The way out of a connection: ask the handler, wait out delays, send in order.

import HTTPExchange
import HTTPTypes
import NIOCore
import Synchronization

extension Connection {
    /// Asks the handler what has not been asked while there is room for answers, and sends what is ready, in order.
    func askAndSend(context: ChannelHandlerContext) {
        var index = exchanges.startIndex
        var number = frontNumber
        while index != exchanges.endIndex, context.channel.isWritable {
            if case .unasked = exchanges[index].stage {
                exchanges[index].stage = ask(exchanges[index], number: number, context: context)
            }
            guard number == frontNumber, case .ready(let answer) = exchanges[index].stage else {
                index = exchanges.index(after: index)
                number += 1
                continue
            }
            if let content = answer.content, exchanges[index].received.request.method != .head {
                stream(content, of: answer, context: context)
            } else if answer.delivery.isPlain {
                answered(number)
                let exchange = exchanges.removeFirst()
                frontNumber += 1
                send(answer, to: exchange, context: context)
            } else {
                answered(number)
                depart(answer, context: context)
            }
            // Sending may have closed the connection.
            index = exchanges.startIndex
            number = frontNumber
        }
    }

    func ask(_ exchange: Exchange, number: Int, context: ChannelHandlerContext) -> Exchange.Stage {
        switch handler(exchange.received.request, exchange.content, peer) {
        case .now(let answer):
            return stage(for: answer, of: exchange, number: number, context: context)
        case .later(let work):
            let eventLoop = context.eventLoop
            let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
            let lifeline = lifeline
            return .asked(
                Task {
                    let answer = await work()
                    let isHandedOver = lifeline.whileOpen {
                        eventLoop.execute {
                            let (connection, context) = bound.value
                            guard let index = connection.index(of: number) else { return exchange.abandon(answer) }
                            connection.exchanges[index].stage = connection.stage(
                                for: answer, of: exchange, number: number, context: context)
                            connection.advance(context: context)
                        }
                    }
                    if !isHandedOver { exchange.abandon(answer) }
                })
        }
    }

    private func stage(
        for answer: OutgoingResponse, of exchange: Exchange, number: Int, context: ChannelHandlerContext
    ) -> Exchange.Stage {
        let answer = representations?.choose(answer, for: exchange.received.request) ?? answer
        guard answer.delivery.firstByte > .zero, !isQuiescing else { return .ready(answer) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let due = exchange.arrival + TimeAmount(answer.delivery.firstByte)
        let scheduled = context.eventLoop.scheduleTask(deadline: due) {
            let (connection, context) = bound.value
            guard let index = connection.index(of: number) else { return }
            connection.exchanges[index].stage = .ready(answer)
            connection.advance(context: context)
        }
        return .delayed(scheduled, answer)
    }

    func index(of number: Int) -> CircularBuffer<Exchange>.Index? {
        guard number >= frontNumber, number - frontNumber < exchanges.count else { return nil }
        return exchanges.index(exchanges.startIndex, offsetBy: number - frontNumber)
    }

    func send(_ answer: OutgoingResponse, to exchange: Exchange, context: ChannelHandlerContext) {
        if case .close = answer.delivery.ending {
            // Requests that came after it on this connection get no answer, which tells their client to repeat them.
            if case .open = ending { ending = .afterAnswers }
            abandonExchanges()
        }
        let prepared = answer.response
        var buffer =
            output
            ?? context.channel.allocator.buffer(capacity: prepared.head.count + prepared.response.body.count + 128)
        output = nil
        let isLast = if case .afterAnswers = ending { exchanges.isEmpty } else { false }
        writeHead(prepared.head, of: answer, to: exchange, isLast: isLast, into: &buffer)
        if exchange.received.request.method != .head { buffer.writeBytes(prepared.response.body) }
        output = buffer
        if let delivered = answer.delivered { departures.append((exchange.arrival, delivered)) }
        if buffer.readableBytes >= 64 * 1024 { flush(context: context) }
    }

    /// The prepared lines, those that differ from one sending to the next, and the empty line.
    func writeHead(
        _ head: [UInt8], of answer: OutgoingResponse, to exchange: Exchange, isLast: Bool,
        into buffer: inout ByteBuffer
    ) {
        buffer.writeBytes(head)
        if answer.isOffered { buffer.writeBytes(answer.response.offer) }
        if !answer.response.hasDate { buffer.writeBytes(dateLine.bytes(at: exchange.arrival)) }
        if isLast {
            buffer.writeStaticString("Connection: close\r\n")
        } else if exchange.received.isVersion10 {
            buffer.writeStaticString("Connection: keep-alive\r\n")
        }
        buffer.writeStaticString("\r\n")
    }

    /// Hands the collected answers to the kernel: one write, one flush.
    func flush(context: ChannelHandlerContext) {
        if let buffer = output.take() { context.writeAndFlush(wrapOutboundOut(buffer), promise: nil) }
        guard !departures.isEmpty else { return }
        let now = NIODeadline.now()
        let departed = departures
        departures.removeAll(keepingCapacity: true)
        for departure in departed { departure.delivered(Delivered(elapsed: Duration(now - departure.arrival))) }
    }

    /// The connection is gone: tells everyone who waits for an answer to be out.
    func abandonAnswers() {
        output = nil
        let now = NIODeadline.now()
        for departure in departures {
            departure.delivered(Delivered(elapsed: Duration(now - departure.arrival), reachedClient: false))
        }
        departures = []
        abandonExchanges()
    }

    func abandonExchanges() {
        for exchange in exchanges {
            switch exchange.stage {
            case .unasked: break
            case .asked(let task): task.cancel()
            case .delayed(let scheduled, let answer):
                scheduled.cancel()
                exchange.abandon(answer)
            case .ready(let answer): exchange.abandon(answer)
            case .leaving(let departure): departure.cancel()
            case .streaming(let task, let answer):
                task.cancel()
                exchange.abandon(answer)
            }
        }
        frontNumber += exchanges.count
        exchanges.removeAll()
    }
}

extension Connection.Exchange {
    func abandon(_ answer: OutgoingResponse) {
        answer.content?.abandon()
        answer.delivered?(Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: false))
    }
}

/// Tells a task whether the event loop of its connection can still be asked for anything: a loop that has ended cannot.
final class Lifeline: Sendable {
    private let isOpen = Mutex(true)

    func cut() { isOpen.withLock { $0 = false } }

    /// Runs `body`, which must be short, unless the connection is closed. While it runs the connection cannot close.
    func whileOpen(_ body: () -> Void) -> Bool {
        isOpen.withLock { isOpen in
            if isOpen { body() }
            return isOpen
        }
    }
}
