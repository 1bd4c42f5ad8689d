// A list and its items: what they hold, by the schemas of their operations.

import HTTPTypes
import JSONValues
import JSONSchema
import SourceDocuments

/// A list and its items, before it is known what they hold.
struct CollectionCandidate {
    let name: String
    let listKey: String
    let list: [HTTPRequest.Method: Operation]
    /// Those of `list` that only links say to belong to it.
    let linked: Set<HTTPRequest.Method>
    let item: [HTTPRequest.Method: Operation]
    let idParameter: Parameter?
    let scopeCount: Int
    let links: CollectionLinks
    /// What an operation on an item, or on what belongs to it, calls a value of the item's path, by the value's place: the id
    /// stands at `scopeCount`.
    let parameterNames: (Int) -> (Operation) -> String?

    /// GET and POST on the paths that have one more word than the list's.
    let beside: [Operation]

    private let listed: ListedArray?
    private let envelope: String?
    /// A thing, as it is answered or at least sent.
    private let thing: Schema?
    private let properties: [String]

    init(
        name: String, listKey: String, list: [HTTPRequest.Method: Operation], linked: Set<HTTPRequest.Method>,
        item: [HTTPRequest.Method: Operation], idParameter: Parameter?, scopeCount: Int, links: CollectionLinks,
        beside: [Operation], parameterNames: @escaping (Int) -> (Operation) -> String?
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
        self.beside = beside
        let answered =
            item[.get]?.answerSchema ?? list[.post]?.answerSchema ?? item[.put]?.answerSchema
            ?? item[.patch]?.answerSchema
        let listed = list[.get]?.answerSchema.flatMap { ListedArray.find(in: $0, of: answered, named: name) }
        let envelope = answered.flatMap {
            CollectionCandidate.envelope(in: $0, around: listed?.items, named: name, idParameter)
        }
        self.listed = listed
        self.envelope = envelope
        let schemas = [
            answered, listed?.items, list[.post]?.answerSchema, item[.put]?.bodySchema, list[.post]?.bodySchema,
        ].map { $0.map { CollectionCandidate.unwrapped($0, envelope) } }
        thing = schemas.lazy.compactMap { $0 }.first { !$0.properties.isEmpty } ?? schemas.lazy.compactMap { $0 }.first
        properties = thing?.properties.map(\.name) ?? []
    }

    /// `{"pet": {"id": 7}}` is a pet in an envelope, and `pet` the property that it stands in.
    private static func envelope(
        in answer: Schema, around listed: Schema?, named name: String, _ id: Parameter?
    ) -> String? {
        let properties = answer.properties
        let idWords = Set(["id", Words.plain(id?.name ?? "id")])
        guard listed?.target != answer.target, !properties.contains(where: { idWords.contains(Words.plain($0.name)) })
        else { return nil }
        let plain = Words.plain(name)
        let usual: Set<String> = [Words.singular(plain), plain, "data", "item", "result", "record"]
        let inner = properties.filter { $0.schema.types.contains(.object) && !$0.schema.properties.isEmpty }
        return
            (inner.first { $0.schema.target == listed?.target } ?? inner.first { usual.contains(Words.plain($0.name)) })?
            .name
    }

    private static func unwrapped(_ schema: Schema, _ envelope: String?) -> Schema {
        envelope.flatMap { schema.property($0) } ?? schema
    }

    /// Whether things can be listed or made at all, or at least say by themselves which they are.
    var holds: Bool { listed != nil || create != nil || ownID != nil }

    /// Whether what is made is what is listed, where nothing else tells that they belong together.
    var holdsAlone: Bool {
        guard let items = listed?.items?.target, let create else { return false }
        return [create.answerSchema, create.bodySchema].contains { schema in
            schema.map { CollectionCandidate.unwrapped($0, envelope).target == items } ?? false
        }
    }

