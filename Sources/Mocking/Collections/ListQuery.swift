// Which part of a list a request asks for, and the answer that it stands in.

import JSONSchema
import OpenAPIContract

/// The filters and the page of one request.
struct ListQuery: Sendable {
    private let filters: [(property: String, wanted: JSON)]
    private let limit: Int?
    private let offset: Int

    /// Things on a page where the request names a page and nobody says how many are on one.
    private static let usualLimit = 20

    init(_ judged: JudgedRequest, _ resource: ResourceCollection) {
        func value(_ parameter: Parameter?) -> JSON? {
            parameter.flatMap { judged.value($0.name, in: $0.location) }
        }
        func number(_ parameter: Parameter?) -> Int? {
            let given = value(parameter) ?? parameter?.schema?.node.annotation("default")
            return given.flatMap { Int($0.idText ?? "") }.map { max($0, 0) }
        }
        filters = resource.filters.compactMap { filter in
            value(filter.parameter).map { (filter.property, $0) }
        }
        let page = number(resource.paging.page)
        let limit = number(resource.paging.limit) ?? (page == nil ? nil : Self.usualLimit)
        self.limit = limit
        let pageStart = max((page ?? 1) - 1, 0).multipliedReportingOverflow(by: limit ?? 0)
        offset = number(resource.paging.offset) ?? (pageStart.overflow ? .max : pageStart.partialValue)
    }

    /// Whether the request names a part at all.
    var isWhole: Bool { filters.isEmpty && limit == nil && offset == 0 }

    func filtered(_ things: [JSON]) -> [JSON] {
        things.filter { thing in
            filters.allSatisfy { filter in thing[filter.property].map { ListQuery.meets($0, filter.wanted) } ?? false }
        }
    }

    func page(of things: [JSON]) -> [JSON] {
        let rest = things.dropFirst(offset)
        return limit.map { Array(rest.prefix($0)) } ?? Array(rest)
    }

    /// A list of wanted values is met by any of them, and a list of values by one that is wanted.
    private static func meets(_ value: JSON, _ wanted: JSON) -> Bool {
        if case .array(let choices) = wanted { return choices.contains { meets(value, $0) } }
        if case .array(let values) = value { return values.contains { meets($0, wanted) } }
        return value == wanted || (value.idText != nil && value.idText == wanted.idText)
    }
}

extension JSON {
    /// With another value at the pointer; nil where there is no such place.
    func replacing(_ pointer: some Collection<String>, with value: JSON) -> JSON? {
        guard let token = pointer.first else { return value }
        guard case .object(var object) = self else { return nil }
        guard let inner = (object[token] ?? .object(JSONObject())).replacing(pointer.dropFirst(), with: value) else {
            return nil
        }
        object[token] = inner
        return .object(object)
    }

    /// With a count in every whole number beside the list that is named like a total.
    func counting(_ total: Int, besideListAt pointer: JSONPointer) -> JSON {
        guard let list = pointer.tokens.last,
            case .object(var object) = self[pointer: JSONPointer(pointer.tokens.dropLast())]
        else { return self }
        for (name, value) in object where name != list && value.number?.isInteger == true && ListQuery.isTotal(name) {
            object[name] = .number(JSONNumber(total))
        }
        return replacing(pointer.tokens.dropLast(), with: .object(object)) ?? self
    }
}

extension ListQuery {
    /// `total`, `totalCount`, `X-Total-Count`, `count`.
    static func isTotal(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter }
        return ["total", "totalcount", "totalitems", "totalresults", "count", "xtotal", "xtotalcount"].contains(plain)
    }
}
