// Content that one side puts in as it comes and another takes out.

package import NIOCore
import Synchronization

/// Parts on their way from a connection to whoever takes them. Holds little: who puts in more than there is room for is told to wait.
package final class ContentPipe: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        /// Nil where it ended well.
        var end: (any Error)??
        var taker: CheckedContinuation<[UInt8]?, any Error>?
        var whenRoom: (@Sendable () -> Void)?

        mutating func takeWaiting() -> [UInt8] {
            defer { waiting = [] }
            return waiting
        }
    }

    /// Bytes that wait to be taken before there is no room for more.
    static let room = 256 << 10

    private let state = Mutex(State())

    /// An empty one.
    package init() {}

    /// Whether there is room for more. Where there is none, `whenRoom` is called once, when there is.
    package func put(_ bytes: ByteBuffer, whenRoom: @escaping @Sendable () -> Void) -> Bool {
        guard bytes.readableBytes > 0 else { return true }
        let (taker, hasRoom) = state.withLock { state -> (CheckedContinuation<[UInt8]?, any Error>?, Bool) in
            guard state.end == nil else { return (nil, true) }
            if let taker = state.taker.take() { return (taker, true) }
            bytes.withUnsafeReadableBytes { state.waiting += $0 }
            let hasRoom = state.waiting.count < Self.room
            if !hasRoom { state.whenRoom = whenRoom }
            return (nil, hasRoom)
        }
        taker?.resume(returning: Array(bytes.readableBytesView))
        return hasRoom
    }

    /// Nothing more comes; what waits can still be taken. What is put in after that is thrown away.
    package func end(_ error: (any Error)? = nil) {
        let (taker, whenRoom) = state.withLock {
            state -> (CheckedContinuation<[UInt8]?, any Error>?, (@Sendable () -> Void)?) in
            guard state.end == nil else { return (nil, nil) }
            state.end = .some(error)
            return (state.taker.take(), state.whenRoom.take())
        }
        if let error { taker?.resume(throwing: error) } else { taker?.resume(returning: nil) }
        whenRoom?()
    }

    /// All that waits, else what comes next; nil after the last. Ends with the task that asks.
    package func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { taker in
                var whenRoom: (@Sendable () -> Void)?
                let ready = state.withLock { state -> Result<[UInt8]?, any Error>? in
                    whenRoom = state.whenRoom.take()
                    if !state.waiting.isEmpty { return .success(state.takeWaiting()) }
                    switch state.end {
                    case .some(.some(let error)): return .failure(error)
                    case .some(.none): return .success(nil)
                    case .none:
                        state.taker = taker
                        return nil
                    }
                }
                if let ready { taker.resume(with: ready) }
                whenRoom?()
            }
        } onCancel: {
            end(CancellationError())
        }
    }

    /// What waits, without waiting for more.
    package func takeWaiting() -> [UInt8] { state.withLock { $0.takeWaiting() } }
}
