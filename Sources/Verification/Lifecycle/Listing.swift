// Lists, page by page: what is in them, whether a page holds more than was asked for, and what a refused creation left there.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

/// What a list holds.
struct Listing {
    var ids: [JSON] = []
    /// What a page showed that one before it had shown.
    var repeated: [JSON] = []
    /// Whether there can be no more.
    var isComplete = false
    var pages: [Run.Trial] = []

    /// Whether a thing is in it. A path knows ids as text, a body may know them as numbers.
    func has(_ id: JSON) -> Bool {
        let text = id.string ?? id.serialized()
        return ids.contains { ($0.string ?? $0.serialized()) == text }
    }
}

extension Run {
    private static let pages = 12

    /// The things that a list shows under a scope, as far as its pages can be turned; nil where it could not be read.
    func list(
        _ resource: Resource, scope: ArraySlice<JSON>, as choice: TestCase.IdentityChoice = .own, limit: Int? = nil,
        pages: Int = Run.pages
    ) async throws(End) -> Listing? {
        guard let operation = resource.list else { return nil }
        var draft = reduced(base(of: operation))
        for (index, value) in zip(operation.pathIndices, scope) { draft.values[index] = value }
        let turner = PageTurner(operation, resource.paging, asking: limit)
        var listing = Listing()
        var next: JSON?
        for page in 0..<pages {
            guard let turned = turner.turn(draft, to: page, after: listing.ids.count, next) else { break }
            let request = turned.request
            guard let judged = judged(identified(request, of: operation, as: choice), of: operation), judged.conforms,
                let trial = try await attempt(
                    TestCase(
                        "page \(page + 1)", operation, request, judged: judged, expectation: .anything, identity: choice
                    ))
            else { return page == 0 ? nil : listing }
            record(trial.findings)
            guard trial.wentWell, let answer = trial.exchange.answer, resource.child.isList(answer) else {
                return page == 0 ? nil : listing
            }
            let ids = resource.child.things(in: answer).compactMap { resource.child.id(in: $0) }
            listing.pages.append(trial)
            if let asked = turner.limit, ids.count > asked, let parameter = turner.limitName {
                record([
                    finding(
                        .pageOverflow, operation, "page \(page + 1)", "the page holds more than was asked for",
                        found: "\(ids.count) things", expected: "\(asked) at most",
                        location: "query parameter '\(parameter)'", [trial.exchange])
                ])
            }
            let new = ids.filter { !listing.ids.contains($0) }
            if turner.isExact { listing.repeated += ids.filter { listing.ids.contains($0) } }
            listing.ids += new
            next = turner.goesByCursor ? answer.cursor : nil
            if next != nil, !new.isEmpty { continue }
            let isLast =
                turner.limit.map { ids.count < $0 } ?? (resource.paging?.offset == nil && resource.paging?.page == nil)
            if isLast || new.isEmpty {
                listing.isComplete =
                    !answer.tellsOfMore && (page == 0 || turner.isExact)
                    && !listing.pages.contains { $0.exchange.answer.map(resource.child.hasNameless) ?? true }
                break
            }
            if !turner.canTurn { break }
        }
        return listing
    }

    /// Whether a list, asked once more, still shows the same: one that does not says nothing of what is stored.
    func shows(_ ids: [JSON], _ resource: Resource, scope: ArraySlice<JSON>) async throws(End) -> Bool {
        guard let listing = try await list(resource, scope: scope) else { return false }
        return listing.isComplete && listing.ids == ids
    }

