// Why a request got no response.

/// A request without a response, and what to do about it.
package struct NoResponse: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kept the response away.
    package enum Kind: String, Hashable, Sendable {
        /// No such host, no route, or no answer to the connection attempt.
        case unreachable
        /// The host is there, but nothing listens on the port.
        case refused
        case closedEarly = "closed-early"
        case timedOut = "timed-out"
        /// What came back is not HTTP.
        case malformed
        case tooLarge = "too-large"
        case tls
        /// The request cannot be written as an HTTP/1.1 message.
        case unsendable
        /// It names a host of the Internet that requests may not be sent to.
        case misdirected
        case other
    }

    package let kind: Kind
    package let message: String
    package let remedy: String

    package var description: String { "\(message). \(remedy)" }

    package init(kind: Kind, message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }
}
