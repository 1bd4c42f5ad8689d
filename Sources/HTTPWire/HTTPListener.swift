// The one listener: an address, a handler, and a way to end.

package import HTTPExchange
import NIOCore
import NIOPosix
import Synchronization

/// Asked once per request, on the event loop of its connection: whoever answers `.now` must not block.
package typealias RequestHandler = @Sendable (Request) -> Reply

/// The same, for who must know where a request comes from.
package typealias PeerRequestHandler = @Sendable (Request, Peer) -> Reply

/// The same, for who takes the content of a request as it comes: the request has its body, or none where the content is given.
package typealias StreamingRequestHandler = @Sendable (Request, ContentStream?, Peer) -> Reply

/// What a handler gives for a request.
package enum Reply: Sendable {
    /// Known at once: no task, no thread change.
    case now(OutgoingResponse)
    /// Known later; cancelled when the client goes first.
    case later(@Sendable () async -> OutgoingResponse)
    /// The same, for what others on the connection must not overtake: those behind it are asked when it is known.
    case inTurn(@Sendable () async -> OutgoingResponse)

    /// The answer, once it is known.
    package var outgoing: OutgoingResponse {
        get async {
            switch self {
            case .now(let outgoing): outgoing
            case .later(let work), .inTurn(let work): await work()
            }
        }
    }
}

/// A response with how it is to be delivered.
package struct OutgoingResponse: Sendable {
    package var response: PreparedResponse
    package var delivery: Delivery
    /// Comes after the head in the place of the response's body, part by part as it is made and the client takes it. An answer that is
    /// slow or broken by its delivery has none.
    package private(set) var content: ContentStream?
    /// Told once, when the answer is out or can no longer be.
    package var delivered: (@Sendable (Delivered) -> Void)?
    /// Whether it is another server's: it goes as it is, and is not compressed or given an entity tag here.
    package var isForwarded = false
    /// Whether the lines of the response's offer go with its head.
    var isOffered = false

    /// - Parameter delivered: called once, when all has gone out or the client has left.
    package init(
        _ response: PreparedResponse, delivery: Delivery = .immediate,
        delivered: (@Sendable (Delivered) -> Void)? = nil
    ) {
        self.response = response
        self.delivery = delivery
        self.delivered = delivered
        guard let pace = delivery.events, delivery.ending == .complete else { return }
        let events = response.response.body
        self.response = PreparedResponse(
            streaming: Response(status: response.response.status, headers: response.response.headers), length: nil)
        self.delivery = Delivery(firstByte: delivery.firstByte)
        content = PreparedResponse.hasNoContent(response.response.status) ? nil : ContentStream(events: events, pace)
    }

    /// - Parameter head: a response without a body.
    package init(
        _ head: Response, streaming content: ContentStream, firstByte: Duration = .zero,
        delivered: (@Sendable (Delivered) -> Void)? = nil
    ) {
        response = PreparedResponse(streaming: head, length: content.length)
        delivery = Delivery(firstByte: firstByte)
        self.content = PreparedResponse.hasNoContent(head.status) ? nil : content
        self.delivered = delivered
    }
}

extension OutgoingResponse {
    /// Content of more bytes goes out in parts of the second size: a client that reads slowly holds no copy of all of it.
    private static let largest = 256 * 1024, part = 64 * 1024

    /// Whether it is too large to be handed over at once.
    var isLarge: Bool {
        content == nil && response.response.body.count > Self.largest && delivery.isPlain
            && delivery.ending == .complete
    }

    /// The same, with its content in parts where it is large.
    var inParts: OutgoingResponse {
        guard isLarge else { return self }
        var parted = self
        let body = response.response.body
        let sent = Mutex(0)
        parted.content = ContentStream(length: body.count) {
            let part = sent.withLock { sent in
                defer { sent = min(sent + Self.part, body.count) }
                return body[sent..<min(sent + Self.part, body.count)]
            }
            return part.isEmpty ? nil : Array(part)
        }
        return parted
    }

    /// Whether only its client ends it.
    var isEndless: Bool { content.map { $0.length == nil } ?? delivery.isStall }
}

/// What a client may ask of the listener before it is refused, so that no client can exhaust it.
package struct ListenerLimits: Hashable, Sendable {
    /// Bytes of the request line and all header fields; more is answered 431.
    package var head = 64 * 1024
    /// Lines; more is answered 431.
    package var headerFields = 200
    /// Bytes of a request's body; more is answered 413.
    package var body = 16 * 1024 * 1024
    /// Requests of one connection that wait for their answers; further ones are left in the kernel's buffer.
    package var pipelined = 64
    /// Time for a request to arrive whole; a slower one is answered 408.
    package var requestTime: Duration = .seconds(30)
    /// Time a connection may stay open between two requests.
    package var idleTime: Duration = .seconds(75)
    /// Time a client may leave its answers unread before it is cut off.
    package var stallTime: Duration = .seconds(30)

    package init() {}
}