    /// Makes as many things as a page must not hold any more, and asks for small pages and for the default one.
    func fillPages(of resource: Resource) async throws(End) {
        guard let list = resource.list else { return }
        // What lies beneath another thing is listed where one has been made.
        var scope: ArraySlice<JSON> = []
        if !resource.create.pathIndices.isEmpty {
            guard let first = try await make(resource, salt: 5) else { return }
            scope = first.thing.dropLast()
        }
        let limit = resource.paging?.limit
        let bounds = [list.longestList(resource), limit?.schema?.node.source["default"]?.number?.int64.map { Int($0) }]
        let wanted = (bounds.compactMap(\.self).filter { $0 <= Run.fullest }.max() ?? 2) + 1
        guard let listing = try await self.list(resource, scope: scope) else { return }
        if listing.ids.count < wanted, limit != nil || wanted > 3 {
            for salt in 0..<UInt64(wanted - listing.ids.count) {
                guard try await make(resource, salt: 1_000 + salt) != nil else { return }
            }
        }
        if try await !turnPages(of: resource, scope: scope), limit != nil {
            _ = try await self.list(resource, scope: scope, limit: 1, pages: 1)
            _ = try await self.list(resource, scope: scope, limit: 2, pages: 2)
        }
        var draft = reduced(base(of: list))
        for (index, value) in zip(list.pathIndices, scope) { draft.values[index] = value }
        guard let trial = try await sendValid("with a full page", draft), trial.wentWell,
            let answer = trial.exchange.answer, let limit,
            let usual = limit.schema?.node.source["default"]?.number?.int64,
            draft.value(of: limit) == nil
        else { return }
        let count = resource.child.things(in: answer).count
        guard count > usual else { return }
        record([
            finding(
                .pageOverflow, list, "with a full page", "the page holds more than it does by default",
                found: "\(count) things", expected: "\(usual) at most",
                location: "query parameter '\(limit.name)' by default", [trial.exchange])
        ])
    }

    /// Turns small pages to the end: each thing is on one of them.
    /// - Returns: whether there was more than one page.
    private func turnPages(of resource: Resource, scope: ArraySlice<JSON>) async throws(End) -> Bool {
        guard let operation = resource.list, PageTurner(operation, resource.paging, asking: nil).isExact,
            let whole = try await list(resource, scope: scope), whole.isComplete, whole.ids.count > 2,
            let paged = try await list(resource, scope: scope, limit: (whole.ids.count + 2) / 3), paged.pages.count > 1
        else { return false }
        let missing = whole.ids.filter { !paged.ids.contains($0) }
        guard paged.isComplete, let id = missing.first ?? paged.repeated.first,
            try await shows(whole.ids, resource, scope: scope)
        else { return true }
        let exchanges = paged.pages.map(\.exchange)
        record([
            missing.isEmpty
                ? finding(
                    .pageOverflow, operation, "page by page", "a page holds what one before it has held",
                    found: id.serialized(), expected: "each thing on one page", location: "pages", exchanges)
                : finding(
                    .notListed, operation, "page by page", "what the whole list holds is on none of its pages",
                    found: "\(paged.ids.count) others", expected: id.serialized(), location: "pages", exchanges)
        ])
        return true
    }

    /// How many creations are to be refused before the list is looked at.
    private static let refusals = 3
    /// How many things are made to fill a page.
    private static let fullest = 60

    /// Has creations refused, and looks for what they left in the list.
    func followRefusedCreation(of resource: Resource) async throws(End) {
        guard let list = resource.list, resource.create.body != nil else { return }
        let base = completed(base(of: resource.create))
        let scope = resource.create.pathIndices.map { base.values[$0] ?? .null }[...]
        guard let before = try await self.list(resource, scope: scope), before.isComplete else { return }
        var known = Set(before.ids)
        var refused: [Exchange] = []
        var drafts: [Draft] = []
        for site in base.bodySites {
            let negative = negatives(site).first { $0.keyword != "required" }
            if let negative { drafts.append(base.setting(site, to: negative.value)) }
            if site.required, drafts.count < 2 { drafts.append(base.setting(site, to: nil)) }
        }
        // Some look at one part before they store, and at another one afterwards.
        if drafts.count > Run.refusals { drafts = Array(drafts.prefix(Run.refusals - 1) + drafts.suffix(1)) }
        for draft in drafts {
            let trial = try await sendBroken(
                "to be refused", draft.request, of: resource.create, subject: "a creation that breaks the contract")
            guard let trial else { continue }
            if trial.wentWell {
                if let id = trial.exchange.answer.flatMap({ resource.child.thing(in: $0) }).flatMap({
                    resource.child.id(in: $0)
                }) {
                    known.insert(id)
                }
            } else if (400...499).contains(trial.status) {
                refused.append(trial.exchange)
            }
        }
        guard !refused.isEmpty, let after = try await self.list(resource, scope: scope),
            let last = after.pages.last?.exchange
        else { return }
        let left = after.ids.filter { !known.contains($0) }
        guard let id = left.first, Set(after.ids).isSuperset(of: before.ids),
            try await shows(after.ids, resource, scope: scope)
        else { return }
        record([
            finding(
                .failedCreateStored, resource.create, "then \(list.id)", "a creation that was refused is in the list",
                found: "\(left.count) new, among them \(id.serialized())", expected: "nothing new", location: "body",
                refused.suffix(1) + [last])
        ])
    }
}

