// A part of a list, and what the answer around it says of the whole.

import HTTPTypes
import JSONSchema
import OpenAPIContract

/// The things of one page.
struct ListPage: Sendable {
    let list: ResourceList
    let query: ListQuery
    let things: [JSON]
    /// How many there are on all pages.
    let total: Int

    init(_ list: ResourceList, _ query: ListQuery, things: [JSON], total: Int) {
        (self.list, self.query, self.things, self.total) = (list, query, things, total)
    }

    func with(things: [JSON]) -> ListPage { ListPage(list, query, things: things, total: total) }

    /// An answer with the things in place of others, and with right counts beside them.
    func replacing(thingsOf answer: JSON) -> JSON? {
        answer.replacing(list.pointer.tokens, with: .array(things)).map(counted)
    }

    /// Declared header fields that count, with their values.
    func fields(of declared: ResponseSpec) -> [(name: HTTPField.Name, value: JSON?)] {
        declared.headers.compactMap { header in
            guard let name = HTTPField.Name(header.name), let value = value(of: header.name) else { return nil }
            return (name, value)
        }
    }

    private func counted(_ answer: JSON) -> JSON {
        guard let name = list.pointer.tokens.last else { return answer }
        let parent = Array(list.pointer.tokens.dropLast())
        guard case .object(var around)? = answer[pointer: JSONPointer(parent)] else { return answer }
        for (member, value) in around where member != name {
            if case .object(let inner) = value {
                // `{"items": […], "meta": {"total": 3}}`
                around[member] = .object(counted(inner))
            }
        }
        return answer.replacing(parent, with: .object(counted(around))) ?? answer
    }

    private func counted(_ object: JSONObject) -> JSONObject {
        var counted = object
        for (name, old) in object {
            guard let value = value(of: name), value.kindName == old.kindName else { continue }
            if old.number.map(\.isInteger) ?? true { counted[name] = value }
        }
        return counted
    }

    /// What a member or a header field of this name says of the list; nil where it says something else.
    private func value(of name: String) -> JSON? {
        let plain = name.lowercased().filter { $0.isLetter }
        let things = (list.pointer.tokens.last ?? "").lowercased().filter { $0.isLetter }
        let pages = query.limit.map { $0 > 0 ? (total + $0 - 1) / $0 : 0 } ?? 1
        let isLast = total - min(query.offset, total) <= self.things.count
        switch plain {
        case "total", "totalcount", "totalitems", "totalresults", "count", "xtotal", "xtotalcount", "total" + things,
            things + "count":
            return .number(JSONNumber(total))
        case "totalpages", "pagecount", "pages", "lastpage", "xtotalpages": return .number(JSONNumber(pages))
        case "hasmore", "hasnext", "hasnextpage": return .bool(!isLast)
        case "page", "currentpage":
            return .number(JSONNumber(query.page))
        case "limit", "perpage", "pagesize": return query.limit.map { .number(JSONNumber($0)) }
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
