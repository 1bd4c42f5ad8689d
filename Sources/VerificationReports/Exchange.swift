// A request that was sent and the response that came back.

package import HTTPExchange
import HTTPTypes
package import JSONValues

/// A request with the response that it got.
package struct Exchange: Hashable, Sendable {
    package let request: Request
    package let response: Response
    /// From the request to the end of the response.
    package let elapsed: Duration
    /// Who the request was from.
    package var identity = IdentityChoice.own
    /// Why the content coding that the response names could not be taken off; nil where it was, or there is none.
    package var codingFault: ContentCoding.Obstacle?

    package init(
        request: Request, response: Response, elapsed: Duration, identity: IdentityChoice = .own,
        codingFault: ContentCoding.Obstacle? = nil
    ) {
        self.request = request
        self.response = response
        self.elapsed = elapsed
        self.identity = identity
        self.codingFault = codingFault
    }
}

extension Exchange {
    /// An exchange with a backend, whose content coding is taken off to be judged.
    package init(request: Request, decoding response: Response, elapsed: Duration, identity: IdentityChoice) {
        var plain = response
        var fault: ContentCoding.Obstacle?
        if request.method != .head, response.headers[.contentEncoding] != nil {
            switch ContentCoding.decode(response.body, response.headers, limit: Self.mostDecoded) {
            case .plain(let body):
                plain.body = body
                plain.headers[.contentEncoding] = nil
            case .opaque(let reason): fault = reason
            }
        }
        self.init(request: request, response: plain, elapsed: elapsed, identity: identity, codingFault: fault)
    }

    /// Bytes of a body after its coding was taken off.
    private static let mostDecoded = 64 << 20
}

extension Exchange {
    /// The response's body as JSON.
    package var answer: JSON? {
        guard response.headers[.contentType].flatMap({ MediaRange($0) })?.kind == .json else { return nil }
        return try? JSON(parsing: response.body)
    }
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
