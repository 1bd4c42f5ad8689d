// How far the loading of a category of the workshop has come: enough to go on after any interruption.

public import Foundation

/// How far the loading of a category has come.
public struct LoadProgress: Hashable, Sendable, Codable {
    /// The category's id.
    public var category: UInt64
    /// The page to load next; nil once all pages are loaded.
    public var nextPage: Int?
    /// When the server was last asked for all of it, or for what is new: when that began, so that nothing falls between.
    public var checkedAt: Date?
    /// When the loading that is under way began.
    public var startedAt: Date?
    /// Only posts that were changed after this are loaded; nil for all.
    public var changedAfter: Date?
    /// How many posts the server counted on the page before.
    public var total: Int?

    /// By default nothing is loaded.
    public init(
        category: UInt64, nextPage: Int? = 1, checkedAt: Date? = nil, startedAt: Date? = nil,
        changedAfter: Date? = nil, total: Int? = nil
    ) {
        self.category = category
        self.nextPage = nextPage
        self.checkedAt = checkedAt
        self.startedAt = startedAt
        self.changedAfter = changedAfter
        self.total = total
    }
}
