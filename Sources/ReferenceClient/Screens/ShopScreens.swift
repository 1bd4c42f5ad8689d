// The screens of the shop.

public import Foundation

/// Before login: the images that the device keeps.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct WelcomeContent: ScreenContent {
    /// Those of the last promotions.
    public var images: [Data]
    public static let emptyMessage = "Welcome. Log in to look around."
    public var isEmpty: Bool { images.isEmpty }

    /// A screen with such images.
    public init(images: [Data]) { self.images = images }

    public func tree() throws(TreeError) -> TreeNode {
        let rows = images.enumerated().map { index, image in
            TreeNode.item(id: "image-\(index)", Row(cellIdentifier: "banner", title: "", image: .data(image)))
        }
        return try .root(
            id: "welcome", [.section(id: "images", header: "Welcome", footer: "Log in to look around.", rows)])
    }
}

/// The home screen: promotions, and what the shop recommends.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct HomeContent: ScreenContent {
    /// As the server orders them.
    public var promotions: [SneakerShop.Promotion]
    /// As the server orders them.
    public var recommended: [ProductCard]
    public static let emptyMessage = "Nothing is on today."
    public var isEmpty: Bool { promotions.isEmpty && recommended.isEmpty }

    /// A screen with such promotions and recommendations.
    public init(promotions: [SneakerShop.Promotion], recommended: [ProductCard]) {
        self.promotions = promotions
        self.recommended = recommended
    }

    public func tree() throws(TreeError) -> TreeNode {
        let banners = promotions.map { promotion in
            TreeNode.item(
                id: "promotion-\(promotion.id)",
                Row(
                    cellIdentifier: "banner", title: "Promotion \(promotion.id)",
                    subtitle: promotion.link.absoluteString, image: .data(promotion.image)))
        }
        return try .root(
            id: "home",
            [
                .section(id: "promotions", header: "Promotions", banners),
                .section(id: "recommended", header: "Recommended", recommended.map(\.item)),
            ])
    }
}

/// The categories, by gender.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct CategoriesContent: ScreenContent {
    /// A section for each gender.
    public var list: CategoryList
    public static let emptyMessage = "The shop has no categories."
    public var isEmpty: Bool { list.groups.allSatisfy(\.categories.isEmpty) }

    /// A screen with such categories.
    public init(list: CategoryList) { self.list = list }

    public func tree() throws(TreeError) -> TreeNode {
        var sections: [TreeNode] = []
        for group in list.groups {
            let rows = group.categories.map { category in
                TreeNode.item(
                    id: "category-\(group.gender)-\(category.id)",
                    Row(
                        cellIdentifier: "category", title: category.name, subtitle: "№ \(category.id)",
                        image: category.image.value.map { .data($0) }))
            }
            sections.append(
                try .section(id: "gender-\(group.gender)", header: group.gender.localizedCapitalized, rows))
        }
        return try .root(id: "categories", sections)
    }
}

/// A list of products: a category's, or those that are liked.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct CatalogContent: ScreenContent {
    /// The title above the list.
    public var title: String
    /// As the server orders them.
    public var cards: [ProductCard]
    public static let emptyMessage = "There are no products here."
    public var isEmpty: Bool { cards.isEmpty }

    /// A screen with such products.
    public init(title: String, cards: [ProductCard]) {
        self.title = title
        self.cards = cards
    }

    public func tree() throws(TreeError) -> TreeNode {
        try .root(id: "catalog", [.section(id: "products", header: title, cards.map(\.item))])
    }
}

/// What a search found.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct SearchContent: ScreenContent {
    /// As it was typed.
    public var pattern: String
    /// As the server orders them.
    public var cards: [ProductCard]
    public static let emptyMessage = "Nothing was found."
    public var isEmpty: Bool { cards.isEmpty }

    /// A screen with such products.
    public init(pattern: String, cards: [ProductCard]) {
        self.pattern = pattern
        self.cards = cards
    }

    public func tree() throws(TreeError) -> TreeNode {
        let count = cards.count == 1 ? "1 product" : "\(cards.count) products"
        return try .root(
            id: "search", [.section(id: "found", header: "\u{201C}\(pattern)\u{201D}: \(count)", cards.map(\.item))])
    }
}

/// Everything about one product.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct ProductContent: ScreenContent {
    /// The product.
    public var product: SneakerShop.Product
    public static let emptyMessage = "There is no such product."
    public var isEmpty: Bool { false }

    /// A product's screen.
    public init(product: SneakerShop.Product) { self.product = product }

    public func tree() throws(TreeError) -> TreeNode {
        let photos = product.photos.enumerated().map { index, photo in
            TreeNode.item(id: "photo-\(index)", Row(cellIdentifier: "photo", title: "", image: .data(photo)))
        }
        return try .root(
            id: "product",
            [
                .section(
                    id: "about", header: product.name, footer: product.fullDescription,
                    [
                        .item(
                            id: "price",
                            Row(
                                cellIdentifier: "price", title: product.price.money,
                                subtitle: product.shortDescription)),
                        .item(
                            id: "sizes",
                            Row(
                                cellIdentifier: "text", title: "Sizes",
                                subtitle: product.sizeList.joined(separator: ", "))),
                        .item(
                            id: "liked",
                            Row(cellIdentifier: "like", title: product.liked ? "You like this" : "Like")),
                    ]),
                .section(id: "photos", header: "Photos", photos),
            ])
    }
}

/// The cart, with its totals.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct CartContent: ScreenContent {
    /// The user's.
    public var cart: Cart
    public static let emptyMessage = "The cart is empty."
    public var isEmpty: Bool { cart.lines.isEmpty }

    /// A cart's screen.
    public init(cart: Cart) { self.cart = cart }

    public func tree() throws(TreeError) -> TreeNode {
        let rows = cart.lines.map { line in
            TreeNode.item(
                id: "line-\(line.id)",
                Row(
                    cellIdentifier: "cart-line", title: "\(line.amount) × \(line.card.name)",
                    subtitle: "№ \(line.id) · \(line.card.price.money) each · \(line.total.money)",
                    image: line.card.photo.map { .data($0) }))
        }
        return try .root(
            id: "cart",
            [.section(id: "lines", header: "Cart", footer: "\(cart.count) in all, \(cart.total.money)", rows)])
    }
}

extension ProductCard {
    /// The row of a product in a list.
    var item: TreeNode {
        let facts = ["№ \(id)", price.money, size.map { "size \($0)" }, summary].compactMap { $0 }
        return .item(
            id: "product-\(id)",
            Row(
                cellIdentifier: "product", title: name + (isLiked ? " ♥" : ""),
                subtitle: facts.joined(separator: " · "),
                image: photo.map { .data($0) }))
    }
}
