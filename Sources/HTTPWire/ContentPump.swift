// From the parts of an answer's content to a connection, at the pace of both.

import HTTPExchange
import NIOCore

/// How content that comes in parts gets out of a connection. All of it is called on the connection's event loop.
struct ContentPump: Sendable {
    let eventLoop: any EventLoop
    let liveness: ConnectionLiveness
    /// How long a part may take to be written.
    let stallTime: TimeAmount
    let write: @Sendable ([UInt8]) -> EventLoopFuture<Void>
    /// A part was not written in time.
    let stalled: @Sendable () -> Void
    /// Called once, after all parts or where they break off; not at all once the connection is closed.
    let ended: @Sendable (_ isWhole: Bool) -> Void

    /// Asks for a part when the one before is written. Who cancels the task ends the content.
    func take(_ content: ContentStream) -> Task<Void, Never> {
        Task {
            let isWhole: Bool
            do {
                isWhole = try await takeAll(content)
            } catch {
                // Who made the content knows why; the client sees that it is not whole.
                isWhole = false
            }
            if !isWhole { content.abandon() }
            _ = liveness.whileOpen { eventLoop.execute { ended(isWhole) } }
        }
    }

    /// Whether it is of the length that was told before.
    private func takeAll(_ content: ContentStream) async throws -> Bool {
        var left = content.length
        while let part = try await content.next() {
            if let expected = left {
                guard part.count <= expected else { return false }
                left = expected - part.count
            }
            guard !part.isEmpty else { continue }
            var written: EventLoopFuture<Void>?
            _ = liveness.whileOpen { written = eventLoop.flatSubmit { writeInTime(part) } }
            guard let written else { return false }
            try await written.get()
        }
        return left == nil || left == 0
    }

    private func writeInTime(_ part: [UInt8]) -> EventLoopFuture<Void> {
        let patience = eventLoop.scheduleTask(in: stallTime) { stalled() }
        return write(part).always { _ in patience.cancel() }
    }
}