/// How a list is asked for its pages.
private struct PageTurner {
    private let operation: Operation
    private let paging: ResourceList.Paging?
    /// How many things are asked for.
    let limit: Int?

    init(_ operation: Operation, _ paging: ResourceList.Paging?, asking limit: Int?) {
        self.operation = operation
        self.paging = paging
        guard let schema = paging?.limit?.schema else {
            self.limit = nil
            return
        }
        let candidates = limit.map { [$0] } ?? [200, 100, 50, 30, 25, 20, 10]
        self.limit = candidates.first { schema.accepts(JSON.number(JSONNumber($0)), direction: .request) }
    }

    var limitName: String? { paging?.limit?.name }
    var canTurn: Bool { paging?.offset != nil || paging?.page != nil }
    /// Whether it is known what each page begins with.
    var isExact: Bool { paging?.offset != nil || firstPage != nil || goesByCursor }

    /// Some number pages from 0; nil where the contract leaves that open.
    private var firstPage: Int64? {
        guard let schema = paging?.page?.schema else { return nil }
        return schema.node.source["default"]?.number?.int64
            ?? (schema.accepts(0, direction: .request) ? nil : 1)
    }

    /// Whether each page tells what asks for the next.
    var goesByCursor: Bool { !canTurn && cursor != nil }

    private var cursor: Int? {
        operation.parameters.firstIndex { $0.location == .query && JSON.cursorNames.contains(Knowledge.plain($0.name)) }
    }

    /// The request for a page, counted from 0; nil where there is no way to it.
    func turn(_ draft: Draft, to page: Int, after count: Int, _ next: JSON?) -> Draft? {
        var draft = draft
        if let parameter = paging?.limit, let limit, let index = operation.index(of: parameter) {
            draft.values[index] = .number(JSONNumber(limit))
        }
        guard page > 0 else { return draft }
        if let parameter = paging?.offset, let index = operation.index(of: parameter) {
            draft.values[index] = .number(JSONNumber(count))
        } else if let parameter = paging?.page, let index = operation.index(of: parameter) {
            draft.values[index] = .number(JSONNumber(page + Int(firstPage ?? 1)))
        } else if let cursor, let next {
            draft.values[cursor] = next
        } else {
            return nil
        }
        return draft
    }
}

extension Draft {
    fileprivate func value(of parameter: Parameter) -> JSON? {
        operation.index(of: parameter).flatMap { values[$0] }
    }
}

extension JSON {
    /// What a page is asked for by, where the page before it tells.
    fileprivate static let cursorNames: Set<String> = [
        "cursor", "nextcursor", "endcursor", "pagetoken", "nextpagetoken", "nexttoken", "continuationtoken", "after",
        "startingafter", "marker", "nextmarker",
    ]

    /// What a list's answer says the next page is asked for by.
    fileprivate var cursor: JSON? {
        guard case .object(let members) = self else { return nil }
        for (name, value) in members where JSON.cursorNames.contains(Knowledge.plain(name)) {
            // A link to the next page is no cursor.
            if value.string.map({ !$0.isEmpty && !$0.contains("/") }) ?? (value.number != nil) { return value }
        }
        return members.lazy.compactMap { $0.value.object == nil ? nil : $0.value.cursor }.first
    }

    /// Whether a list's answer says that there is more of it.
    var tellsOfMore: Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { name, value in
            let name = Knowledge.plain(name)
            if name == "hasmore" || name == "hasnext" { return value == true }
            return name.hasPrefix("next") && !value.isNull && value != "" && value != false
        }
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

extension Resource {
    /// Whether a list was asked for a part of the things, such as those of a type, to which the one that was made need not belong.
    func isPart(_ listed: Run.Trial, without made: Made) -> Bool {
        let known = [made.shown?.object, made.draft.body?.value.object].compactMap(\.self).flatMap { $0.map(\.self) }
        let turns = [paging?.limit, paging?.offset, paging?.page].compactMap { $0?.name }
        return listed.test.operation.parameters.contains { parameter in
            guard parameter.location == .query, !turns.contains(parameter.name),
                let asked = listed.test.judged?.value(parameter.name, in: .query)
            else { return false }
            let name = Knowledge.plain(parameter.name)
            return !known.contains { Knowledge.plain($0.key) == name && $0.value.isLike(asked) }
        }
    }
}
