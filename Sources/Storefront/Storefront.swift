// The app behind the terminal: a command in, a screen out.

import Foundation
import ReferenceClient

/// The content that is displayed.
enum DisplayedContent: Sendable {
    /// An answer is awaited.
    case loading
    /// A page of the workshop is stored.
    case progress(String)
    case screen(ScreenPresentation)
    /// A text that goes away by itself.
    case message(String)
    case failure(ScreenFailure)
}

/// The shop and the workshop, as one person walks through them.
actor Storefront {
    struct Services: Sendable {
        let shop: Shop
        let catalog: Catalog
        let workshop: Workshop
        let site: WorkshopSite
        let clock: AppClock
        let calendar: Calendar

        /// - Parameter transports: of the shop, the catalog and the workshop's site.
        init(
            _ transports: Backends.Transports, database: any LocalDatabase, clock: AppClock,
            calendar: Calendar = .current, policy: RetryPolicy = RetryPolicy()
        ) {
            var policy = policy
            policy.repeatableOperations = Shop.repeatableOperations
            let middleware = [Middleware.retrying(policy, clock: clock)]
            shop = Shop(
                api: SneakerShop.Client(transport: transports.shop, middleware: middleware), database: database)
            catalog = Catalog(
                api: SelectableCatalog.Client(transport: transports.catalog, middleware: middleware),
                database: database)
            site = WorkshopSite(api: GoldenSewing.Client(transport: transports.workshop, middleware: middleware))
            workshop = Workshop(site: site, database: database, clock: clock)
            self.clock = clock
            self.calendar = calendar
        }
    }

    private let services: Services
    private var session: ShopSession?
    private var choice: ProductChoice?
    /// The category of the workshop that is open.
    private var category: UInt64?
    private var collapsed: Set<FavoritesContent.Section> = []
    /// What failed last and can be tried again.
    private var failed: Command?

    init(_ services: Services) { self.services = services }

    /// The first screen: the one before login, unless someone still is logged in.
    func start() async -> DisplayedContent {
        do throws(ClientError) {
            session = try await services.shop.resume()
            if let session { return .message("Welcome back, \(session.user.name).") }
            return screen(WelcomeContent(images: try await services.shop.imagesOnDevice()))
        } catch {
            return .failure(ScreenFailure(error))
        }
    }

    /// - Parameter show: told of what is shown on the way.
    func perform(_ command: Command, _ show: @escaping @Sendable (DisplayedContent) -> Void) async -> DisplayedContent {
        if command == .retry {
            guard let failed else { return .message("Nothing has failed.") }
            return await perform(failed, show)
        }
        if command.asksServer { show(.loading) }
        do throws(ClientError) {
            let shown = try await answer(command, show)
            failed = nil
            return shown
        } catch {
            let failure = ScreenFailure(error)
            failed = failure.canRetry ? command : nil
            if ScreenFailure.action(after: error) == .openLogin { session = nil }
            return .failure(failure)
        }
    }

    private func answer(
        _ command: Command, _ show: @escaping @Sendable (DisplayedContent) -> Void
    ) async throws(ClientError) -> DisplayedContent {
        switch command {
        case .login(let email, let password): return try await logIn(email, password)
        case .logout: return try await logOut()
        case .home: return try await home()
        case .categories(nil): return screen(CategoriesContent(list: try await user().categories()))
        case .categories(let gender?): return screen(CategoriesContent(list: try await user().categories(of: gender)))
        case .list(let category):
            let cards = try await user().products(in: category)
            return screen(CatalogContent(title: "Category № \(category)", cards: cards))
        case .search(let words, let category):
            return screen(SearchContent(pattern: words, cards: try await user().search(words, in: category)))
        case .product(let id): return screen(ProductContent(product: try await user().product(id)))
        case .item(let id): return try await open(id)
        case .choose(let value, let attribute): return choose(value, of: attribute)
        case .add(let id, let amount):
            guard let id = id ?? choice?.orderableID else { throw .refused(.notForTheCart) }
            try await user().addToCart(id, amount: amount)
            return .message("\(amount ?? 1) of № \(id) put into the cart.")
        case .remove(let id, let amount):
            try await user().removeFromCart(id, amount: amount)
            return .message("\(amount ?? 1) of № \(id) taken out of the cart.")
        case .cart: return screen(CartContent(cart: try await user().cart()))
        case .like(let id, let isLiked):
            try await user().like(id, isLiked)
            return .message(isLiked ? "You like № \(id)." : "You do not like № \(id) any more.")
        case .likes: return screen(CatalogContent(title: "What you like", cards: try await user().favorites()))
        case .load: return try await load(show)
        case .workshop: return try await categoriesOfWorkshop()
        case .works(let category): return try await works(in: category)
        case .find(let words): return try await find(words, show)
        case .work(let id): return screen(WorkContent(work: try await services.workshop.open(id)))
        case .rate(let id, let rating):
            try await services.workshop.rate(id, rating)
            return .message(rating.map { "№ \(id) has \($0.stars) of 5 stars." } ?? "№ \(id) has no stars any more.")
        case .favorites: return try await favorites()
        case .collapse(let section):
            collapsed.formSymmetricDifference([section])
            return try await favorites()
        case .history: return screen(try await loadHistory())
        case .site(let query): return try await ask(query)
        case .retry, .help: return .message(Command.summary)
        case .quit: return .message("Goodbye.")
        }
    }

    private func screen<Content: ScreenContent>(_ content: Content) -> DisplayedContent {
        do {
            return .screen(try ScreenPresentation(content.isEmpty ? .empty : .success(content)))
        } catch {
            return .failure(ScreenFailure(message: "\(error)", canRetry: false))
        }
    }
}

