// What the app keeps on the device. Two conformers, one suite for both.

public import Foundation

/// The local database. Every method is one transaction: it takes effect whole or not at all.
public protocol LocalDatabase: Sendable {
    /// Keeps who is logged in; nil forgets it.
    func save(_ user: ShopUser?) async throws
    /// Who is logged in.
    func user() async throws -> ShopUser?
    /// Replaces the images that are shown before login.
    func save(images: [Data]) async throws
    /// In the order in which they were saved.
    func images() async throws -> [Data]

    /// Stores or overwrites the items of a catalog group.
    func save(_ items: [CatalogItem]) async throws
    /// The item with that id.
    func item(_ id: UInt64) async throws -> CatalogItem?

    /// Replaces the list of the workshop's categories; the progress of those that stay is kept.
    func save(_ categories: [WorkshopCategory]) async throws
    /// By name.
    func categories() async throws -> [WorkshopCategory]
    /// Stores or overwrites posts together with how far the loading of their category has come.
    func save(_ posts: [WorkshopPost], progress: LoadProgress) async throws
    /// Nil for a category of which nothing was loaded.
    func progress(of category: UInt64) async throws -> LoadProgress?
    /// The post with that id.
    func post(_ id: UInt64) async throws -> WorkshopPost?
    /// The posts of a category, or all, the last changed first.
    func posts(in category: UInt64?) async throws -> [WorkshopPost]
    /// What a search finds in a category, or everywhere, the last changed first.
    func posts(matching search: WorkshopSearch, in category: UInt64?) async throws -> [WorkshopPost]

    /// Rates a post, or with nil takes its rating back.
    func rate(_ post: UInt64, _ rating: Rating?) async throws
    /// Rated posts, the best first, of equal ones the last changed.
    func ratedPosts() async throws -> [RatedPost]
    /// Puts a post at the top of the viewing history, in which it stands once.
    func recordViewing(of post: UInt64, at moment: Date) async throws
    /// The last viewed first.
    func viewings() async throws -> [Viewing]
}

/// One to five stars.
public struct Rating: Hashable, Sendable, Codable, Comparable {
    /// 1…5
    public let stars: Int

    /// Nil outside 1…5.
    public init?(stars: Int) {
        guard (1...5).contains(stars) else { return nil }
        self.stars = stars
    }

    /// Fewer stars.
    public static func < (left: Rating, right: Rating) -> Bool { left.stars < right.stars }
}

/// A post with the stars it was given.
public struct RatedPost: Hashable, Sendable {
    /// The post.
    public let post: WorkshopPost
    /// Its stars.
    public let rating: Rating

    /// A post with the stars it was given.
    public init(post: WorkshopPost, rating: Rating) {
        self.post = post
        self.rating = rating
    }
}

/// A post whose details were opened.
public struct Viewing: Hashable, Sendable {
    /// The post.
    public let post: WorkshopPost
    /// When its details were last opened.
    public let moment: Date

    /// A post whose details were opened.
    public init(post: WorkshopPost, moment: Date) {
        self.post = post
        self.moment = moment
    }
}
