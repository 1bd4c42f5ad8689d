// The hand-over between those who bring exchanges and the one who writes them: when to write, and who waits for it.

/// Knows no thread, no clock and no disk: each step is a whole one under the recorder's lock.
///
/// Who finds it full is held, and let go when the exchanges that were there have been written, or when there is room again, whichever is
/// first. Nobody is held unless a write is under way or asked for, so nobody waits for an exchange that somebody else has yet to bring.
package struct RecorderQueue<Item, Waiter> {
    /// What whoever adds an item has to see to.
    package enum Request: Hashable, Sendable {
        /// A write that takes this item, too, has been asked for before.
        case none
        /// A write within the interval.
        case soon
        case now
    }

    /// Items that are written at once.
    private let batch: Int
    /// Those that wait.
    private var items: [Item] = []
    private var bytes = 0
    /// Bytes of the items that are being written.
    package private(set) var bytesInHand = 0
    /// Bytes that are written within the recorder's patience.
    package private(set) var allowance: Int
    private var isScheduled = false
    /// Whether a write has been asked for that comes before the interval is over.
    private var isHurried = false
    private var isWriting = false
    private var held: [Waiter] = []
    /// Held by what is being written.
    private var heldInHand: [Waiter] = []

    /// - Parameters:
    ///   - batch: items that are written at once.
    ///   - allowance: bytes that may wait, until it is known how fast they are written.
    package init(batch: Int, allowance: Int) {
        self.batch = batch
        self.allowance = allowance
    }

    /// So that what was answered is soon on the disk, however fast more comes.
    package var isFull: Bool { items.count >= batch || bytes + bytesInHand > allowance }

    /// Puts an item behind the others, whether there is room or not.
    package mutating func add(_ item: Item, bytes cost: Int) -> Request {
        items.append(item)
        bytes += cost
        if isFull, !isHurried {
            (isScheduled, isHurried) = (true, true)
            return .now
        }
        defer { isScheduled = true }
        return isScheduled ? .none : .soon
    }

    /// Whether the waiter is held; it goes on at once where there is room.
    package mutating func hold(_ waiter: Waiter) -> Bool {
        guard isFull else { return false }
        held.append(waiter)
        return true
    }

    /// Asks for a write though nothing new has come. Whether the caller has to see to it.
    package mutating func schedule() -> Bool {
        defer { isScheduled = true }
        return !isScheduled
    }

    /// A write begins, with all that waits. One at a time.
    package mutating func take() -> [Item] {
        precondition(!isWriting, "two writes at once")
        defer {
            (items, bytesInHand, bytes, isScheduled, isHurried) = ([], bytes, 0, false, false)
            (held, heldInHand, isWriting) = ([], held, true)
        }
        return items
    }

    /// The write is over.
    /// - Parameter allowance: what was learned from it; nil where it was too short to tell.
    /// - Returns: who is to go on.
    package mutating func wrote(allowance learned: Int?) -> [Waiter] {
        if let learned { allowance = learned }
        bytesInHand = 0
        isWriting = false
        var free = heldInHand
        heldInHand = []
        if !isFull {
            free += held
            held = []
        }
        return free
    }
}

extension RecorderQueue: Equatable where Item: Equatable, Waiter: Equatable {}
extension RecorderQueue: Hashable where Item: Hashable, Waiter: Hashable {}
