// One exchange on its way through a recording proxy.

import HTTPExchange
import OpenAPIContract
import HTTPTypes
import HTTPWire
import Recordings
import Synchronization

/// Recorded and told once, when it ends, however it ends.
final class PassingExchange: Sendable {
    private let proxy: RecordingProxy
    /// As the client sent it, and as the backend gets it.
    private let request: Request
    private let sentAs: Request
    /// Nil where the request had its body from the start.
    private let sent: PassingContent?
    private let received: PassingContent
    private let started = WallClock.moment
    private let begin = ContinuousClock.now
    private let isEnded = Atomic(false)

    init(_ proxy: RecordingProxy, _ request: Request, sentAs: Request, _ sent: PassingContent?) {
        self.proxy = proxy
        self.request = request
        self.sentAs = sentAs
        self.sent = sent
        received = PassingContent(limit: proxy.bodyLimit)
    }

    /// The content of the answer for the client. It is recorded before the client sees its end.
    func content(_ open: OpenExchange, _ content: ContentStream) -> ContentStream {
        let abandoned = { @Sendable in
            content.abandon()
            self.end(open, unless: .clientLeft)
        }
        return ContentStream(length: content.length, abandoned: abandoned) { [proxy, received] in
            do {
                let part = try await content.next()
                if let part { received.note(part) }
                if part == nil || received.bytes == content.length {
                    received.end()
                    self.end(open, unless: .clientLeft)
                    await proxy.recorder.waitForRoom()
                }
                return part
            } catch let error as NoResponse {
                self.end(open, unless: .brokenOff(error.message))
                throw error
            }
        }
    }

    // MARK: Ends

    /// The backend gave its whole answer.
    func end(_ measured: MeasuredResponse) { end(.response(measured), nil) }

    /// It gave none.
    func end(_ failure: NoResponse) { end(.noResponse(failure, after: begin.duration(to: .now)), nil) }

    private func end(_ open: OpenExchange, unless reason: ContentGap.Reason) {
        let (body, gap) = received.kept(unless: reason)
        var response = open.response
        response.body = body
        end(.response(MeasuredResponse(response, timings: open.timings, httpVersion: open.httpVersion)), gap)
    }

    private func end(_ outcome: RecordedExchange.Outcome, _ gap: ContentGap?) {
        guard !isEnded.exchange(true, ordering: .relaxed) else { return }
        let reason: ContentGap.Reason =
            if case .noResponse(let failure, _) = outcome { .brokenOff(failure.message) } else { .answeredEarly }
        let (body, requestGap) = sent?.kept(unless: reason) ?? (sentAs.body, nil)
        var recorded = sentAs
        recorded.body = body
        let exchange = RecordedExchange(
            started: started, origin: proxy.gateway.backend.origin, request: recorded, requestGap: requestGap,
            outcome: outcome, responseGap: gap)
        guard let observer = proxy.observer else { return proxy.recorder.add(exchange) }
        var whole = request
        whole.body = body
        let (response, failure): (Response?, NoResponse?) =
            switch outcome {
            case .response(let measured): (measured.response, nil)
            case .noResponse(let failure, _): (nil, failure)
            }
        let verdict = proxy.contract.map {
            ExchangeVerdict($0, whole, response, isWhole: gap == nil && requestGap == nil)
        }
        let (method, target) = (request.method.rawValue, request.target)
        let (now, elapsed) = (WallClock.now, begin.duration(to: .now))
        // Not before its secrets are known: they may stand in the target, where nothing tells that they are some.
        proxy.recorder.add(exchange) { [redaction = proxy.redaction] hiding in
            observer(
                ProxiedExchange(
                    method: method, target: hiding(target), time: now, elapsed: elapsed, status: response?.status,
                    failure: failure, verdict: verdict?.redacted(redaction, hiding)))
        }
    }
}
