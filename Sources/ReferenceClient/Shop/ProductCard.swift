// A product as lists show it: previews, recommendations, favorites, search and cart.

public import Foundation

/// A product in a list.
public struct ProductCard: Hashable, Sendable, Identifiable {
    /// Also the id of an item of the catalog.
    public var id: UInt64
    /// Its name.
    public var name: String
    /// A PNG.
    public var photo: Data?
    /// Exact.
    public var price: Decimal
    /// Whether the user likes it.
    public var isLiked: Bool
    /// One line.
    public var summary: String
    /// The size, or the sizes there are; recommendations have none.
    public var size: String?
}

extension ProductCard {
    init(_ preview: SneakerShop.ProductPreview) {
        self.init(
            id: preview.id, name: preview.name, photo: preview.photos.first, price: preview.price,
            isLiked: preview.liked, summary: preview.shortDescription, size: preview.size)
    }

    init(_ product: SneakerShop.RecommendedProduct) {
        self.init(
            id: product.id, name: product.name, photo: product.photos.first, price: product.price,
            isLiked: product.liked, summary: product.shortDescription, size: nil)
    }

    init(_ line: SneakerShop.CartLine) {
        self.init(
            id: line.id, name: line.name, photo: line.photos.first, price: line.price,
            isLiked: line.liked,
            summary: line.shortDescription, size: line.size)
    }
}
