// What the names beside a list say of it: how many there are, and where the other pages are.

import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract

/// The words of one page.
struct PageWords {
    let page: ListPage

    enum Said {
        case value(JSON)
        /// It leads to a page that there is not.
        case none
        /// It says something else.
        case nothingOfIt
    }

    private static let next: Set<String> = [
        "next", "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextmarker", "nexturl", "nextpage",
        "nextpageurl", "nextpageuri", "nextlink", "nextoffset", "nextpageid", "endcursor", "odatanextlink", "nexthref",
        "xnextpage", "nextpagenumber", "xnext",
    ]
    private static let previous: Set<String> = [
        "previous", "prev", "previouspage", "prevpage", "previousurl", "prevurl", "previouspageurl", "previouspageuri",
        "prevpageurl", "prevlink", "previouslink", "prevcursor", "previouscursor", "prevpagetoken",
        "previouspagetoken", "xprevpage",
    ]
    private static let totals: Set<String> = [
        "total", "totalcount", "totalitems", "totalresults", "totalelements", "totalrecords", "totalsize", "totalhits",
        "totalrows", "totalentries", "recordcount", "resultcount", "numfound", "nbhits", "xtotal", "xtotalcount",
        "totalnumber", "totalnum", "numresults", "odatacount", "itemcount", "totalitemcount",
    ]
    /// Of this page alone, wherever they stand.
    private static let own: Set<String> = [
        "numberofelements", "currentitemcount", "returned", "pagecountitems", "itemsonpage", "returnedcount",
    ]

    private func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

    /// Whether a member tells how to ask for another page.
    func leadsOn(_ name: String, in parent: String?) -> Bool {
        let name = plain(name)
        return Self.next.contains(name) || Self.previous.contains(name)
            || (parent.map { plain($0) == "cursors" } ?? false) && ["after", "before"].contains(name)
    }

    /// An object that a member may be, before anything is in it.
    func empty(_ schema: Schema) -> JSON? {
        guard schema.types.contains(.object), !schema.types.contains(.string), !schema.properties.isEmpty else {
            return nil
        }
        return .object(JSONObject(schema.properties.map { ($0.name, JSON.null) }))
    }

    /// - Parameters:
    ///   - parent: the member that it stands in, beside the list: `next_page` of `offset`.
    ///   - names: what stands beside it.
    func says(_ name: String, in parent: String?, beside names: [String]) -> Said {
        let word = plain(name)
        if let parent, let said = saysInside(word, plain(parent)) { return said }
        let query = page.query
        let end = page.start + page.resources.count
        func text(_ text: String?) -> Said { text.map { .value(.string($0)) } ?? .nothingOfIt }
        if Self.next.contains(word) {
            if page.isLast { return .none }
            switch word {
            case "next", "xnext", "nexturl", "nextpage", "nextpageurl", "nextpageuri", "nextlink", "odatanextlink",
                "nexthref":
                return text(query.address(of: .next(after: page.resources.last, at: end)))
            case "nextoffset": return .value(.number(JSONNumber(end)))
            case "nextpagenumber", "xnextpage": return .value(.number(JSONNumber(query.page &+ 1)))
            default: return text(query.cursor(after: page.resources.last, at: end))
            }
        }
        if Self.previous.contains(word) {
            guard page.start > 0, let address = query.address(of: .previous(at: page.start)) else { return .none }
            return word.hasSuffix("cursor") || word.hasSuffix("token") ? .none : .value(.string(address))
        }
        return count(word, beside: names)
    }

