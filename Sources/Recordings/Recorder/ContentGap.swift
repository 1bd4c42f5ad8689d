// Why a recorded body is not whole.

/// Content that passed only in part, or of which only a part was kept.
package struct ContentGap: Hashable, Sendable {
    /// Why content is left out.
    package enum Reason: Hashable, Sendable {
        /// All of it passed, and is more than is kept.
        case larger
        /// The client went before the end of its answer.
        case clientLeft
        /// The answer was there before the end of the request.
        case answeredEarly
        /// The sender's message.
        case brokenOff(String)
    }

    /// Why the content is left out.
    package let reason: Reason
    /// That passed.
    package let bytes: Int

    package init(_ reason: Reason, bytes: Int) {
        self.reason = reason
        self.bytes = bytes
    }

    func description(limit: Int) -> String {
        switch reason {
        case .larger: "\(bytes) bytes are more than the limit of \(limit)"
        case .clientLeft: "the client left after \(bytes) bytes"
        case .answeredEarly: "the backend answered after \(bytes) bytes"
        case .brokenOff(let message): "after \(bytes) bytes: \(message)"
        }
    }
}
