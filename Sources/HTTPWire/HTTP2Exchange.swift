// One stream of an HTTP/2 connection: a request in, its answer out.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2

final class HTTP2Exchange: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private enum Stage {
        case receiving
        case asked(Task<Void, Never>)
        case delayed(Scheduled<Void>, OutgoingResponse)
        case leaving(HTTP2ResponseWriter)
        /// Its content comes in parts.
        case streaming(Task<Void, Never>, OutgoingResponse)
        case done
    }

    private let settings: ConnectionSettings
    private let peer: Peer
    private let connection: HTTP2Connection
    private var assembly: HTTP2RequestAssembly
    private var stage = Stage.receiving
    private var arrival = NIODeadline.now()
    private var patience: Scheduled<Void>?
    private let liveness = ConnectionLiveness()
    /// The content that is coming in while the request is answered.
    private var incoming: IncomingContent?
    private var incomingIsHeld = false
    private var readIsHeld = false
    private var context: ChannelHandlerContext?

    init(_ settings: ConnectionSettings, peer: Peer, connection: HTTP2Connection) {
        self.settings = settings
        self.peer = peer
        self.connection = connection
        assembly = HTTP2RequestAssembly(
            limits: settings.limits, streamsContent: settings.streamsContent,
            takesOffCodings: settings.takesOffCodings)
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.opened(self)
        awaitMore(context)
    }

    /// Gives the client its time for what is to come: a whole request, or the next part of its content.
    private func awaitMore(_ context: ChannelHandlerContext) {
        patience?.cancel()
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        patience = context.eventLoop.scheduleTask(in: TimeAmount(settings.limits.requestTime)) {
            if bound.value.incoming == nil {
                bound.value.refuse(.tooSlow)
            } else {
                bound.value.context?.close(promise: nil)
            }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    /// Whether nothing ends it but its client.
    var isEndless: Bool {
        switch stage {
        case .receiving, .done: true
        case .asked: false
        case .delayed(_, let answer), .streaming(_, let answer): answer.isEndless
        case .leaving(let writer): writer.answer.isEndless
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard context != nil else { return }
        context = nil
        patience?.cancel()
        liveness.cut()
        endIncoming(isWhole: false)
        connection.closed(self)
        switch stage {
        case .receiving, .done: break
        case .asked(let task): task.cancel()
        case .delayed(let scheduled, let answer):
            scheduled.cancel()
            abandon(answer)
        case .leaving(let writer): writer.cancel()
        case .streaming(let task, let answer):
            task.cancel()
            abandon(answer)
        }
        stage = .done
    }

    private func abandon(_ answer: OutgoingResponse) {
        answer.content?.abandon()
        answer.delivered?(Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: false))
    }

    // MARK: In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let incoming { return receive(unwrapInboundIn(data), incoming, context) }
        guard case .receiving = stage else { return }
        do throws(HTTP2RequestAssembly.Refused) {
            switch unwrapInboundIn(data) {
            case .headers(let frame):
                let isHead = assembly.request == nil
                try assembly.receive(frame.headers)
                if frame.endStream {
                    try assembly.end()
                    return ask(context)
                }
                if isHead, assembly.isStreamed { return open(context) }
                if isHead, assembly.request?.headers[.expect]?.lowercased() == "100-continue" {
                    sendContinue(context)
                }
            case .data(let frame):
                if case .byteBuffer(let bytes) = frame.data { try assembly.receive(bytes.readableBytesView) }
                guard frame.endStream else { return }
                try assembly.end()
                ask(context)
            default: break
            }
        } catch {
            refuse(error.refusal)
        }
    }

    /// The connection or the stream is broken: `channelInactive` follows.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func ask(_ context: ChannelHandlerContext, _ content: ContentStream? = nil) {
        guard let request = assembly.request else { return }
        if content == nil { patience?.cancel() }
        arrival = .now()
        switch settings.handler(request, content, peer) {
        case .now(let answer): take(answer)
        case .later(let work), .inTurn(let work):
            let eventLoop = context.eventLoop
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            let (liveness, arrival) = (liveness, arrival)
            stage = .asked(
                Task {
                    let answer = await work()
                    let isHandedOver = liveness.whileOpen { eventLoop.execute { bound.value.take(answer) } }
                    guard !isHandedOver else { return }
                    answer.content?.abandon()
                    answer.delivered?(
                        Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: false))
                })
        }
    }

    /// Answered, and nothing more of the request is taken (RFC 9113, section 8.1).
    private func refuse(_ refusal: Refusal) {
        guard case .receiving = stage else { return }
        patience?.cancel()
        leave(refusal.outgoing, beforeEndOfRequest: true)
    }

    // MARK: Content of the request

    private func sendContinue(_ context: ChannelHandlerContext) {
        let interim = HTTP2Frame.FramePayload.Headers(headers: [":status": "100"])
        context.writeAndFlush(wrapOutboundOut(.headers(interim)), promise: nil)
    }

    private func open(_ context: ChannelHandlerContext) {
        let incoming = IncomingContent()
        self.incoming = incoming
        awaitMore(context)
        let fields = assembly.request?.headers ?? [:]
        let awaitsContinue = fields[.expect]?.lowercased() == "100-continue"
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let content = incoming.stream(length: fields[.contentLength].flatMap { Int($0) }) {
            [liveness, eventLoop = context.eventLoop] in
            guard awaitsContinue else { return }
            _ = liveness.whileOpen {
                eventLoop.execute {
                    guard case .asked = bound.value.stage, let context = bound.value.context else { return }
                    bound.value.sendContinue(context)
                }
            }
        }
        ask(context, content)
    }

    private func receive(
        _ frame: HTTP2Frame.FramePayload, _ incoming: IncomingContent, _ context: ChannelHandlerContext
    ) {
        awaitMore(context)
        switch frame {
        case .headers(let trailers) where trailers.endStream: endIncoming(isWhole: true)
        case .data(let data):
            if case .byteBuffer(let bytes) = data.data { receive(bytes, incoming, context) }
            if data.endStream { endIncoming(isWhole: true) }
        default: break
        }
    }

    private func receive(_ bytes: ByteBuffer, _ incoming: IncomingContent, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let hasRoom = incoming.receive(bytes) { [liveness, eventLoop = context.eventLoop] in
            _ = liveness.whileOpen { eventLoop.execute { bound.value.resumeReading() } }
        }
        guard !hasRoom else { return }
        incomingIsHeld = true
        // It is not the client that is waited for.
        patience?.cancel()
    }

    private func resumeReading() {
        guard let context else { return }
        incomingIsHeld = false
        if incoming != nil { awaitMore(context) }
        guard readIsHeld else { return }
        readIsHeld = false
        context.read()
    }

    /// Holds reads back, and with them the stream's window (RFC 9113, section 5.2).
    func read(context: ChannelHandlerContext) {
        if incomingIsHeld { readIsHeld = true } else { context.read() }
    }

    private func endIncoming(isWhole: Bool) {
        guard let incoming else { return }
        patience?.cancel()
        incoming.end(isWhole: isWhole)
        self.incoming = nil
    }

    // MARK: Out

    private func take(_ answer: OutgoingResponse) {
        guard let context else { return abandon(answer) }
        var chosen = answer
        if let request = assembly.request { settings.representations?.choose(&chosen, for: request) }
        let answer = chosen
        guard answer.delivery.firstByte > .zero, !connection.isQuiescing else {
            return leave(answer, beforeEndOfRequest: false)
        }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let due = arrival + TimeAmount(answer.delivery.firstByte)
        let scheduled = context.eventLoop.scheduleTask(deadline: due) {
            bound.value.leave(answer, beforeEndOfRequest: false)
        }
        stage = .delayed(scheduled, answer)
    }

    private func leave(_ answer: OutgoingResponse, beforeEndOfRequest: Bool) {
        guard let context else { return abandon(answer) }
        let beforeEndOfRequest = beforeEndOfRequest || incoming != nil
        let isHead = assembly.isHead
        if let content = answer.content, !isHead { return stream(content, of: answer, context) }
        endIncoming(isWhole: false)
        let writer = HTTP2ResponseWriter(
            answer, isHead: isHead, date: connection.dateLine.value(at: .now()), arrival: arrival,
            stallTime: TimeAmount(settings.limits.stallTime), resetsRequest: beforeEndOfRequest)
        stage = .leaving(writer)
        writer.sendDue(context, inHaste: connection.isQuiescing)
    }

    private func stream(_ content: ContentStream, of answer: OutgoingResponse, _ context: ChannelHandlerContext) {
        let headers = HPACKHeaders(
            answer.response, isOffered: false, date: connection.dateLine.value(at: .now()))
        context.writeAndFlush(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let pump = ContentPump(
            eventLoop: context.eventLoop, liveness: liveness, stallTime: TimeAmount(settings.limits.stallTime),
            write: { part in
                let (exchange, context) = bound.value
                let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: part)))
                return context.writeAndFlush(exchange.wrapOutboundOut(.data(data)))
            },
            stalled: { bound.value.1.close(promise: nil) },
            ended: { isWhole in bound.value.0.endStream(isWhole: isWhole) })
        stage = .streaming(pump.take(content), answer)
    }

    private func endStream(isWhole: Bool) {
        guard let context, case .streaming(_, let answer) = stage else { return }
        stage = .done
        answer.delivered?(Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: isWhole))
        let last: HTTP2Frame.FramePayload =
            isWhole ? .data(.init(data: .byteBuffer(ByteBuffer()), endStream: true)) : .rstStream(.internalError)
        context.writeAndFlush(wrapOutboundOut(last), promise: nil)
        // Of the request nothing more is wanted (RFC 9113, section 8.1).
        if isWhole, incoming != nil { context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil) }
        endIncoming(isWhole: false)
    }

    /// Sends at once what waits: the listener is about to end.
    func sendRest() {
        guard let context else { return }
        switch stage {
        case .receiving, .asked, .streaming, .done: break
        case .delayed(let scheduled, let answer):
            scheduled.cancel()
            leave(answer, beforeEndOfRequest: false)
        case .leaving(let writer): writer.sendDue(context, inHaste: true)
        }
    }
}
