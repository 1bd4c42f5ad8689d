// The latest of what was seen, however much there was.

/// A set that forgets what was put in longest ago.
struct BoundedSet<Element: Hashable & Sendable>: Sendable {
    private var members: Set<Element> = []
    /// In the order in which they were put in, from `oldest` on and round.
    private var order: [Element] = []
    private var oldest = 0
    private let capacity: Int

    /// - Parameter capacity: how many it holds at most, one or more.
    init(capacity: Int) { self.capacity = capacity }

    var isEmpty: Bool { members.isEmpty }

    func contains(_ element: Element) -> Bool { members.contains(element) }

    mutating func insert(_ element: Element) {
        guard members.insert(element).inserted else { return }
        guard order.count == capacity else {
            order.append(element)
            return
        }
        members.remove(order[oldest])
        order[oldest] = element
        oldest = (oldest + 1) % capacity
    }
}
