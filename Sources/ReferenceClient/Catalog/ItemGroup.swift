// A product with selectable attributes: one main item, and the variations that can be ordered.

/// A linked group of items.
public struct ItemGroup: Hashable, Sendable {
    /// Carries the group's common information. It cannot be ordered, and its attributes hold placeholders.
    public let main: CatalogItem
    /// The orderable variations, by rising id.
    public let variations: [CatalogItem]

    /// Links a main item and its variations: each gets the ids of all the others and the mark whether it is contiguous.
    ///
    /// Of variations with one id the first is taken; the main item among them is left out.
    public init(main: CatalogItem, variations: [CatalogItem]) {
        var byID: [UInt64: CatalogItem] = [:]
        for variation in variations where variation.id != main.id && byID[variation.id] == nil {
            byID[variation.id] = variation
        }
        let ids = (byID.keys + [main.id]).sorted()
        func linked(_ item: CatalogItem, isContiguous: Bool) -> CatalogItem {
            var item = item
            item.isContiguous = isContiguous
            item.contiguousItemsIds = ids.filter { $0 != item.id }
            return item
        }
        self.main = linked(main, isContiguous: false)
        self.variations = byID.values.map { linked($0, isContiguous: true) }.sorted { $0.id < $1.id }
    }

    /// All items of the group, the main item first.
    public var items: [CatalogItem] { [main] + variations }

    /// The item of the group with that id.
    public func item(_ id: UInt64) -> CatalogItem? { items.first { $0.id == id } }
}
