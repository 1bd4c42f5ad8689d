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
            let exchange = exchanges[index]
            if case .unasked = exchange.stage { exchange.stage = ask(exchange, number: number, context: context) }
            if exchange.isInTurn, case .asked = exchange.stage { return }
            guard number == frontNumber, case .answered(let answer, let due) = exchange.stage, due <= delaysEnd else {
                index = exchanges.index(after: index)
                number += 1
                continue
            }
            let isHead = exchange.received.request.method == .head
            if !isHead, answer.content != nil || answer.isLarge {
                let answer = answer.inParts
                if let content = answer.content { stream(content, of: answer, context: context) }
            } else if answer.delivery.isPlain {
                answered(number)
                exchanges.removeFirst()
                frontNumber += 1
                send(answer, to: exchange.received, arrival: exchange.arrival, context: context)
            } else {
                answered(number)
                start(answer, context: context)
            }
            // Sending may have closed the connection.
            index = exchanges.startIndex
            number = frontNumber
        }
    }

    private func ask(_ exchange: Exchange, number: Int, context: ChannelHandlerContext) -> Exchange.Stage {
        let reply = handler(exchange.received.request, exchange.content, peer)
        return stage(of: reply, to: exchange, number: number, context: context)
    }

    func stage(
        of reply: Reply, to exchange: Exchange, number: Int, context: ChannelHandlerContext
    ) -> Exchange.Stage {
        switch reply {
        case .now(let answer): return stage(for: answer, of: exchange, context: context)
        case .later(let work), .inTurn(let work):
            if case .inTurn = reply { exchange.isInTurn = true }
            let arrival = exchange.arrival
            let eventLoop = context.eventLoop
            let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
            let liveness = liveness
            return .asked(
                Task {
                    let answer = await work()
                    let isHandedOver = liveness.whileOpen {
                        eventLoop.execute {
                            let (connection, context) = bound.value
                            guard let index = connection.index(of: number) else {
                                return answer.abandon(arrival: arrival)
                            }
                            let exchange = connection.exchanges[index]
                            exchange.stage = connection.stage(for: answer, of: exchange, context: context)
                            connection.advance(context: context)
                        }
                    }
                    if !isHandedOver { answer.abandon(arrival: arrival) }
                })
        }
    }

    private func stage(
        for answer: OutgoingResponse, of exchange: Exchange, context: ChannelHandlerContext
    ) -> Exchange.Stage {
        var chosen = answer
        representations?.choose(&chosen, for: exchange.received.request)
        return stage(ofChosen: chosen, arrival: exchange.arrival, context: context)
    }

    /// Waits out the delay, if there is one.
    func stage(
        ofChosen answer: OutgoingResponse, arrival: NIODeadline, context: ChannelHandlerContext
    ) -> Exchange.Stage {
        guard answer.delivery.firstByte > .zero, !isQuiescing else { return .answered(answer, due: .distantPast) }
        let due = arrival + TimeAmount(answer.delivery.firstByte)
        wake(at: due, context: context)
        return .answered(answer, due: due)
    }

    func index(of number: Int) -> CircularBuffer<Exchange>.Index? {
        guard number >= frontNumber, number - frontNumber < exchanges.count else { return nil }
        return exchanges.index(exchanges.startIndex, offsetBy: number - frontNumber)
    }

    func send(
        _ answer: OutgoingResponse, to received: ReceivedRequest, arrival: NIODeadline, context: ChannelHandlerContext
    ) {
        if case .close = answer.delivery.ending {
            // Requests that came after it on this connection get no answer, which tells their client to repeat them.
            if case .open = ending { ending = .afterAnswers }
            abandonExchanges()
        }
        let prepared = answer.response
        var buffer = freshOutput(capacity: prepared.head.count + prepared.response.body.count + 192)
        let isLast = if case .afterAnswers = ending { exchanges.isEmpty } else { false }
        let content = received.request.method == .head ? [] : prepared.response.body
        writeHead(
            prepared.head, of: answer, to: received, arrival: arrival, isLast: isLast, followedBy: content,
            into: &buffer)
        output = buffer
        if let delivered = answer.delivered {
            receipts.append(Receipt(arrival: arrival, report: delivered))
        }
        if buffer.readableBytes >= 64 * 1024 { flush(context: context) }
    }

    /// The prepared lines, those that differ from one sending to the next, the empty line, and content.
    func writeHead(
        _ head: [UInt8], of answer: OutgoingResponse, to received: ReceivedRequest, arrival: NIODeadline,
        isLast: Bool, followedBy content: [UInt8] = [], into buffer: inout ByteBuffer
    ) {
        let end: StaticString =
            isLast
            ? "Connection: close\r\n\r\n"
            : received.isVersion10 ? "Connection: keep-alive\r\n\r\n" : "\r\n"
        buffer.write(
            head, answer.isOffered ? answer.response.offer : [],
            answer.response.hasDate ? [] : dateLine.bytes(at: arrival), end, content)
    }

    /// Hands the collected answers to the kernel, and tells who waits for that.
    func flush(context: ChannelHandlerContext) {
        writeOutput(context: context)
        guard !receipts.isEmpty else { return }
        let now = NIODeadline.now()
        for receipt in receipts { receipt.report(Delivered(elapsed: Duration(now - receipt.arrival))) }
        receipts.removeAll(keepingCapacity: true)
    }

    /// The connection is gone: tells everyone who waits for an answer to be out.
    func abandonAnswers() {
        output = nil
        let now = NIODeadline.now()
        for receipt in receipts {
            receipt.report(Delivered(elapsed: Duration(now - receipt.arrival), reachedClient: false))
        }
        receipts = []
        abandonExchanges()
    }

    func abandonExchanges() {
        for exchange in exchanges {
            switch exchange.stage {
            case .unasked: break
            case .asked(let task): task.cancel()
            case .answered(let answer, _): answer.abandon(arrival: exchange.arrival)
            case .leaving(let writer): writer.cancel()
            case .streaming(let task, let answer):
                task.cancel()
                answer.abandon(arrival: exchange.arrival)
            }
        }
        frontNumber += exchanges.count
        exchanges.removeAll()
        alarm.cancel()
    }
}

extension OutgoingResponse {
    /// Its client is gone.
    func abandon(arrival: NIODeadline) {
        content?.abandon()
        delivered?(Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: false))
    }
}

/// Tells a task whether the event loop of its connection can still be asked for anything: a loop that has ended cannot.
final class ConnectionLiveness: Sendable {
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

extension ByteBuffer {
    /// The parts of a message one after another. To make room for all of them at once is less than half the work.
    mutating func write(
        _ head: [UInt8], _ offer: [UInt8], _ date: [UInt8], _ end: StaticString, _ content: [UInt8]
    ) {
        let count = head.count + offer.count + date.count + end.utf8CodeUnitCount + content.count
        // Safe: the parts together are as long as the room that is asked for.
        writeWithUnsafeMutableBytes(minimumWritableBytes: count) { buffer in
            var rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            head.withUnsafeBytes { rest.take($0) }
            offer.withUnsafeBytes { rest.take($0) }
            date.withUnsafeBytes { rest.take($0) }
            rest.take(UnsafeRawBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
            content.withUnsafeBytes { rest.take($0) }
            return count
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies bytes to the start of what is left, and leaves what is behind them.
    @inline(__always)
    fileprivate mutating func take(_ bytes: UnsafeRawBufferPointer) {
        copyMemory(from: bytes)
        self = UnsafeMutableRawBufferPointer(rebasing: self[bytes.count...])
    }
}
