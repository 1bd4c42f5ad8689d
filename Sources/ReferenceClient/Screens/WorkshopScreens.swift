// The screens of the workshop. All of them show what the local database holds.

public import Foundation

/// The workshop's categories.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct WorkshopContent: ScreenContent {
    /// By name.
    public var categories: [WorkshopCategory]
    public static let emptyMessage = "Nothing has been loaded yet."
    public var isEmpty: Bool { categories.isEmpty }

    /// A screen with such categories.
    public init(categories: [WorkshopCategory]) { self.categories = categories }

    public func tree() throws(TreeError) -> TreeNode {
        let rows = categories.map { category in
            TreeNode.item(
                id: "category-\(category.id)",
                Row(
                    cellIdentifier: "category", title: category.name,
                    subtitle: "№ \(category.id) · \(category.count) \(category.count == 1 ? "work" : "works")"))
        }
        return try .root(id: "workshop", [.section(id: "categories", header: "Workshop", rows)])
    }
}

/// Works of a category, or those that a search found.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct WorksContent: ScreenContent {
    /// The title above the list.
    public var title: String
    /// The last changed first.
    public var works: [WorkshopPost]
    public static let emptyMessage = "There are no works here."
    public var isEmpty: Bool { works.isEmpty }

    /// A screen with such works.
    public init(title: String, works: [WorkshopPost]) {
        self.title = title
        self.works = works
    }

    public func tree() throws(TreeError) -> TreeNode {
        try .root(id: "list", [.section(id: "works", header: title, works.map { $0.item() })])
    }
}

/// The details of one work.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct WorkContent: ScreenContent {
    /// The work.
    public var work: WorkshopPost
    /// Its pictures beside the first, where they were asked for.
    public var pictures: [URL]
    public static let emptyMessage = "There is no such work."
    public var isEmpty: Bool { false }

    /// A work's screen.
    public init(work: WorkshopPost, pictures: [URL] = []) {
        self.work = work
        self.pictures = pictures
    }

    public func tree() throws(TreeError) -> TreeNode {
        var rows = [
            TreeNode.item(
                id: "article",
                Row(
                    cellIdentifier: "text", title: "Article \(work.id)",
                    subtitle: work.isBestOffer ? "Best offer" : nil, image: work.image.map { .url($0) }))
        ]
        // An attribute may stand twice, a row's identifier may not.
        rows += work.attributes.enumerated().map { index, attribute in
            .item(
                id: "attribute-\(index)",
                Row(
                    cellIdentifier: "text", title: attribute.name, subtitle: attribute.values.joined(separator: ", ")))
        }
        rows += pictures.enumerated().map { index, picture in
            .item(id: "picture-\(index)", Row(cellIdentifier: "photo", title: "", image: .url(picture)))
        }
        return try .root(id: "work", [.section(id: "about", header: work.title, footer: work.text, rows)])
    }
}

/// The favorites of the workshop: two sections that can be collapsed, rated works and the viewing history.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct FavoritesContent: ScreenContent {
    /// A section of the screen.
    public enum Section: String, Hashable, Sendable, CaseIterable {
        case rated, history
    }

    /// The best first.
    public var rated: [RatedPost]
    /// The last viewed first.
    public var history: HistoryContent
    /// Sections of which only the header is shown.
    public var collapsed: Set<Section>
    public static let emptyMessage = "Rate a work, or look at one."
    public var isEmpty: Bool { rated.isEmpty && history.isEmpty }

    /// A screen with such works, nothing of it collapsed unless told.
    public init(rated: [RatedPost], history: HistoryContent, collapsed: Set<Section> = []) {
        self.rated = rated
        self.history = history
        self.collapsed = collapsed
    }

    public func tree() throws(TreeError) -> TreeNode {
        let stars = rated.map { rated in
            rated.post.item(
                id: "rated-\(rated.post.id)", subtitle: String(repeating: "★", count: rated.rating.stars),
                isVisible: !collapsed.contains(.rated))
        }
        return try .root(
            id: "favorites",
            [
                .section(id: Section.rated.rawValue, header: "Rated: \(rated.count)", stars),
                .section(
                    id: Section.history.rawValue, header: "Viewed: \(history.viewings.count)",
                    history.rows(isVisible: !collapsed.contains(.history))),
            ])
    }
}

/// The viewing history, with the Russian forms of its days.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct HistoryContent: ScreenContent {
    /// The last viewed first.
    public var viewings: [Viewing]
    /// The present, against which today and yesterday are told.
    public var now: Date
    /// Whose time zone decides where a day begins.
    public var calendar: Calendar
    public static let emptyMessage = "Nothing has been viewed yet."
    public var isEmpty: Bool { viewings.isEmpty }

    /// A history as it reads at that moment.
    public init(viewings: [Viewing], now: Date, calendar: Calendar = .current) {
        self.viewings = viewings
        self.now = now
        self.calendar = calendar
    }

    public func tree() throws(TreeError) -> TreeNode {
        try .root(id: "viewings", [.section(id: "history", header: "Viewed", rows(isVisible: true))])
    }

    func rows(isVisible: Bool) -> [TreeNode] {
        viewings.map { viewing in
            viewing.post.item(
                id: "viewed-\(viewing.post.id)",
                subtitle: DayForm.text(viewing.moment, now: now, calendar: calendar), isVisible: isVisible)
        }
    }
}

extension WorkshopPost {
    /// The row of a work in a list.
    fileprivate func item(id: String? = nil, subtitle: String? = nil, isVisible: Bool = true) -> TreeNode {
        .item(
            id: id ?? "work-\(self.id)",
            Row(
                cellIdentifier: "work", title: title + (isBestOffer ? " ✦" : ""), subtitle: subtitle ?? "№ \(self.id)",
                image: thumbnail.map { .url($0) }, isVisible: isVisible))
    }
}
