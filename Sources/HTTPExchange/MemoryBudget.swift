// The bytes that what clients send may take in one process.

import Synchronization

/// What bodies under way, journals, stored resources and answers for once may take together. Who wants more is refused, and what is given back is
/// there for the next.
package final class MemoryBudget: Sendable {
    /// That of everything in this process which has none of its own: 512 MiB, unless it was set.
    package static let process = MemoryBudget(bytes: 512 << 20)

    private let allowed: Atomic<Int>
    private let used = Atomic(0)

    /// - Parameter bytes: how many may be taken at the same time.
    package init(bytes: Int) { allowed = Atomic(bytes) }

    /// In bytes. A smaller one takes nothing back.
    package var limit: Int {
        get { allowed.load(ordering: .relaxed) }
        set { allowed.store(newValue, ordering: .relaxed) }
    }

    /// Bytes that are in use.
    package var taken: Int { used.load(ordering: .relaxed) }

    /// Whether so many bytes are left.
    package func has(_ bytes: Int) -> Bool { taken + bytes <= limit }

    /// Whether they were left, and are taken.
    package func take(_ bytes: Int) -> Bool {
        if used.add(bytes, ordering: .relaxed).newValue <= limit { return true }
        give(bytes)
        return false
    }

    /// Takes them although they are not left: they are in use already.
    fileprivate func take(anyway bytes: Int) { used.add(bytes, ordering: .relaxed) }

    /// Gives bytes back that were taken.
    package func give(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}

/// A part of a budget, given back with its last owner.
package final class MemoryShare: Sendable {
    private let budget: MemoryBudget
    private let held = Atomic(0)

    /// Holds nothing yet.
    package init(of budget: MemoryBudget = .process) { self.budget = budget }

    deinit { budget.give(held.load(ordering: .relaxed)) }

    /// Whether so many bytes more are left.
    package func hasRoom(for bytes: Int) -> Bool { budget.has(bytes) }

    /// Whether so many bytes more were left, and are held from now on.
    package func grow(by bytes: Int) -> Bool {
        guard budget.take(bytes) else { return false }
        held.add(bytes, ordering: .relaxed)
        return true
    }

    /// Holds so many bytes from now on, which are in use already.
    package func resize(to bytes: Int) {
        budget.take(anyway: bytes - held.exchange(bytes, ordering: .relaxed))
    }

    /// Holds so many bytes more, or fewer where they are below zero, which are in use already.
    package func change(by bytes: Int) {
        held.add(bytes, ordering: .relaxed)
        budget.take(anyway: bytes)
    }
}
