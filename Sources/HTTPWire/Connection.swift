// One HTTP/1.1 connection: requests in, answers out, in their order.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Stands behind `RequestReader`, and behind the decoder where that is needed. Answers that are known while a read is handled leave in one
/// write and one flush at its end.
///
/// Requests that have arrived wait in `exchanges` until their answer is out: the front one is the next to leave, whatever
/// order the handler finishes in (RFC 9112, section 9.3.2).
final class Connection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// A class, because it is looked at several times until its answer is out.
    final class Exchange {
        enum Stage {
            case unasked
            case asked(Task<Void, Never>)
            /// Its answer is known, and goes out when it is due.
            indirect case answered(OutgoingResponse, due: NIODeadline)
            /// It goes out slowly, or ends otherwise than answers do.
            case leaving(ResponseWriter)
            /// Its content comes in parts.
            indirect case streaming(Task<Void, Never>, OutgoingResponse)
        }

        let received: ReceivedRequest
        /// Nil where the request is whole.
        let content: ContentStream?
        let arrival: NIODeadline
        var stage = Stage.unasked
        /// Whether those behind it are asked only when its answer is known.
        var isInTurn = false

        init(_ received: ReceivedRequest, content: ContentStream? = nil, arrival: NIODeadline) {
            self.received = received
            self.content = content
            self.arrival = arrival
        }
    }

    /// Who is to be told when an answer is out.
    struct Receipt {
        let arrival: NIODeadline
        let report: @Sendable (Delivered) -> Void
    }

    enum Ending {
        case open
        /// No request is taken any more; the connection closes when all answers are out.
        case afterAnswers
        /// Our half is closed; what still comes is thrown away until the client closes, or the time is up.
        case lingering
        case closed
    }

    let handler: StreamingRequestHandler
    private(set) var peer = Peer(nil)
    let limits: ListenerLimits
    var stallTime: TimeAmount { TimeAmount(limits.stallTime) }
    let registry: ConnectionRegistry
    let representations: Representations?

    /// When the bytes came that are being handled.
    var lastRead = NIODeadline.now()
    /// Bytes of the line that the request which is coming in begins with.
    var lineLength = 0
    private(set) var context: ChannelHandlerContext?
    var assembly: RequestAssembly
    var clock: ConnectionClock
    private var watch: RepeatedTask?
    private var isReading = false
    private var readIsHeld = false
    private var owesContinue = false
    /// The content that is coming in, and the number of its exchange.
    var incoming: (content: IncomingContent, number: Int)?
    var incomingIsHeld = false
    var incomingKeepsAlive = true
    /// The number of the exchange whose content was asked for, of a client that waits for that.
    var continueIsOwedTo: Int?

    let allocator = ByteBufferAllocator()
    /// Whether the client takes what it is sent.
    private var isWritable = true
    var exchanges = CircularBuffer<Exchange>()
    /// The number of the front exchange, counted over the connection's life.
    var frontNumber = 0
    /// Tells when the first of those that are delayed is due.
    var alarm = Alarm()
    /// Answers that were due by then go out.
    var delaysEnd = NIODeadline.distantPast
    var isAdvancing = false
    var isQuiescing = false
    var ending = Ending.open
    var output: ByteBuffer?
    /// What has been sent, for the bytes that come next.
    private var spare: ByteBuffer?
    /// Of the answers in `output`.
    var receipts: [Receipt] = []
    var dateLine = DateLine()
    let liveness = ConnectionLiveness()

    init(_ settings: ConnectionSettings) {
        limits = settings.limits
        registry = settings.registry
        representations = settings.representations
        handler = settings.handler
        assembly = RequestAssembly(
            bodyLimit: limits.body, streamsContent: settings.streamsContent, takesOffCodings: settings.takesOffCodings)
        clock = ConnectionClock(limits: limits, now: .now())
    }

    // MARK: Life

    /// The connection is open by then, and its protocol known.
    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        peer = Peer(context.remoteAddress)
        let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        watch = context.eventLoop.scheduleRepeatedTask(initialDelay: clock.tick, delay: clock.tick) { _ in
            let (connection, context) = connection.value
            connection.checkTime(context: context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) {
        ending = .closed
        watch?.cancel()
        liveness.cut()
        endIncoming(isWhole: false)
        abandonAnswers()
        // Last: who waits for the end of all connections has then been told of all answers.
        registry.remove(context.channel)
        context.fireChannelInactive()
    }

    // MARK: In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(unwrapInboundIn(data)) }

    /// A part of a request, from the decoder or of one that is read without it.
    func receive(_ part: HTTPServerRequestPart) {
        guard case .open = ending, let context else { return }
        isReading = true
        switch assembly.receive(part) {
        case .incomplete:
            break
        case .awaitsContinue:
            owesContinue = true
            advance(context: context)
        case .request(let received):
            owesContinue = false
            take(received, context: context)
        case .opened(let received, let awaitsContinue):
            open(received, awaitsContinue: awaitsContinue, context: context)
        case .content(let bytes):
            clock.contentArrived(.now())
            receive(bytes, context: context)
        case .ended:
            clock.requestArrived(lastRead)
            endIncoming(isWhole: true)
            if !incomingKeepsAlive { ending = .afterAnswers }
            advance(context: context)
        case .refusal(let refusal):
            refuse(refusal, context: context, isHead: assembly.isHead)
        }
    }

    /// A request that nobody had to decode.
    func receive(_ request: Request) {
        guard case .open = ending, let context else { return }
        isReading = true
        take(ReceivedRequest(request: request, keepsAlive: true, isVersion10: false), context: context)
    }

    /// The head of one whose content is still to come.
    func begin(_ request: Request) {
        guard case .open = ending else { return }
        isReading = true
        assembly.begin(ReceivedRequest(request: request, keepsAlive: true, isVersion10: false))
    }

    /// Requests that have come whole.
    var received: Int { frontNumber + exchanges.count }
    var isBetweenRequests: Bool { assembly.isBetweenRequests }
    /// Of the content that is coming in, where its length is known; nil where it is not.
    var contentLeft: Int? { assembly.contentLeft }
    /// Whether the content that is coming in is not collected here.
    var isStreamingIn: Bool { assembly.isStreaming }

    func streams(contentOfLength length: Int) -> Bool { assembly.streams(contentOfLength: length) }

    private func take(_ received: ReceivedRequest, context: ChannelHandlerContext) {
        clock.requestArrived(lastRead)
        let received = received.keptAlive(unless: registry.closesAfterAnswers)
        if !received.keepsAlive { ending = .afterAnswers }
        guard received.keepsAlive, exchanges.isEmpty, !isAdvancing, isWritable else {
            exchanges.append(Exchange(received, arrival: lastRead))
            return advance(context: context)
        }
        // Nothing is before it: what is known at once and goes as it is need not wait for its turn.
        let reply = handler(received.request, nil, peer)
        guard case .now(var answer) = reply else {
            let exchange = Exchange(received, arrival: lastRead)
            exchange.stage = stage(of: reply, to: exchange, number: frontNumber, context: context)
            exchanges.append(exchange)
            return advance(context: context)
        }
        representations?.choose(&answer, for: received.request)
        guard answer.content == nil, answer.delivery.firstByte <= .zero, answer.delivery.isPlain, !answer.isLarge else {
            let exchange = Exchange(received, arrival: lastRead)
            exchange.stage = stage(ofChosen: answer, arrival: lastRead, context: context)
            exchanges.append(exchange)
            return advance(context: context)
        }
        frontNumber += 1
        send(answer, to: received, arrival: lastRead, context: context)
        if case .open = ending { return }
        advance(context: context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush(context: context)
        if exchanges.isEmpty { assembly.giveBack() }
        if case .open = ending { clock.readEnded() }
        context.fireChannelReadComplete()
    }

    /// Holds reads back while enough is waiting to be answered.
    func read(context: ChannelHandlerContext) {
        if mayRead { context.read() } else { readIsHeld = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        clock.writability(isWritable, .now())
        if isWritable { advance(context: context) }
        context.fireChannelWritabilityChanged()
    }

    /// Sends what can be sent, and follows up on what had to wait for it: an owed `100 Continue`, the close, the next read.
    func advance(context: ChannelHandlerContext) {
        guard !isAdvancing else { return }
        isAdvancing = true
        askAndSend(context: context)
        isAdvancing = false
        switch ending {
        case .open where exchanges.isEmpty && owesContinue:
            owesContinue = false
            sendContinue(context: context)
        case .open where continueIsOwedTo == frontNumber && isFrontAsked:
            continueIsOwedTo = nil
            sendContinue(context: context)
        case .afterAnswers where exchanges.isEmpty:
            flush(context: context)
            lingerAndClose(context: context)
        case .open, .afterAnswers, .lingering, .closed:
            break
        }
        if !isReading {
            flush(context: context)
            if exchanges.isEmpty { assembly.giveBack() }
        }
        if readIsHeld, mayRead {
            readIsHeld = false
            context.read()
        }
    }

    // MARK: Out

    /// Where the next answer goes: behind those that wait, or into what the kernel has taken the last ones from.
    func freshOutput(capacity: Int) -> ByteBuffer {
        if let output = output.take() { return output }
        guard var buffer = spare.take() else { return allocator.buffer(capacity: capacity) }
        buffer.clear()
        return buffer
    }

    /// Hands over the collected answers: one write, one flush.
    func writeOutput(context: ChannelHandlerContext) {
        guard let buffer = output.take() else { return }
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
        if buffer.capacity <= Self.spareCapacity { spare = buffer }
    }

    /// An open connection keeps no more than that without need.
    private static let spareCapacity = 4 * 1024
}
