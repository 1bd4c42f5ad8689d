// An item of the catalog as the app keeps it: what the server said, and how it is linked to its group.

public import Foundation

/// An item of the catalog. The items of a group, a main item and its orderable variations, know each other by id.
public struct CatalogItem: Hashable, Sendable, Codable, Identifiable {
    /// One attribute of an item: size, colour…
    public struct Attribute: Hashable, Sendable, Codable {
        /// What is chosen: `Size`.
        public var name: String
        /// The choice, or on a main item the placeholder.
        public var value: String
        /// When the back office last touched it; orders attributes and choices, oldest first.
        public var updatedAt: Date

        /// An attribute as the server says it.
        public init(name: String, value: String, updatedAt: Date) {
            self.name = name
            self.value = value
            self.updatedAt = updatedAt
        }
    }

    /// Also the product's id in cart and likes.
    public var id: UInt64
    /// The title of its card.
    public var name: String
    /// The text of its card.
    public var description: String
    /// Exact, in the shop's currency.
    public var price: Decimal
    /// In the order in which they are shown.
    public var photos: [URL]
    /// The oldest first.
    public var attributes: [Attribute]
    /// When the back office last touched the item.
    public var updatedAt: Date
    /// Whether this is an orderable variation; the main item of a group is not.
    public var isContiguous: Bool
    /// The ids of all the other items of its group, rising; empty while the item has not been linked.
    public var contiguousItemsIds: [UInt64]

    /// An item that knows no group yet, unless its links are given.
    public init(
        id: UInt64, name: String, description: String = "", price: Decimal, photos: [URL] = [],
        attributes: [Attribute] = [], updatedAt: Date, isContiguous: Bool, contiguousItemsIds: [UInt64] = []
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.price = price
        self.photos = photos
        self.attributes = attributes
        self.updatedAt = updatedAt
        self.isContiguous = isContiguous
        self.contiguousItemsIds = contiguousItemsIds
    }
}
