// Asks the backend behind the mock for the answers that are left to it.

import Journals
package import HTTPExchange
import HTTPTypes
package import HTTPWire
import Mocking
import Recordings
import Synchronization

/// What is soon whole is judged before it leaves, so that its head can say what it breaks. Streams, and what is long, pass as they come,
/// and are judged behind their last part. A request's body that is too long to be judged passes as it comes.
package struct BackendForwarder: Sendable {
    /// Where the backend is, and what becomes of a request on its way there.
    package let gateway: Gateway
    let sender: any RequestSender

    /// - Parameter sender: shut down with the server that forwards.
    package init(gateway: Gateway, sender: any RequestSender) {
        self.gateway = gateway
        self.sender = sender
    }

    /// - Parameters:
    ///   - body: the request's, where it was not waited for.
    ///   - onDelivered: onDelivered of every answer once, when it is out or can no longer be.
    func reply(
        to pending: PendingAnswer, _ body: ContentStream?, onDelivered: @escaping @Sendable (Answer, Delivered) -> Void
    ) async -> OutgoingResponse {
        let passage = gateway.passage(of: pending.request)
        let sent = body.map { _ in PassingContent(limit: 0) }
        do throws(NoResponse) {
            if let refusal = gateway.refusal(of: pending.request) { throw refusal }
            let open = try await sender.open(
                passage.request, streaming: body.map { sent?.watching($0) ?? $0 }, to: gateway.backend)
            var response = open.response
            guard let content = open.content, pending.request.method != .head,
                !PreparedResponse.hasNoContent(response.status)
            else {
                response = try await open.collected(upTo: .max).response
                return outgoing(pending.answer(passage.answer(response), requestBytes: sent?.bytes), onDelivered)
            }
            let (beginning, rest) = try await Self.beginning(of: content, response.headers)
            guard let rest else {
                response.body = beginning
                return outgoing(pending.answer(passage.answer(response), requestBytes: sent?.bytes), onDelivered)
            }
            return stream(pending, passage.answer(response), rest.preceded(by: beginning), sent, onDelivered)
        } catch {
            return outgoing(
                pending.answer(unanswered: error, error.gatewayProblem, requestBytes: sent?.bytes), onDelivered)
        }
    }

    private func outgoing(
        _ answer: Answer, _ onDelivered: @escaping @Sendable (Answer, Delivered) -> Void
    ) -> OutgoingResponse {
        var outgoing = OutgoingResponse(answer.response, delivery: answer.delivery) { delivered in
            answer.wasDelivered(delivered)
            onDelivered(answer, delivered)
        }
        outgoing.isForwarded = true
        return outgoing
    }

    /// Content to its end, or as much as is waited for, and what follows it.
    private static func beginning(
        of content: ContentStream, _ fields: HTTPFields
    ) async throws(NoResponse) -> ([UInt8], rest: ContentStream?) {
        guard !fields.announceStream else { return ([], content) }
        do {
            return try await content.beginning(upTo: Mock.judgedContent)
        } catch let error as NoResponse {
            throw error
        } catch {
            content.abandon()
            throw NoResponse(kind: .other, message: "The client left", remedy: "Nobody waits for this answer any more.")
        }
    }

    private func stream(
        _ pending: PendingAnswer, _ head: Response, _ received: ContentStream, _ sent: PassingContent?,
        _ onDelivered: @escaping @Sendable (Answer, Delivered) -> Void
    ) -> OutgoingResponse {
        let kept = PassingContent(limit: Mock.judgedContent)
        let judged = Mutex<Answer?>(nil)
        let answer = { @Sendable () -> Answer in
            let (body, gap) = kept.kept(unless: .clientLeft)
            var whole = head
            whole.body = body
            return pending.answer(whole, requestBytes: sent?.bytes, unjudged: gap.map { Unjudged.Reason($0) })
        }
        let content = ContentStream(length: received.length, abandoned: received.abandon) {
            let part = try await received.next()
            if let part { kept.note(part) }
            if part == nil || kept.bytes == received.length {
                kept.end()
                // Here and not when it is out: judging takes its time, and an event loop has none.
                let answer = answer()
                judged.withLock { $0 = $0 ?? answer }
            }
            return part
        }
        var outgoing = OutgoingResponse(pending.head(head), streaming: content) { delivered in
            let answer = judged.withLock { $0 } ?? answer()
            answer.wasDelivered(delivered)
            onDelivered(answer, delivered)
        }
        outgoing.isForwarded = true
        return outgoing
    }
}

extension Unjudged.Reason {
    fileprivate init(_ gap: ContentGap) {
        self = gap.reason == .larger ? .larger(limit: Mock.judgedContent) : .brokenOff
    }
}

extension HTTPFields {
    /// Whether the content is one that comes bit by bit, or that no contract looks into.
    fileprivate var announceStream: Bool {
        guard let type = self[.contentType]?.lowercased() else { return false }
        return [
            "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/json-seq", "application/octet-stream", "multipart/x-mixed-replace", "audio/", "video/",
        ].contains { type.hasPrefix($0) }
    }
}
