// A part of a list, and what the answer around it says of the whole.

import HTTPTypes
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// The things of one page.
struct ListPage: Sendable {
    let list: ResourceList
    let query: ListQuery
    let things: [JSON]
    /// How many come before them.
    private let start: Int
    /// How many there are on all pages.
    private let total: Int

    private init(_ list: ResourceList, _ query: ListQuery, _ things: [JSON], start: Int, total: Int) {
        (self.list, self.query, self.things, self.start, self.total) = (list, query, things, start, total)
    }

    /// - Parameter all: what the filters let through.
    init(_ list: ResourceList, _ query: ListQuery, of all: [JSON]) {
        let start = query.start(in: all)
        let rest = all.dropFirst(start)
        self.init(
            list, query, query.limit.map { Array(rest.prefix($0)) } ?? Array(rest), start: start, total: all.count)
    }

    /// The page as it shows its things, without those that it cannot show.
    func with(things: [JSON]) -> ListPage {
        ListPage(list, query, things, start: start, total: total - (self.things.count - things.count))
    }

    private var isLast: Bool { start + things.count >= total }

    /// What stands on the last page where others tell the next one.
    private enum Ending: CaseIterable {
        case nothing, null
        /// What the answer has, on any page: it tells something else.
        case any
    }

    /// An answer with the things in place of others, and with right counts beside them; nil where none fits the schema.
    func replacing(thingsOf answer: JSON, as schema: Schema?) -> JSON? {
        guard let whole = answer.replacing(list.pointer.tokens, with: .array(things)) else { return nil }
        return Ending.allCases.lazy.map { counted(whole, schema, $0) }.first {
            schema?.accepts($0, direction: .response) ?? true
        }
    }

    /// Declared header fields that count, with their values.
    func fields(of declared: ResponseSpec) -> [(name: HTTPField.Name, value: JSON?)] {
        declared.headers.compactMap { header in
            guard let name = HTTPField.Name(header.name), let value = value(of: header.name) else { return nil }
            return (name, value)
        }
    }

    private func counted(_ answer: JSON, _ schema: Schema?, _ ending: Ending) -> JSON {
        guard let name = list.pointer.tokens.last else { return answer }
        let parent = Array(list.pointer.tokens.dropLast())
        let schema = parent.reduce(schema) { $0?.property($1) }
        guard case .object(var around)? = answer[pointer: JSONPointer(parent)] else { return answer }
        for (member, value) in around where member != name {
            if case .object(let inner) = value {
                // `{"items": […], "meta": {"total": 3}}`
                around[member] = .object(counted(inner, schema?.property(member), ending))
            }
        }
        return answer.replacing(parent, with: .object(counted(around, schema, ending))) ?? answer
    }

    private func counted(_ object: JSONObject, _ schema: Schema?, _ ending: Ending) -> JSONObject {
        var counted = object
        if ending != .any {
            for name in object.map(\.key) + (schema?.properties.map(\.name) ?? []) where tellsNext(name) {
                let isText = object[name].map { $0.isNull || $0.string != nil } ?? true
                if isText { counted[name] = isLast ? (ending == .null ? .null : nil) : value(of: name) }
            }
        }
        for (name, old) in object where !tellsNext(name) {
            guard let value = value(of: name), value.kindName == old.kindName else { continue }
            if old.number.map(\.isInteger) ?? true { counted[name] = value }
        }
        return counted
    }

    /// Whether a member tells how to ask for the next page.
    private func tellsNext(_ name: String) -> Bool {
        [
            "next", "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextmarker", "nexturl",
            "nextpage", "nextpageurl", "nextpageuri", "nextlink",
        ].contains(name.lowercased().filter(\.isLetter))
    }

    /// What a member or a header field of this name says of the list; nil where it says something else.
    private func value(of name: String) -> JSON? {
        let plain = name.lowercased().filter { $0.isLetter }
        let things = (list.pointer.tokens.last ?? "").lowercased().filter { $0.isLetter }
        let pages = query.limit.map { $0 > 0 ? total / $0 + (total % $0 > 0 ? 1 : 0) : 0 } ?? 1
        switch plain {
        case "total", "totalcount", "totalitems", "totalresults", "count", "xtotal", "xtotalcount", "total" + things,
            things + "count":
            return .number(JSONNumber(total))
        case "totalpages", "pagecount", "pages", "lastpage", "xtotalpages": return .number(JSONNumber(pages))
        case "hasmore", "hasnext", "hasnextpage": return .bool(!isLast)
        case "page", "currentpage":
            return .number(JSONNumber(query.page))
        case "limit", "perpage", "pagesize": return query.limit.map { .number(JSONNumber($0)) }
        case "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextmarker", "endcursor":
            return .string(query.cursor(after: self.things.last, at: start + self.things.count))
        case "next", "nexturl", "nextpage", "nextpageurl", "nextpageuri", "nextlink":
            return query.addressOfNext(after: self.things.last, at: start + self.things.count).map { .string($0) }
        case "offset", "skip": return .number(JSONNumber(query.offset))
        default: return nil
        }
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
}
