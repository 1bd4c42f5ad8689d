// Which part of a list a request asks for.

import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// The filters and the page of one request.
struct ListQuery: Sendable {
    private let filters: [(property: String, wanted: JSON)]
    let limit: Int?
    let offset: Int
    /// As the client counts pages.
    let page: Int
    private let cursor: String?
    private let idProperty: String?
    private let paging: ResourceList.Paging
    private let judged: JudgedRequest
    private let prefix: String

    /// Things on a page where the request names a page and nobody says how many are on one.
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
            value(filter.parameter).map { (filter.property, $0) }
        }
        let page = number(list.paging.page)
        let first = list.paging.page.map(Self.firstPage) ?? 1
        let limit = number(list.paging.limit) ?? (page == nil ? nil : Self.usualLimit)
        self.limit = limit
        let pageStart = max((page ?? first) - first, 0).multipliedReportingOverflow(by: limit ?? 0)
        self.page = page ?? first
        cursor = value(list.paging.cursor)?.idText
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
    var isWhole: Bool { filters.isEmpty && limit == nil && offset == 0 && cursor == nil }

    func filtered(_ things: [JSON]) -> [JSON] {
        things.filter { thing in
            filters.allSatisfy { filter in thing[filter.property].map { ListQuery.meets($0, filter.wanted) } ?? false }
        }
    }

    /// Things that are made up can as well be what is asked for; those that cannot are left out.
    func filtered(sampled things: [JSON], as schema: Schema?) -> [JSON] {
        filtered(
            things.enumerated().map { index, thing in
                filters.reduce(thing) { thing, filter in
                    guard var object = thing.object,
                        thing[filter.property].map({ Self.meets($0, filter.wanted) }) != true
                    else { return thing }
                    let choices = filter.wanted.array ?? [filter.wanted]
                    let choice = choices.isEmpty ? filter.wanted : choices[index % choices.count]
                    for value in [choice, [choice]] {
                        object[filter.property] = value
                        if schema?.accepts(.object(object), direction: .response) ?? true { return .object(object) }
                    }
                    return thing
                }
            })
    }

    /// How many of the things come before the page. A cursor that names none of them and is no number is past the last.
    func start(in things: [JSON]) -> Int {
        guard let cursor else { return min(offset, things.count) }
        let after = idProperty.flatMap { name in things.firstIndex { $0[name]?.idText == cursor } }
        return min(after.map { $0 + 1 } ?? Int(cursor).map { max($0, 0) } ?? things.count, things.count)
    }

    /// Where the page after one is that ends so; nil where no parameter turns pages.
    func addressOfNext(after last: JSON?, at end: Int) -> String? {
        let turn: (name: String, value: String)? =
            paging.page.map { ($0.name, String(page &+ 1)) } ?? paging.offset.map { ($0.name, String(end)) }
            ?? paging.cursor.map { ($0.name, cursor(after: last, at: end)) }
        guard let turn else { return nil }
        let host = HTTPField.Name("Host").flatMap { judged.request.headers[$0] } ?? "localhost"
        let parts = "http://\(host)\(prefix)\(judged.request.target)".split(separator: "?", maxSplits: 1)
        let others = (parts.count > 1 ? parts[1] : "").split(separator: "&").filter {
            $0.prefix { $0 != "=" } != turn.name
        }
        let query = others.map(String.init) + ["\(turn.name)=\(Percent.encoded(turn.value))"]
        return parts[0] + "?" + query.joined(separator: "&")
    }

    /// What asks for the page after one that ends so.
    func cursor(after last: JSON?, at end: Int) -> String {
        idProperty.flatMap { last?[$0]?.idText } ?? String(end)
    }

    /// A list of wanted values is met by any of them, a list of values by one that is wanted, and an object by its name or id.
    private static func meets(_ value: JSON, _ wanted: JSON) -> Bool {
        if case .array(let choices) = wanted { return choices.contains { meets(value, $0) } }
        if case .array(let values) = value { return values.contains { meets($0, wanted) } }
        if case .object(let object) = value, wanted.object == nil {
            return ["name", "id"].contains { object[$0]?.idText != nil && object[$0]?.idText == wanted.idText }
        }
        return value == wanted || (value.idText != nil && value.idText == wanted.idText)
    }
}
