// The pages of lists at their ends: as many as a page may hold, one more, the page after the last, and the same cursor twice.

import ContractCollections
import VerificationReports
import HTTPExchange
import JSONSchema
import JSONValues
import Lifecycles
import OpenAPIContract

extension Run {
    private static let mostPages = 12
    /// Of things: a page of more is asked for, but not turned to the end.
    private static let largestPage = 1_000

    /// The lists that the run may ask for page by page, whoever has made what is in them.
    var pagedLists: [ResourceList] {
        operations.compactMap { operation in
            list(of: operation).flatMap { $0.paging.turns != nil || $0.paging.limit != nil ? $0 : nil }
        }
    }

    /// Asks for the ends of a list, page by page.
    func visitEnds(of list: ResourceList) async throws(End) {
        let base = withoutOptionals(base(of: list.operation))
        guard conforms(base), let whole = try await attemptPage(list, base, "with the pages that are usual") else {
            return
        }
        let most = list.paging.most.flatMap { $0 <= Run.largestPage ? $0 : nil }
        var pages = [whole]
        if let most, let draft = list.asking(base, limit: most),
            let page = try await attemptPage(list, draft, "with the largest page")
        {
            sayTooMany(page, of: list, most: most)
            if let limit = list.paging.limit, let index = list.operation.index(of: limit),
                let site = list.operation.parameterSites.first(where: { $0.kind == .parameter(index) })
            {
                try await sendBroken(
                    "with \(site.description) against its maximum",
                    base.setting(site, to: .number(JSONNumber(most + 1))).request, of: list.operation,
                    subject: "\(site.description), maximum")
            }
            pages.append(page)
        }
        guard let largest = pages.max(by: { $0.items.count < $1.items.count }), largest.items.count > 1 else { return }
        // Two pages or more, however little there is; as few as can be where there is much.
        let isWhole = list.paging.limit != nil && largest.items.count < most ?? .max
        let size = isWhole ? (largest.items.count + 1) / 2 : largest.items.count
        switch list.paging.turns {
        case .offset?, .page?: try await turnPastTheEnd(list, base, size: size)
        case .cursor?: try await askTwice(list, base, size: size)
        case nil: return
        }
    }

    // MARK: Pages

    private struct Page {
        let result: CaseResult
        let items: [JSON]
        /// Nil where something in it does not say which it is.
        let ids: [JSON]?
    }

    /// A page of which it is not known whether it is there: it may be refused.
    private func attempt(_ name: String, _ draft: Draft) async throws(End) -> CaseResult? {
        let request = draft.request
        guard let judged = judged(identified(request, of: draft.operation), of: draft.operation), judged.conforms else {
            return nil
        }
        let result = try await attempt(
            TestCase(name, draft.operation, request, judged: judged, expectation: .anything))
        if let result { record(result.findings) }
        return result
    }

    /// - Returns: nil where the page was not answered, or shows no list.
    private func attemptPage(_ list: ResourceList, _ draft: Draft, _ name: String) async throws(End) -> Page? {
        guard let result = try await attempt(name, draft), result.succeeded,
            let items = result.exchange.answer?[pointer: list.pointer]?.array
        else { return nil }
        let ids = items.compactMap { item in list.idProperty.flatMap { item.object?[$0] } }
        return Page(result: result, items: items, ids: ids.count == items.count ? ids : nil)
    }

    private func sayTooMany(_ page: Page, of list: ResourceList, most: Int) {
        guard page.items.count > most, let limit = list.paging.limit else { return }
        record([
            Finding(
                .pageOverflow, list.operation, name: page.result.test.name,
                message: "the page holds more than was asked for", found: "\(page.items.count) resources",
                expected: "\(most) at most", place: list.operation.place,
                location: "query parameter '\(limit.name)'", evidence: .exchanges([page.result.exchange]))
        ])
    }

    /// Turns the pages to the end and asks for the one after it, which is to hold nothing that one before has held.
    private func turnPastTheEnd(_ list: ResourceList, _ base: Draft, size: Int) async throws(End) {
        var seen: [Page] = []
        var known: [JSON: Int] = [:]
        for number in 0..<Run.mostPages {
            let draft = list.asking(base, limit: size, page: number, offset: number * size)
            guard let draft, let page = try await attemptPage(list, draft, "page \(number + 1)"), let ids = page.ids
            else { return }
            if let again = ids.first(where: { known[$0] != nil }), let first = known[again] {
                return sayRepeated(again, on: page, after: seen[first], of: list, "a page")
            }
            // Of another size than was asked for, it is not known where they end.
            guard ids.count <= size else { return }
            for id in ids { known[id] = number }
            seen.append(page)
            guard ids.count < size else { continue }
            guard number > 0, !ids.isEmpty || number > 1 else { return }
            let next = list.asking(base, limit: size, page: number + 1, offset: (number + 1) * size)
            guard let next, let after = try await attemptPage(list, next, "the page after the last"),
                let again = after.ids?.first(where: { known[$0] != nil }), let first = known[again]
            else { return }
            return sayRepeated(again, on: after, after: seen[first], of: list, "the page after the last")
        }
    }

