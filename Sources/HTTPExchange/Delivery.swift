// How an answer leaves: when its first byte goes, in which slices, and what becomes of the connection.

/// The part of an answer that is not its content. The mock decides it, the listener carries it out.
package struct Delivery: Hashable, Sendable {
    /// How an answer ends: as it should, or cut off in some way.
    package enum Ending: Hashable, Sendable {
        /// The connection stays open for the next request, as far as the client wants it to.
        case complete
        /// The connection is closed once the whole answer is out.
        case close
        /// Nothing of the answer goes out.
        case unanswered(Break)
        /// The head, which promises all of the content, and that many bytes of it.
        case cutShort(content: Int, Break)
        /// These bytes instead of the answer; then the connection is closed.
        case garbage([UInt8])
    }

    /// What ends an answer that is not whole.
    package enum Break: String, Hashable, Sendable {
        case close
        /// A TCP segment with the RST flag (RFC 9293, section 3.5.2).
        case reset
        /// Nothing more comes, and the connection stays open.
        case stall
        /// The content is sent in chunks (RFC 9112, section 7.1), and the size of the next is no number; then the connection is
        /// closed. Where there are no chunks, as in HTTP/1.0, it is closed only.
        case malformedChunk
    }

    /// From the last byte of the request to the first byte of its answer.
    package var firstByte: Duration
    package var pace: Pace
    package var ending: Ending
    /// Of an answer that is a stream of server-sent events: how they follow each other. Of any other nil.
    package var events: EventPace?

    /// All of it at once.
    package static let immediate = Delivery()

    package init(firstByte: Duration = .zero, pace: Pace = .atOnce, ending: Ending = .complete) {
        self.firstByte = firstByte
        self.pace = pace
        self.ending = ending
    }
}

extension Delivery.Ending {
    /// Whether anything of the answer goes out at all.
    package var sendsAnswer: Bool {
        switch self {
        case .complete, .close, .cutShort: true
        case .unanswered, .garbage: false
        }
    }
}

/// How fast the bytes of an answer follow each other.
package enum Pace: Hashable, Sendable {
    case atOnce
    /// No more than that many bytes in any second.
    case bandwidth(bytesPerSecond: Int)
    /// The content in that many parts of nearly the same size, evenly over the time; the head with the first of them.
    case slices(count: Int, over: Duration)
}

/// A part of an answer, and when it leaves.
package struct Slice: Hashable, Sendable {
    /// After the first byte's time.
    package let due: Duration
    /// Of the body.
    package let bytes: Range<Int>

    package init(due: Duration, bytes: Range<Int>) {
        self.due = due
        self.bytes = bytes
    }
}

extension Pace {
    /// At most that many slices: finer ones would be more work than the network they stand for.
    static let sliceLimit = 10_000

    /// The parts that a message of a head and its content leaves in, one after another.
    package func slices(head: Int, content: Int) -> [Slice] {
        let count = head + content
        switch self {
        case .atOnce: return [Slice(due: .zero, bytes: 0..<count)]
        case .bandwidth(let bytesPerSecond):
            let rate = max(bytesPerSecond, 1)
            // A packet's worth, or what goes in 20 ms where that is more.
            let size = max(1_460, rate / 50, count / Pace.sliceLimit + 1)
            return stride(from: 0, to: count, by: size).map { start in
                let end = min(start + size, count)
                return Slice(due: .microseconds(Int64(end) * 1_000_000 / Int64(rate)), bytes: start..<end)
            }
        case .slices(let wanted, let time):
            let parts = min(max(wanted, 1), max(content, 1), Pace.sliceLimit)
            return (0..<parts).map { part in
                let start = part == 0 ? 0 : head + content * part / parts
                let due = parts == 1 ? .zero : time * part / (parts - 1)
                return Slice(due: due, bytes: start..<(head + content * (part + 1) / parts))
            }
        }
    }
}

/// What became of an answer, as the socket saw it.
package struct Delivered: Hashable, Sendable {
    /// From the last byte of the request to the last byte of the answer handed to the kernel.
    package var elapsed: Duration
    /// False where the client was gone before the answer was out.
    package var reachedClient: Bool
    /// What went out in the place of the answer, because of a precondition (RFC 9110, section 13). Nil where the answer did.
    package var substitute: PreparedResponse?

    package init(elapsed: Duration, reachedClient: Bool = true, substitute: PreparedResponse? = nil) {
        self.elapsed = elapsed
        self.reachedClient = reachedClient
        self.substitute = substitute
    }
}
