// Stands between clients and a backend: forwards, and hands every exchange to the recorder.

package import Journals
package import OpenAPIContract
package import HTTPExchange
import HTTPTypes
package import HTTPWire
import Mocking
package import Recordings

/// A proxy whose answers are a backend's.
package struct RecordingProxy: Sendable {
    let gateway: Gateway
    let sender: any RequestSender
    let recorder: Recorder
    /// Bytes of a body that are kept for the recorder.
    let bodyLimit: Int
    let contract: Contract?
    /// What the observer is not told of violations; nil where it is told all.
    let redaction: Redaction?
    /// Told of each exchange once it is recorded. It must not block.
    let observer: (@Sendable (ProxiedExchange) -> Void)?

    /// - Parameters:
    ///   - bodyLimit: bytes of a body that are recorded; a longer one is left out, and marked.
    ///   - contract: what the observer is told that exchanges break.
    ///   - redaction: what the observer is not told of violations; nil where it is told all.
    package init(
        gateway: Gateway, sender: any RequestSender, recorder: Recorder, bodyLimit: Int, contract: Contract?,
        redaction: Redaction?, observer: (@Sendable (ProxiedExchange) -> Void)?
    ) {
        self.gateway = gateway
        self.sender = sender
        self.recorder = recorder
        self.bodyLimit = bodyLimit
        self.contract = contract
        self.redaction = redaction
        self.observer = observer
    }

    /// Listens for the requests that it forwards.
    package func listen(host: String, port: UInt16) async throws(ListenFailure) -> HTTPListener {
        try await HTTPListener.start(
            .init(host: host, port: Int(port)), streaming: { request, content, _ in reply(to: request, content) })
    }

    /// - Parameter content: the request's body, where it comes in parts.
    private func reply(to request: Request, _ content: ContentStream?) -> Reply {
        .later { await forward(request, content) }
    }

    private func forward(_ request: Request, _ content: ContentStream?) async -> OutgoingResponse {
        let passage = gateway.passage(of: request)
        let sent = content.map { _ in PassingContent(limit: bodyLimit) }
        let passing = PassingExchange(self, request, sentAs: passage.request, sent)
        do throws(NoResponse) {
            if let refusal = gateway.refusal(of: request) { throw refusal }
            let open = try await sender.open(
                passage.request, streaming: content.map { sent?.watching($0) ?? $0 }, to: gateway.backend)
            let response = open.response
            if let content = open.content, request.method != .head, !PreparedResponse.hasNoContent(response.status) {
                let answer = passing.content(open, content)
                return OutgoingResponse(passage.answer(response), streaming: answer)
            }
            let measured = try await open.collected(upTo: .max)
            passing.end(measured)
            await recorder.waitForRoom()
            return OutgoingResponse(PreparedResponse(passage.answer(measured.response), to: request.method))
        } catch {
            passing.end(error)
            await recorder.waitForRoom()
            return OutgoingResponse(PreparedResponse(error.gatewayProblem.response()))
        }
    }
}

extension NoResponse {
    /// What a gateway answers when its backend does not (RFC 9110, sections 15.6.2, 15.6.3 and 15.6.5).
    var gatewayProblem: Problem {
        switch kind {
        case .timedOut: Problem(status: 504, title: "The backend did not answer in time", detail: description)
        case .misdirected: Problem(status: 421, title: "Not sent to here", detail: description)
        case .unsendable: Problem(status: 501, title: "The request cannot be passed on", detail: description)
        default: Problem(status: 502, title: "The backend gave no answer", detail: description)
        }
    }
}
