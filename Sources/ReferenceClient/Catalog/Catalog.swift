// Opening an item of the catalog: both requests at the same time, then the group.

/// The catalog of products with selectable attributes.
public struct Catalog: Sendable {
    private let api: any SelectableCatalogAPI
    private let database: any LocalDatabase

    /// A catalog behind an API, whose groups are kept in a database.
    public init(api: any SelectableCatalogAPI, database: any LocalDatabase) {
        self.api = api
        self.database = database
    }

    /// Opens an item. A variation leads to its main item first, and from there to the whole group, which is stored once all
    /// of it is there; a failure of any request leaves what is stored as it is.
    public func open(_ id: UInt64) async throws(ClientError) -> ProductChoice {
        let (item, neighbours) = try await load(id)
        let group: ItemGroup
        switch (item.isContiguous, neighbours.first) {
        case (_, nil) where !item.isContiguous: return .single(item)
        case (false, _): group = ItemGroup(main: item, variations: neighbours)
        case (true, let parent?) where neighbours.count == 1 && !parent.isContiguous:
            let (main, variations) = try await load(parent.id)
            group = ItemGroup(main: main, variations: variations)
        case (true, _):
            throw .contractBroken(
                operation: "getContiguousItems", place: "$",
                reason: "the variation \(id) does not lead to a main item")
        }
        guard group.item(id) != nil else {
            throw .contractBroken(
                operation: "getContiguousItems", place: "$",
                reason: "the group of \(id) does not contain it")
        }
        try await clientErrors { try await database.save(group.items) }
        return .variations(VariationChoice(group: group, showing: id))
    }

    /// The item and those that it leads to, asked for at the same time.
    private func load(_ id: UInt64) async throws(ClientError) -> (CatalogItem, [CatalogItem]) {
        try await clientErrors {
            async let item = item(id)
            async let neighbours = neighbours(of: id)
            return try await (item, neighbours)
        }
    }

    private func item(_ id: UInt64) async throws -> CatalogItem {
        switch try await api.getItem(.init(itemID: id)) {
        case .ok(let item) where item.id == id: return CatalogItem(item)
        case .ok(let item):
            throw ClientError.contractBroken(
                operation: "getItem", place: "$.id", reason: "asked for \(id), was given \(item.id)")
        case .notFound: throw ClientError.refused(.unknownItem)
        case .undocumented(let reply): throw ClientError("getItem", undocumented: reply)
        }
    }

    private func neighbours(of id: UInt64) async throws -> [CatalogItem] {
        switch try await api.getContiguousItems(.init(itemID: id)) {
        case .ok(let items): return items.map { CatalogItem($0) }
        case .notFound: throw ClientError.refused(.unknownItem)
        case .undocumented(let reply): throw ClientError("getContiguousItems", undocumented: reply)
        }
    }
}

extension Catalog {
    /// The group of an item as it is stored, for the time without a network; nil unless all of it is there.
    public func stored(_ id: UInt64) async throws(ClientError) -> VariationChoice? {
        try await clientErrors {
            guard let item = try await database.item(id) else { return nil }
            var items = [item]
            for neighbour in item.contiguousItemsIds {
                guard let stored = try await database.item(neighbour) else { return nil }
                items.append(stored)
            }
            guard let main = items.first(where: { !$0.isContiguous }) else { return nil }
            let variations = items.filter(\.isContiguous)
            return VariationChoice(group: ItemGroup(main: main, variations: variations), showing: id)
        }
    }
}

/// What the card of an opened item offers.
public enum ProductChoice: Sendable {
    /// An item without variations, which is ordered as it is.
    case single(CatalogItem)
    /// A group with something to choose.
    case variations(VariationChoice)

    /// The item that the card shows.
    public var shown: CatalogItem {
        switch self {
        case .single(let item): item
        case .variations(let choice): choice.shown
        }
    }

    /// The id that goes into the cart; nil while the card shows the main item of a group, which the cart refuses.
    public var orderableID: UInt64? {
        switch self {
        case .single(let item): item.id
        case .variations(let choice): choice.shown.isContiguous ? choice.shown.id : nil
        }
    }
}