/// A server on one address, of HTTP/1.1 and HTTP/2, with TLS or without.
package final class HTTPListener: Sendable {
    /// Where and how to listen.
    package struct Configuration: Sendable {
        /// A name or an address of this machine.
        package var host: String
        /// 0 takes any free port.
        package var port: Int
        /// Event loops of its own; nil shares the process's.
        package var eventLoops: Int?
        package var limits: ListenerLimits
        /// For TLS; nil listens without.
        package var identity: (any ListenerIdentity)?
        /// Whether answers are offered with entity tags and compressed, as requests ask for.
        package var offersRepresentations: Bool
        /// Whether requests come without their content codings, and those that cannot be had without are refused. Who passes requests on
        /// wants them as they came. Content that is given as it comes keeps its codings.
        package var takesOffCodings: Bool

        package init(
            host: String = "127.0.0.1", port: Int = 0, eventLoops: Int? = nil,
            limits: ListenerLimits = ListenerLimits(), identity: (any ListenerIdentity)? = nil,
            offersRepresentations: Bool = false, takesOffCodings: Bool = false
        ) {
            self.host = host
            self.port = port
            self.eventLoops = eventLoops
            self.limits = limits
            self.identity = identity
            self.offersRepresentations = offersRepresentations
            self.takesOffCodings = takesOffCodings
        }
    }

    /// Where it listens: the host as configured, and the port that the system gave.
    package let address: BackendURL

    private let channel: any Channel
    private let connections: ConnectionRegistry
    private let ownGroup: MultiThreadedEventLoopGroup?

    private init(
        address: BackendURL, channel: any Channel, connections: ConnectionRegistry,
        ownGroup: MultiThreadedEventLoopGroup?
    ) {
        self.address = address
        self.channel = channel
        self.connections = connections
        self.ownGroup = ownGroup
    }

    /// Starts to listen.
    package static func start(
        _ configuration: Configuration, handler: @escaping RequestHandler
    ) async throws(ListenFailure) -> HTTPListener {
        try await start(configuration) { request, _ in handler(request) }
    }

    /// The same with a handler that is told where a request comes from.
    package static func start(
        _ configuration: Configuration, handler: @escaping PeerRequestHandler
    ) async throws(ListenFailure) -> HTTPListener {
        try await start(configuration, streamsContent: false) { request, _, peer in handler(request, peer) }
    }

    /// Bodies that come in parts are not limited.
    package static func start(
        _ configuration: Configuration, streaming handler: @escaping StreamingRequestHandler
    ) async throws(ListenFailure) -> HTTPListener {
        try await start(configuration, streamsContent: true, handler)
    }

    /// Starts the event loops that listeners share which have none of their own. Whoever listens first waits for them otherwise.
    package static func startSharedLoops() { _ = MultiThreadedEventLoopGroup.singleton.next() }

    private static func markingSecure(_ handler: @escaping StreamingRequestHandler) -> StreamingRequestHandler {
        { request, content, peer in
            var request = request
            request.isSecure = true
            return handler(request, content, peer)
        }
    }

    private static func start(
        _ configuration: Configuration, streamsContent: Bool, _ handler: @escaping StreamingRequestHandler
    ) async throws(ListenFailure) -> HTTPListener {
        let connections = ConnectionRegistry()
        let secure = try configuration.identity?.handlers()
        let settings = ConnectionSettings(
            limits: configuration.limits, registry: connections,
            representations: configuration.offersRepresentations ? Representations() : nil,
            streamsContent: streamsContent, takesOffCodings: configuration.takesOffCodings,
            handler: secure == nil ? handler : markingSecure(handler))
        let ownGroup = configuration.eventLoops.map { MultiThreadedEventLoopGroup(numberOfThreads: max(1, $0)) }
        let bootstrap = ServerBootstrap(group: ownGroup ?? .singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let secure {
                        try pipeline.addHandler(CleartextRefusal())
                        try pipeline.addHandlers(secure())
                    }
                    try pipeline.addHandler(ProtocolNegotiation(settings, isSecure: secure != nil))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
            let port = channel.localAddress?.port ?? configuration.port
            return HTTPListener(
                address: BackendURL(
                    scheme: secure == nil ? .http : .https, host: configuration.host, port: port), channel: channel,
                connections: connections,
                ownGroup: ownGroup)
        } catch {
            try? await ownGroup?.shutdownGracefully()
            throw ListenFailure(error, host: configuration.host, port: configuration.port)
        }
    }

    /// Waits until no connection is open.
    func allConnectionsClosed() async { await connections.whenEmpty() }

    /// From now on the answer to each request of HTTP/1.1 says that its connection closes, so that who has many of them open learns that the
    /// listener is about to end, and finds none of them closed while it sends.
    package func closeAfterAnswers() { connections.closeAfterAnswers() }

    /// Accepts nothing more, sends the answers that are under way (those that wait out a delay go at once), and closes. What is
    /// not out after `grace` is cut off.
    package func shutdown(grace: Duration = .milliseconds(500)) async {
        // Both can only say that it was closed already.
        try? await channel.close()
        await connections.drain(grace: grace)
        try? await ownGroup?.shutdownGracefully()
    }
}
