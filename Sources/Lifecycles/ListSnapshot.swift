// What a list has shown, put together of its pages.

import VerificationReports
import ContractCollections
import SourceDocuments
import OpenAPIContract
package import JSONValues
import JSONSchema

/// The pages of one list that were asked for one after another, from the first.
package struct ListSnapshot {
    /// Which list: whose, under which scope, and by which filters.
    struct Name: Hashable {
        let scope: ResourceName
        let filters: [String: JSON]
        let identity: IdentityChoice
    }

    let name: Name
    /// How many resources a page was asked to hold.
    package let limit: Int?
    /// The ids that were shown, in the order of the pages.
    package var ids: [JSON] = []
    /// What a page showed that one before it had shown.
    var repeated: [JSON] = []
    /// What each page has shown.
    package private(set) var resources: [JSON] = []
    /// The exchanges, a page each.
    package private(set) var pages: [ObservedEvent] = []
    /// What asks for the next page, where the last one tells.
    package private(set) var next: JSON?
    /// Whether the last page can have no other after it.
    package private(set) var isAtEnd = false
    /// Whether it holds all that there is.
    package private(set) var isComplete = false
    /// The creations that were refused since.
    var refused: [ObservedEvent] = []

    var results: [CaseResult] { pages.map(\.result) }

    /// Whether a resource is in it. A path knows ids as text, a body may know them as numbers.
    func has(_ id: JSON) -> Bool { ids.contains { $0.asName == id.asName } }

    init(_ name: Name, limit: Int?) {
        self.name = name
        self.limit = limit
    }

    mutating func add(_ page: ObservedEvent, _ answer: JSON, of resource: Resource) {
        let paging = ListPaging(resource)
        let shown = resource.child.resources(in: answer)
        let own = shown.compactMap { resource.child.id(in: $0) }
        let known = Set(ids)
        let new = own.filter { !known.contains($0) }
        if paging.isExact { repeated += own.filter { known.contains($0) } }
        pages.append(page)
        resources += shown
        ids += new
        next = paging.goesByCursor ? answer.nextCursor : nil
        isAtEnd = false
        isComplete = false
        if next != nil, !new.isEmpty { return }
        let bounds = ListPaging(bounds: resource)
        let most = limit ?? bounds.limit(of: page.judged)
        let isLast = most.map { own.count < $0 } ?? !bounds.hasPages
        guard isLast || new.isEmpty else { return }
        isAtEnd = true
        isComplete =
            !answer.tellsOfMore && (pages.count == 1 || paging.isExact)
            && !pages.contains { $0.answer.map(resource.child.hasNameless) ?? true }
    }
}

extension ResourceTimeline {
    /// Takes a page of a list in, and says what the page shows and, where it is the last, what the whole list shows.
    mutating func list(_ event: ObservedEvent, _ resource: Resource) {
        guard event.result.succeeded, let answer = event.answer, resource.child.isList(answer) else {
            listing = nil
            return
        }
        let shown = resource.child.resources(in: answer)
        sayOverflow(event, resource, shown.count)
        let name = ListSnapshot.Name(
            scope: ResourceName(resource.child.key, event.judged.pathValues),
            filters: event.judged.filters(resource.paging), identity: event.identity)
        sayDeleted(event, resource, name.scope, shown)
        let paging = ListPaging(resource)
        var list: ListSnapshot
        if let listing, listing.name == name, paging.isNext(event.judged, after: listing) {
            list = listing
        } else if paging.isFirst(event.judged) {
            list = ListSnapshot(name, limit: paging.limit(of: event.judged))
        } else {
            listing = nil
            return
        }
        list.add(event, answer, of: resource)
        listing = list
        guard list.isComplete else { return }
        let before = snapshots[name]
        if list.pages.count > 1, isAlone { compare(list, with: before, event) }
        sayMissing(list, before, event, resource)
        if let before { saySurplus(list, since: before, event, resource) }
        list.refused = []
        snapshots[name] = list
    }

    private mutating func sayOverflow(_ event: ObservedEvent, _ resource: Resource, _ count: Int) {
        guard let parameter = resource.paging?.limit, event.judged.conforms else { return }
        let asked = event.judged.value(parameter.name, in: .query)?.number?.int64
        let usual = parameter.schema?.node.source["default"]?.number?.int64
        if let asked, count > asked {
            add(
                .pageOverflow, at: event.operation, event, "the page holds more than was asked for",
                found: "\(count) resources", expected: "\(asked) at most",
                location: "query parameter '\(parameter.name)'", after: [])
        } else if asked == nil, let usual, count > usual {
            add(
                .pageOverflow, at: event.operation, event, "the page holds more than it does by default",
                found: "\(count) resources", expected: "\(usual) at most",
                location: "query parameter '\(parameter.name)' by default", after: [], degree: .suspicion)
        }
    }

    private mutating func sayDeleted(
        _ event: ObservedEvent, _ resource: Resource, _ scope: ResourceName, _ shown: [JSON]
    ) {
        let ids = shown.compactMap { resource.child.id(in: $0) }
        for (name, history) in known(under: scope) {
            guard let deletion = history.deletion, deletion.isOver(before: event),
                let id = ids.first(where: { $0.asName == name.id })
            else { continue }
            add(
                .usedAfterDelete, at: event.operation, event, "what was deleted is still listed",
                found: id.serialized(), expected: "a list without it", location: "body",
                after: [history.creation?.result, deletion.result].compactMap(\.self))
        }
    }

