// One stream of an HTTP/2 connection: a request in, its answer out.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2

final class HTTP2Exchange: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private enum Stage {
        case receiving
        case asked(Task<Void, Never>)
        case delayed(Scheduled<Void>, OutgoingResponse)
        case leaving(HTTP2Departure)
        case done
    }

    private let settings: ConnectionSettings
    private let peer: Peer
    private let connection: HTTP2Connection
    private var assembly: HTTP2RequestAssembly
    private var stage = Stage.receiving
    private var arrival = NIODeadline.now()
    private var patience: Scheduled<Void>?
    private let lifeline = Lifeline()
    private var context: ChannelHandlerContext?

    init(_ settings: ConnectionSettings, peer: Peer, connection: HTTP2Connection) {
        self.settings = settings
        self.peer = peer
        self.connection = connection
        assembly = HTTP2RequestAssembly(bodyLimit: settings.limits.body)
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.opened(self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        patience = context.eventLoop.scheduleTask(in: TimeAmount(settings.limits.requestTime)) {
            bound.value.refuse(.tooSlow)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard context != nil else { return }
        context = nil
        patience?.cancel()
        lifeline.cut()
        connection.closed(self)
        switch stage {
        case .receiving, .done: break
        case .asked(let task): task.cancel()
        case .delayed(let scheduled, let answer):
            scheduled.cancel()
            abandon(answer)
        case .leaving(let departure): departure.cancel()
        }
        stage = .done
    }

    private func abandon(_ answer: OutgoingResponse) {
        answer.delivered?(Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: false))
    }

    // MARK: In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .receiving = stage else { return }
        do throws(HTTP2RequestAssembly.Refused) {
            switch unwrapInboundIn(data) {
            case .headers(let frame):
                let isHead = assembly.request == nil
                try assembly.receive(frame.headers)
                if frame.endStream { return ask(context) }
                if isHead, assembly.request?.headers[.expect]?.lowercased() == "100-continue" {
                    let interim = HTTP2Frame.FramePayload.Headers(headers: [":status": "100"])
                    context.writeAndFlush(wrapOutboundOut(.headers(interim)), promise: nil)
                }
            case .data(let frame):
                if case .byteBuffer(let bytes) = frame.data { try assembly.receive(bytes.readableBytesView) }
                if frame.endStream { ask(context) }
            default: break
            }
        } catch {
            refuse(error.refusal)
        }
    }

    /// The connection or the stream is broken: `channelInactive` follows.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func ask(_ context: ChannelHandlerContext) {
        guard let request = assembly.request else { return }
        patience?.cancel()
        arrival = .now()
        switch settings.handler(request, peer) {
        case .now(let answer): take(answer)
        case .later(let work):
            let eventLoop = context.eventLoop
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            let (lifeline, arrival) = (lifeline, arrival)
            stage = .asked(
                Task {
                    let answer = await work()
                    let isHandedOver = lifeline.whileOpen { eventLoop.execute { bound.value.take(answer) } }
                    guard !isHandedOver else { return }
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

    // MARK: Out

    private func take(_ answer: OutgoingResponse) {
        guard let context else { return abandon(answer) }
        let answer = assembly.request.flatMap { settings.representations?.choose(answer, for: $0) } ?? answer
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
        let isHead = assembly.request?.method == .head
        let departure = HTTP2Departure(
            answer, isHead: isHead, date: connection.dateLine.value(at: .now()), arrival: arrival,
            stallTime: TimeAmount(settings.limits.stallTime), resetsRequest: beforeEndOfRequest)
        stage = .leaving(departure)
        departure.go(context, inHaste: connection.isQuiescing)
    }

    /// Sends at once what waits: the listener is about to end.
    func hurry() {
        guard let context else { return }
        switch stage {
        case .receiving, .asked, .done: break
        case .delayed(let scheduled, let answer):
            scheduled.cancel()
            leave(answer, beforeEndOfRequest: false)
        case .leaving(let departure): departure.go(context, inHaste: true)
        }
    }
}