    /// A POST on the list that makes a thing, and does not do something else that needs a body.
    private var create: Operation? {
        guard let post = list[.post] else { return nil }
        if post.responses.contains(where: { $0.status == .exact(201) }) { return post }
        let known = Set(properties)
        // Logging in may answer with a user, and lead to it, but makes none.
        let isLinked = linked.contains(.post)
        for schema in [isLinked ? nil : post.answerSchema, post.bodySchema].compactMap({ $0 }) {
            let schema = CollectionCandidate.unwrapped(schema, envelope)
            if let thing, schema.mayBe(thing) { return post }
            let names = schema.properties.map(\.name)
            let count = names.count(where: known.contains)
            if !names.isEmpty, isLinked ? count == names.count : count * 2 >= names.count { return post }
        }
        return nil
    }

    /// Lists of the same things that a parameter named like one of their properties chooses from.
    private var searches: [ResourceList] {
        beside.compactMap { operation in
            guard let list = ResourceList(operation, of: thing, named: name, id: linkedID ?? idProperty),
                list.items?.target == thing?.target,
                !list.filters.isEmpty
            else { return nil }
            return list
        }
    }

    private var createAll: [Operation] {
        beside.filter { operation in
            guard operation.method == .post, let item = operation.bodySchema?.items else { return false }
            return item.target == thing?.target || item.target == create?.bodySchema?.target
        }
    }

    /// A POST on a thing that says nothing but what properties of it are to be.
    private var update: Operation? {
        guard let post = item[.post] else { return nil }
        let known = Set(properties.map(Words.plain))
        let sent = post.bodySchema.map { CollectionCandidate.unwrapped($0, envelope) }?.properties.map(\.name) ?? []
        let asked = post.parameters.filter { $0.location == .query }.map(\.name)
        let names = (sent.isEmpty ? asked : sent).map(Words.plain)
        return !names.isEmpty && names.count(where: known.contains) * 2 >= names.count ? post : nil
    }

    func collection(parent: Int?) -> ResourceCollection {
        let names = properties.map { ($0, $0) } + properties.map { (Words.plain($0), $0) }
        return ResourceCollection(
            name: name,
            listing: list[.get].flatMap { ResourceList($0, of: thing, named: name, id: linkedID ?? idProperty) },
            searches: searches,
            create: create, createAll: createAll, replaceByBody: list[.put], read: item[.get], replace: item[.put],
            patch: item[.patch], update: update, delete: item[.delete], idParameter: idParameter,
            idProperty: linkedID ?? idProperty, itemSchema: thing, envelope: envelope,
            propertyNames: Dictionary(names, uniquingKeysWith: { first, _ in first }), scopeCount: scopeCount,
            parent: parent, createdID: createdID, scopePointers: scopePointers)
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
        guard let idParameter, idParameter.location == .path, let read = item[.get],
            let name = links.ownID(of: read, idParameter),
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
            links.echo(from: sources, parameter: parameterNames(index)).map { pointer in
                let isOutside = envelope != nil && pointer.tokens.first == envelope
                return .init(
                    index: index, pointer: isOutside ? JSONPointer(Array(pointer.tokens.dropFirst())) : pointer)
            }
        }
    }

    /// `petId` of pets is `petId`, `pet_id` or `id`; `issue_number` of issues is `number`.
    private var idProperty: String? {
        let name = Words.plain(idParameter?.name ?? "id")
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
        // `/promotion_codes/{promotion_code}` says what it is, and not that it is a code.
        let endings = name == singular ? [] : ["id", "uuid", "key", "slug", "number", "code", "sid"]
        let ending = endings.first { name.hasSuffix($0) } ?? "id"
        let likely = [ending, singular + ending, "id", singular + "id"]
        for word in likely {
            if let property = properties.first(where: { Words.plain($0) == word }) { return property }
        }
        return nil
    }
}

extension Operation {
    /// The schema of the body, JSON before anything else.
    fileprivate var bodySchema: Schema? {
        let content = body?.content ?? []
        return (content.first { $0.media?.kind == .json } ?? content.first)?.schema
    }
}
