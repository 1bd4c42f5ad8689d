// What a session was asked and answered, as far as there is room for it.

package import HTTPExchange
import Synchronization

/// The exchanges of one session, oldest first, by their numbers. The oldest make room: entries and bytes are bounded, for the
/// session and for all sessions together.
package final class Journal: Sendable {
    /// How much is kept; older entries make room.
    package struct Limits: Hashable, Sendable {
        /// Of one session.
        package var entries = 1_000
        /// Of one session.
        package var bytes = 8 << 20
        /// Of the content of one message; of longer ones the beginning is kept.
        package var content = 256 << 10
        /// Who wait for requests of one session at the same time.
        package var waiters = 64

        package init() {}
    }

    struct Contents {
        /// The entry with the number n stands at (n - 1) % limit, if it is kept.
        var ring: [JournalEntry?] = []
        /// How many requests there were; the number of the newest.
        var total = 0
        var kept = 0
        var bytes = 0
        var clears = 0
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        /// The newest entry of each contract before the one that judges now, as far as they are kept.
        var lastOfContracts: [Int] = []
        var expectations = Expectations()
    }

    package let limits: Limits
    private let budget: JournalBudget
    let contents = Mutex(Contents())

    package init(limits: Limits, budget: JournalBudget) {
        self.limits = limits
        self.budget = budget
    }

    deinit { budget.give(contents.withLock { $0.bytes }) }

    /// The entry's number.
    package func record(_ request: Request, _ answer: AnswerParts, at time: Duration) -> Int {
        let exchange = JournaledExchange(request, answer, contentLimit: limits.content)
        let (number, met) = contents.withLock { contents in
            contents.total += 1
            let entry = JournalEntry(number: contents.total, time: time, exchange)
            keep(entry, in: &contents)
            contents.expectations.note(entry)
            return (contents.total, contents.waitersMet(by: entry))
        }
        for waiter in met { waiter.resume() }
        return number
    }

    /// An entry of another process, which those who wait here have waited for too. What was expected of the session is known by who answered.
    func note(at time: Duration, _ exchange: (Int) -> JournaledExchange) {
        let met = contents.withLock { contents in
            contents.total += 1
            var entry = JournalEntry(number: contents.total, time: time, exchange(contents.total))
            // Its answer is out, as far as anybody will know here.
            entry.delivered = Delivered(elapsed: .zero)
            keep(entry, in: &contents)
            return contents.waitersMet(by: entry)
        }
        for waiter in met { waiter.resume() }
    }

    /// Notes what became of the answer; nothing where the entry has made room.
    package func delivered(_ number: Int, _ delivered: Delivered) {
        contents.withLock { contents in
            guard let index = index(of: number, in: contents) else { return }
            contents.ring[index]?.delivered = delivered
        }
    }

    /// Forgets all entries; numbers go on.
    package func clear() {
        contents.withLock { contents in
            budget.give(contents.bytes)
            contents.ring = contents.ring.map { _ in nil }
            contents.kept = 0
            contents.bytes = 0
            contents.clears += 1
        }
    }

    /// Another process has cleared the journal: what others have told here before is forgotten, and own entries up to a number.
    package func noteCleared(through number: Int) {
        contents.withLock { contents in
            for index in contents.ring.indices {
                guard let entry = contents.ring[index], entry.told != nil || entry.number <= number else { continue }
                forget(index, in: &contents)
            }
        }
    }

    /// How often all was forgotten.
    package var clears: Int { contents.withLock { $0.clears } }

    /// Contracts before the one that judges now whose exchanges are kept: an exchange keeps the contract that it was judged by.
    package static let contracts = 10

    /// From here on another contract judges. The exchanges of those that were replaced longest ago make room.
    package func beginContract() {
        contents.withLock { contents in
            guard contents.total > contents.lastOfContracts.last ?? 0 else { return }
            contents.lastOfContracts.append(contents.total)
            guard contents.lastOfContracts.count > Self.contracts else { return }
            let last = contents.lastOfContracts.removeFirst()
            for index in contents.ring.indices {
                if let entry = contents.ring[index], entry.number <= last { forget(index, in: &contents) }
            }
        }
    }

    /// How many there were, how many of them are kept, and in how many bytes.
    package var size: (total: Int, kept: Int, bytes: Int) { contents.withLock { ($0.total, $0.kept, $0.bytes) } }

    /// Nil where it is not kept any more, or there was none.
    package func entry(_ number: Int) -> JournalEntry? {
        contents.withLock { contents in index(of: number, in: contents).flatMap { contents.ring[$0] } }
    }

    /// Those that pass the filter, oldest first.
    package func entries(_ filter: JournalFilter = JournalFilter()) -> [JournalEntry] {
        contents.withLock { $0.entries }.filter { filter.passes($0) }
    }

    /// The oldest of those that came after the one of that number.
    package func entries(after number: Int, limit: Int) -> [JournalEntry] {
        contents.withLock { contents in
            let first = max(number + 1, contents.total - contents.ring.count + 1, 1)
            guard first <= contents.total else { return [] }
            var entries: [JournalEntry] = []
            for number in first...contents.total where entries.count < limit {
                if let entry = index(of: number, in: contents).flatMap({ contents.ring[$0] }) { entries.append(entry) }
            }
            return entries
        }
    }

    private func index(of number: Int, in contents: Contents) -> Int? {
        guard number >= 1, limits.entries > 0 else { return nil }
        let index = (number - 1) % limits.entries
        return index < contents.ring.count && contents.ring[index]?.number == number ? index : nil
    }

    private func keep(_ entry: JournalEntry, in contents: inout Contents) {
        guard limits.entries > 0 else { return }
        let cost = entry.cost
        let index = (entry.number - 1) % limits.entries
        if index == contents.ring.count { contents.ring.append(nil) } else { forget(index, in: &contents) }
        // The oldest stands right after the newest, or at the start.
        var oldest = index
        while contents.kept > 0, contents.bytes + cost > limits.bytes || !budget.has(cost) {
            oldest = (oldest + 1) % contents.ring.count
            forget(oldest, in: &contents)
        }
        guard cost <= limits.bytes, budget.take(cost) else { return }
        contents.ring[index] = entry
        contents.kept += 1
        contents.bytes += cost
    }

    private func forget(_ index: Int, in contents: inout Contents) {
        guard let cost = contents.ring[index]?.cost else { return }
        budget.give(cost)
        contents.bytes -= cost
        contents.kept -= 1
        contents.ring[index] = nil
    }
}

extension Journal.Contents {
    /// Those that are kept, oldest first.
    var entries: [JournalEntry] {
        let start = ring.isEmpty ? 0 : total % ring.count
        return (ring[start...] + ring[..<start]).compactMap { $0 }
    }
}

/// The bytes that the journals of all sessions may take together, of those of the process.
package final class JournalBudget: Sendable {
    private let own: MemoryBudget
    private let all: MemoryBudget

    /// - Parameter bytes: of all journals together; `all` is what they share with everything else that the process keeps.
    package init(bytes: Int = 64 << 20, of all: MemoryBudget = .process) {
        own = MemoryBudget(bytes: bytes)
        self.all = all
    }

    /// Whether there is room for that many more.
    package func has(_ bytes: Int) -> Bool { own.has(bytes) && all.has(bytes) }

    /// False where there is no room: then nothing is taken.
    package func take(_ bytes: Int) -> Bool {
        guard own.take(bytes) else { return false }
        if all.take(bytes) { return true }
        own.give(bytes)
        return false
    }

    /// Gives back what was taken.
    package func give(_ bytes: Int) {
        own.give(bytes)
        all.give(bytes)
    }
}
