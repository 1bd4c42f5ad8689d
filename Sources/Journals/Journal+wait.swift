// Waiting for requests: a test that has tapped a button waits until the app has asked.

import Synchronization

extension Journal {
    /// Somebody who waits for requests that have not come yet.
    struct Waiter {
        let filter: JournalFilter
        var missing: Int
        let continuation: CheckedContinuation<Void, Never>

        func resume() { continuation.resume() }
    }

    /// As many wait for requests of the session as `Limits.waiters` allows.
    package struct TooManyWaiters: Error {}

    /// How many wait for requests.
    package var waiting: Int { contents.withLock { $0.waiters.count } }

    /// Returns when so many entries pass the filter, those that are there already counted, or when `sleep` does.
    package func wait(
        for count: Int, _ filter: JournalFilter, sleep: @escaping @Sendable () async -> Void
    ) async throws(TooManyWaiters) -> [JournalEntry] {
        guard contents.withLock({ $0.waiters.count < limits.waiters }) else { throw TooManyWaiters() }
        await withTaskGroup { group in
            group.addTask { await self.waitForEver(for: count, filter) }
            group.addTask { await sleep() }
            await group.next()
            group.cancelAll()
        }
        return entries(filter)
    }

    /// Until they have come or the task is cancelled.
    private func waitForEver(for count: Int, _ filter: JournalFilter) async {
        let number = contents.withLock { contents in
            contents.lastWaiter += 1
            return contents.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = contents.withLock { contents in
                    let missing = count - contents.entries.count { filter.passes($0) }
                    // Cancelled before this: nobody else would resume it.
                    guard missing > 0, !Task.isCancelled else { return false }
                    contents.waiters[number] = Waiter(filter: filter, missing: missing, continuation: continuation)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            contents.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}

extension Journal.Contents {
    /// Takes out those who need wait no longer.
    mutating func waitersMet(by entry: JournalEntry) -> [Journal.Waiter] {
        guard !waiters.isEmpty else { return [] }
        var met: [Journal.Waiter] = []
        for (number, waiter) in waiters where waiter.filter.passes(entry) {
            if waiter.missing > 1 {
                waiters[number]?.missing -= 1
            } else {
                met.append(waiter)
                waiters[number] = nil
            }
        }
        return met
    }
}
