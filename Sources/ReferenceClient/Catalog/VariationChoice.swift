// Choosing a variation: which item the card shows after each choice.

/// The card of a product with selectable attributes.
public struct VariationChoice: Sendable {
    /// The product.
    public let group: ItemGroup
    /// The item that the card shows.
    public private(set) var shown: CatalogItem
    /// The chosen value by the attribute's name.
    public private(set) var choices: [String: String]
    /// What the back office should look into: two variations that no choice tells apart.
    public private(set) var diagnostics: [String] = []

    /// Opens the card on an item of the group; on a variation its own values are chosen, on the main item none.
    public init(group: ItemGroup, showing id: UInt64) {
        self.group = group
        shown = group.item(id) ?? group.main
        choices = [:]
        if shown.isContiguous {
            for attribute in shown.attributes where choices[attribute.name] == nil {
                choices[attribute.name] = attribute.value
            }
        }
    }

    /// The attributes with their choices, as the card lists them.
    public var attributes: [SelectableAttribute] { group.selectableAttributes(choices: choices) }

    /// Chooses a value and shows the item that has all chosen values, if every attribute has one and an item fits; else the
    /// shown item stays. The choice is kept in any case. A value that is no choice of that attribute is refused.
    ///
    /// - Returns: whether the value was one of the attribute's choices.
    @discardableResult
    public mutating func choose(_ value: String, of attribute: String) -> Bool {
        let isOffered = attributes.first { $0.id == attribute }?.fields.contains { $0.fieldValue == value } ?? false
        guard isOffered else { return false }
        choices[attribute] = value
        if let id = getItemIdOnUpdate(), let item = group.item(id) { shown = item }
        return true
    }

    /// The item whose id is among those of the chosen value of every selectable attribute: of several the lowest, with a
    /// diagnostic. Nil while an attribute has no choice, or where no item fits.
    public mutating func getItemIdOnUpdate() -> UInt64? {
        var fitting: Set<UInt64>?
        for attribute in attributes {
            guard let selection = attribute.selection else { return nil }
            fitting = fitting.map { $0.intersection(selection.itemIds) } ?? Set(selection.itemIds)
        }
        let ids = (fitting ?? []).sorted()
        if ids.count > 1 {
            let diagnostic =
                "Items \(ids.map(String.init).joined(separator: ", ")) have the same values: \(ids[0]) is shown."
            if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
        }
        return ids.first
    }
}
