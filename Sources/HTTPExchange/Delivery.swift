// How an answer leaves: when its first byte goes and what becomes of the connection after its last.

/// The part of an answer that is not its content. Decided by whoever answers, carried out by whoever owns the socket.
package struct Delivery: Hashable, Sendable {
    package enum Ending: Hashable, Sendable {
        /// The connection stays open for the next request, as far as the client wants it to.
        case complete
        /// The connection is closed once the whole answer is out.
        case close
    }

    /// From the last byte of the request to the first byte of its answer.
    package var firstByte: Duration
    package var ending: Ending

    package static let immediate = Delivery()

    package init(firstByte: Duration = .zero, ending: Ending = .complete) {
        self.firstByte = firstByte
        self.ending = ending
    }
}

/// What became of an answer, as the socket saw it.
package struct Delivered: Hashable, Sendable {
    /// From the last byte of the request to the last byte of the answer handed to the kernel.
    package var elapsed: Duration
    /// False where the client was gone before the answer was out.
    package var reachedClient: Bool

    package init(elapsed: Duration, reachedClient: Bool = true) {
        self.elapsed = elapsed
        self.reachedClient = reachedClient
    }
}
