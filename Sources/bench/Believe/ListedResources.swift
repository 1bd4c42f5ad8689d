// The resources in an answer, and the keys that tell them apart, as a client finds them that knows nothing but names.

import JSONValues
import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

struct ListedResources {
    let resources: [JSON]

    private static let usual: Set<String> = [
        "data", "items", "results", "values", "records", "entries", "content", "list", "objects", "rows",
    ]

    /// Nil where the answer is no list.
    init?(in body: JSON, of shelf: StoryReader.Shelf) {
        if let array = body.array {
            resources = array
        } else {
            let last = shelf.list.path.text.split(separator: "/").last.map { String($0) } ?? ""
            guard !last.hasSuffix("}"), let object = body.object else { return nil }
            let name = last.replacing(".json", with: "").comparableName
            var arrays = object.compactMap { name, value in value.array.map { (name.comparableName, $0) } }
            for (outer, inner) in object where Self.usual.contains(outer.comparableName) || outer.comparableName == name
            {
                arrays +=
                    inner.object?.compactMap { name, value in value.array.map { (name.comparableName, $0) } } ?? []
            }
            let likely = arrays.first { $0.0 == name } ?? arrays.first { Self.usual.contains($0.0) }
            guard let found = likely else { return nil }
            resources = found.1
        }
        guard resources.allSatisfy({ $0.object != nil }) else { return nil }
    }

    /// Whether what was made has what the listed have.
    func isAlike(_ made: JSON, for shelf: StoryReader.Shelf) -> Bool {
        guard let first = resources.first?.object else { return true }
        let names = Set(made.bare(for: shelf).object?.map(\.key) ?? [])
        return first.count { names.contains($0.key) } * 2 >= first.count
    }
}

extension JSON {
    /// The resource in an envelope, `{"data": {…}}`; what has a key of its own is in none.
    func bare(for shelf: StoryReader.Shelf) -> JSON {
        guard let object, ownKey(for: shelf) == nil, object.count <= 2 else { return self }
        let inner = object.map(\.value).filter { $0.object != nil }
        return inner.count == 1 ? inner[0] : self
    }

    func key(for shelf: StoryReader.Shelf) -> String? { bare(for: shelf).ownKey(for: shelf) }

    private func ownKey(for shelf: StoryReader.Shelf) -> String? {
        let names = object?.map(\.key) ?? []
        let item =
            shelf.item[.get] ?? shelf.item[.delete] ?? shelf.item[.patch] ?? shelf.item[.put] ?? shelf.item[.post]
        let asked = item?.path.parameterNames.last?.comparableName
        let last = (shelf.list.path.text.split(separator: "/").last.map { String($0) } ?? "").comparableName
        let singular = EnglishNoun.singular(of: last)
        var wanted = [asked].compactMap(\.self)
        if let asked, asked.hasPrefix(singular), asked != singular {
            wanted.append(String(asked.dropFirst(singular.count)))
        }
        // Who is asked for by a word is asked for by a login; and what the parameter's example shows is what it asks for.
        if let asked, ["username", "user", "login", "member", "assignee", "collaborator", "owner"].contains(asked) {
            wanted += ["login", "username"]
        }
        if let item, let shown = shelf.shownKey(item) { wanted.append(shown) }
        wanted += ["id", "uuid", "sid", "gid", singular + "id"]
        if item != nil { wanted += ["slug", "login", "number", "key", "name", "username", "code"] }
        for name in wanted {
            if let property = names.first(where: { $0.comparableName == name }), let text = self[property]?.plainText,
                !text.isEmpty
            {
                return text
            }
        }
        return nil
    }

    var plainText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.int64.map { String($0) } ?? number.text
        case .bool(let value): String(value)
        case .null, .array, .object: nil
        }
    }

    /// The first scalar that both have and that is not the same; nil where there is none.
    func differing(from other: JSON, for shelf: StoryReader.Shelf) -> String? {
        let (own, other) = (bare(for: shelf).object, other.bare(for: shelf).object)
        guard let own, let other else { return "no object" }
        for (name, value) in own {
            guard value.array == nil, value.object == nil, let there = other[name], there != value else { continue }
            return "\(name) is \(value.serialized()) and \(there.serialized())"
        }
        return nil
    }
}

extension Request {
    func with(_ value: String, for name: String) -> Request {
        var request = self
        let others = (query ?? "").split(separator: "&").filter { $0.prefix { $0 != "=" } != name }.map { String($0) }
        request.target =
            path + "?" + (others + ["\(Percent.encoded(name))=\(Percent.encoded(value))"]).joined(separator: "&")
        return request
    }

    /// The request for the page after one: by what the answer says, else by the parameters that there are. Nil at the end.
    func next(after page: ListedResources, _ body: JSON, _ link: String?, _ names: [String], _ turns: Int) -> Request? {
        if let link {
            guard let part = link.split(separator: ",").first(where: { $0.contains("rel=\"next\"") }) else {
                return nil
            }
            return at(String(part.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }))
        }
        let around = [body, body["meta"], body["paging"], body["pagination"], body["links"], body["response_metadata"]]
        for object in around.compactMap({ $0?.object }) {
            for (name, value) in object
            where ["next", "nexturl", "nextpageuri", "nextpageurl", "nextlink"].contains(name.comparableName) {
                if value.isNull { return nil }
                if let text = value.string, text.contains("?") { return at(text) }
            }
            if let more = object.first(where: { ["hasmore", "hasnext", "hasnextpage"].contains($0.key.comparableName) })
            {
                if more.value.bool == false { return nil }
            }
        }
        if let name = names.first(where: { ["startingafter", "after"].contains($0.comparableName) }),
            let last = page.resources.last?["id"]?.plainText
        {
            return with(last, for: name)
        }
        if let name = names.first(where: { ["page", "pagenumber"].contains($0.comparableName) }) {
            return with(String(turns + 1), for: name)
        }
        if let name = names.first(where: { ["offset", "skip"].contains($0.comparableName) }) {
            return with(String(turns), for: name)
        }
        return nil
    }

    private func at(_ address: String) -> Request? {
        var request = self
        var rest = address[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.drop { $0 != "/" }
        request.target = String(rest)
        return request.target.isEmpty ? nil : request
    }
}

extension Operation {
    var limitParameter: Parameter? {
        parameters.first { parameter in
            parameter.location == .query
                && ["limit", "perpage", "pagesize", "maxresults", "first", "take"].contains(
                    parameter.name.comparableName)
        }
    }
}
