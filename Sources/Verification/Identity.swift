// Who a request is from: the fields that say so.

package import HTTPExchange
package import HTTPTypes

/// Credentials, as header fields that every request carries.
package struct Identity: Hashable, Sendable {
    package var headers: HTTPFields

    package init(headers: HTTPFields = [:]) { self.headers = headers }

    package var isEmpty: Bool { headers.isEmpty }

    /// What must not be seen in any output.
    package var secrets: [String] { headers.map(\.value) }

    /// The request as this identity sends it. Cookies join those that are there; any other field is replaced.
    package func applied(to request: Request) -> Request {
        var request = request
        for field in headers {
            if field.name == .cookie, let others = request.headers[.cookie] {
                request.headers[.cookie] = others + "; " + field.value
            } else {
                request.headers[field.name] = field.value
            }
        }
        return request
    }
}
