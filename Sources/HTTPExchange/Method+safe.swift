// What a method says by itself of what its request does.

package import HTTPTypes

extension HTTPRequest.Method {
    /// Asks for nothing but an answer (RFC 9110, section 9.2.1).
    package var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }

    /// Does the same when it is sent twice (RFC 9110, section 9.2.2).
    package var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
