// A plain request with its answer, as little of it as will do until somebody looks.

import Synchronization

/// One object for the wire, which tells it when the answer is out, and for whoever writes the exchange down.
package final class PlainExchange: Sendable {
    /// The message of the request, of which a `PlainGet` was made.
    package let message: [UInt8]
    package let response: PreparedResponse
    private let outcome = Mutex<Delivered?>(nil)
    private let told: @Sendable (Delivered) -> Void

    /// - Parameter told: told what became of the answer, once.
    package init(_ get: PlainGet, _ response: PreparedResponse, told: @escaping @Sendable (Delivered) -> Void) {
        message = [UInt8](unsafeUninitializedCapacity: get.bytes.count) { message, count in
            UnsafeMutableRawBufferPointer(message).copyMemory(from: get.bytes)
            count = get.bytes.count
        }
        self.response = response
        self.told = told
    }

    /// Nil until the answer is out.
    package var delivered: Delivered? { outcome.withLock { $0 } }

    package func wasDelivered(_ delivered: Delivered) {
        outcome.withLock { $0 = delivered }
        told(delivered)
    }

    package var request: Request {
        let reader = PlainRequestReader(headLimit: .max, fieldLimit: .max, bodyLimit: .max)
        guard let read = message.withUnsafeBytes({ reader.read($0) }) else {
            preconditionFailure("a plain GET is a plain request")
        }
        return read.request
    }
}
