// What can be typed, and what is said when it cannot.

import Foundation
import ReferenceClient
import Testing

@testable import Storefront

@Suite struct CommandTests {
    @Test(
        arguments: [
            ("login a@b  c d", .login(email: "a@b", password: "c d")), ("logout", .logout), ("home", .home),
            ("categories", .categories(gender: nil)), ("categories kids", .categories(gender: "kids")),
            ("list 18446744073709551615", .list(category: .max)),
            ("search two words", .search("two words", category: nil)),
            ("search runner in 30", .search("runner", category: 30)), ("product 7", .product(7)), ("item 7", .item(7)),
            ("choose Light blue of Colour", .choose(value: "Light blue", attribute: "Colour")),
            ("choose 2 of 3 of Part size", .choose(value: "2 of 3", attribute: "Part size")),
            ("add", .add(nil, amount: nil)),
            ("add 7", .add(7, amount: nil)), ("add 7 times 2", .add(7, amount: 2)),
            ("add times 2", .add(nil, amount: 2)),
            ("remove 7 times 2", .remove(7, amount: 2)), ("like 7", .like(7, true)), ("unlike 7", .like(7, false)),
            ("works", .works(category: nil)), ("works 12", .works(category: 12)), ("find  МАЛЬВ ", .find("МАЛЬВ")),
            ("rate 7 5", .rate(7, Rating(stars: 5))), ("unrate 7", .rate(7, nil)),
            ("collapse history", .collapse(.history)),
            ("site page 2 in 15", .site(.works(.page(2), category: 15))),
            ("site after 66", .site(.works(.after(66), category: nil))),
            ("site search a b in 21", .site(.search("a b", category: 21))),
            ("site changed 2026-09-20T00:00:00Z", .site(.changed(after: Date(timeIntervalSince1970: 1_789_862_400)))),
            ("site work 7", .site(.work(7))), ("retry", .retry), ("quit", .quit), ("", nil), ("# note", nil),
        ] as [(String, Command?)])
    func understands(line: String, command: Command?) throws {
        #expect(try Command(line) == command)
    }

    @Test(arguments: [
        ("fly", "There is no command “fly”; help lists them."), ("list", "Say a category's id, too."),
        ("list ten", "ten is not a category's id."),
        ("list 18446744073709551616", "18446744073709551616 is not a category's id."),
        ("list 1 2", "list: “2” is too much; help lists the commands."), ("rate 7 6", "6 is not one to five stars."),
        ("choose 39", "Say of and an attribute, too."), ("collapse all", "Collapse rated or history, not all."),
        ("site changed yesterday", "yesterday is no time like 2026-09-20T00:00:00Z."),
        ("add 7 times x", "x is not a number."),
    ])
    func misunderstands(line: String, message: String) {
        #expect(throws: Command.InvalidCommand(message: message)) { try Command(line) }
    }

    @Test func coloursOnlyOnATerminal() {
        let failure = DisplayedContent.failure(ScreenFailure(message: "Gone.\u{1B}[2J", canRetry: true))
        #expect(ScreenText(isStyled: false).text(failure) == "Failed: Gone.[2J\nType retry to try again.\n")
        #expect(ScreenText(isStyled: true).text(failure).hasPrefix("\u{1B}[31mFailed: Gone.[2J\u{1B}[0m"))
        #expect(ScreenText(isStyled: true).text(.loading) == "\u{1B}[2mLoading…\u{1B}[0m\n")
    }

    @Test func subtitlesStandBelowEachOther() throws {
        let works = [(1, "Ікона"), (2, "Рушник «Ґанок»"), (3, "刺繍")].map { id, title in
            TreeNode.item(id: "\(id)", Row(cellIdentifier: "work", title: title, subtitle: "№ \(id)"))
        }
        let tree = try TreeNode.root(id: "r", [.section(id: "s", header: "Works", works)])
        let shown = DisplayedContent.screen(ScreenPresentation(.success(tree), emptyMessage: "") { $0 })
        #expect(
            ScreenText(isStyled: false).text(shown) == """
                Works
                  Ікона           № 1
                  Рушник «Ґанок»  № 2
                  刺繍            № 3

                """)
    }

    @Test(
        arguments: [
            (nil, "Cup  № 1 · 89.95 · A cup for every day  [picture cup.png]"),
            (60, "Cup  № 1 · 89.95 · A cup for every day  [picture cup.png]"),
            (50, "Cup  № 1 · 89.95 · A cup for every day"), (30, "Cup  № 1 · 89.95 · A cup fo…"),
            (5, "Cup  № 1 · 89.95…"),
        ] as [(Int?, String)])
    func aLineFitsTheTerminal(columns: Int?, line: String) throws {
        let picture = try #require(URL(string: "https://shop.example/cup.png"))
        let row = Row(
            cellIdentifier: "product", title: "Cup", subtitle: "№ 1 · 89.95 · A cup for every day", image: .url(picture)
        )
        let tree = try TreeNode.root(id: "r", [.section(id: "s", [.item(id: "1", row)])])
        let shown = DisplayedContent.screen(ScreenPresentation(.success(tree), emptyMessage: "") { $0 })
        let text = ScreenText(isStyled: false, columns: columns).text(shown)
        #expect(text == "  \(line)\n")
        if let columns, columns > 20 { #expect(text.count <= columns + 1) }
    }

    @Test func aScriptEndsAtALineThatIsNoCommand() async throws {
        let time = VirtualTime()
        let storefront = try Stage.storefront(
            try Stage.transports(session: "lines", clock: time.clock), clock: time.clock)
        let lines = Lines()
        let walk = CommandSession(storefront: storefront, text: ScreenText(isStyled: false)) { lines.add($0) }
        #expect(await walk.run(script: "# note\n\nhelp\nfly\nhome") == 4)
        #expect(lines.text.hasSuffix("> fly\nFailed: There is no command “fly”; help lists them.\n"))
    }

    @Test func whoWasLoggedInStillIs() async throws {
        let time = VirtualTime()
        let database = MemoryDatabase()
        let transports = try Stage.transports(session: "again", clock: time.clock)
        let first = try Stage.storefront(transports, clock: time.clock, database: database)
        _ = await first.perform(.login(email: "anna@shop.example", password: "correct-horse")) { _ in }
        _ = await first.perform(.home) { _ in }
        let second = try Stage.storefront(transports, clock: time.clock, database: database)
        #expect(ScreenText(isStyled: false).text(await second.start()) == "Welcome back, Anna.\n")
        _ = await second.perform(.logout) { _ in }
        let third = try Stage.storefront(transports, clock: time.clock, database: database)
        #expect(ScreenText(isStyled: false).text(await third.start()).hasPrefix("Welcome\n  [picture, "))
    }
}
