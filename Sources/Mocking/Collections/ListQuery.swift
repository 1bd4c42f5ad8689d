// Which part of a list a request asks for.

import JSONSchema
import OpenAPIContract

/// The filters and the page of one request.
struct ListQuery: Sendable {
    private let filters: [(property: String, wanted: JSON)]
    let limit: Int?
    let offset: Int
    /// As the client counts pages.
    let page: Int

    /// Things on a page where the request names a page and nobody says how many are on one.
    private static let usualLimit = 20

    init(_ judged: JudgedRequest, _ list: ResourceList) {
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
        offset = number(list.paging.offset) ?? (pageStart.overflow ? .max : pageStart.partialValue)
    }

    /// Pages count from 1, unless the parameter says that there is a page 0.
    private static func firstPage(_ parameter: Parameter) -> Int {
        let node = parameter.schema?.node
        let lowest = node?.annotation("default") ?? node?.source["minimum"]
        return lowest?.number?.int64 == 0 ? 0 : 1
    }

    /// Whether the request names no part at all.
    var isWhole: Bool { filters.isEmpty && limit == nil && offset == 0 }

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

    func page(of things: [JSON]) -> [JSON] {
        let rest = things.dropFirst(offset)
        return limit.map { Array(rest.prefix($0)) } ?? Array(rest)
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