// MARK: Shop

extension Storefront {
    /// Who is logged in.
    private func user() throws(ClientError) -> ShopSession {
        guard let session else { throw .refused(.notLoggedIn) }
        return session
    }

    private func logIn(_ email: String, _ password: String) async throws(ClientError) -> DisplayedContent {
        switch try await services.shop.logIn(email: email, password: password) {
        case .loggedIn(let session):
            self.session = session
            return .message("Welcome, \(session.user.name).")
        case .wrongCredentials:
            return .failure(ScreenFailure(message: "The email or the password is wrong.", canRetry: false))
        }
    }

    private func logOut() async throws(ClientError) -> DisplayedContent {
        let session = try user()
        self.session = nil
        try await session.logOut()
        return .message("Goodbye, \(session.user.name).")
    }

    private func home() async throws(ClientError) -> DisplayedContent {
        let session = try user()
        let promotions = try await session.promotions()
        return screen(HomeContent(promotions: promotions, recommended: try await session.recommended()))
    }

    private func open(_ id: UInt64) async throws(ClientError) -> DisplayedContent {
        choice = nil
        let opened = try await services.catalog.open(id)
        choice = opened
        return screen(VariationContent(choice: opened))
    }

    private func choose(_ value: String, of attribute: String) -> DisplayedContent {
        guard case .variations(var card) = choice else {
            return .failure(ScreenFailure(message: "Open an item that has variations first.", canRetry: false))
        }
        guard card.choose(value, of: attribute) else {
            return .failure(
                ScreenFailure(message: "\(value) is no choice of \(attribute).", canRetry: false))
        }
        choice = .variations(card)
        return screen(VariationContent(choice: .variations(card)))
    }
}

// MARK: Workshop

extension Storefront {
    private func load(_ show: @escaping @Sendable (DisplayedContent) -> Void) async throws(ClientError)
        -> DisplayedContent
    {
        try await services.workshop.update { step in
            let place = "\(step.categoryNumber) of \(step.categoryCount)"
            show(.progress("\(place): \(step.category.name), page \(step.page) of \(step.pages)"))
        }
        return try await categoriesOfWorkshop()
    }

    private func categoriesOfWorkshop() async throws(ClientError) -> DisplayedContent {
        category = nil
        return screen(WorkshopContent(categories: try await services.workshop.categories()))
    }

    private func works(in category: UInt64?) async throws(ClientError) -> DisplayedContent {
        let name = try await services.workshop.categories().first { $0.id == category }?.name
        self.category = category
        let works = try await services.workshop.works(in: category)
        return screen(WorksContent(title: name ?? category.map { "Category \($0)" } ?? "All works", works: works))
    }

    /// Within the open category; where nothing is found, the categories are shown again.
    private func find(
        _ words: String, _ show: @escaping @Sendable (DisplayedContent) -> Void
    ) async throws(ClientError) -> DisplayedContent {
        guard let works = try await services.workshop.search(words, in: category) else {
            show(.message("Nothing was found for \u{201C}\(words)\u{201D}."))
            return try await categoriesOfWorkshop()
        }
        return screen(WorksContent(title: "\u{201C}\(words)\u{201D}", works: works))
    }

    private func loadHistory() async throws(ClientError) -> HistoryContent {
        HistoryContent(
            viewings: try await services.workshop.history(), now: services.clock.now(), calendar: services.calendar)
    }

    private func favorites() async throws(ClientError) -> DisplayedContent {
        let rated = try await services.workshop.rated()
        return screen(FavoritesContent(rated: rated, history: try await loadHistory(), collapsed: collapsed))
    }

    private func ask(_ query: Command.SiteQuery) async throws(ClientError) -> DisplayedContent {
        let site = services.site
        let page: WorkshopSite.Page<WorkshopPost>
        switch query {
        case .works(let start, let category):
            page = try await site.works(start, size: 10, in: category)
        case .search(let words, let category):
            page = try await site.works(.page(1), size: 10, in: category, containing: words)
        case .changed(let moment):
            page = try await site.works(.page(1), size: 10, changedAfter: moment, order: .modified)
        case .work(let id):
            let work = try await site.work(id)
            return screen(WorkContent(work: work, pictures: try await site.pictures(of: id)))
        }
        let title = "\(count(page.total, "work")), \(count(page.pages, "page"))"
        return screen(WorksContent(title: title, works: page.elements))
    }
}

private func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
