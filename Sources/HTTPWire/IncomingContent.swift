// Content of a request that comes while it is answered already.

import HTTPExchange
import NIOCore
import Synchronization

/// The content of the request that a connection is receiving.
package final class IncomingContent: Sendable {
    /// The client went, or was too slow, before it had sent all.
    package struct Incomplete: Error {}

    private let pipe = ContentPipe()
    private let isAwaited = Mutex(false)

    /// - Parameter firstAwaited: called once, when it is asked for.
    func stream(length: Int?, firstAwaited: @escaping @Sendable () -> Void) -> ContentStream {
        ContentStream(length: length, abandoned: { self.pipe.end(CancellationError()) }) {
            let isFirst = self.isAwaited.withLock { isAwaited -> Bool in
                defer { isAwaited = true }
                return !isAwaited
            }
            if isFirst { firstAwaited() }
            return try await self.pipe.next()
        }
    }

    /// Whether more can be taken; where not, `whenRoom` is called when it can.
    func receive(_ bytes: ByteBuffer, whenRoom: @escaping @Sendable () -> Void) -> Bool {
        pipe.put(bytes, whenRoom: whenRoom)
    }

    func end(isWhole: Bool) { pipe.end(isWhole ? nil : Incomplete()) }
}
