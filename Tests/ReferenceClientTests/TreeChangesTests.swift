// The difference of two trees, applied as a table view applies a batch of updates.

import Testing

@testable import ReferenceClient

@Suite struct TreeChangesTests {
    /// Section identifiers with the titles of their rows by identifier.
    typealias Shape = [(section: String, rows: [(id: String, title: String)])]

    static func tree(_ shape: Shape) throws -> TreeNode {
        try .root(
            id: "screen",
            shape.map { section, rows in
                try .section(
                    id: section, rows.map { .item(id: $0.id, Row(cellIdentifier: "cell", title: $0.title)) })
            })
    }

    @Test func oneOfEach() throws {
        let old = try Self.tree([
            ("a", [("1", "one"), ("2", "two"), ("3", "three")]), ("b", [("4", "four")]), ("c", []),
        ])
        let new = try Self.tree([
            ("c", [("1", "one")]), ("a", [("3", "three"), ("2", "zwei"), ("5", "five")]), ("d", [("4", "four")]),
        ])
        let changes = TreeChanges(from: old, to: new)
        #expect(changes.removedSections == [1])
        #expect(changes.insertedSections == [2])
        #expect(changes.movedSections == [.init(from: 2, to: 0)])
        #expect(changes.removedRows == [])
        #expect(changes.insertedRows == [RowIndex(section: 1, row: 2)])
        #expect(
            changes.movedRows == [
                .init(from: RowIndex(section: 0, row: 0), to: RowIndex(section: 0, row: 0)),
                .init(from: RowIndex(section: 0, row: 2), to: RowIndex(section: 1, row: 0)),
            ])
        #expect(changes.updatedRows == [RowIndex(section: 1, row: 1)])
    }

    @Test func aTreeDoesNotDifferFromItself() throws {
        let tree = try Self.tree([("a", [("1", "one")])])
        #expect(TreeChanges(from: tree, to: tree).isEmpty)
    }

    @Test(arguments: 0..<300) func appliedToTheOldTreeGivesTheNewOne(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        let old = try Self.tree(Self.shape(using: &random))
        let new = try Self.tree(Self.shape(using: &random))
        let changes = TreeChanges(from: old, to: new)
        #expect(Self.applying(changes, to: old, new: new) == Self.picture(of: new))
    }

    @Test func onlyWhatLeavesItsPlaceMoves() throws {
        let old = try Self.tree([("a", (0..<50).map { ("\($0)", "") })])
        let new = try Self.tree([("a", ([49] + Array(0..<49)).map { ("\($0)", "") })])
        #expect(TreeChanges(from: old, to: new).movedRows.count == 1)
    }

    private static func shape(using random: inout SplitMix) -> Shape {
        var rows = (0..<Int.random(in: 0...9, using: &random)).map {
            ("\($0)", Bool.random(using: &random) ? "x" : "y")
        }
        rows.shuffle(using: &random)
        let sections = ["a", "b", "c", "d"].shuffled(using: &random).prefix(.random(in: 0...4, using: &random))
        var shape = sections.map { (section: $0, rows: [(id: String, title: String)]()) }
        for row in rows where !shape.isEmpty { shape[.random(in: shape.indices, using: &random)].rows.append(row) }
        return shape
    }

    private static func picture(of tree: TreeNode) -> [[String]] {
        tree.items.map { [$0.id] + $0.items.map { "\($0.id)=\($0.row?.title ?? "")" } }
    }

    /// Deletions by the old places, then insertions in rising order of the new ones, then reloads.
    private static func applying(_ changes: TreeChanges, to old: TreeNode, new: TreeNode) -> [[String]] {
        var sections: [[String]?] = picture(of: old)
        var moving: [RowIndex: String] = [:]
        for move in changes.movedRows { moving[move.from] = sections[move.from.section]?[move.from.row + 1] }
        let leaving = (changes.removedRows + changes.movedRows.map(\.from)).sorted { $0.row > $1.row }
        for row in leaving { sections[row.section]?.remove(at: row.row + 1) }
        let movingSections = changes.movedSections.map { (to: $0.to, section: sections[$0.from]) }
        for section in changes.removedSections + changes.movedSections.map(\.from) { sections[section] = nil }
        var result = sections.compactMap { $0 }
        let arriving =
            changes.insertedSections.map { (to: $0, section: Optional(picture(of: new)[$0])) } + movingSections
        for (to, section) in arriving.sorted(by: { $0.to < $1.to }) { result.insert(section ?? [], at: to) }
        let rows =
            changes.insertedRows.map { ($0, picture(of: new)[$0.section][$0.row + 1]) }
            + changes.movedRows.map { ($0.to, moving[$0.from] ?? "") }
        for (place, row) in rows.sorted(by: { $0.0.row < $1.0.row }) {
            result[place.section].insert(row, at: place.row + 1)
        }
        for place in changes.updatedRows {
            result[place.section][place.row + 1] = picture(of: new)[place.section][place.row + 1]
        }
        return result
    }
}

/// Steele, Lea and Flood's generator: the same rows for the same seed everywhere.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
