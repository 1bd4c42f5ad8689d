// The shop's screens: what each shows of a value, and that a new state does not compile before every property has a value.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct ScreensTests {
    static func card(_ id: UInt64, price: String, liked: Bool = false) throws -> ProductCard {
        ProductCard(
            id: id, name: "Cup", photo: Data([1]), price: try #require(Decimal(string: price)), isLiked: liked,
            summary: "One", size: "S")
    }

    @Test func cart() throws {
        let cart = Cart(lines: [
            .init(card: try Self.card(1, price: "0.1"), amount: 3),
            .init(card: try Self.card(2, price: "89.95"), amount: .max),
        ])
        #expect(cart.total == Decimal(string: "1659284629430174167769.55"))
        #expect(
            try CartContent(cart: cart).lines == [
                [
                    "Cart", "3 × Cup | № 1 · 0.10 each · 0.30",
                    "18446744073709551615 × Cup | № 2 · 89.95 each · 1659284629430174167769.25",
                    "18446744073709551618 in all, 1659284629430174167769.55",
                ]
            ])
        #expect(CartContent(cart: Cart(lines: [])).isEmpty)
    }

    @Test(arguments: [
        ("84", "84.00"), ("0.1", "0.10"), ("89.95", "89.95"), ("0.125", "0.125"), ("-3.5", "-3.50"), ("0", "0.00"),
    ])
    func money(amount: String, text: String) throws {
        #expect(try #require(Decimal(string: amount)).money == text)
    }

    @Test func catalogAndSearch() throws {
        let cards = [try Self.card(.max, price: "84", liked: true), try Self.card(2, price: "1")]
        #expect(
            try CatalogContent(title: "Shoes", cards: cards).lines == [
                ["Shoes", "Cup ♥ | № 18446744073709551615 · 84.00 · size S · One", "Cup | № 2 · 1.00 · size S · One"]
            ])
        #expect(
            try SearchContent(pattern: "cup", cards: [cards[1]]).lines == [
                ["“cup”: 1 product", "Cup | № 2 · 1.00 · size S · One"]
            ])
        #expect(try CatalogContent(title: "", cards: cards).tree().items[0].items[0].row?.image == .data(Data([1])))
    }

    @Test func categoriesStandByGender() throws {
        let list = CategoryList(["kids": [.init(id: 3, name: "C")], "women": [.init(id: 1, name: "A", image: .null)]])
        #expect(try CategoriesContent(list: list).lines == [["Women", "A | № 1"], ["Kids", "C | № 3"]])
        #expect(CategoriesContent(list: CategoryList(["men": []])).isEmpty)
    }

    @Test func product() throws {
        let product = SneakerShop.Product(
            id: 7, name: "Cup", photos: [Data([1]), Data([2])], price: 84, liked: true, shortDescription: "One",
            fullDescription: "All about it", sizeList: ["S", "M"])
        #expect(
            try ProductContent(product: product).lines == [
                ["Cup", "84.00 | One", "Sizes | S, M", "You like this", "All about it"], ["Photos", "", ""],
            ])
    }

    @Test func whoIsUnknownIsLedToTheLogin() {
        #expect(ScreenFailure.action(after: .refused(.unknownUser)) == .openLogin)
        #expect(ScreenFailure.action(after: .noNetwork) == nil)
    }

    @Test func aScreenGoesThroughItsStates() async throws {
        let empty = await ScreenState<CartContent> { () throws(ClientError) in CartContent(cart: Cart(lines: [])) }
        #expect(try ScreenPresentation(empty).message == "The cart is empty.")
        let failed = await ScreenState<CartContent> { () throws(ClientError) in throw .timedOut }
        #expect(try ScreenPresentation(failed).offersRetry)
        #expect(try ScreenPresentation(ScreenState<CartContent>.loading).showsActivity)
    }

    /// Takes the screens' own sources to the compiler: as they are, and with one more state.
    @Test(.timeLimit(.minutes(10))) func aNewStateBreaksTheBuild() throws {
        let files = try ["Screens/Row.swift", "Screens/TreeNode.swift", "Screens/ScreenState.swift"].map {
            try #require(source($0))
        }
        #expect(try typecheck(files) == "")
        let changed = files.map { $0.replacing("    case loading\n", with: "    case loading\n    case refreshing\n") }
        #expect(changed != files)
        #expect(try typecheck(changed).contains("switch must be exhaustive"))
    }

    private func typecheck(_ sources: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try sources.enumerated().map { index, text in
            let file = folder.appendingPathComponent("\(index).swift")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library"] + paths
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
