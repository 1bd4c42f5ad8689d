// Takes the content codings off a request's body, for a handler that reads it.

import HTTPExchange
import HTTPTypes

extension Request {
    /// Makes of the body the content as it was before it was coded (RFC 9110, section 8.4), and says why not where that cannot be done. The
    /// fields stay as they came: an operation may declare them.
    /// - Parameter limit: bytes of the content.
    mutating func takeOffCodings(limit: Int) -> Refusal? {
        guard !body.isEmpty, headers.contains(.contentEncoding) else { return nil }
        switch ContentCoding.decode(body, headers, limit: limit) {
        case .plain(let content):
            body = content
            return nil
        case .opaque(.unknown(let coding)): return .unsupportedContentCoding(coding)
        case .opaque(.broken(let coding)): return .brokenContent(coding: coding)
        case .opaque(.tooLarge(let limit)): return .bodyTooLarge(limit: limit)
        }
    }
}
