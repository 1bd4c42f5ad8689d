// Infers the collections of a contract: from its paths, methods and schemas, and from what its links say of them.

import HTTPTypes
import OpenAPIContract
import JSONSchema
import JSONValues

extension Contract {
    /// Lists with their items, as paths, schemas and links reveal them: first, in the order in which their items stand in the contract,
    /// those whose items have paths, then those whose items are asked for by a parameter of the query. Found anew at each call.
    /// - Parameter withSingles: whether resources that no list shows follow, each as a collection of its own.
    package func findCollections(withSingles: Bool = false) -> [ResourceCollection] {
        CollectionFinder.collections(of: operations, withSingles: withSingles)
    }
}

struct CollectionFinder {
    /// Operations by method, under the path's text with its parameters' names left out.
    private var paths: [String: [HTTPRequest.Method: Operation]] = [:]
    private var order: [(key: String, path: PathTemplate)] = []
    /// GET and POST on paths that end in a word, by the key of the path without it.
    private var byStem: [String: [Operation]] = [:]
    private let links: CollectionLinks

    static func collections(of operations: [Operation], withSingles: Bool) -> [ResourceCollection] {
        let finder = CollectionFinder(operations)
        var found: [(collection: CollectionCandidate, key: String)] = []
        var homeless: [(collection: CollectionCandidate, key: String)] = []
        for (key, path) in finder.order {
            guard let candidate = finder.candidate(item: key, path: path) else { continue }
            if candidate.holds { found.append((candidate, key)) } else { homeless.append((candidate, key)) }
        }
        for (operation, parameter) in finder.links.byQuery {
            if let candidate = finder.candidate(asking: operation, by: parameter), candidate.holds {
                found.append((candidate, "?\(operation.id)"))
            }
        }
        let listed = Set(found.map(\.collection.listKey))
        for (key, path) in finder.order where !listed.contains(key) {
            guard let candidate = finder.candidate(list: key, path: path) else { continue }
            if candidate.holdsAlone || candidate.isShownAlone { found.append((candidate, key + "/{}")) }
        }
        // `/playlists/{id}` reads what `/users/{user}/playlists` makes, although nothing lists or makes playlists above it.
        let lists = found.map(\.collection)
        found += homeless.filter { item in
            item.collection.isAskedByID && lists.contains { $0.makes(item.collection) }
        }
        var taken = Set(found.flatMap { [$0.key, $0.collection.listKey] })
        for index in found.indices {
            found[index].collection.takeKeyed(finder.keyCandidates(of: found[index].collection, besides: taken))
        }
        taken.formUnion(found.flatMap { $0.collection.keyed.map(\.operation.path.collectionKey) })
        if withSingles {
            found += finder.order.compactMap { key, path in
                taken.contains(key) ? nil : finder.candidate(single: key, path: path).map { ($0, key) }
            }
        }
        let candidates = found.map(\.collection)
        // The collection whose items' path this list's path continues, the closest one.
        return found.map { candidate, _ in
            let parents = found.indices.filter { candidate.listKey.hasPrefix(found[$0].key + "/") }
            return candidate.collection(
                parent: parents.max { found[$0].key.count < found[$1].key.count },
                home: home(of: candidate, among: candidates))
        }
    }

    /// Where one path has the items of what another lists. The values before the id are told by their names, or all by their order.
    private static func home(
        of list: CollectionCandidate, among all: [CollectionCandidate]
    ) -> ResourceCollection.Home? {
        var best: ResourceCollection.Home?
        for (index, other) in all.enumerated() where list.shows(other) {
            var scope = other.scopeNames.compactMap { name in list.scopeNames.firstIndex(of: name) }
            if scope.count < other.scopeCount {
                guard list.scopeCount == other.scopeCount else { continue }
                scope = Array(0..<other.scopeCount)
            }
            // The nearest: that which needs the most of the path.
            if best.map({ $0.scope.count < scope.count }) ?? true { best = .init(collection: index, scope: scope) }
        }
        return best
    }

