// Content of a message that comes in parts.

import Synchronization

/// Content that is not whole yet. Who takes it asks for one part after another, so that no more is made than is taken.
package struct ContentStream: Sendable {
    /// Bytes in all; nil where that is not known before the end.
    package let length: Int?
    private let part: @Sendable () async throws -> [UInt8]?
    private let abandoned: @Sendable () -> Void

    /// - Parameters:
    ///   - abandoned: no more is asked for, though it has not ended.
    ///   - part: never called while a call is under way, and not any more once it has returned nil or thrown.
    package init(
        length: Int? = nil, abandoned: @escaping @Sendable () -> Void = {},
        part: @escaping @Sendable () async throws -> [UInt8]?
    ) {
        self.length = length
        self.abandoned = abandoned
        self.part = part
    }

    /// The next bytes; nil at the end. Throws where the content breaks off.
    package func next() async throws -> [UInt8]? { try await part() }

    /// Says that no more is wanted.
    package func abandon() { abandoned() }

    /// All of the content, where that is not more than the limit; else its beginning, if any was waited for, and what follows it.
    package func beginning(upTo limit: Int) async throws -> (bytes: [UInt8], rest: ContentStream?) {
        guard length ?? 0 <= limit else { return ([], self) }
        var beginning: [UInt8] = []
        while beginning.count <= limit {
            guard let part = try await next() else { return (beginning, nil) }
            beginning += part
        }
        return (beginning, self)
    }

    /// The content with its beginning, which was taken before.
    package func preceded(by beginning: [UInt8]) -> ContentStream {
        let waiting = Mutex(beginning)
        return ContentStream(length: length, abandoned: abandoned) {
            let beginning = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            return beginning.isEmpty ? try await part() : beginning
        }
    }
}
