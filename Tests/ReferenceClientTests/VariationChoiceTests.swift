// Linking a group, deriving its choices, and which item the card shows after each choice.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct VariationChoiceTests {
    static func item(
        _ id: UInt64, _ values: [(String, String)], contiguous: Bool = true, age: TimeInterval = 0
    ) -> CatalogItem {
        CatalogItem(
            id: id, name: "Item \(id)", price: 10,
            attributes: values.enumerated().map { index, pair in
                .init(name: pair.0, value: pair.1, updatedAt: Date(timeIntervalSince1970: age + Double(index)))
            }, updatedAt: Date(timeIntervalSince1970: 0), isContiguous: contiguous)
    }

    /// Sizes S and M in red, M in blue.
    static let shirt = ItemGroup(
        main: item(10, [("Size", "Choose a size"), ("Colour", "Choose a colour")], contiguous: false),
        variations: [
            item(13, [("Size", "M"), ("Colour", "blue")], age: 30),
            item(11, [("Size", "S"), ("Colour", "red")], age: 10),
            item(12, [("Size", "M"), ("Colour", "red")], age: 20),
        ])

    @Test func linkingGivesEachItemTheIdsOfAllTheOthers() {
        #expect(Self.shirt.items.map(\.id) == [10, 11, 12, 13])
        #expect(
            Self.shirt.items.map(\.contiguousItemsIds) == [[11, 12, 13], [10, 12, 13], [10, 11, 13], [10, 11, 12]])
        #expect(Self.shirt.items.map(\.isContiguous) == [false, true, true, true])
    }

    @Test func theMainItemAmongItsVariationsAndOneTwiceCountOnce() {
        let main = Self.item(1, [], contiguous: false)
        let group = ItemGroup(main: main, variations: [Self.item(2, []), main, Self.item(2, [("Size", "S")])])
        #expect(group.items.map(\.id) == [1, 2])
        #expect(group.variations[0].attributes.isEmpty)
    }

    @Test func fieldsNameAllItemsThatHaveTheValue() {
        let attributes = Self.shirt.selectableAttributes(choices: ["Colour": "red"])
        #expect(attributes.map(\.id) == ["Size", "Colour"])
        #expect(attributes.map(\.placeholder) == ["Choose a size", "Choose a colour"])
        #expect(attributes[0].fields.map(\.fieldValue) == ["S", "M"])
        #expect(attributes[0].fields.map(\.itemIds) == [[11], [12, 13]])
        #expect(attributes[1].fields.map(\.itemIds) == [[11, 12], [13]])
        #expect(attributes[1].fields.map(\.isRadioSelected) == [true, false])
        #expect(attributes[0].selection == nil)
    }

    @Test func theCardReloadsOnceEveryAttributeIsChosenAndAnItemFits() {
        var card = VariationChoice(group: Self.shirt, showing: 10)
        #expect(card.choices.isEmpty)
        card.choose("S", of: "Size")
        #expect(card.shown.id == 10)
        card.choose("blue", of: "Colour")
        #expect(card.shown.id == 10)
        #expect(card.choices == ["Size": "S", "Colour": "blue"])
        card.choose("M", of: "Size")
        #expect(card.shown.id == 13)
        card.choose("red", of: "Colour")
        #expect(card.shown.id == 12)
    }

    @Test func theValuesOfTheShownVariationAreChosen() {
        let card = VariationChoice(group: Self.shirt, showing: 12)
        #expect(card.attributes.map { $0.selection?.fieldValue } == ["M", "red"])
    }

    @Test func thePlaceholderIsNoChoice() {
        var card = VariationChoice(group: Self.shirt, showing: 11)
        let refused = [
            card.choose("Choose a size", of: "Size"), card.choose("XL", of: "Size"), card.choose("S", of: "Sise"),
        ]
        #expect(refused == [false, false, false])
        #expect(card.choices == ["Size": "S", "Colour": "red"])
    }

    @Test func ofTwoItemsWithTheSameValuesTheLowerIdIsShownAndTheBackOfficeIsTold() {
        let group = ItemGroup(
            main: Self.item(1, [], contiguous: false),
            variations: [Self.item(3, [("Size", "S")]), Self.item(2, [("Size", "S")])])
        var card = VariationChoice(group: group, showing: 1)
        card.choose("S", of: "Size")
        #expect(card.shown.id == 2)
        #expect(card.diagnostics == ["Items 2, 3 have the same values: 2 is shown."])
    }

    @Test(arguments: 0..<200) func whateverIsChosenTheRightItemIsShown(seed: Int) {
        var random = SplitMix(state: UInt64(seed) &* 7_919)
        let names = (0..<Int.random(in: 1...6, using: &random)).map { "Attribute \($0)" }
        let values = names.map { _ in Int.random(in: 1...4, using: &random) }
        let ids = Array(2...201).shuffled(using: &random).prefix(.random(in: 1...200, using: &random))
        let variations = ids.map { id in
            Self.item(
                UInt64(id), zip(names, values).map { ($0, "\(Int.random(in: 0..<$1, using: &random))") },
                age: .random(in: 0...1_000, using: &random))
        }
        let main = Self.item(1, names.map { ($0, "choose") }, contiguous: false)
        var card = VariationChoice(group: ItemGroup(main: main, variations: variations), showing: 1)
        var chosen: [String: String] = [:]
        for _ in 0..<Int.random(in: 1...15, using: &random) {
            let name = names[.random(in: names.indices, using: &random)]
            guard let field = card.attributes.first(where: { $0.id == name })?.fields.randomElement(using: &random)
            else {
                Issue.record("no choices for \(name)")
                return
            }
            let before = card.shown.id
            card.choose(field.fieldValue, of: name)
            chosen[name] = field.fieldValue
            let fitting = variations.filter { item in
                names.allSatisfy { name in item.attributes.contains { $0.name == name && $0.value == chosen[name] } }
            }
            #expect(card.shown.id == fitting.map(\.id).min() ?? before)
            #expect(card.choices == chosen)
        }
    }
}
