// Watches one exchange with a backend: hands its answer on as it comes, and measures its parts.

import AsyncHTTPClient
import HTTPExchange
import HTTPTypes
import HTTPWire
import NIOCore
import NIOHTTP1
import Synchronization

/// Told by the client of every step of one exchange.
final class ExchangeWatch: HTTPClientResponseDelegate {
    typealias Response = Void

    /// What of an answer is there when it is handed on.
    struct Opened: Sendable {
        var head: HTTPResponseHead
        /// All of the body, where it has come by then.
        var body: [UInt8]?
    }

    private struct State {
        var headSent: NIODeadline?
        var connected: NIODeadline?
        var sent: NIODeadline?
        var answered: NIODeadline?
        var end: NIODeadline?
        var head: HTTPResponseHead?
        var opened: Result<Opened, any Error>?
        var waiting: CheckedContinuation<Opened, any Error>?
        var patience: Scheduled<Void>?
    }

    /// How long a head waits for the end of its body. Most answers are whole by then, and need no stream.
    private static let patience = TimeAmount.milliseconds(1)

    let content = ContentPipe()
    private let state = Mutex(State())
    private let start: NIODeadline
    private let connections: ConnectionLog

    init(connections: ConnectionLog) {
        self.connections = connections
        start = .now()
    }

    // MARK: - For the sender

    /// The answer, as soon as its head is there and its body is whole or takes longer.
    func opened() async throws -> Opened {
        try await withCheckedThrowingContinuation { waiting in
            let opened = state.withLock { state -> Result<Opened, any Error>? in
                if state.opened == nil { state.waiting = waiting }
                return state.opened
            }
            if let opened { waiting.resume(with: opened) }
        }
    }

    private func open(_ result: Result<Opened, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Opened, any Error>? in
            guard state.opened == nil else { return nil }
            state.opened = result
            state.patience?.cancel()
            return state.waiting.take()
        }
        waiting?.resume(with: result)
    }

    /// Hands the answer on while its body is still coming.
    private func openUnfinished() {
        guard let head = state.withLock({ $0.head }) else { return }
        open(.success(Opened(head: head)))
    }

    // MARK: From the client

    func didSendRequestHead(task: HTTPClient.Task<Response>, _ head: HTTPRequestHead) {
        let now = NIODeadline.now()
        let connected = connections.take(after: start)
        state.withLock { state in
            state.headSent = now
            state.connected = connected
        }
    }

    func didSendRequest(task: HTTPClient.Task<Response>) {
        let now = NIODeadline.now()
        state.withLock { $0.sent = now }
    }

    func didReceiveHead(task: HTTPClient.Task<Response>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let now = NIODeadline.now()
        let patience = task.eventLoop.scheduleTask(in: Self.patience) { self.openUnfinished() }
        state.withLock { state in
            state.answered = now
            state.head = head
            state.patience = patience
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Response>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let room = task.eventLoop.makePromise(of: Void.self)
        if content.put(buffer, whenRoom: { room.succeed() }) {
            room.succeed()
        } else {
            openUnfinished()
        }
        return room.futureResult
    }

    func didReceiveError(task: HTTPClient.Task<Response>, _ error: any Error) {
        end()
        content.end(error)
        open(.failure(error))
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws {
        end()
        content.end()
        guard let head = state.withLock({ $0.head }) else {
            return open(.failure(HTTPClientError.remoteConnectionClosed))
        }
        // Who has been handed the stream takes the rest from there.
        guard state.withLock({ $0.opened }) == nil else { return }
        open(.success(Opened(head: head, body: content.takeWaiting())))
    }

    private func end() {
        let now = NIODeadline.now()
        state.withLock { $0.end = now }
    }

    // MARK: Times

    /// Of the parts so far. A backend may answer before it has read the whole request: what is still sent then counts as waiting.
    var timings: ExchangeTimings {
        state.withLock { state in
            let end = state.end ?? .now()
            let headSent = state.headSent ?? start
            let answered = state.answered ?? end
            let sent = min(state.sent ?? answered, answered)
            var timings = ExchangeTimings(
                send: Duration(sent - headSent), wait: Duration(answered - sent), receive: Duration(end - answered))
            if state.connected != nil {
                timings.connect = Duration(headSent - start)
            } else {
                timings.blocked = Duration(headSent - start)
            }
            return timings
        }
    }
}

/// When the client has made connections: whose exchange began before and was sent after one of them has waited for it.
final class ConnectionLog: Sendable {
    private static let capacity = 256

    private let made = Mutex([NIODeadline]())

    func note() {
        let now = NIODeadline.now()
        made.withLock { made in
            if made.count == Self.capacity { made.removeFirst() }
            made.append(now)
        }
    }

    /// Each connection is made for one exchange.
    func take(after start: NIODeadline) -> NIODeadline? {
        made.withLock { made in
            guard let index = made.firstIndex(where: { $0 > start }) else { return nil }
            return made.remove(at: index)
        }
    }
}
