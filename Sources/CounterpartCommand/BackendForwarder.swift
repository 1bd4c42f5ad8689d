// Asks the backend behind the mock for the answers that are left to it.

import HTTPExchange
import HTTPTypes
import HTTPWire
import Mocking
import Recordings
import Synchronization

/// What is soon whole is judged before it leaves, so that its head can say what it breaks. Streams, and what is long, pass as they come,
/// and are judged behind their last part.
struct BackendForwarder: Sendable {
    let gateway: Gateway
    let sender: HTTPSender

    /// Bytes of content that are waited for, and judged.
    static let judgedContent = 4 << 20
    /// Bytes of a request's body, which is judged before it is sent.
    static let longestRequest = 64 << 20

    /// - Parameter told: told of every answer once, when it is out or can no longer be.
    func reply(
        to pending: PendingAnswer, told: @escaping @Sendable (Answer, Delivered) -> Void
    ) async -> OutgoingResponse {
        let passage = gateway.passage(of: pending.request)
        do throws(NoResponse) {
            let open = try await sender.open(passage.request, to: gateway.backend)
            var response = open.response
            guard let content = open.content, pending.request.method != .head,
                !PreparedResponse.hasNoContent(response.status)
            else {
                response = try await open.collected(upTo: .max).response
                return outgoing(pending.answer(passage.answer(response)), told)
            }
            let (beginning, rest) = try await Self.beginning(of: content, response.headers)
            guard let rest else {
                response.body = beginning
                return outgoing(pending.answer(passage.answer(response)), told)
            }
            return stream(pending, passage.answer(response), beginning, rest, told)
        } catch {
            return outgoing(pending.answer(unanswered: error, error.gatewayProblem), told)
        }
    }

    private func outgoing(
        _ answer: Answer, _ told: @escaping @Sendable (Answer, Delivered) -> Void
    ) -> OutgoingResponse {
        var outgoing = OutgoingResponse(answer.response, delivery: answer.delivery) { delivered in
            answer.wasDelivered(delivered)
            told(answer, delivered)
        }
        outgoing.isForwarded = true
        return outgoing
    }

    /// Content to its end, or as much as is waited for, and what follows it.
    private static func beginning(
        of content: ContentStream, _ fields: HTTPFields
    ) async throws(NoResponse) -> ([UInt8], rest: ContentStream?) {
        guard !fields.announceStream, content.length ?? 0 <= judgedContent else { return ([], content) }
        var beginning: [UInt8] = []
        do {
            while beginning.count <= judgedContent {
                guard let part = try await content.next() else { return (beginning, nil) }
                beginning += part
            }
        } catch let error as NoResponse {
            throw error
        } catch {
            content.abandon()
            throw NoResponse(kind: .other, message: "The client left", remedy: "Nobody waits for this answer any more.")
        }
        return (beginning, content)
    }

    private func stream(
        _ pending: PendingAnswer, _ head: Response, _ beginning: [UInt8], _ rest: ContentStream,
        _ told: @escaping @Sendable (Answer, Delivered) -> Void
    ) -> OutgoingResponse {
        let kept = PassingContent(limit: Self.judgedContent)
        let first = Mutex(beginning)
        let judged = Mutex<Answer?>(nil)
        let answer = { @Sendable () -> Answer in
            let (body, gap) = kept.kept(unless: .clientLeft)
            var whole = head
            whole.body = body
            return pending.answer(whole, isWhole: gap == nil)
        }
        let content = ContentStream(length: rest.length, abandoned: rest.abandon) {
            let waiting = first.withLock { first in
                defer { first = [] }
                return first
            }
            let part = waiting.isEmpty ? try await rest.next() : waiting
            if let part { kept.note(part) }
            if part == nil || kept.bytes == rest.length {
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
            told(answer, delivered)
        }
        outgoing.isForwarded = true
        return outgoing
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