    /// Inside what leads to another page.
    private func saysInside(_ word: String, _ parent: String) -> Said? {
        let query = page.query
        let end = page.start + page.resources.count
        if parent == "cursors" {
            if word == "after" {
                return page.isLast ? Said.none : .value(.string(query.cursor(after: page.resources.last, at: end)))
            }
            if word == "before" { return Said.none }
        }
        let turns: [String: ListQuery.Turn] = [
            "first": .first, "last": .last(of: page.total), "self": .own, "current": .own,
            "previous": .previous(at: page.start), "prev": .previous(at: page.start),
        ]
        let isNext = Self.next.contains(parent)
        if ["links", "paging", "pagination", "urls", "pages"].contains(parent), let turn = turns[word] {
            if case .previous = turn, page.start == 0 { return Said.none }
            return query.address(of: turn).map { .value(.string($0)) }
        }
        guard let turn = isNext ? .next(after: page.resources.last, at: end) : turns[parent] else { return nil }
        switch word {
        case "href", "uri", "url", "link": return query.address(of: turn).map { .value(.string($0)) }
        case "path": return query.path(of: turn).map { .value(.string($0)) }
        case "offset", "cursor", "token", "after", "startingafter":
            return isNext ? .value(.string(query.cursor(after: page.resources.last, at: end))) : nil
        default: return nil
        }
    }

    private func count(_ word: String, beside names: [String]) -> Said {
        let query = page.query
        let resources = plain(page.list.pointer.tokens.last ?? "")
        let pages = query.limit.map { $0 > 0 ? page.total / $0 + (page.total % $0 > 0 ? 1 : 0) : 0 } ?? 1
        func number(_ number: Int) -> Said { .value(.number(JSONNumber(number))) }
        if Self.totals.contains(word) || ["total" + resources, resources + "count", "num" + resources].contains(word) {
            return number(page.total)
        }
        if Self.own.contains(word) { return number(page.resources.count) }
        switch word {
        case "count":
            // Beside the number of all it is that of this page.
            return number(names.contains { Self.totals.contains(plain($0)) } ? page.resources.count : page.total)
        case "totalpages", "pagecount", "pages", "lastpage", "xtotalpages", "numpages", "nbpages":
            return number(max(pages, word == "lastpage" ? 1 : 0))
        case "hasmore", "hasnext", "hasnextpage", "more", "moreresults", "moreitems", "istruncated", "hasmoreitems":
            return .value(.bool(!page.isLast))
        case "hasprevious", "haspreviouspage", "hasprev", "hasprevpage": return .value(.bool(page.start > 0))
        case "islast", "islastpage": return .value(.bool(page.isLast))
        case "isfirst", "isfirstpage": return .value(.bool(page.start == 0))
        case "empty", "isempty": return .value(.bool(page.resources.isEmpty))
        case "page", "currentpage", "pagenumber", "xpage": return number(query.page)
        case "limit", "perpage", "pagesize", "xperpage": return query.limit.map { number($0) } ?? .nothingOfIt
        case "offset", "skip", "start", "startindex", "from": return number(page.start)
        case "end": return number(max(page.start + page.resources.count - 1, 0))
        case "to": return number(page.start + page.resources.count)
        case "firstid", "lastid":
            let resource = word == "firstid" ? page.resources.first : page.resources.last
            guard let id = page.list.idProperty.flatMap({ resource?[$0]?.idText }) else { return .none }
            return .value(.string(id))
        case "firstpageuri", "firstpageurl", "firsturl": return text(.first)
        case "lastpageuri", "lastpageurl", "lasturl": return text(.last(of: page.total))
        default: return .nothingOfIt
        }
    }

    private func text(_ turn: ListQuery.Turn) -> Said {
        page.query.address(of: turn).map { .value(.string($0)) } ?? .nothingOfIt
    }

    /// The field `Link` (RFC 8288); nil where there is one page only.
    var links: String? {
        var turns: [(String, ListQuery.Turn)] = []
        if page.start > 0 { turns.append(("prev", .previous(at: page.start))) }
        if !page.isLast {
            turns.append(("next", .next(after: page.resources.last, at: page.start + page.resources.count)))
        }
        if turns.isEmpty { return nil }
        turns += [("last", .last(of: page.total)), ("first", .first)]
        let links = turns.compactMap { name, turn in page.query.address(of: turn).map { "<\($0)>; rel=\"\(name)\"" } }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }
}