    private init(_ operations: [Operation]) {
        links = CollectionLinks(operations)
        for operation in operations {
            let key = operation.path.collectionKey
            if paths[key] == nil { order.append((key, operation.path)) }
            if [.get, .post].contains(operation.method), let slash = key.lastIndex(of: "/"),
                !key[slash...].contains("{")
            {
                byStem[String(key[..<slash]), default: []].append(operation)
            }
            if paths[key]?[operation.method] == nil { paths[key, default: [:]][operation.method] = operation }
        }
    }

    /// What an item's path and its list's make up.
    private func candidate(item: String, path: PathTemplate) -> CollectionCandidate? {
        var segments = path.segments[...]
        if segments.last?.isEmpty == true { segments = segments.dropLast() }
        guard let last = segments.last, case .parameter(let idName, false)? = last.first else { return nil }
        var listKey = PathTemplate.collectionKey(segments.dropLast())
        // `/Accounts/{Sid}.json` is an item of `/Accounts.json`.
        if last.count == 2, case .literal(let suffix) = last[1], suffix.hasPrefix(".") {
            listKey += suffix
        } else if last.count != 1 {
            return nil
        }
        let itemKey = item
        guard let item = paths[itemKey], item[.get] ?? item[.put] ?? item[.patch] ?? item[.delete] != nil,
            let parameter = (item.values.first { _ in true })?.parameter(idName, in: .path)
        else { return nil }
        let scopeCount = path.parameterNames.count - 1
        let names = { (index: Int) in
            { (operation: Operation) -> String? in
                let key = operation.path.collectionKey
                return key == itemKey || key.hasPrefix(itemKey + "/") ? operation.path.parameterNames[index] : nil
            }
        }
        let nearby = paths[listKey]?.filter { $0.key == .get || $0.key == .post || $0.key == .put } ?? [:]
        let origins = links.origins(of: item, id: names(scopeCount), scopeCount: scopeCount)
        let linked = origins.filter { nearby[$0.key] == nil }
        let list = nearby.merging(linked) { own, _ in own }
        let isNearby = nearby[.get] ?? nearby[.post] != nil
        let origin = linked[.post] ?? linked[.get]
        // What follows another parameter may be anything, unless a link says that it is an id, or it can be changed and removed.
        let literal: String? = if case .literal(let text)? = segments.dropLast().last?.last { text } else { nil }
        let isResource = item[.get] != nil && item[.delete] != nil && (item[.patch] ?? item[.put] ?? item[.post]) != nil
        guard let name = literal ?? (isResource || !origins.isEmpty ? path.lastLiteral : nil) else { return nil }
        return CollectionCandidate(
            name: name, listKey: isNearby ? listKey : origin?.path.collectionKey ?? listKey, list: list,
            linked: Set(linked.keys), item: item, idParameter: parameter,
            scopeNames: Array(path.parameterNames.dropLast()), links: links,
            beside: byStem[listKey] ?? [], clear: paths[listKey]?[.delete], parameterNames: names)
    }

    /// Resources that are made and listed, and nothing more.
    private func candidate(list key: String, path: PathTemplate) -> CollectionCandidate? {
        guard let list = paths[key], list[.get] != nil, let name = path.lastLiteral else {
            return nil
        }
        return CollectionCandidate(
            name: name, listKey: key, list: list.filter { $0.key == .get || $0.key == .post }, linked: [], item: [:],
            idParameter: nil, scopeNames: path.parameterNames, links: links, beside: byStem[key] ?? [],
            clear: list[.delete],
            parameterNames: { _ in { _ in nil } })
    }

