// Watches one exchange with a backend: collects its answer and measures its parts.

import AsyncHTTPClient
import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization

/// Told by the client of every step of one exchange.
final class ExchangeWatch: HTTPClientResponseDelegate {
    typealias Response = MeasuredResponse

    private struct State {
        var headSent: NIODeadline?
        var connected: NIODeadline?
        var sent: NIODeadline?
        var answered: NIODeadline?
        var head: HTTPResponseHead?
        var body: [UInt8] = []
    }

    private let state = Mutex(State())
    private let start: NIODeadline
    private let bodyLimit: Int
    private let connections: ConnectionLog

    init(bodyLimit: Int, connections: ConnectionLog) {
        self.bodyLimit = bodyLimit
        self.connections = connections
        start = .now()
    }

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
        state.withLock { state in
            state.answered = now
            state.head = head
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Response>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { state -> Bool in
            guard state.body.count + buffer.readableBytes <= bodyLimit else { return false }
            buffer.withUnsafeReadableBytes { state.body += $0 }
            return true
        }
        return fits
            ? task.eventLoop.makeSucceededVoidFuture()
            : task.eventLoop.makeFailedFuture(NIOTooManyBytesError(maxBytes: bodyLimit))
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws -> Response {
        let end = NIODeadline.now()
        return try state.withLock { state in
            guard let head = state.head else { throw HTTPClientError.remoteConnectionClosed }
            return MeasuredResponse(
                HTTPExchange.Response(
                    status: Int(head.status.code), headers: HTTPFields(head.headers), body: state.body),
                timings: timings(state, end: end),
                httpVersion: head.version.major == 2 ? "HTTP/2" : "HTTP/\(head.version.major).\(head.version.minor)")
        }
    }

    /// A backend may answer before it has read the whole request: what is still sent then counts as waiting.
    private func timings(_ state: State, end: NIODeadline) -> ExchangeTimings {
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
