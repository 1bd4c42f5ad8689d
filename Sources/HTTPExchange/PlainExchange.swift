// A plain request with its answer, as little of it as will do until somebody looks.

import Synchronization

/// One object for the wire, which tells it when the answer is out, and for whoever writes the exchange down.
package final class PlainExchange: Sendable {
    /// The message of the request, of which a `PlainGet` was made.
    package let message: [UInt8]
    package let response: PreparedResponse
    /// Whose request it is, unless it names a session itself.
    private let session: SessionID?
    private let outcome = Mutex<Delivered?>(nil)
    private let told: @Sendable (PlainExchange, Delivered) -> Void

    /// - Parameter told: told what became of the answer, once.
    package init(
        _ get: PlainGet, of session: SessionID? = nil, _ response: PreparedResponse,
        told: @escaping @Sendable (PlainExchange, Delivered) -> Void
    ) {
        message = [UInt8](unsafeUninitializedCapacity: get.bytes.count) { message, count in
            UnsafeMutableRawBufferPointer(message).copyMemory(from: get.bytes)
            count = get.bytes.count
        }
        self.session = session
        self.response = response
        self.told = told
    }

    /// Nil until the answer is out.
    package var delivered: Delivered? { outcome.withLock { $0 } }

    package func wasDelivered(_ delivered: Delivered) {
        outcome.withLock { $0 = delivered }
        told(self, delivered)
    }

    /// Of the request.
    package var target: String {
        String(decoding: message.dropFirst(4).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    package var request: Request {
        let reader = PlainRequestReader(headLimit: .max, fieldLimit: .max, bodyLimit: .max)
        guard let read = message.withUnsafeBytes({ reader.read($0) }) else {
            preconditionFailure("a plain GET is a plain request")
        }
        return session?.adopting(read.request) ?? read.request
    }
}
