// An exchange with a backend whose answer has begun.

package import HTTPExchange
import NIOCore

/// An answer as it comes. Who does not want its content to the end abandons it.
package struct OpenExchange: Sendable {
    /// With its body where that is whole already.
    package let response: Response
    /// As HAR names it: `HTTP/1.1`, `HTTP/2`.
    package let httpVersion: String
    /// The body where it is not; throws `NoResponse`, or `CancellationError` with its task.
    package let content: ContentStream?
    private let measure: @Sendable () -> ExchangeTimings
    private let failure: @Sendable (any Error) -> NoResponse

    /// - Parameters:
    ///   - content: the body where it is not in the response.
    ///   - timings: of the exchange's parts, as far as they have come.
    ///   - failure: what an error of the content means.
    package init(
        _ response: Response, httpVersion: String, content: ContentStream?,
        timings: @escaping @Sendable () -> ExchangeTimings, failure: @escaping @Sendable (any Error) -> NoResponse
    ) {
        self.response = response
        self.httpVersion = httpVersion
        self.content = content
        measure = timings
        self.failure = failure
    }

    /// Of its parts, as far as they have come.
    package var timings: ExchangeTimings { measure() }

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
