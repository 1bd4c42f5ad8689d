// The short way through a connection: a plain request whose answer is known is answered from the bytes that came.

import HTTPExchange
import NIOCore

extension Connection {
    /// Answers the plain request that the bytes start with, and gives its length. Nil where it has to go the way of all others, of which
    /// nothing is done then.
    func answer(plain received: UnsafeRawBufferPointer) -> Int? {
        guard let plainHandler, let context = idleContext,
            let get = PlainGet(received, headLimit: limits.head, fieldLimit: limits.headerFields),
            let exchange = plainHandler(get)
        else { return nil }
        begin()
        var prepared = exchange.response
        var isOffered = false
        var told = Receipt.Told.exchange(exchange)
        if let representations, prepared.response.status == 200 {
            if let other = representations.other(than: prepared, for: get) {
                prepared = other
                if other.isSubstitute { told = .closure(other.tellingOfItself(exchange.wasDelivered)) }
            } else {
                isOffered = true
            }
        }
        var buffer = freshOutput(capacity: prepared.head.count + prepared.response.body.count + 192)
        buffer.write(
            prepared.head, isOffered ? prepared.offer : [], prepared.hasDate ? [] : dateLine.bytes(at: lastRead),
            "\r\n", prepared.response.body)
        output = buffer
        receipts.append(Receipt(arrival: lastRead, told: told))
        if buffer.readableBytes >= 64 * 1024 { flush(context: context) }
        return get.bytes.count
    }
}
