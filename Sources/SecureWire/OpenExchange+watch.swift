// From what the client tells of an exchange to an answer as it comes.

import HTTPExchange
import HTTPTypes
import HTTPWire
import NIOHTTP1

extension OpenExchange {
    init(
        _ opened: ExchangeWatch.Opened, _ watch: ExchangeWatch,
        failure: @escaping @Sendable (any Error) -> NoResponse, cancel: @escaping @Sendable () -> Void
    ) {
        let head = opened.head
        self.init(
            HTTPExchange.Response(
                status: Int(head.status.code), headers: HTTPFields(head.headers), body: opened.body ?? []),
            httpVersion: head.version.major == 2 ? "HTTP/2" : "HTTP/\(head.version.major).\(head.version.minor)",
            content: opened.body == nil ? Self.content(of: head, watch.content, failure, cancel) : nil,
            timings: { watch.timings }, failure: failure)
    }

    private static func content(
        of head: HTTPResponseHead, _ pipe: ContentPipe, _ failure: @escaping @Sendable (any Error) -> NoResponse,
        _ cancel: @escaping @Sendable () -> Void
    ) -> ContentStream {
        let length = head.headers.first(name: "content-length").flatMap { Int($0) }
        return ContentStream(length: length, abandoned: cancel) {
            do {
                return try await pipe.next()
            } catch let error as CancellationError {
                cancel()
                throw error
            } catch {
                throw failure(error)
            }
        }
    }
}
