// A request that was sent and the response that came back.

package import HTTPExchange
import HTTPTypes

/// A request with the response that it got.
package struct Exchange: Hashable, Sendable {
    package let request: Request
    package let response: Response
    /// From the request to the end of the response.
    package let elapsed: Duration
    /// Who the request was from.
    package var identity = TestCase.IdentityChoice.own
}

extension Exchange: CustomStringConvertible {
    /// `GET /api/shop/find_products?user_id=1 → 200 application/json, 312 bytes, 4 ms`
    package var description: String {
        let type = response.headers[.contentType].map { " \($0)," } ?? ""
        let milliseconds = elapsed / .milliseconds(1)
        return "\(request.method.rawValue) \(request.target) → \(response.status)\(type) \(response.body.count) bytes, "
            + "\(Int(milliseconds.rounded())) ms"
    }
}
