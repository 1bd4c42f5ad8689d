// Bodies of requests that come in parts: which of them are waited for.

import HTTPExchange
import HTTPWire
import Mocking

/// A body that is soon whole belongs to its request, which is judged with it. One that is too long for that is given beside its request,
/// to be passed on as it comes.
struct Uploads: Sendable {
    /// Bytes of a body that the mock itself needs whole.
    let limit: Int
    let isNeededWhole: @Sendable (Request) -> Bool

    init(limit: Int, isNeededWhole: @escaping @Sendable (Request) -> Bool) {
        self.limit = limit
        self.isNeededWhole = isNeededWhole
    }

    /// - Parameter reply: asked once the request has its body, or has one that is too long.
    func awaited(
        _ reply: @escaping @Sendable (Request, ContentStream?, Peer) -> Reply
    ) -> StreamingRequestHandler {
        { request, content, peer in
            guard let content else { return reply(request, nil, peer) }
            return .later { await outgoing(request, content, peer, reply) }
        }
    }

    private func outgoing(
        _ request: Request, _ content: ContentStream, _ peer: Peer,
        _ reply: @Sendable (Request, ContentStream?, Peer) -> Reply
    ) async -> OutgoingResponse {
        let isNeededWhole = isNeededWhole(request)
        do {
            let (beginning, rest) = try await content.beginning(upTo: isNeededWhole ? limit : Mock.judgedContent)
            guard !isNeededWhole || rest == nil else {
                content.abandon()
                return Self.refused(413, "Too large", "The mock takes no more than \(limit) bytes here.")
            }
            var whole = request
            if rest == nil { whole.body = beginning }
            return await reply(whole, rest?.preceded(by: beginning), peer).outgoing
        } catch {
            // The client left, or was too slow.
            return Self.refused(400, "Not whole", "The request's body broke off.")
        }
    }

    private static func refused(_ status: Int, _ title: String, _ detail: String) -> OutgoingResponse {
        OutgoingResponse(PreparedResponse(Problem(status: status, title: title, detail: detail).response()))
    }
}
