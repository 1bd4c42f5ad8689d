// Lists, page by page: enough is created to fill them, and creations are refused that must not be in them.

import VerificationReports
import Lifecycles
import ContractCollections
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension Run {
    /// How many creations are to be refused before the list is looked at.
    private static let refusals = 3
    /// How many resources are created to fill a page, and how long that may take.
    private static let fullest = 100
    private static let longest = Duration.seconds(10)

    /// Creates as many resources as a page must not hold any more, and asks for small pages and for the default one.
    func fillPages(of resource: Resource) async throws(End) {
        guard let list = resource.list else { return }
        let scenario = Scenario(self)
        // What lies beneath another resource is listed where one has been created.
        var scope: ArraySlice<JSON> = []
        if !resource.create.pathIndices.isEmpty {
            guard let first = try await scenario.create(resource, salt: 5) else { return }
            scope = first.scope
        }
        let limit = resource.paging?.limit
        let usual = limit?.schema?.node.source["default"]?.number?.int64.map { Int($0) }
        let bounds = [list.longestList(resource), usual, resource.paging?.most]
        let fullest = fullest(resource.create)
        let wanted = (bounds.compactMap(\.self).filter { $0 <= fullest }.max() ?? 2) + 1
        guard let listing = try await scenario.list(resource, scope: scope) else { return }
        if listing.ids.count < wanted, limit != nil || wanted > 3 {
            for salt in 0..<UInt64(wanted - listing.ids.count) {
                guard try await scenario.create(resource, salt: 1_000 + salt) != nil else { return }
            }
        }
        if try await !turnPages(of: resource, scope: scope, scenario), limit != nil {
            try await scenario.list(resource, scope: scope, limit: 1, pages: 1)
            try await scenario.list(resource, scope: scope, limit: 2, pages: 2)
        }
        var draft = withoutOptionals(base(of: list))
        for (index, value) in zip(list.pathIndices, scope) { draft.values[index] = value }
        _ = try await scenario.sendValid("with a full page", draft)
    }

    /// How many resources may be created to fill a page.
    private func fullest(_ create: Operation) -> Int {
        guard let times = report.times[create.index], let median = times.sorted().dropFirst(times.count / 2).first,
            median > .zero
        else { return Run.fullest }
        return min(Run.fullest, max(2, Int(Run.longest / median)))
    }

    /// Turns small pages to the end.
    /// - Returns: whether there was more than one page.
    private func turnPages(
        of resource: Resource, scope: ArraySlice<JSON>, _ scenario: Scenario
    ) async throws(End) -> Bool {
        guard ListPaging(resource).isExact, let whole = try await scenario.list(resource, scope: scope),
            whole.isComplete, whole.ids.count > 2
        else { return false }
        let paged = try await scenario.list(resource, scope: scope, limit: (whole.ids.count + 2) / 3)
        return paged.map { $0.pages.count > 1 } ?? false
    }

    /// Has creations refused, and looks for what they left in the list.
    func followRefusedCreation(of resource: Resource) async throws(End) {
        guard resource.list != nil, resource.create.body != nil else { return }
        let scenario = Scenario(self)
        let base = withOptionals(base(of: resource.create))
        let scope = resource.create.pathIndices.map { base.values[$0] ?? .null }[...]
        guard try await scenario.list(resource, scope: scope)?.isComplete == true else { return }
        var drafts: [(draft: Draft, subject: String)] = []
        for site in base.bodySites {
            let negative = plans.violatingValues(site).first { $0.keyword != "required" }
            if let negative {
                drafts.append((base.setting(site, to: negative.value), "\(site.description), \(negative.keyword)"))
            }
            if site.required, drafts.count < 2 {
                drafts.append((base.setting(site, to: nil), "\(site.description), required"))
            }
        }
        // Some look at one part before they store, and at another one afterwards.
        if drafts.count > Run.refusals { drafts = Array(drafts.prefix(Run.refusals - 1) + drafts.suffix(1)) }
        var isRefused = false
        for (draft, subject) in drafts {
            let result = try await scenario.sendBroken(
                "to be refused", draft.request, of: resource.create, subject: subject)
            if let result, (400...499).contains(result.status) { isRefused = true }
        }
        if isRefused { try await scenario.list(resource, scope: scope) }
    }
}

extension Operation {
    /// `maxItems` of the list's answer.
    fileprivate func longestList(_ resource: Resource) -> Int? {
        var schema = successResponse?.content.first { $0.media?.kind == .json }?.schema
        for token in resource.child.listPointer.tokens { schema = schema?.property(token) }
        return schema?.conjuncts.lazy.compactMap { conjunct in
            conjunct.node.keywords.lazy.compactMap { keyword -> Int? in
                if case .maxItems(let count) = keyword { count } else { nil }
            }.first
        }.first
    }
}