    /// What is known of the resources under a scope, in an order that is the same every time.
    private func known(under scope: ResourceName) -> [(name: ResourceName, history: ResourceHistory)] {
        histories.filter { $0.key.key == scope.key && $0.key.values.dropLast().elementsEqual(scope.values) }
            .map { (name: $0.key, history: $0.value) }
            .sorted { $0.name.values.description < $1.name.values.description }
    }

    /// Small pages turned to the end show each resource of the whole list once.
    private mutating func compare(_ list: ListSnapshot, with whole: ListSnapshot?, _ event: ObservedEvent) {
        let before = list.results.dropLast()
        if let whole, let id = whole.ids.first(where: { !list.has($0) }) {
            add(
                .notListed, at: event.operation, event, "what the whole list holds is on none of its pages",
                found: "\(list.ids.count) others", expected: id.serialized(), location: "pages",
                after: whole.results + before, isAboutList: true)
        } else if let id = list.repeated.first {
            add(
                .pageOverflow, at: event.operation, event, "a page holds what one before it has held",
                found: id.serialized(), expected: "each resource on one page", location: "pages",
                after: Array(before), isAboutList: true)
        }
    }

    private mutating func sayMissing(
        _ list: ListSnapshot, _ before: ListSnapshot?, _ event: ObservedEvent, _ resource: Resource
    ) {
        for (name, history) in known(under: list.name.scope) where !list.has(name.id) {
            guard history.deletion == nil, history.parentDeletion == nil, let creation = history.creation,
                let first = list.pages.first, creation.isOver(before: first)
            else { continue }
            if list.name.identity == .other, creation.identity == .own {
                histories[name]?.isHiddenFromOthers = true
                continue
            }
            // What the pages together lack, and the whole list has, has been told of.
            let isOnWhole = list.pages.count > 1 && isAlone && before?.has(name.id) == true
            guard creation.identity == list.name.identity, history.isUntouched, !isOnWhole,
                !event.judged.isFiltered(resource.paging, without: history)
            else { continue }
            add(
                .notListed, at: event.operation, event, "what was created is not in the list",
                found: "\(list.ids.count) others", expected: (history.created?.id ?? name.id).serialized(),
                location: "body", after: [creation.result] + list.results.dropLast(), isAboutList: true)
        }
    }

    private mutating func saySurplus(
        _ list: ListSnapshot, since before: ListSnapshot, _ event: ObservedEvent, _ resource: Resource
    ) {
        let new = list.resources.filter { shown in resource.child.id(in: shown).map { !before.has($0) } ?? false }
        guard before.ids.count + new.count == list.resources.count else { return }
        for refused in before.refused {
            // Others may have created something meanwhile, but not with what was refused here.
            guard let left = new.first(where: { refused.sent?.isMostly(in: $0) ?? false }) else { continue }
            add(
                .failedCreateStored, at: resource.create, event, "a creation that was refused is in the list",
                found: "\(new.count) new, among them \((resource.child.id(in: left) ?? .null).serialized())",
                expected: "nothing new", location: "body",
                after: before.results + [refused.result] + list.results.dropLast(), isAboutList: true)
        }
    }
}

extension JudgedRequest {
    /// What of the query says which resources are asked for, rather than which page.
    fileprivate func filters(_ paging: ResourceList.Paging?) -> [String: JSON] {
        let turns = [paging?.limit, paging?.offset, paging?.page].compactMap { $0?.name }
        var filters: [String: JSON] = [:]
        for value in parameters where value.parameter.location == .query && !turns.contains(value.parameter.name) {
            if JSON.cursorNames.contains(value.parameter.name.comparableName) { continue }
            filters[value.parameter.name] = value.value
        }
        return filters
    }

    /// Whether a part of the resources is asked for, such as those of a type, to which one need not belong.
    fileprivate func isFiltered(_ paging: ResourceList.Paging?, without history: ResourceHistory) -> Bool {
        let known = [history.created?.resource?.object, history.body].compactMap(\.self).flatMap { $0.map(\.self) }
        return filters(paging).contains { name, asked in
            !known.contains { $0.key.comparableName == name.comparableName && $0.value.isLike(asked) }
        }
    }
}

extension JSON {
    /// What a page is asked for by, where the page before it tells.
    static let cursorNames: Set<String> = [
        "cursor", "nextcursor", "endcursor", "pagetoken", "nextpagetoken", "nexttoken", "continuationtoken", "after",
        "startingafter", "marker", "nextmarker",
    ]

    /// What a list's answer says the next page is asked for by.
    package var nextCursor: JSON? {
        guard case .object(let members) = self else { return nil }
        for (name, value) in members where JSON.cursorNames.contains(name.comparableName) {
            // A link to the next page is no cursor.
            if value.string.map({ !$0.isEmpty && !$0.contains("/") }) ?? (value.number != nil) { return value }
        }
        return members.lazy.compactMap { $0.value.object == nil ? nil : $0.value.nextCursor }.first
    }

    /// Whether a list's answer says that there is more of it.
    fileprivate var tellsOfMore: Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { name, value in
            let name = name.comparableName
            if name == "hasmore" || name == "hasnext" { return value == true }
            return name.hasPrefix("next") && !value.isNull && value != "" && value != false
        }
    }

    /// Whether most of its members are those of a resource.
    fileprivate func isMostly(in resource: JSON) -> Bool {
        guard case .object(let sent) = self, case .object(let resource) = resource else { return false }
        let kept = sent.filter { name, value in resource[name].map { value.isLike($0) } ?? false }
        return !kept.isEmpty && kept.count * 2 > sent.count
    }
}
