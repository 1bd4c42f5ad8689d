// What can go wrong with an answer, as a value.

package import HTTPExchange
package import Sampling

/// One way to fail. What needs randomness takes it from a generator that is passed in.
package enum Fault: Hashable, Sendable {
    /// Another status than the operation would have answered with.
    case status(Int, retryAfter: Duration?)
    /// Credentials that were good are not any more.
    case expiredToken
    /// The connection is reset in place of an answer.
    case reset
    /// The connection is closed in place of an answer.
    case close
    /// No answer, and no end.
    case stall
    /// Random bytes in place of an answer; then the connection is closed.
    case garbage
    /// The answer breaks off after a part of its content.
    case cut(after: Amount, Delivery.Break)

    /// How much of the content goes out before the answer breaks off.
    package enum Amount: Hashable, Sendable {
        case bytes(Int)
        /// Of the content, from 0 to 1.
        case share(Double)

        func bytes(of count: Int) -> Int {
            switch self {
            // Never all of it: that would be an answer like any other.
            case .bytes(let bytes): min(bytes, max(count - 1, 0))
            case .share(let share): min(Int(Double(count) * share), max(count - 1, 0))
            }
        }
    }
}

extension Fault {
    /// How an answer with that much content leaves; nil where it is the content that is another.
    package func ending(content: Int, _ generator: inout SeededGenerator) -> Delivery.Ending? {
        switch self {
        case .status, .expiredToken: return nil
        case .reset: return .unanswered(.reset)
        case .close: return .unanswered(.close)
        case .stall: return .unanswered(.stall)
        case .garbage:
            let count = 64 + generator.below(192)
            // No client may take them for the beginning of an answer: none starts with a byte above ASCII.
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) | 0x80 }
            return .garbage(bytes)
        case .cut(let amount, let end): return .cutShort(content: amount.bytes(of: content), end)
        }
    }
}

extension Fault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .status(let status, _): "\(status)"
        case .expiredToken: "expired token"
        case .reset: "connection reset"
        case .close: "closed without an answer"
        case .stall: "no answer"
        case .garbage: "garbage"
        case .cut(_, .close): "truncated"
        case .cut(_, .reset): "reset in the middle"
        case .cut(_, .stall): "stalled in the middle"
        case .cut(_, .malformedChunk): "malformed chunk"
        }
    }
}
