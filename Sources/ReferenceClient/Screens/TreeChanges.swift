// What turns one tree into another, as a table view's batch update wants it.

/// A row's place: `tree.items[section].items[row]`.
public struct RowIndex: Hashable, Sendable {
    /// Counted from 0.
    public let section: Int
    /// Counted from 0, within the section.
    public let row: Int

    /// Row `row` of section `section`.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}

/// The difference of two trees by identifier.
///
/// As `UITableView` counts: removals and the origins of moves are places of the old tree, insertions and the targets of moves
/// places of the new one, all in one batch. Updates are places of the new tree, to be reloaded after the batch, because a batch
/// may not move and reload one row. What lies in a removed or an inserted section goes and comes with it.
public struct TreeChanges: Hashable, Sendable {
    /// From a place of the old tree to one of the new.
    public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
        /// In the old tree.
        public let from: Place
        /// In the new tree.
        public let to: Place
    }

    /// Places of the old tree.
    public private(set) var removedSections: [Int] = []
    /// Places of the new tree.
    public private(set) var insertedSections: [Int] = []
    /// Sections that are in both trees, in another order.
    public private(set) var movedSections: [Move<Int>] = []
    /// Sections whose texts differ, as places of the new tree.
    public private(set) var updatedSections: [Int] = []
    /// Places of the old tree.
    public private(set) var removedRows: [RowIndex] = []
    /// Places of the new tree.
    public private(set) var insertedRows: [RowIndex] = []
    /// Rows that stand in another order or section.
    public private(set) var movedRows: [Move<RowIndex>] = []
    /// Rows that show something else, as places of the new tree.
    public private(set) var updatedRows: [RowIndex] = []

    /// Whether the trees show the same.
    public var isEmpty: Bool { self == TreeChanges() }

    private init() {}

    /// The changes that a table showing `old` needs to show `new`; both are roots.
    public init(from old: TreeNode, to new: TreeNode) {
        let oldSections = Positions(old.items)
        let newSections = Positions(new.items)
        removedSections = oldSections.indices(absentFrom: newSections)
        insertedSections = newSections.indices(absentFrom: oldSections)
        movedSections = oldSections.moves(to: newSections).map { Move(from: $0, to: $1) }
        updatedSections = new.items.indices.filter { index in
            oldSections[new.items[index]].map { !new.items[index].hasSameContent(as: old.items[$0]) } ?? false
        }
        compareRows(from: old, to: new, oldSections: oldSections, newSections: newSections)
    }

    private mutating func compareRows(
        from old: TreeNode, to new: TreeNode, oldSections: Positions, newSections: Positions
    ) {
        let before = RowPlaces(old, kept: newSections)
        let after = RowPlaces(new, kept: oldSections)
        removedRows = before.order.filter { after.places[$0.node] == nil }.map(\.place)
        insertedRows = after.order.filter { before.places[$0.node] == nil }.map(\.place)
        var stayingBySection: [Int: [(old: Int, new: RowIndex)]] = [:]
        for (node, place) in after.order {
            guard let previous = before.places[node] else { continue }
            if !node.hasSameContent(as: old.items[previous.section].items[previous.row]) { updatedRows.append(place) }
            if oldSections[new.items[place.section]] == previous.section {
                stayingBySection[place.section, default: []].append((previous.row, place))
            } else {
                movedRows.append(Move(from: previous, to: place))
            }
        }
        for (section, rows) in stayingBySection.sorted(by: { $0.key < $1.key }) {
            guard let previous = oldSections[new.items[section]] else { continue }
            let staying = longestIncreasingRun(rows.map(\.old))
            for (row, place) in rows where !staying.contains(row) {
                movedRows.append(Move(from: RowIndex(section: previous, row: row), to: place))
            }
        }
    }
}

/// Where each of some nodes stands among its siblings.
private struct Positions {
    let nodes: [TreeNode]
    private let places: [TreeNode: Int]

    init(_ nodes: [TreeNode]) {
        self.nodes = nodes
        places = Dictionary(nodes.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    subscript(node: TreeNode) -> Int? { places[node] }

    func indices(absentFrom other: Positions) -> [Int] { nodes.indices.filter { other[nodes[$0]] == nil } }

    /// The fewest nodes to move, so that those which are in both stand in the other's order.
    func moves(to other: Positions) -> [(Int, Int)] {
        let common = other.nodes.enumerated().compactMap { index, node in self[node].map { (old: $0, new: index) } }
        let staying = longestIncreasingRun(common.map(\.old))
        return common.filter { !staying.contains($0.old) }.map { ($0.old, $0.new) }
    }
}

/// The visible rows of those sections that both trees have.
private struct RowPlaces {
    private(set) var order: [(node: TreeNode, place: RowIndex)] = []
    let places: [TreeNode: RowIndex]

    init(_ root: TreeNode, kept: Positions) {
        for (section, node) in root.items.enumerated() where kept[node] != nil {
            for (row, item) in node.items.enumerated() { order.append((item, RowIndex(section: section, row: row))) }
        }
        places = Dictionary(order.map { ($0.node, $0.place) }) { first, _ in first }
    }
}

/// The members of a longest strictly increasing subsequence, by patience sorting.
private func longestIncreasingRun(_ values: [Int]) -> Set<Int> {
    var tops: [Int] = []
    var previous = Array<Int?>(repeating: nil, count: values.count)
    for (index, value) in values.enumerated() {
        var low = 0
        var high = tops.count
        while low < high {
            let middle = (low + high) / 2
            if values[tops[middle]] < value { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[index] = tops[low - 1] }
        if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var run: Set<Int> = []
    var next = tops.last
    while let index = next {
        run.insert(values[index])
        next = previous[index]
    }
    return run
}
