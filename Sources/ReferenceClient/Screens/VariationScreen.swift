// The card of an item of the catalog, with what can be chosen.

/// An item, and where it is one of a group, its selectable attributes.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct VariationContent: ScreenContent {
    /// What is open.
    public var choice: ProductChoice
    public static let emptyMessage = "There is no such item."
    public var isEmpty: Bool { false }

    /// An item's card.
    public init(choice: ProductChoice) { self.choice = choice }

    public func tree() throws(TreeError) -> TreeNode {
        let shown = choice.shown
        let photos = shown.photos.enumerated().map { index, photo in
            TreeNode.item(id: "photo-\(index)", Row(cellIdentifier: "photo", title: "", image: .url(photo)))
        }
        let order = TreeNode.item(
            id: "order",
            Row(
                cellIdentifier: "order",
                title: choice.orderableID.map { "Put № \($0) into the cart" } ?? "Choose a variation to order",
                isValid: choice.orderableID != nil))
        let price = TreeNode.item(
            id: "price", Row(cellIdentifier: "price", title: shown.price.money, subtitle: "№ \(shown.id)"))
        var sections = [
            try TreeNode.section(
                id: "about", header: shown.name, footer: shown.description, [price] + photos + [order])
        ]
        switch choice {
        case .single:
            // An attribute may stand twice, a row's identifier may not.
            let rows = shown.attributes.enumerated().map { index, attribute in
                TreeNode.item(
                    id: "attribute-\(index)",
                    Row(cellIdentifier: "text", title: attribute.name, subtitle: attribute.value))
            }
            sections.append(try .section(id: "attributes", rows))
        case .variations(let variations):
            for (index, attribute) in variations.attributes.enumerated() {
                let fields = attribute.fields.map { field in
                    TreeNode.item(
                        id: "field-\(index)-\(field.fieldValue)",
                        Row(
                            cellIdentifier: field.isRadioSelected ? "radio-on" : "radio-off", title: field.fieldValue))
                }
                let placeholder = attribute.selection == nil ? attribute.placeholder : nil
                sections.append(
                    try .section(
                        id: "attribute-\(attribute.id)", header: attribute.id, footer: placeholder, fields))
            }
        }
        return try .root(id: "item", sections)
    }
}
