// The shop after login. It is made by a login, so that no call can be made without one.

import Foundation

/// Everything that a user can do in the shop.
///
/// The methods throw one error for each status that the contract declares, and one for whatever else can happen to a call.
public struct ShopSession: Sendable {
    /// Who is logged in.
    public let user: ShopUser
    private let api: any SneakerShopAPI
    private let database: any LocalDatabase

    init(user: ShopUser, api: any SneakerShopAPI, database: any LocalDatabase) {
        self.user = user
        self.api = api
        self.database = database
    }

    /// Logs out, and forgets the user on this device even if the server does not hear of it.
    public func logOut() async throws(ClientError) {
        try await clientErrors {
            try await database.save(nil as ShopUser?)
            switch try await api.exit() {
            case .ok: return
            case .undocumented(let reply): throw ClientError("exit", undocumented: reply)
            }
        }
    }
}

// MARK: Browsing

extension ShopSession {
    /// All categories that the user sees, by gender.
    public func categories() async throws(ClientError) -> CategoryList {
        try await clientErrors {
            switch try await api.getAllCategoriesByUserID(.init(userID: user.id)) {
            case .ok(let categories): return CategoryList(categories)
            case .badRequest: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply):
                throw ClientError("getAllCategoriesByUserID", undocumented: reply)
            }
        }
    }

    /// The categories of one gender.
    public func categories(of gender: String) async throws(ClientError) -> CategoryList {
        try await clientErrors {
            switch try await api.getCommonCategoriesByGender(.init(gender: gender)) {
            case .ok(let categories): return CategoryList(categories)
            case .badRequest: throw ClientError.refused(.unknownGender)
            case .undocumented(let reply):
                throw ClientError("getCommonCategoriesByGender", undocumented: reply)
            }
        }
    }

    /// The products of a category.
    public func products(in category: UInt64) async throws(ClientError) -> [ProductCard] {
        try await clientErrors {
            let request = SneakerShop.GetProductViewListByCategoryID.Request(
                userID: user.id, categoryID: category)
            switch try await api.getProductViewListByCategoryID(request) {
            case .ok(let previews): return previews.map { ProductCard($0) }
            case .badRequest: throw ClientError.refused(.unknownCategory)
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply):
                throw ClientError("getProductViewListByCategoryId", undocumented: reply)
            }
        }
    }

    /// Everything about one product.
    public func product(_ id: UInt64) async throws(ClientError) -> SneakerShop.Product {
        try await clientErrors {
            switch try await api.getFullProductInfo(.init(userID: user.id, productID: id)) {
            case .ok(let product) where product.id == id: return product
            case .ok(let product):
                throw ClientError.contractBroken(
                    operation: "getFullProductInfo", place: "$.id",
                    reason: "asked for \(id), was given \(product.id)")
            case .badRequest: throw ClientError.refused(.unknownProduct)
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("getFullProductInfo", undocumented: reply)
            }
        }
    }

    /// The products whose names contain the pattern, in a category or anywhere.
    public func search(_ pattern: String, in category: UInt64? = nil) async throws(ClientError)
        -> [ProductCard]
    {
        try await clientErrors {
            let request = SneakerShop.SearchProducts.Request(
                userID: user.id, searchPattern: pattern, categoryID: category)
            switch try await api.searchProducts(request) {
            case .ok(let previews): return previews.map { ProductCard($0) }
            case .badRequest: throw ClientError.refused(.unknownCategory)
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("searchProducts", undocumented: reply)
            }
        }
    }
}

// MARK: Cart and likes

extension ShopSession {
    /// Puts so many of a product into the cart, one if not said otherwise. Never repeated by itself: it would add twice.
    public func addToCart(_ product: UInt64, amount: UInt64? = nil) async throws(ClientError) {
        try await clientErrors {
            let change = SneakerShop.CartChange(userID: user.id, productID: product, amount: amount)
            switch try await api.addToCart(.init(body: change)) {
            case .ok: return
            case .badRequest: throw ClientError.refused(.notForTheCart)
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("addToCart", undocumented: reply)
            }
        }
    }

    /// Takes so many of a product out of the cart, one if not said otherwise. Never repeated by itself.
    public func removeFromCart(_ product: UInt64, amount: UInt64? = nil) async throws(ClientError) {
        try await clientErrors {
            let change = SneakerShop.CartChange(userID: user.id, productID: product, amount: amount)
            switch try await api.removeFromCart(.init(body: change)) {
            case .ok: return
            case .badRequest: throw ClientError.refused(.notForTheCart)
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("removeFromCart", undocumented: reply)
            }
        }
    }

    /// What is in the cart.
    public func cart() async throws(ClientError) -> Cart {
        try await clientErrors {
            switch try await api.getProductsInCart(.init(userID: user.id)) {
            case .ok(let lines):
                return Cart(lines: lines.map { .init(card: ProductCard($0), amount: $0.number) })
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("getProductsInCart", undocumented: reply)
            }
        }
    }

    /// Likes a product, or takes the like back.
    public func like(_ product: UInt64, _ isLiked: Bool) async throws(ClientError) {
        try await clientErrors {
            let change = SneakerShop.LikeChange(userID: user.id, productID: product, like: isLiked)
            switch try await api.likeProduct(.init(body: change)) {
            case .ok: return
            case .badRequest: throw ClientError.refused(.notForLikes)
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("likeProduct", undocumented: reply)
            }
        }
    }

    /// The products that the user likes.
    public func favorites() async throws(ClientError) -> [ProductCard] {
        try await clientErrors {
            switch try await api.getFavoritesList(.init(userID: user.id)) {
            case .ok(let previews): return previews.map { ProductCard($0) }
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("getFavoritesList", undocumented: reply)
            }
        }
    }
}

// MARK: Home

extension ShopSession {
    /// What the shop recommends to the user.
    public func recommended() async throws(ClientError) -> [ProductCard] {
        try await clientErrors {
            switch try await api.getRecommendedProducts(.init(userID: user.id)) {
            case .ok(let products): return products.map { ProductCard($0) }
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply):
                throw ClientError("getRecommendedProducts", undocumented: reply)
            }
        }
    }

    /// The promotions that run. Their images are kept on the device, for the time before the next login.
    public func promotions() async throws(ClientError) -> [SneakerShop.Promotion] {
        try await clientErrors {
            switch try await api.getPromotions(.init(userID: user.id)) {
            case .ok(let promotions):
                try await database.save(images: promotions.map(\.image))
                return promotions
            case .unauthorized: throw ClientError.refused(.unknownUser)
            case .undocumented(let reply): throw ClientError("getPromotions", undocumented: reply)
            }
        }
    }
}
