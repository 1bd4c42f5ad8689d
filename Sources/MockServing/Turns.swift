// Who may use a session, one after another.

import Synchronization

/// Lets one at a time in for each key, in the order in which they come.
final class Turns<Key: Hashable & Sendable>: Sendable {
    /// So many wait for one key, and no more.
    struct Full: Error {}

    private let limit: Int
    /// Those that wait, by what they wait for; a key that somebody uses is there.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    init(limit: Int) { self.limit = limit }

    /// Returns when nobody else uses the key. Whoever entered leaves.
    func enter(_ key: Key) async throws(Full) {
        var isFull = false
        await withCheckedContinuation { continuation in
            let goesOn = waiting.withLock { waiting in
                guard var line = waiting[key] else {
                    waiting[key] = []
                    return true
                }
                guard line.count < limit else {
                    isFull = true
                    return true
                }
                waiting[key] = nil
                line.append(continuation)
                waiting[key] = line
                return false
            }
            if goesOn { continuation.resume() }
        }
        if isFull { throw Full() }
    }

    func leave(_ key: Key) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var line = waiting.removeValue(forKey: key), !line.isEmpty else { return nil }
            let next = line.removeFirst()
            waiting[key] = line
            return next
        }
        next?.resume()
    }
}
