// What a session can be called.

import HTTPTypes

/// The name of a session: one to 128 letters, digits and `-._~`.
package struct SessionID: Hashable, Sendable {
    /// As it stands in paths and fields.
    package let text: String

    static let field = HTTPField.Name("Counterpart-Session")
    static let longest = 128

    /// Nil where there are characters in it that no path has as they are (RFC 3986, section 2.3), none at all, or too many.
    package init?(_ text: String) {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~".utf8.contains(byte)
            }
        }
        guard isName, !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }

    /// The request as one of this session, unless it names one itself.
    package func adopting(_ request: Request) -> Request {
        guard let field = Self.field, !request.has(.session), !SessionRequest.namesByPath(request) else {
            return request
        }
        var request = request
        request.headers[field] = text
        return request
    }
}
