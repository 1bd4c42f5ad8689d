// The tree of a table screen: what it takes, what it refuses, what a table asks of it.

import Testing

@testable import ReferenceClient

@Suite struct TreeNodeTests {
    static func row(_ id: String, visible: Bool = true, valid: Bool = true) -> TreeNode {
        .item(id: id, Row(cellIdentifier: "cell", title: id, isVisible: visible, isValid: valid))
    }

    static func screen() throws -> TreeNode {
        try .root(
            id: "screen",
            [
                .section(id: "fruit", header: "Fruit", [row("apple"), row("pear", visible: false), row("plum")]),
                .section(id: "nuts", footer: "Nuts", [row("almond")]),
            ])
    }

    @Test func aTableAsksForSectionsAndVisibleRows() throws {
        let screen = try Self.screen()
        #expect(screen.items.map(\.id) == ["fruit", "nuts"])
        #expect(screen.items.map { $0.items.map(\.id) } == [["apple", "plum"], ["almond"]])
        #expect(screen.items[0].items[1].row?.title == "plum")
        #expect(screen.children[0].children.map(\.id) == ["apple", "pear", "plum"])
        #expect(screen.items[0].texts == SectionTexts(header: "Fruit"))
        #expect(screen.items[0].items[0].items.isEmpty)
    }

    @Test func aNodeIsEqualByItsIdentifierAlone() {
        #expect(Self.row("a") == Self.row("a", visible: false))
        #expect(Self.row("a") != Self.row("b"))
        #expect(!Self.row("a").hasSameContent(as: Self.row("a", visible: false)))
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        let parent: String
        let node: TreeNode
        let error: TreeError
    }

    static func refusals() throws -> [Refusal] {
        [
            Refusal(
                testDescription: "item in item", parent: "apple", node: row("worm"), error: .itemHasNoChildren("apple")),
            Refusal(
                testDescription: "section in section", parent: "fruit", node: try .section(id: "stone fruit"),
                error: .doesNotTake(parent: "fruit", .section)),
            Refusal(
                testDescription: "root in section", parent: "fruit", node: try .root(id: "other"),
                error: .doesNotTake(parent: "fruit", .root)),
            Refusal(
                testDescription: "root in root", parent: "screen", node: try .root(id: "other"),
                error: .doesNotTake(parent: "screen", .root)),
            Refusal(
                testDescription: "item in root", parent: "screen", node: row("loose"),
                error: .doesNotTake(parent: "screen", .item)),
            Refusal(testDescription: "no such parent", parent: "fish", node: row("cod"), error: .noSuchNode("fish")),
            Refusal(
                testDescription: "identifier in use", parent: "nuts", node: row("apple"),
                error: .identifierInUse("apple")),
            Refusal(
                testDescription: "identifier in use below", parent: "screen",
                node: try .section(id: "new", [row("plum")]), error: .identifierInUse("plum")),
        ]
    }

    @Test(arguments: try refusals()) func refuses(_ test: Refusal) throws {
        var screen = try Self.screen()
        #expect(throws: test.error) { try screen.add(test.node, to: test.parent) }
        #expect(TreeChanges(from: try Self.screen(), to: screen).isEmpty)
    }

    @Test func nodesAreAddedAndRemovedByIdentifier() throws {
        var screen = try Self.screen()
        try screen.add(Self.row("fig"), to: "fruit", at: 0)
        try screen.add(.section(id: "seeds", [Self.row("poppy")]), to: "screen")
        #expect(try screen.remove("nuts").id == "nuts")
        #expect(screen.items.map { $0.items.map(\.id) } == [["fig", "apple", "plum"], ["poppy"]])
        #expect(throws: TreeError.noSuchNode("nuts")) { try screen.remove("nuts") }
        #expect(throws: TreeError.noSuchNode("screen")) { try screen.remove("screen") }
        #expect(screen["poppy"]?.row?.title == "poppy")
        #expect(screen["almond"] == nil)
    }

    @Test func validityIsAskedOfTheRootAndAnsweredByVisibleLeaves() throws {
        var screen = try Self.screen()
        #expect(screen.isValid)
        try screen.updateRow("pear") { $0.isValid = false }
        #expect(screen.isValid)
        try screen.updateRow("pear") { $0.isVisible = true }
        #expect(!screen.isValid)
        #expect(screen["nuts"]?.isValid == true)
    }

    @Test func changeIsAgainstWhatWasBuilt() throws {
        var screen = try Self.screen()
        #expect(!screen.hasChanged)
        try screen.updateRow("plum") { $0.title = "damson" }
        #expect(screen.hasChanged)
        #expect(screen["nuts"]?.hasChanged == false)
        try screen.updateRow("plum") { $0.title = "plum" }
        #expect(!screen.hasChanged)
        #expect(throws: TreeError.noSuchNode("fruit")) { try screen.updateRow("fruit") { $0.title = "" } }
    }
}
