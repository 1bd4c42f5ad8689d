// Content of which the beginning is kept while it passes by.

import HTTPExchange
import Recordings
import Synchronization

/// Keeps content up to a limit, and of longer content only its size.
final class PassingContent: Sendable {
    private struct State {
        var kept: [UInt8] = []
        var bytes = 0
        var isWhole = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// The same content, which is kept as it is taken.
    func watching(_ content: ContentStream) -> ContentStream {
        ContentStream(length: content.length, abandoned: content.abandon) {
            let part = try await content.next()
            if let part { self.note(part) } else { self.end() }
            return part
        }
    }

    func note(_ part: [UInt8]) {
        state.withLock { state in
            state.bytes += part.count
            if state.bytes <= limit { state.kept += part } else { state.kept = [] }
        }
    }

    func end() { state.withLock { $0.isWhole = true } }

    /// Bytes that have passed.
    var bytes: Int { state.withLock { $0.bytes } }

    /// What is kept, and why it is not all.
    /// - Parameter reason: where the content has not ended.
    func kept(unless reason: ContentGap.Reason) -> (bytes: [UInt8], gap: ContentGap?) {
        state.withLock { state in
            guard state.isWhole else { return (state.kept, ContentGap(reason, bytes: state.bytes)) }
            return (state.kept, state.bytes > limit ? ContentGap(.larger, bytes: state.bytes) : nil)
        }
    }
}
