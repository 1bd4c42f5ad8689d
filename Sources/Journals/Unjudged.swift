// What of an exchange was not held to the contract, and why.

/// A body that was not judged, because not all of it is at hand.
package struct Unjudged: Hashable, Sendable, CustomStringConvertible {
    /// Whose body it is.
    package enum Side: String, Hashable, Sendable {
        case request, response
    }

    /// Why not all of it is at hand.
    package enum Reason: Hashable, Sendable {
        /// It is longer than what is waited for.
        case larger(limit: Int)
        /// It is in a content coding that cannot be taken off.
        case coded
        /// The client or the backend left before its end.
        case brokenOff
    }

    package let side: Side
    package let reason: Reason

    package init(_ side: Side, _ reason: Reason) {
        self.side = side
        self.reason = reason
    }

    /// In ASCII, for it stands in a header field.
    package var description: String {
        let name = side == .request ? "the request's body" : "the answer's body"
        return switch reason {
        case .larger(let limit): "\(name), which has more than \(limit) bytes"
        case .coded: "\(name), whose content coding is not known"
        case .brokenOff: "\(name), which broke off"
        }
    }
}
