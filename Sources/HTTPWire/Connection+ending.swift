// How a connection ends: what is no request, a client that sends or reads nothing more, a time that is up.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHTTP1

extension Connection {
    /// What came was no request.
    func fail(_ error: any Error) {
        guard let context else { return }
        errorCaught(context: context, error: error)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch ending {
        case .open where incoming != nil: context.close(promise: nil)
        case .open where error is HTTPParserError:
            refuse(Refusal(error, limits: limits, lineLength: lineLength), context: context)
        case .afterAnswers where error is HTTPParserError, .lingering where error is HTTPParserError: break
        case .open, .afterAnswers, .lingering, .closed: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is Quiesce:
            if case .lingering = ending { return context.close(promise: nil) }
            ending = .afterAnswers
            isQuiescing = true
            endDelays(until: .distantFuture, context: context)
            sendRest(context: context)
            advance(context: context)
        case ChannelEvent.inputClosed:
            if case .lingering = ending { return context.close(promise: nil) }
            // Who is kept waiting for ever has given up.
            if isStalled || isEndless { return context.close(promise: nil) }
            ending = .afterAnswers
            clock.inputEnded()
            advance(context: context)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Closes our half first, so that a client that is still sending can read why it was refused (RFC 9112, section 9.6).
    func lingerAndClose(context: ChannelHandlerContext) {
        guard case .afterAnswers = ending else { return }
        if isQuiescing, !assembly.isReceiving { return context.close(promise: nil) }
        ending = .lingering
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
    }

    func refuse(_ refusal: Refusal, context: ChannelHandlerContext, isHead: Bool = false) {
        let request = ReceivedRequest(
            request: Request(method: isHead ? .head : .get, target: "/"), keepsAlive: false, isVersion10: false)
        let exchange = Exchange(request, arrival: .now())
        exchange.stage = .answered(refusal.outgoing, due: .distantPast)
        exchanges.append(exchange)
        ending = .afterAnswers
        advance(context: context)
    }

    func checkTime(context: ChannelHandlerContext) {
        switch (clock.verdict(.now(), isReceiving: assembly.isReceiving, isAnswering: !exchanges.isEmpty), ending) {
        case (.inTime, _): break
        case (.tooSlow, .open) where incoming != nil: context.close(promise: nil)
        case (.tooSlow, .open): refuse(.tooSlow, context: context)
        case (.tooSlow, _), (.idle, _), (.stalled, _): context.close(promise: nil)
        }
    }
}
