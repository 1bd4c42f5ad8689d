// A response, and how its sender came by it.

/// A response with when its parts came, and over which version of HTTP.
package struct MeasuredResponse: Hashable, Sendable {
    package var response: Response
    package var timings: ExchangeTimings
    /// As HAR names it: `HTTP/1.1`, `HTTP/2`.
    package var httpVersion: String

    package init(_ response: Response, timings: ExchangeTimings = ExchangeTimings(), httpVersion: String = "HTTP/1.1") {
        self.response = response
        self.timings = timings
        self.httpVersion = httpVersion
    }
}
