// An answer that takes its time, or that is never whole: its bytes, when they are due, and how it ends.

import HTTPExchange
import NIOCore

/// What is left to do for the front exchange of a connection. Only the connection's event loop touches it.
final class ResponseWriter: @unchecked Sendable {
    let answer: OutgoingResponse
    private let arrival: NIODeadline
    private let message: ByteBuffer
    private var slices: ArraySlice<Slice>
    let start: NIODeadline
    var scheduled: Scheduled<Void>?
    private(set) var isReported = false

    init(
        _ answer: OutgoingResponse, arrival: NIODeadline, _ message: ByteBuffer, head: Int,
        start: NIODeadline
    ) {
        self.answer = answer
        self.arrival = arrival
        self.message = message
        self.start = start
        // What replaces an answer goes as it is.
        let pace: Pace = if case .garbage = answer.delivery.ending { .atOnce } else { answer.delivery.pace }
        slices = pace.slices(head: head, content: message.readableBytes - head).filter { !$0.bytes.isEmpty }[...]
    }

    /// When the next slice is due; nil after the last.
    var due: NIODeadline? { slices.first.map { start + TimeAmount($0.due) } }

    /// The bytes that are due, or all that are left.
    func take(until now: NIODeadline, all: Bool) -> ByteBuffer? {
        var end: Int?
        let first = slices.first?.bytes.lowerBound
        while let next = slices.first, all || start + TimeAmount(next.due) <= now {
            end = next.bytes.upperBound
            slices.removeFirst()
        }
        guard let first, let end else { return nil }
        return message.getSlice(at: message.readerIndex + first, length: end - first)
    }

    /// Calls `delivered` once: the answer is out, as far as it ever will be.
    func reportDelivery(reachedClient: Bool = true) {
        guard !isReported else { return }
        isReported = true
        let elapsed = Duration(NIODeadline.now() - arrival)
        answer.delivered?(Delivered(elapsed: elapsed, reachedClient: reachedClient))
    }

    func cancel() {
        scheduled?.cancel()
        reportDelivery(reachedClient: false)
    }
}

extension Delivery {
    /// Whether the answer goes out whole and at once.
    var isPlain: Bool {
        guard pace == .atOnce else { return false }
        switch ending {
        case .complete, .close: return true
        case .unanswered, .cutShort, .garbage: return false
        }
    }
}
