// Filling the local database from the workshop's site: everything at first, later only what is new.

public import Foundation

/// The workshop's catalogue on this device. What screens show comes from the database, with or without a network.
public struct Workshop: Sendable {
    private let site: WorkshopSite
    private let database: any LocalDatabase
    private let clock: AppClock
    private let pageSize: Int

    /// A category that was checked longer ago than these seconds is checked again: 10 days.
    public static let checkInterval: TimeInterval = 10 * 86_400
    /// What was changed so many seconds before the last check is asked for again: the clocks of server and device may differ.
    static let overlap: TimeInterval = 86_400
    /// How often a category that has shrunk while it was being loaded is begun anew, before that is an error.
    static let restarts = 3

    /// The works of a site, kept in a database.
    public init(
        site: WorkshopSite, database: any LocalDatabase, clock: AppClock = .system, pageSize: Int = 10
    ) {
        self.site = site
        self.database = database
        self.clock = clock
        self.pageSize = pageSize
    }

    /// A page that is loaded and stored.
    public struct Step: Hashable, Sendable {
        /// The category that is being loaded.
        public let category: WorkshopCategory
        /// Counted from 1.
        public let categoryNumber: Int
        /// How many categories are loaded or checked this time.
        public let categoryCount: Int
        /// Counted from 1.
        public let page: Int
        /// How many pages the category has.
        public let pages: Int
    }

    /// Loads what is missing, goes on where it was interrupted, and checks what was last checked more than 10 days ago. When
    /// nothing is due, nothing is asked for. Ends early when its task is cancelled; what was stored until then stays.
    ///
    /// - Parameter report: told of every page once it is stored.
    public func update(_ report: @Sendable (Step) async -> Void = { _ in }) async throws(ClientError) {
        try await clientErrors {
            guard try await isDue() else { return }
            let categories = try await loadCategories()
            var due: [(WorkshopCategory, LoadProgress)] = []
            for category in categories {
                if let progress = try await nextLoad(of: category) { due.append((category, progress)) }
            }
            for (index, (category, progress)) in due.enumerated() {
                try await load(category, from: progress) { page, pages in
                    await report(
                        Step(
                            category: category, categoryNumber: index + 1, categoryCount: due.count, page: page,
                            pages: pages))
                }
            }
        }
    }

    /// Whether there is anything to load or to check.
    private func isDue() async throws -> Bool {
        let categories = try await database.categories()
        for category in categories where try await nextLoad(of: category) != nil { return true }
        return categories.isEmpty
    }

    /// What to load of a category; nil if nothing is due.
    private func nextLoad(of category: WorkshopCategory) async throws -> LoadProgress? {
        let now = clock.now()
        guard var progress = try await database.progress(of: category.id) else {
            return LoadProgress(category: category.id, startedAt: now)
        }
        if progress.nextPage != nil { return progress }
        // A check in the future: the device's clock was wrong then, or is now.
        if let checked = progress.checkedAt,
            (0...Self.checkInterval).contains(now.timeIntervalSince(checked))
        {
            return nil
        }
        progress.nextPage = 1
        progress.startedAt = now
        progress.changedAfter = progress.checkedAt.map { $0.addingTimeInterval(-Self.overlap) }
        progress.total = nil
        return progress
    }

    private func loadCategories() async throws -> [WorkshopCategory] {
        var categories: [WorkshopCategory] = []
        var next: Int? = 1
        while let page = next {
            try Task.checkCancellation()
            let answer = try await site.categories(page: page, size: 100)
            categories += answer.elements
            next = page < answer.pages && !answer.elements.isEmpty ? page + 1 : nil
        }
        try await database.save(categories)
        return categories
    }

    /// Loads the pages that are left of a category, and stores each with how far it has come, in one transaction.
    ///
    /// By rising id, so that what is new meanwhile comes last and moves no page. What has gone from the site meanwhile does
    /// move pages; the server's count tells, and the category begins anew.
    private func load(
        _ category: WorkshopCategory, from start: LoadProgress, _ report: (Int, Int) async -> Void
    ) async throws {
        var progress = start
        var restarts = 0
        while let page = progress.nextPage {
            try Task.checkCancellation()
            guard let answer = try await self.page(page, of: category, progress) else {
                restarts += 1
                guard restarts <= Self.restarts else { throw ClientError.refused(.pastTheLastPage) }
                progress.nextPage = 1
                progress.total = nil
                continue
            }
            progress.total = answer.total
            let isLast = page >= answer.pages || answer.elements.isEmpty
            progress.nextPage = isLast ? nil : page + 1
            if isLast {
                progress.checkedAt = progress.startedAt ?? clock.now()
                progress.startedAt = nil
                progress.changedAfter = nil
                progress.total = nil
            }
            try await database.save(answer.elements, progress: progress)
            await report(page, max(answer.pages, 1))
        }
    }

    /// Nil where the category has become smaller than it was on the page before.
    private func page(
        _ page: Int, of category: WorkshopCategory, _ progress: LoadProgress
    ) async throws -> WorkshopSite.Page<WorkshopPost>? {
        do {
            let answer = try await site.works(
                .page(page), size: pageSize, in: category.id, changedAfter: progress.changedAfter, order: .id)
            return answer.total < progress.total ?? 0 ? nil : answer
        } catch {
            guard error == .refused(.pastTheLastPage), page > 1 else { throw error }
            return nil
        }
    }
}

// MARK: What screens show

extension Workshop {
    /// The categories by name, as a Ukrainian dictionary orders Cyrillic: `І` stands after `И`, not after `Я`.
    public func categories() async throws(ClientError) -> [WorkshopCategory] {
        let stored = try await clientErrors { try await database.categories() }
        let locale = Locale(identifier: "uk")
        return stored.sorted { left, right in
            let order = left.name.compare(right.name, options: .caseInsensitive, range: nil, locale: locale)
            return order == .orderedSame ? left.id < right.id : order == .orderedAscending
        }
    }

    /// The works of a category, or all, the last changed first.
    public func works(in category: UInt64?) async throws(ClientError) -> [WorkshopPost] {
        try await clientErrors { try await database.posts(in: category) }
    }

    /// What a search finds; nil where nothing was typed, or nothing is found: then the categories are shown again.
    public func search(_ typed: String, in category: UInt64?) async throws(ClientError)
        -> [WorkshopPost]?
    {
        try await clientErrors {
            guard let search = WorkshopSearch(typed) else { return nil }
            let found = try await database.posts(matching: search, in: category)
            return found.isEmpty ? nil : found
        }
    }

    /// Opens the details of a work, which puts it at the top of the viewing history.
    public func open(_ id: UInt64) async throws(ClientError) -> WorkshopPost {
        try await clientErrors {
            guard let work = try await database.post(id) else { throw ClientError.refused(.unknownWork) }
            try await database.recordViewing(of: id, at: clock.now())
            return work
        }
    }

    /// Rates a work, or with nil takes its rating back.
    public func rate(_ id: UInt64, _ rating: Rating?) async throws(ClientError) {
        try await clientErrors {
            guard try await database.post(id) != nil else { throw ClientError.refused(.unknownWork) }
            try await database.rate(id, rating)
        }
    }

    /// Rated works, the best first.
    public func rated() async throws(ClientError) -> [RatedPost] {
        try await clientErrors { try await database.ratedPosts() }
    }

    /// The last viewed first.
    public func history() async throws(ClientError) -> [Viewing] {
        try await clientErrors { try await database.viewings() }
    }
}
