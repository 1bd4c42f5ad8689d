// A list and its items: what they hold, by the schemas of their operations.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
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
    /// The parameters of the path that come before the id.
    let scopeNames: [String]
    var scopeCount: Int { scopeNames.count }
    let links: CollectionLinks
    /// What an operation on an item, or on what belongs to it, calls a value of the item's path, by the value's place: the id
    /// stands at `scopeCount`.
    let parameterNames: (Int) -> (Operation) -> String?

    /// GET and POST on the paths that have one more word than the list's.
    let beside: [Operation]
    /// Operations on a resource that another property than its id tells apart.
    private(set) var keyed: [ResourceCollection.KeyedOperation] = []
    /// DELETE on the list's path.
    let clear: Operation?
    /// Whether it is one resource by itself, which no list shows.
    let isSingle: Bool

    private let listed: ListedArray?
    /// Whether GET on the list answers what making a resource does: that is the resource, and no list of what it has; unless the array in
    /// it is called like the list, as in an envelope.
    private let showsResource: Bool
    private let likeness: ResourcePlace.Likeness
    /// A resource, as it is answered or at least sent.
    private let resource: Schema?
    private let properties: [(name: String, schema: Schema)]

    init(
        name: String, listKey: String, list: [HTTPRequest.Method: Operation], linked: Set<HTTPRequest.Method>,
        item: [HTTPRequest.Method: Operation], idParameter: Parameter?, scopeNames: [String], links: CollectionLinks,
        beside: [Operation] = [], clear: Operation? = nil, isSingle: Bool = false,
        parameterNames: @escaping (Int) -> (Operation) -> String?
    ) {
        self.name = name
        self.listKey = listKey
        self.list = list
        self.linked = linked
        self.item = item
        self.idParameter = idParameter
        self.scopeNames = scopeNames
        self.links = links
        self.parameterNames = parameterNames
        self.beside = beside
        self.isSingle = isSingle
        // What says more than that it is about the list may remove some alone.
        self.clear = clear.flatMap { $0.body == nil && $0.parameters.allSatisfy { $0.location != .query } ? $0 : nil }
        let told = item[.get]?.answerSchema ?? list[.post]?.answerSchema
        let answered = told ?? item[.put]?.answerSchema ?? item[.patch]?.answerSchema
        var listed = list[.get]?.answerSchema.flatMap { ListedArray.find(in: $0, of: answered, named: name) }
        if let found = listed, let schema = list[.get]?.answerSchema, let answered,
            let last = found.pointer.tokens.last, last.comparableName != name.comparableName
        {
            showsResource = answered.mayBe(schema) || schema.mayBe(answered)
            if showsResource { listed = nil }
        } else {
            showsResource = false
        }
        var likeness = ResourcePlace.Likeness(
            name: name, targets: [listed?.items?.target].compactMap { $0 },
            idNames: Self.idNames(idParameter, of: name))
        // Where reading tells only that a resource is there, it is what the list shows; what changing it answers may be about it alone.
        let schemas = [
            told, listed?.items, answered, list[.post]?.answerSchema, item[.put]?.bodySchema, list[.post]?.bodySchema,
        ].map { $0.map { ResourcePlace.find(in: $0, likeness).resource(of: $0) } }
        let known = schemas.compactMap(\.self)
        let likeliest = known.first { !$0.properties.isEmpty } ?? known.first
        // What is made or listed is one of the kinds that reading answers with: reading may tell as well that there is none any more.
        resource =
            known.first { other in likeliest.map { $0.target != other.target && $0.mayBe(other) } ?? false }
            ?? likeliest
        properties = resource?.properties ?? []
        likeness.known = Set(properties.map { $0.name.comparableName })
        self.listed = listed
        self.likeness = likeness
    }

    /// What a resource may call its id, plain: `tagsha` and `sha` of `/tags/{tag_sha}`.
    private static func idNames(_ parameter: Parameter?, of collection: String) -> Set<String> {
        let (name, plural) = ((parameter?.name ?? "id").comparableName, collection.comparableName)
        let owners = [EnglishNoun.singular(of: plural), plural].filter { name.hasPrefix($0) && name.count > $0.count }
        return Set(["id", name] + owners.map { String(name.dropFirst($0.count)) })
    }

    private func unwrapped(_ schema: Schema) -> Schema { ResourcePlace.find(in: schema, likeness).resource(of: schema) }

    /// Whether resources can be listed or made at all, or at least say by themselves which they are.
    var holds: Bool { listed != nil || create != nil || ownID != nil }

    /// Whether what is made is what is listed, where nothing else tells that they belong together.
    var holdsAlone: Bool {
        guard let items = listed?.items, let create else { return false }
        let names = items.properties.map { $0.name.comparableName }
        return [create.answerSchema, create.bodySchema].contains { schema in
            guard let made = schema.map(unwrapped) else { return false }
            if made.target == items.target { return true }
            let known = Set(made.properties.map { $0.name.comparableName })
            return names.count > 1 && names.count(where: known.contains) * 4 >= names.count * 3
        }
    }

    /// Whether resources are listed that tell which they are, and no example says which there are.
    var isShownAlone: Bool {
        guard let listing = list[.get], let items = listed?.items, !items.properties.isEmpty,
            idProperty != nil || items.wrapsResource
        else { return false }
        return listing.successResponse?.content.first { $0.media?.kind == .json }?.examples.isEmpty == true
    }

    /// A POST on the list that makes a resource, and does not do something else that needs a body.
    private var create: Operation? {
        guard let post = list[.post] else { return nil }
        if post.responses.contains(where: { $0.status == .exact(201) }) { return post }
        let known = Set(properties.map(\.name))
        // Logging in may answer with a user, and lead to it, but makes none.
        let isLinked = linked.contains(.post)
        for schema in [isLinked ? nil : post.answerSchema, post.bodySchema].compactMap({ $0 }) {
            let schema = unwrapped(schema)
            if let resource, schema.mayBe(resource) { return post }
            let names = schema.properties.map(\.name)
            let count = names.count(where: known.contains)
            if !names.isEmpty, isLinked ? count == names.count : count * 2 >= names.count { return post }
        }
        return nil
    }

    /// Lists of the same resources that a parameter named like one of their properties chooses from.
    private var searches: [ResourceList] {
        beside.compactMap { operation in
            guard let list = ResourceList(operation, of: resource, named: name, id: linkedID ?? idProperty),
                list.items?.target == resource?.target,
                !list.filters.isEmpty
            else { return nil }
            return list
        }
    }

    /// Takes those operations that are about one of its resources, as reading on their path answers with one.
    /// - Parameter candidates: operations that no collection has, with the parameter that may ask for a resource.
    mutating func takeKeyed(_ candidates: [(operation: Operation, parameter: Parameter)]) {
        guard listed != nil || create != nil else { return }
        let named = candidates.compactMap { operation, parameter in
            IDNames(parameter, of: name).key(among: properties, after: operation.path.lastLiteral ?? "").map {
                ResourceCollection.KeyedOperation(operation: operation, parameter: parameter, property: $0)
            }
        }
        let read = Set(
            named.map(\.operation).filter { $0.method == .get && ($0.answerSchema.map(isLike) ?? false) }.map(
                \.path.text))
        keyed = named.filter { read.contains($0.operation.path.text) }
    }

    /// Whether an answer shows one of the resources: by its name, or by nearly all that it has.
    private func isLike(_ answer: Schema) -> Bool {
        guard answer.types != .array, let resource else { return false }
        let shown = unwrapped(answer)
        if shown.target == resource.target { return true }
        let names = shown.properties.map { $0.name.comparableName }
        return names.count > 2 && names.count(where: likeness.known.contains) * 5 >= names.count * 4
    }

    private var createAll: [Operation] {
        beside.filter { operation in
            guard operation.method == .post, let item = operation.bodySchema?.items else { return false }
            return item.target == resource?.target || item.target == create?.bodySchema?.target
        }
    }

    /// A POST on a resource that says nothing but what properties of it are to be.
    private var update: Operation? {
        guard let post = item[.post] else { return nil }
        let known = likeness.known
        let sent = post.bodySchema.map(unwrapped)?.properties.map(\.name) ?? []
        let asked = post.parameters.filter { $0.location == .query }.map(\.name)
        let names = (sent.isEmpty ? asked : sent).map(\.comparableName)
        let count = names.count(where: known.contains)
        // What answers with the resource, and is told of some of its properties, changes them, whatever else it is told.
        let answersIt = post.answerSchema.map(unwrapped).flatMap { answer in resource.map { $0.target == answer.target }
        }
        return count > 0 && (count * 2 >= names.count || answersIt == true) ? post : nil
    }

    func collection(parent: Int?, home: ResourceCollection.Home?) -> ResourceCollection {
        let names = properties.map { ($0.name, $0.name) } + properties.map { ($0.name.comparableName, $0.name) }
        let id = isSingle && !isAskedByID ? nil : linkedID ?? idProperty
        let listing = showsResource ? nil : list[.get].flatMap { ResourceList($0, of: resource, named: name, id: id) }
        var places = ResourceCollection.Places()
        let parts =
            keyed.map(\.operation) + [create, list[.put], item[.get], item[.put], item[.patch], update, item[.delete]]
        for operation in parts.compactMap(\.self) {
            places.answers[operation.index] = operation.answerSchema.map { ResourcePlace.find(in: $0, likeness) }
            places.bodies[operation.index] = operation.bodySchema.map { ResourcePlace.find(in: $0, likeness) }
        }
        return ResourceCollection(
            name: name, listing: listing, searches: searches,
            create: create, createAll: createAll, keyed: keyed, replaceByBody: list[.put], read: item[.get],
            replace: item[.put],
            patch: item[.patch], update: update, delete: item[.delete], clear: listing == nil ? nil : clear,
            idParameter: idParameter,
            idProperty: id, itemSchema: resource, places: places,
            propertyNames: Dictionary(names, uniquingKeysWith: { first, _ in first }),
            sent: sent, isSingle: isSingle,
            scopeCount: scopeCount, parent: parent, home: home, createdID: createdID, scopePointers: scopePointers)
    }

    /// Plain names of what requests say of a resource; nil where none says anything.
    private var sent: Set<String>? {
        let bodies = [create, list[.put], item[.put], item[.patch], update].compactMap { $0?.bodySchema }
        let several = createAll.compactMap { $0.bodySchema?.items }
        guard !bodies.isEmpty || !several.isEmpty else { return nil }
        return Set((bodies.map(unwrapped) + several).flatMap { $0.properties.map { $0.name.comparableName } })
    }

    /// Whether what the path asks for is, as it is written, what resources are told apart by: `/repos/{owner}/{repo}` asks for no number.
    var isAskedByID: Bool {
        guard let id = linkedID ?? idProperty, let asked = idParameter?.schema?.types,
            let own = properties.first(where: { $0.name == id })?.schema.types
        else { return false }
        return asked.contains(.string) == own.contains(.string)
    }

    /// Whether the resources that this makes are those that are asked for elsewhere, under the same name.
    func makes(_ other: CollectionCandidate) -> Bool {
        create != nil && name.comparableName == other.name.comparableName && shows(other)
    }

    /// Whether the resources that this lists are those of a collection that has items.
    func shows(_ other: CollectionCandidate) -> Bool {
        guard item.isEmpty, !other.item.isEmpty, !other.isSingle, let own = resource?.target else { return false }
        let others = [other.resource?.target, other.listed?.items?.target].compactMap { $0 }
        if others.contains(own) { return true }
        guard name.comparableName == other.name.comparableName, properties.count > 1 else { return false }
        // A shorter form of the same: `TaskCompact` of tasks.
        return properties.count { other.likeness.known.contains($0.name.comparableName) } * 4 >= properties.count * 3
    }

    // MARK: What links say

    private var answering: [Operation] {
        [item[.get], create, item[.put], item[.patch], listed == nil ? nil : list[.get]].compactMap { $0 }
    }

    /// The property that links take the id from.
    private var linkedID: String? {
        let taken = links.ids(from: answering, id: parameterNames(scopeCount)).compactMap(\.origin.property)
        return taken.first(where: has) ?? ownID
    }

    /// The property that a resource which is asked for by its name has that name in.
    private var ownID: String? {
        guard let idParameter, idParameter.location == .path, let read = item[.get],
            let name = links.ownID(of: read, idParameter),
            has(name)
        else { return nil }
        return name
    }

    private func has(_ name: String) -> Bool { properties.contains { $0.name == name } }

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
                let names = item[.get]?.answerSchema.map { ResourcePlace.find(in: $0, likeness).names } ?? []
                let isOutside = !names.isEmpty && pointer.tokens.starts(with: names)
                return .init(
                    index: index,
                    pointer: isOutside ? JSONPointer(Array(pointer.tokens.dropFirst(names.count))) : pointer)
            }
        }
    }

    private var idProperty: String? { IDNames(idParameter, of: name).property(among: properties) }
}

extension Schema {
    /// Whether it says something of one resource that stands in it: `{"added_at": …, "album": {"id": …}}`.
    fileprivate var wrapsResource: Bool {
        properties.count { $0.schema.properties.contains { $0.name.comparableName == "id" } } == 1
    }
}

extension Operation {
    /// The schema of the body, JSON before anything else.
    fileprivate var bodySchema: Schema? {
        let content = body?.content ?? []
        return (content.first { $0.media?.kind == .json } ?? content.first)?.schema
    }
}
