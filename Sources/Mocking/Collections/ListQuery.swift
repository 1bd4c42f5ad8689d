// Which part of a list a request asks for.

import ContractCollections
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// The filters, the order and the page of one request.
struct ListQuery: Sendable {
    private let filters: [ListFilter]
    private let order: ListOrder?
    let limit: Int?
    let offset: Int
    /// As the client counts pages.
    let page: Int
    let firstPage: Int
    private let cursor: String?
    private let idProperty: String?
    private let paging: ResourceList.Paging
    private let judged: JudgedRequest
    private let prefix: String

    /// Resources on a page where the request names a page and nobody says how many are on one.
    private static let usualLimit = 20

    /// - Parameter prefix: of the session, which the request's target lacks.
    init(_ judged: JudgedRequest, _ list: ResourceList, prefix: String = "") {
        func value(_ parameter: Parameter?) -> JSON? {
            parameter.flatMap { judged.value($0.name, in: $0.location) }
        }
        func number(_ parameter: Parameter?) -> Int? {
            let given = value(parameter) ?? parameter?.schema?.node.annotation("default")
            return given.flatMap { Int($0.idText ?? "") }.map { max($0, 0) }
        }
        filters = list.filters.compactMap { filter in
            value(filter.parameter).flatMap { ListFilter(filter, wanted: $0, in: list) }
        }
        order = ListOrder(judged, list)
        let page = number(list.paging.page)
        let first = list.paging.page.map(Self.firstPage) ?? 1
        let asked = number(list.paging.limit) ?? (page == nil ? nil : Self.usualLimit)
        limit = asked.map { min($0, list.room) } ?? (list.room == .max ? nil : list.room)
        firstPage = first
        let pageStart = max((page ?? first) - first, 0).multipliedReportingOverflow(by: limit ?? 0)
        self.page = page ?? first
        // Some call a cursor so that others count with.
        let opaque = list.paging.offset.flatMap { $0.schema?.types == .string ? $0 : nil }
        cursor = value(list.paging.cursor ?? opaque)?.idText
        idProperty = list.idProperty
        paging = list.paging
        (self.judged, self.prefix) = (judged, prefix)
        offset = number(list.paging.offset) ?? (pageStart.overflow ? .max : pageStart.partialValue)
    }

    /// Pages count from 1, unless the parameter says that there is a page 0.
    private static func firstPage(_ parameter: Parameter) -> Int {
        let node = parameter.schema?.node
        let lowest = node?.annotation("default") ?? node?.source["minimum"]
        return lowest?.number?.int64 == 0 ? 0 : 1
    }

    /// Whether the request names no part at all.
    var isWhole: Bool { filters.isEmpty && order == nil && limit == nil && offset == 0 && cursor == nil }

    /// What the filters let through, in the order that is asked for.
    func chosen(from resources: [StoredResources.Listed]) -> [StoredResources.Listed] { chosen(resources) { $0.value } }

    func chosen(plain resources: [JSON]) -> [JSON] { chosen(resources) { $0 } }

    /// The same of resources that are made up: they can as well be what is asked for.
    func chosen(sampled resources: [JSON], as schema: Schema?) -> [JSON] {
        chosen(
            plain: resources.enumerated().map { index, resource in
                filters.reduce(resource) { resource, filter in filter.bent(resource, index, as: schema) }
            })
    }

    private func chosen<Resource>(_ resources: [Resource], _ value: (Resource) -> JSON) -> [Resource] {
        let found = filters.reduce(resources) { $1.chosen(from: $0, value) }
        return order?.sorted(found, value) ?? found
    }

    /// How many of the resources come before the page. A cursor that names none of them and is no number is past the last.
    func start(in resources: [JSON]) -> Int {
        guard let cursor else { return min(offset, resources.count) }
        let after = idProperty.flatMap { name in resources.firstIndex { $0[name]?.idText == cursor } }
        return min(after.map { $0 + 1 } ?? Int(cursor).map { max($0, 0) } ?? resources.count, resources.count)
    }

    // MARK: Addresses of pages

    /// Which way another page lies.
    enum Turn {
        case next(after: JSON?, at: Int)
        case previous(at: Int)
        case first
        case last(of: Int)
        case own
    }

    /// Where a page is asked for; nil where no parameter turns pages so.
    func address(of turn: Turn) -> String? {
        path(of: turn).map { judged.request.origin + $0 }
    }

    /// The same without scheme and host.
    func path(of turn: Turn) -> String? {
        let target = prefix + judged.request.target
        guard let (name, value) = parameter(of: turn) else { if case .own = turn { return target } else { return nil } }
        let parts = target.split(separator: "?", maxSplits: 1)
        let others = (parts.count > 1 ? parts[1] : "").split(separator: "&").filter { $0.prefix { $0 != "=" } != name }
        let query = others.map(String.init) + ["\(name)=\(Percent.encoded(value))"]
        return parts[0] + "?" + query.joined(separator: "&")
    }

    private func parameter(of turn: Turn) -> (name: String, value: String)? {
        let size = max(limit ?? 1, 1)
        func number(_ page: Int, _ start: Int) -> (name: String, value: String)? {
            paging.page.map { ($0.name, String(page)) } ?? paging.offset.map { ($0.name, String(start)) }
        }
        switch turn {
        case .own: return nil
        case .next(let last, let end):
            return number(page &+ 1, end) ?? paging.cursor.map { ($0.name, cursor(after: last, at: end)) }
        case .previous(let start): return number(page &- 1, max(start - size, 0))
        case .first: return number(firstPage, 0)
        case .last(let total):
            let pages = max((total + size - 1) / size, 1)
            return number(firstPage + pages - 1, (pages - 1) * size)
        }
    }

    /// What asks for the page after one that ends so.
    func cursor(after last: JSON?, at end: Int) -> String {
        if paging.cursor == nil { return String(end) }
        return idProperty.flatMap { last?[$0]?.idText } ?? String(end)
    }
}
