// Infers the collections of a contract from its paths, methods and schemas.

import HTTPTypes
import JSONSchema

struct CollectionFinder {
    /// Operations by method, under the path's text with its parameters' names left out.
    private var paths: [String: [HTTPRequest.Method: Operation]] = [:]
    private var order: [(key: String, path: PathTemplate)] = []

    /// Collections in the order in which their items stand in the contract.
    static func collections(of operations: [Operation]) -> [ResourceCollection] {
        let finder = CollectionFinder(operations)
        var found: [(collection: Candidate, key: String)] = []
        for (key, path) in finder.order {
            if let candidate = finder.candidate(item: key, path: path), candidate.holds {
                found.append((candidate, key))
            }
        }
        // The collection whose items' path this list's path continues, the closest one.
        return found.map { candidate, _ in
            let parents = found.indices.filter { candidate.listKey.hasPrefix(found[$0].key + "/") }
            return candidate.collection(parent: parents.max { found[$0].key.count < found[$1].key.count })
        }
    }

    private init(_ operations: [Operation]) {
        for operation in operations {
            let key = Self.key(operation.path.segments[...])
            if paths[key] == nil { order.append((key, operation.path)) }
            if paths[key]?[operation.method] == nil { paths[key, default: [:]][operation.method] = operation }
        }
    }

    /// A trailing slash is left out: some APIs write it on every path.
    private static func key(_ segments: ArraySlice<PathTemplate.Segment>) -> String {
        var segments = segments
        if segments.last?.isEmpty == true { segments = segments.dropLast() }
        return segments.map { "/" + $0.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined() }
            .joined()
    }

    /// What an item's path and its list's make up.
    private func candidate(item: String, path: PathTemplate) -> Candidate? {
        var segments = path.segments[...]
        if segments.last?.isEmpty == true { segments = segments.dropLast() }
        guard let last = segments.last, case .parameter(let idName, false)? = last.first else { return nil }
        var listKey = Self.key(segments.dropLast())
        // `/Accounts/{Sid}.json` is an item of `/Accounts.json`.
        if last.count == 2, case .literal(let suffix) = last[1], suffix.hasPrefix(".") {
            listKey += suffix
        } else if last.count != 1 {
            return nil
        }
        guard let list = paths[listKey], let item = paths[item],
            case .literal(let name)? = segments.dropLast().last?.last
        else {
            return nil
        }
        guard list[.get] != nil || list[.post] != nil, item[.get] ?? item[.put] ?? item[.patch] ?? item[.delete] != nil,
            let parameter = (item.values.first { _ in true })?.parameter(idName, in: .path)
        else { return nil }
        return Candidate(
            name: name, listKey: listKey, list: list, item: item, idParameter: parameter,
            scopeCount: path.parameterNames.count - 1)
    }
}

/// A list and its items, before it is known what they hold.
private struct Candidate {
    let name: String
    let listKey: String
    let list: [HTTPRequest.Method: Operation]
    let item: [HTTPRequest.Method: Operation]
    let idParameter: Parameter
    let scopeCount: Int

    private let listed: ListedArray?
    /// A thing, as it is answered or at least sent.
    private let thing: Schema?
    private let properties: [String]

    init(
        name: String, listKey: String, list: [HTTPRequest.Method: Operation], item: [HTTPRequest.Method: Operation],
        idParameter: Parameter, scopeCount: Int
    ) {
        self.name = name
        self.listKey = listKey
        self.list = list
        self.item = item
        self.idParameter = idParameter
        self.scopeCount = scopeCount
        let answered =
            item[.get]?.answerSchema ?? list[.post]?.answerSchema ?? item[.put]?.answerSchema
            ?? item[.patch]?.answerSchema
        listed = list[.get]?.answerSchema.flatMap { ListedArray.find(in: $0, of: answered, named: name) }
        let schemas = [
            answered, listed?.items, list[.post]?.answerSchema, item[.put]?.bodySchema, list[.post]?.bodySchema,
        ]
        thing = schemas.lazy.compactMap { $0 }.first { !$0.properties.isEmpty } ?? schemas.lazy.compactMap { $0 }.first
        properties = thing?.properties.map(\.name) ?? []
    }

    /// Whether things can be listed or made at all.
    var holds: Bool { listed != nil || create != nil }

    /// A POST on the list that makes a thing, and does not do something else that needs a body.
    private var create: Operation? {
        guard let post = list[.post] else { return nil }
        if post.responses.contains(where: { $0.status == .exact(201) }) { return post }
        let known = Set(properties)
        for schema in [post.answerSchema, post.bodySchema].compactMap({ $0 }) {
            if let thing, schema.target == thing.target { return post }
            let names = schema.properties.map(\.name)
            if !names.isEmpty, names.count(where: known.contains) * 2 >= names.count { return post }
        }
        return nil
    }

