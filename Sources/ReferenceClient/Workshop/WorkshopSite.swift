// The workshop's site itself, with an error for each status that it declares.

public import Foundation

/// What the site answers, page by page.
public struct WorkshopSite: Sendable {
    private let api: any GoldenSewingAPI

    /// A site behind an API.
    public init(api: any GoldenSewingAPI) { self.api = api }

    /// A part of a list.
    public struct Page<Element: Sendable>: Sendable {
        /// As the site orders them.
        public let elements: [Element]
        /// How many there are on all pages.
        public let total: Int
        /// How many pages there are.
        public let pages: Int
    }

    /// Where a list begins: on a page, or after so many.
    public enum Start: Hashable, Sendable {
        /// Counted from 1.
        case page(Int)
        /// So many are left out. Past the last there is nothing, which is no error.
        case after(Int)
    }

    /// How many there are, and on how many pages: without these headers a list has no end.
    private static func counts(
        _ operation: String, _ total: Int?, _ pages: Int?
    ) throws(ClientError) -> (total: Int, pages: Int) {
        guard let total, let pages else {
            throw .contractBroken(
                operation: operation, place: "header X-WP-Total\(total == nil ? "" : "Pages")",
                reason: "is missing, or no whole number")
        }
        return (total, pages)
    }

    /// A page of the categories, by name.
    public func categories(page: Int, size: Int) async throws(ClientError) -> Page<WorkshopCategory> {
        try await clientErrors {
            switch try await api.listCategories(.init(page: page, perPage: size)) {
            case .ok(let categories, let headers):
                let (total, pages) = try Self.counts("listCategories", headers.wpTotal, headers.wpTotalPages)
                return Page(elements: categories.compactMap { WorkshopCategory($0) }, total: total, pages: pages)
            case .badRequest(let error): throw ClientError(error)
            case .undocumented(let reply): throw ClientError("listCategories", undocumented: reply)
            }
        }
    }

    /// A page of works: of a category or of all, with all words, changed after a moment.
    public func works(
        _ start: Start, size: Int, in category: UInt64? = nil, containing words: String? = nil,
        changedAfter moment: Date? = nil, order: GoldenSewing.PostsOrderBy? = nil
    ) async throws(ClientError) -> Page<WorkshopPost> {
        try await clientErrors {
            var request = GoldenSewing.ListPosts.Request(
                categories: category.flatMap { Int(exactly: $0) }, perPage: size, search: words,
                modifiedAfter: moment,
                orderby: order, order: order.map { _ in .asc })
            switch start {
            case .page(let page): request.page = page
            case .after(let count): request.offset = count
            }
            switch try await api.listPosts(request) {
            case .ok(let posts, let headers):
                let (total, pages) = try Self.counts("listPosts", headers.wpTotal, headers.wpTotalPages)
                return Page(elements: posts.compactMap { WorkshopPost($0) }, total: total, pages: pages)
            case .badRequest(let error): throw ClientError(error)
            case .undocumented(let reply): throw ClientError("listPosts", undocumented: reply)
            }
        }
    }

    /// One work.
    public func work(_ id: UInt64) async throws(ClientError) -> WorkshopPost {
        try await clientErrors {
            guard let number = Int(exactly: id) else { throw ClientError.refused(.unknownWork) }
            switch try await api.getPost(.init(id: number)) {
            case .ok(let post):
                guard let work = WorkshopPost(post), work.id == id else {
                    throw ClientError.contractBroken(
                        operation: "getPost", place: "$.id", reason: "asked for \(id), was given \(post.id)")
                }
                return work
            case .notFound: throw ClientError.refused(.unknownWork)
            case .undocumented(let reply): throw ClientError("getPost", undocumented: reply)
            }
        }
    }

    /// The pictures that belong to a work.
    public func pictures(of work: UInt64) async throws(ClientError) -> [URL] {
        try await clientErrors {
            switch try await api.listMedia(.init(perPage: 100, parent: Int(exactly: work))) {
            case .ok(let media, _): return media.map(\.sourceURL)
            case .badRequest(let error): throw ClientError(error)
            case .undocumented(let reply): throw ClientError("listMedia", undocumented: reply)
            }
        }
    }
}

extension ClientError {
    fileprivate init(_ error: GoldenSewing.ErrorModel) {
        self =
            error.code == "rest_post_invalid_page_number"
            ? .refused(.pastTheLastPage) : .refused(.badRequest(HTMLText.plain(error.message)))
    }
}
