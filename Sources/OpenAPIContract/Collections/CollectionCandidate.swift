// A list and its items: what they hold, by the schemas of their operations.

import HTTPTypes
import JSONSchema

/// A list and its items, before it is known what they hold.
struct CollectionCandidate {
    let name: String
    let listKey: String
    let list: [HTTPRequest.Method: Operation]
    /// Those of `list` that only links say to belong to it.
    let linked: Set<HTTPRequest.Method>
    let item: [HTTPRequest.Method: Operation]
    let idParameter: Parameter
    let scopeCount: Int
    let links: CollectionLinks
    /// What an operation on an item, or on what belongs to it, calls a value of the item's path, by the value's place: the id
    /// stands at `scopeCount`.
    let parameterNames: (Int) -> (Operation) -> String?

    private let listed: ListedArray?
    /// A thing, as it is answered or at least sent.
    private let thing: Schema?
    private let properties: [String]

    init(
        name: String, listKey: String, list: [HTTPRequest.Method: Operation], linked: Set<HTTPRequest.Method>,
        item: [HTTPRequest.Method: Operation], idParameter: Parameter, scopeCount: Int, links: CollectionLinks,
        parameterNames: @escaping (Int) -> (Operation) -> String?
    ) {
        self.name = name
        self.listKey = listKey
        self.list = list
        self.linked = linked
        self.item = item
        self.idParameter = idParameter
        self.scopeCount = scopeCount
        self.links = links
        self.parameterNames = parameterNames
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

    /// Whether things can be listed or made at all, or at least say by themselves which they are.
    var holds: Bool { listed != nil || create != nil || ownID != nil }

    /// A POST on the list that makes a thing, and does not do something else that needs a body.
    private var create: Operation? {
        guard let post = list[.post] else { return nil }
        if post.responses.contains(where: { $0.status == .exact(201) }) { return post }
        let known = Set(properties)
        // Logging in may answer with a user, and lead to it, but makes none.
        let isLinked = linked.contains(.post)
        for schema in [isLinked ? nil : post.answerSchema, post.bodySchema].compactMap({ $0 }) {
            if let thing, schema.target == thing.target { return post }
            let names = schema.properties.map(\.name)
            let count = names.count(where: known.contains)
            if !names.isEmpty, isLinked ? count == names.count : count * 2 >= names.count { return post }
        }
        return nil
    }

    func collection(parent: Int?) -> ResourceCollection {
        ResourceCollection(
            name: name, list: listed == nil ? nil : list[.get], create: create, replaceByBody: list[.put],
            read: item[.get],
            replace: item[.put], patch: item[.patch], delete: item[.delete], idParameter: idParameter,
            idProperty: linkedID ?? idProperty,
            itemSchema: thing, listPointer: listed?.pointer ?? .root, scopeCount: scopeCount, parent: parent,
            paging: paging,
            filters: filters, createdID: createdID, scopePointers: scopePointers)
    }

    // MARK: What links say

    private var answering: [Operation] {
        [item[.get], create, item[.put], item[.patch], listed == nil ? nil : list[.get]].compactMap { $0 }
    }

    /// The property that links take the id from.
    private var linkedID: String? {
        let taken = links.ids(from: answering, id: parameterNames(scopeCount)).compactMap(\.origin.property)
        return taken.first { properties.contains($0) } ?? ownID
    }

    /// The property that a thing which is asked for by its name has that name in.
    private var ownID: String? {
        guard idParameter.location == .path, let read = item[.get], let name = links.ownID(of: read, idParameter),
            properties.contains(name)
        else { return nil }
        return name
    }

    private var createdID: ResourceCollection.CreatedID? {
        guard let create else { return nil }
        for (_, origin) in links.ids(from: [create], id: parameterNames(scopeCount)) {
            switch origin {
            case .answer(let pointer): return .content(pointer)
            case .field(let name): return .field(name)
            case .sent: continue
            }
        }
        return nil
    }

    private var scopePointers: [ResourceCollection.ScopePointer] {
        let sources = [item[.get], item[.put], item[.patch], create].compactMap { $0 }
        return (0..<scopeCount).compactMap { index in
            links.echo(from: sources, parameter: parameterNames(index)).map { .init(index: index, pointer: $0) }
        }
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
