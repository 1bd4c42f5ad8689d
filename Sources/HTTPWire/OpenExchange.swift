// An exchange with a backend whose answer has begun.

package import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHTTP1

/// An answer as it comes. Who does not want its content to the end abandons it.
package struct OpenExchange: Sendable {
    /// With its body where that is whole already.
    package let response: Response
    /// As HAR names it: `HTTP/1.1`, `HTTP/2`.
    package let httpVersion: String
    /// The body where it is not; throws `NoResponse`, or `CancellationError` with its task.
    package let content: ContentStream?
    private let watch: ExchangeWatch
    private let failure: @Sendable (any Error) -> NoResponse

    init(
        _ opened: ExchangeWatch.Opened, _ watch: ExchangeWatch,
        failure: @escaping @Sendable (any Error) -> NoResponse, cancel: @escaping @Sendable () -> Void
    ) {
        let head = opened.head
        response = HTTPExchange.Response(
            status: Int(head.status.code), headers: HTTPFields(head.headers), body: opened.body ?? [])
        httpVersion = head.version.major == 2 ? "HTTP/2" : "HTTP/\(head.version.major).\(head.version.minor)"
        self.watch = watch
        self.failure = failure
        guard opened.body == nil else {
            content = nil
            return
        }
        let length = head.headers.first(name: "content-length").flatMap { Int($0) }
        content = ContentStream(length: length, abandoned: cancel) { [pipe = watch.content] in
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

    /// Of its parts, as far as they have come.
    package var timings: ExchangeTimings { watch.timings }

    /// The answer with its whole body.
    /// - Parameter limit: bytes of the body; a larger one is refused.
    package func collected(upTo limit: Int) async throws(NoResponse) -> MeasuredResponse {
        var response = response
        do {
            while let part = try await content?.next() {
                guard response.body.count + part.count <= limit else {
                    content?.abandon()
                    throw NIOTooManyBytesError(maxBytes: limit)
                }
                response.body += part
            }
        } catch let error as NoResponse {
            throw error
        } catch {
            throw failure(error)
        }
        return MeasuredResponse(response, timings: timings, httpVersion: httpVersion)
    }
}
