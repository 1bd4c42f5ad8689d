// How the events of an answer follow each other.

/// When the events of a stream go out, and whether the stream ends.
package struct EventPace: Hashable, Sendable {
    /// From one event to the next.
    package var every: Duration
    /// Whether the answer ends after its last event; else it stays open until the client goes.
    package var ends: Bool

    /// Fast enough for tests, and slow enough that a client which waits for the end is found out.
    package static let usual = EventPace(every: .milliseconds(100))

    package init(every: Duration, ends: Bool = true) {
        self.every = every
        self.ends = ends
    }
}
