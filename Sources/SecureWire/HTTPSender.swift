// The one sender: a request value in, a response value or a typed failure out.

import AsyncHTTPClient
package import HTTPExchange
import HTTPTypes
package import HTTPWire
import NIOCore
import NIOHTTP1

/// Sends requests as they stand: the target goes out byte for byte, or not at all; no field is added but `Host` and the framing;
/// redirects are not followed; content is not decoded.
package final class HTTPSender: RequestSender {
    private let client: HTTPClient
    private let connections = ConnectionLog()
    private let timeout: Duration
    private let bodyLimit: Int

    /// - Parameters:
    ///   - timeout: from the start of a request to the last byte of its response.
    ///   - bodyLimit: bytes of a response's body.
    ///   - connectionLimit: connections to one backend at the same time.
    ///   - trust: which certificates of backends are believed.
    package init(
        timeout: Duration = .seconds(10), bodyLimit: Int = 64 * 1024 * 1024, connectionLimit: Int = 8,
        trust: ServerTrust = .system
    ) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust.configuration, redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout.connect = TimeAmount(timeout)
        configuration.timeout.read = TimeAmount(timeout)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionLimit
        configuration.http1_1ConnectionDebugInitializer = { [connections] channel in
            connections.note()
            return RawTarget.add(to: channel)
        }
        configuration.http2ConnectionDebugInitializer = { [connections] channel in
            connections.note()
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        configuration.http2StreamChannelDebugInitializer = { RawTarget.add(to: $0) }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.timeout = timeout
        self.bodyLimit = bodyLimit
    }

    /// Closes its connections. Requests that are under way fail.
    package func shutdown() async {
        // Fails only where it was shut down before.
        try? await client.shutdown()
    }

    /// Sends a request to the server of `backend`. The request's target is the whole target, base path included.
    package func send(_ request: Request, to backend: BackendURL) async throws(NoResponse) -> Response {
        guard RawTarget.isSendable(request.target) else { throw .unsendable(target: request.target) }
        do {
            return try await attempt(request, backend: backend)
        } catch let failure where failure.kind == .closedEarly && request.method.isIdempotent {
            // A server may close a kept connection just as the next request is on its way: that one may be repeated (RFC 9110,
            // section 9.2.2). A second close is an answer.
            return try await attempt(request, backend: backend)
        }
    }

    /// Sends a request and gives its answer as soon as it has begun. The timeout is from one step of the exchange to the next.
    /// - Parameter content: the request's body, in the place of the one that it has.
    package func open(
        _ request: Request, streaming content: ContentStream? = nil, to backend: BackendURL
    ) async throws(NoResponse) -> OpenExchange {
        guard RawTarget.isSendable(request.target) else { throw .unsendable(target: request.target) }
        do {
            return try await begin(request, content, backend: backend)
        } catch let failure where failure.kind == .closedEarly && request.method.isIdempotent && content == nil {
            return try await begin(request, nil, backend: backend)
        }
    }

    private func begin(
        _ request: Request, _ content: ContentStream?, backend: BackendURL
    ) async throws(NoResponse) -> OpenExchange {
        let failure = { @Sendable [timeout, bodyLimit] (error: any Error) in
            NoResponse(error, backend: backend, timeout: timeout, bodyLimit: bodyLimit)
        }
        do {
            let outgoing = try outgoing(request, body: body(of: request, content), backend: backend)
            let watch = ExchangeWatch(connections: connections)
            let task = client.execute(request: outgoing, delegate: watch)
            let opened = try await withTaskCancellationHandler {
                try await watch.opened()
            } onCancel: {
                task.cancel()
            }
            return OpenExchange(opened, watch, failure: failure) { task.cancel() }
        } catch {
            throw failure(error)
        }
    }

    private func body(of request: Request, _ content: ContentStream?) -> HTTPClient.Body? {
        guard let content else {
            return request.body.isEmpty ? nil : .byteBuffer(ByteBuffer(bytes: request.body))
        }
        let eventLoop = client.eventLoopGroup.any()
        return .stream(contentLength: content.length.map { Int64($0) }) { writer in
            eventLoop.makeFutureWithTask {
                do {
                    while let part = try await content.next() {
                        try await writer.write(.byteBuffer(ByteBuffer(bytes: part))).get()
                    }
                } catch {
                    content.abandon()
                    throw error
                }
            }
        }
    }

    private func outgoing(
        _ request: Request, body: HTTPClient.Body?, backend: BackendURL
    ) throws -> HTTPClient.Request {
        var headers = HTTPHeaders(request.headers.map { ($0.name.rawName, $0.value) })
        headers.add(name: RawTarget.field, value: request.target)
        return try HTTPClient.Request(
            url: backend.origin + "/", method: HTTPMethod(rawValue: request.method.rawValue), headers: headers,
            body: body)
    }

    /// The time limit is kept by the event loop's own timer, which no other work of this process holds up.
    private func attempt(_ request: Request, backend: BackendURL) async throws(NoResponse) -> Response {
        do {
            let outgoing = try outgoing(request, body: body(of: request, nil), backend: backend)
            let task = client.execute(
                request: outgoing, delegate: ResponseAccumulator(request: outgoing, maxBodySize: bodyLimit),
                deadline: .now() + TimeAmount(timeout))
            let incoming = try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
            return Response(
                status: Int(incoming.status.code), headers: HTTPFields(incoming.headers),
                body: incoming.body.map { Array($0.readableBytesView) } ?? [])
        } catch {
            throw NoResponse(error, backend: backend, timeout: timeout, bodyLimit: bodyLimit)
        }
    }
}

extension HTTPFields {
    init(_ headers: HTTPHeaders) {
        self.init()
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else { continue }
            append(HTTPField(name: name, value: value))
        }
    }
}
