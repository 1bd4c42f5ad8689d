// One HTTP request as a value: what a client sent, before anything has judged it.

package import HTTPTypes

/// A request with its whole body. The target is kept as it stood on the wire (RFC 9112, section 3.2.1), so that what is
/// judged is what was sent.
package struct Request: Hashable, Sendable {
    package var method: HTTPRequest.Method
    /// Path and query, percent-encoded: `/api/shop/get_preview_list?user_id=1`.
    package var target: String
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(
        method: HTTPRequest.Method = .get, target: String, headers: HTTPFields = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The target up to its first `?`, still percent-encoded.
    package var path: Substring { Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }) }

    /// The target after its first `?`, still percent-encoded; nil without one.
    package var query: Substring? {
        let bytes = target.utf8
        return bytes.firstIndex(of: UInt8(ascii: "?")).map { Substring(bytes[$0...].dropFirst()) }
    }
}
