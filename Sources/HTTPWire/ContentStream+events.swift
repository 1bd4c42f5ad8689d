// A stream of events, each at its time.

import HTTPExchange
import Synchronization

extension ContentStream {
    /// Between two comments that keep a stream open in which nothing happens (WHATWG HTML, section 9.2.7).
    private static let longestPause = Duration.seconds(15)

    /// - Parameter content: the events as they stand in a stream.
    init(events content: [UInt8], _ pace: EventPace) {
        var start = 0
        var parts = ServerSentEvent.all(in: content).map { _, end in
            defer { start = end }
            return content[start..<end]
        }
        if start < content.count { parts.append(content[start...]) }
        let given = Mutex(0)
        self.init { [parts] in
            let number = given.withLock { number in
                defer { number += 1 }
                return number
            }
            guard number < parts.count else {
                guard !pace.ends else { return nil }
                try await Task.sleep(for: Self.longestPause)
                return Array(":\n\n".utf8)
            }
            if number > 0, pace.every > .zero { try await Task.sleep(for: pace.every) }
            return Array(parts[number])
        }
    }
}