    func collection(parent: Int?) -> ResourceCollection {
        ResourceCollection(
            name: name, list: listed == nil ? nil : list[.get], create: create, replaceByBody: list[.put],
            read: item[.get],
            replace: item[.put], patch: item[.patch], delete: item[.delete], idParameter: idParameter,
            idProperty: idProperty,
            itemSchema: thing, listPointer: listed?.pointer ?? .root, scopeCount: scopeCount, parent: parent,
            paging: paging,
            filters: filters)
    }

    /// `petId` of pets is `petId`, `pet_id` or `id`; `issue_number` of issues is `number`.
    private var idProperty: String? {
        let name = Words.plain(idParameter.name)
        if let same = properties.first(where: { Words.plain($0) == name }) { return same }
        let singular = Words.singular(Words.plain(self.name))
        let prefixes = [singular, Words.plain(self.name)]
        for prefix in prefixes where name.hasPrefix(prefix) && name.count > prefix.count {
            if let rest = properties.first(where: { Words.plain($0) == String(name.dropFirst(prefix.count)) }) {
                return rest
            }
        }
        if name.hasPrefix("idor"), let id = properties.first(where: { Words.plain($0) == "id" }) { return id }
        // A name is nobody's id: `/collaborators/{username}` says nothing about a collaborator's properties.
        if name.hasSuffix("name") { return nil }
        let ending = ["id", "uuid", "key", "slug", "number", "code", "sid"].first { name.hasSuffix($0) } ?? "id"
        let likely = [ending, singular + ending, "id", singular + "id"]
        for word in likely {
            if let property = properties.first(where: { Words.plain($0) == word }) { return property }
        }
        return nil
    }

    private var paging: ResourceCollection.Paging {
        let query = list[.get]?.parameters.filter { $0.location == .query } ?? []
        func named(_ names: Set<String>) -> Parameter? { query.first { names.contains(Words.plain($0.name)) } }
        return ResourceCollection.Paging(
            limit: named([
                "limit", "perpage", "pagesize", "size", "count", "maxresults", "maxitems", "top", "first", "take",
            ]),
            offset: named(["offset", "skip", "start", "startindex", "from"]),
            page: named(["page", "pagenumber", "pageno", "p"]))
    }

    private var filters: [ResourceCollection.Filter] {
        let pagers = [paging.limit, paging.offset, paging.page].compactMap { $0?.name }
        return (list[.get]?.parameters ?? []).compactMap { parameter in
            guard parameter.location == .query, !pagers.contains(parameter.name),
                let property = properties.first(where: { Words.plain($0) == Words.plain(parameter.name) })
            else { return nil }
            return ResourceCollection.Filter(parameter: parameter, property: property)
        }
    }
}

/// Where a list's answer has its array.
private struct ListedArray {
    let pointer: JSONPointer
    let items: Schema?

    private static let usual: Set<String> = [
        "data", "items", "results", "values", "records", "entries", "content", "list", "objects", "rows",
    ]

    static func find(in answer: Schema, of item: Schema?, named name: String) -> ListedArray? {
        if answer.types == .array || (answer.types.contains(.array) && answer.items != nil) {
            return ListedArray(pointer: .root, items: answer.items)
        }
        let arrays = arrays(in: answer, at: .root, named: name)
        let target = item?.target
        let likeliest =
            arrays.first { array in array.items.map { $0.target == target } ?? false }
            ?? arrays.first { Words.plain($0.pointer.tokens.last ?? "") == Words.plain(name) }
            ?? arrays.first { usual.contains($0.pointer.tokens.last?.lowercased() ?? "") }
        return likeliest ?? (arrays.count == 1 ? arrays[0] : nil)
    }

    private static func arrays(in schema: Schema, at pointer: JSONPointer, named name: String) -> [ListedArray] {
        schema.properties.flatMap { key, property -> [ListedArray] in
            let place = pointer.appending(key)
            if property.types.contains(.array), let items = property.items {
                return [ListedArray(pointer: place, items: items)]
            }
            let isLikely =
                key == "_embedded" || usual.contains(key.lowercased()) || Words.plain(key) == Words.plain(name)
            return isLikely && pointer.tokens.isEmpty ? arrays(in: property, at: place, named: name) : []
        }
    }
}

extension Operation {
    /// The schema of the answer when all goes well, where it is JSON.
    fileprivate var answerSchema: Schema? {
        guard let response = successResponse, case .exact(200...299) = response.status else { return nil }
        return response.content.first { $0.media?.kind == .json }?.schema
    }

    fileprivate var bodySchema: Schema? { body?.content.first { $0.media?.kind == .json }?.schema }
}