    /// Operations under the same values of the path as the list that take one more, or one required parameter of the query.
    private func keyCandidates(
        of candidate: CollectionCandidate, besides taken: Set<String>
    ) -> [(operation: Operation, parameter: Parameter)] {
        let scope = candidate.listKey.lastIndex(of: "}").map { candidate.listKey[...$0] } ?? ""
        return order.filter { key, _ in key.hasPrefix(scope) && !taken.contains(key) }.flatMap { key, path in
            (paths[key] ?? [:]).values.sorted { $0.index < $1.index }.compactMap { operation in
                let names = path.parameterNames
                if names.count == candidate.scopeCount + 1, key.hasSuffix("/{}"), let last = names.last {
                    return operation.parameter(last, in: .path).map { (operation, $0) }
                }
                let asked = operation.parameters.filter { $0.location == .query && $0.required }
                guard names.count == candidate.scopeCount, asked.count == 1 else { return nil }
                return (operation, asked[0])
            }
        }
    }

    /// A resource that is read, and changed, replaced or removed, wherever it came from.
    private func candidate(single key: String, path: PathTemplate) -> CollectionCandidate? {
        guard var item = paths[key], let read = item[.get], read.successResponse != nil,
            item[.put] ?? item[.patch] ?? item[.delete] != nil, !read.isList(called: path.lastLiteral ?? "")
        else { return nil }
        let names = path.parameterNames
        var last = path.segments.last
        if last?.isEmpty == true { last = path.segments.dropLast().last }
        let idName: String? = if case .parameter(let name, false)? = last?.first, last?.count == 1 { name } else { nil }
        // Who may make the only one there is makes it again.
        let makes = idName == nil && item[.post]?.responses.contains { $0.status == .exact(201) } == true
        let list = item.filter { makes && $0.key == .post }
        if makes { item[.post] = nil }
        return CollectionCandidate(
            name: path.lastLiteral ?? "resource", listKey: key, list: list, linked: [], item: item,
            idParameter: idName.flatMap { read.parameter($0, in: .path) },
            scopeNames: Array(idName == nil ? names : names.dropLast()), links: links, isSingle: true,
            parameterNames: { _ in { _ in nil } })
    }

    /// `GET /order?number=7`, which a link from where orders are made leads to.
    private func candidate(asking read: Operation, by parameter: Parameter) -> CollectionCandidate? {
        let key = read.path.collectionKey
        let item = (paths[key] ?? [:]).filter { method, operation in
            [.get, .put, .patch, .delete].contains(method) && operation.parameter(parameter.name, in: .query) != nil
        }
        let names = { (index: Int) in
            { (operation: Operation) -> String? in
                guard item.values.contains(where: { $0.id == operation.id }) else { return nil }
                let path = operation.path.parameterNames
                return index < path.count ? path[index] : parameter.name
            }
        }
        let scopeCount = read.path.parameterNames.count
        let origins = links.origins(of: item, id: names(scopeCount), scopeCount: scopeCount)
        guard let create = origins[.post], let name = create.path.lastLiteral else { return nil }
        let listKey = create.path.collectionKey
        var list = origins
        if listKey != key, let listing = paths[listKey]?[.get] { list[.get] = listing }
        return CollectionCandidate(
            name: name, listKey: listKey, list: list, linked: [.post], item: item, idParameter: parameter,
            scopeNames: read.path.parameterNames, links: links, parameterNames: names)
    }
}

extension String {
    /// `members.json` is called `members`.
    fileprivate var withoutEnding: String {
        for ending in [".json", ".xml"] where hasSuffix(ending) && count > ending.count {
            return String(dropLast(ending.count))
        }
        return self
    }
}

extension PathTemplate {
    /// The path without the names of its parameters. A trailing slash is left out: some APIs write it on every path.
    fileprivate var collectionKey: String { Self.collectionKey(segments[...]) }

    fileprivate static func collectionKey(_ segments: ArraySlice<PathTemplate.Segment>) -> String {
        var segments = segments
        if segments.last?.isEmpty == true { segments = segments.dropLast() }
        return segments.map { "/" + $0.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined() }
            .joined()
    }

    /// The last segment that has no parameter in it.
    var lastLiteral: String? {
        segments.lazy.compactMap { segment -> String? in
            if segment.count == 1, case .literal(let text) = segment[0] { text.withoutEnding } else { nil }
        }.last
    }
}
