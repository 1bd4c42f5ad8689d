// The local database in memory: for tests, previews, and apps that keep nothing.

public import Foundation

/// A `LocalDatabase` that is gone with the process.
// The protocol documents its methods.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public actor MemoryDatabase: LocalDatabase {
    private var loggedIn: ShopUser?
    private var deviceImages: [Data] = []
    private var items: [UInt64: CatalogItem] = [:]
    private var categoriesByID: [UInt64: WorkshopCategory] = [:]
    private var progressByCategory: [UInt64: LoadProgress] = [:]
    private var postsByID: [UInt64: WorkshopPost] = [:]
    private var ratings: [UInt64: Rating] = [:]
    private var viewed: [UInt64: Date] = [:]

    /// An empty database.
    public init() {}

    public func save(_ user: ShopUser?) { loggedIn = user }

    public func user() -> ShopUser? { loggedIn }

    public func save(images: [Data]) { deviceImages = images }

    public func images() -> [Data] { deviceImages }

    public func save(_ items: [CatalogItem]) {
        for item in items { self.items[item.id] = item }
    }

    public func item(_ id: UInt64) -> CatalogItem? { items[id] }

    public func save(_ categories: [WorkshopCategory]) {
        categoriesByID = Dictionary(categories.map { ($0.id, $0) }) { _, last in last }
        progressByCategory = progressByCategory.filter { categoriesByID[$0.key] != nil }
    }

    public func categories() -> [WorkshopCategory] {
        categoriesByID.values.sorted { (WorkshopSearch.fold($0.name), $0.id) < (WorkshopSearch.fold($1.name), $1.id) }
    }

    public func save(_ posts: [WorkshopPost], progress: LoadProgress) {
        for post in posts { postsByID[post.id] = post }
        progressByCategory[progress.category] = progress
    }

    public func progress(of category: UInt64) -> LoadProgress? { progressByCategory[category] }

    public func post(_ id: UInt64) -> WorkshopPost? { postsByID[id] }

    public func posts(in category: UInt64?) -> [WorkshopPost] {
        newestFirst { post in category.map(post.categories.contains) ?? true }
    }

    public func posts(matching search: WorkshopSearch, in category: UInt64?) -> [WorkshopPost] {
        newestFirst { post in search.finds(post) && category.map(post.categories.contains) ?? true }
    }

    public func rate(_ post: UInt64, _ rating: Rating?) { ratings[post] = rating }

    public func ratedPosts() -> [RatedPost] {
        newestFirst { ratings[$0.id] != nil }.compactMap { post in
            ratings[post.id].map { RatedPost(post: post, rating: $0) }
        }
        .enumerated().sorted { ($1.element.rating, $0.offset) < ($0.element.rating, $1.offset) }.map(\.element)
    }

    public func recordViewing(of post: UInt64, at moment: Date) { viewed[post] = moment }

    public func viewings() -> [Viewing] {
        viewed.compactMap { id, moment in postsByID[id].map { Viewing(post: $0, moment: moment) } }
            .sorted { ($0.moment, $0.post.id) > ($1.moment, $1.post.id) }
    }

    private func newestFirst(_ isIncluded: (WorkshopPost) -> Bool) -> [WorkshopPost] {
        postsByID.values.filter(isIncluded).sorted { ($0.modifiedAt, $0.id) > ($1.modifiedAt, $1.id) }
    }
}