    /// What others do meanwhile may move things from page to page, and the last page may stand for those after it.
    private func sayRepeated(_ id: JSON, on page: Page, after first: Page, of list: ResourceList, _ what: String) {
        let isLast = what != "a page"
        record([
            Finding(
                .pageOverflow, list.operation, name: page.result.test.name,
                message: "\(what) holds what one before it has held", found: id.serialized(),
                expected: isLast ? "nothing" : "each resource on one page", place: list.operation.place,
                location: isLast ? "page after the last" : "pages",
                evidence: .exchanges([first.result.exchange, page.result.exchange]), degree: .suspicion)
        ])
    }

    /// Follows the first page's cursor twice: it leads to the same page each time.
    private func askTwice(_ list: ResourceList, _ base: Draft, size: Int) async throws(End) {
        guard let draft = list.asking(base, limit: size),
            let first = try await attemptPage(list, draft, "page 1"),
            let cursor = first.result.exchange.answer?.nextCursor,
            let next = list.asking(base, limit: size, cursor: cursor),
            let second = try await attemptPage(list, next, "page 2"), let ids = second.ids,
            let result = try await attempt("page 2 once more", next)
        else { return }
        let again = result.exchange.answer?[pointer: list.pointer]?.array?.compactMap { item in
            list.idProperty.flatMap { item.object?[$0] }
        }
        guard again != ids, !(500...599).contains(result.status), let parameter = list.paging.cursor else { return }
        let found = result.succeeded ? "another page" : "\(result.status)"
        record([
            Finding(
                .pageOverflow, list.operation, name: result.test.name,
                message: "the same cursor leads to another page when it is followed again", found: found,
                expected: "the same page", place: list.operation.place,
                location: "query parameter '\(parameter.name)' twice",
                evidence: .exchanges([first.result.exchange, second.result.exchange, result.exchange]),
                degree: .suspicion)
        ])
    }
}

extension ResourceList {
    /// A request for a page; nil where a value does not fit.
    /// - Parameters:
    ///   - page: from 0.
    ///   - offset: how many resources to leave out.
    fileprivate func asking(
        _ draft: Draft, limit: Int? = nil, page: Int? = nil, offset: Int? = nil, cursor: JSON? = nil
    ) -> Draft? {
        var draft = draft
        func set(_ parameter: Parameter?, to value: JSON?) -> Bool {
            guard let value, let parameter, let index = operation.index(of: parameter) else { return true }
            guard parameter.schema?.accepts(value, direction: .request) ?? true else { return false }
            draft.values[index] = value
            return true
        }
        func number(_ value: Int?) -> JSON? { value.map { .number(JSONNumber($0)) } }
        guard set(paging.limit, to: number(limit)) else { return nil }
        switch paging.turns {
        case .offset?: if !set(paging.offset, to: number(offset)) { return nil }
        case .page(let first)?: if !set(paging.page, to: number(page.map { $0 + first })) { return nil }
        case .cursor?: if !set(paging.cursor, to: cursor) { return nil }
        case nil: break
        }
        return draft
    }
}

/// By what the pages of a list are turned.
private enum PageTurning {
    case offset, cursor
    /// With the number of the first.
    case page(Int)
}

extension ResourceList.Paging {
    /// Nil where the pages cannot be turned, or it is not known what the first is called.
    fileprivate var turns: PageTurning? {
        if offset != nil { return .offset }
        if let schema = page?.schema {
            let first = schema.node.source["default"]?.number?.int64
            return (first ?? (schema.accepts(0, direction: .request) ? nil : 1)).map { .page(Int($0)) }
        }
        return cursor == nil ? nil : .cursor
    }

    /// The most that a page may be asked to hold, where the contract says so.
    var most: Int? {
        limit?.schema?.conjuncts.lazy.compactMap { conjunct in
            conjunct.node.keywords.lazy.compactMap { keyword -> Int? in
                guard case .maximum(let bound) = keyword, let value = bound.value.int64, value > 0 else { return nil }
                return Int(value) - (bound.exclusive ? 1 : 0)
            }.min()
        }.min()
    }
}
