// How requests leave for a backend, for those who pass them on.

package import HTTPExchange

/// Sends requests to backends. Who passes requests on takes one, so that a mock without a backend needs no client.
package protocol RequestSender: Sendable {
    /// Sends a request and gives its answer as soon as it has begun.
    /// - Parameter content: the request's body, in the place of the one that it has.
    func open(
        _ request: Request, streaming content: ContentStream?, to backend: BackendURL
    ) async throws(NoResponse) -> OpenExchange

    /// Closes its connections. Requests that are under way fail.
    func shutdown() async
}
