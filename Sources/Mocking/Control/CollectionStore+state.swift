// Collections as the state shows them, and as it is written from outside.

import MockRules
import ContractCollections
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension CollectionMap {
    /// What every collection holds that no rule covers, by its name in the state.
    func shown(_ store: CollectionStore) -> [(name: String, value: JSON)] {
        collections.compactMap { collection in
            collection.stateName.map { (name: $0, value: store.shown(collection)) }
        }
    }

    var stateNames: [String] { collections.compactMap(\.stateName) }

    func collection(named name: String) -> Collection? { collections.first { $0.stateName == name } }
}

extension CollectionStore {
    /// A list of resources; below a path with parameters one list for each of their values: `{"1": […]}` of `/users/{user}/posts`.
    func shown(_ collection: CollectionMap.Collection) -> JSON {
        guard collection.declared.scopeCount > 0 else {
            return list(Key(collection: collection.index, scope: []), of: collection).shown(collection)
        }
        return .object(
            JSONObject(
                scopes(of: collection).map { scope in
                    let key = Key(collection: collection.index, scope: scope)
                    return (JSONPointer(scope).stateKey, list(key, of: collection).shown(collection))
                }))
    }

    private func scopes(of collection: CollectionMap.Collection) -> [[String]] {
        let known = Set(collection.book.scopes + keys(of: collection).map(\.scope))
        return known.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Replaces what the state shows at a pointer, whose first token is the collection's name. What is no longer there was removed.
    mutating func write(
        _ value: JSON, at pointer: JSONPointer, of collection: CollectionMap.Collection
    ) throws(RuleState.WriteFailure) {
        var whole = shown(collection)
        guard whole.put(value, at: pointer.tokens.dropFirst()) else {
            throw .nowhere(
                "Nothing can stand at \(pointer): what is above it is no list or object that has such a place.")
        }
        let place = JSONPointer(Array(pointer.tokens.prefix(1)))
        guard collection.declared.scopeCount > 0 else { return try write(whole, [], of: collection, at: place) }
        guard case .object(let lists) = whole else {
            throw .misfit(
                at: place, found: whole.kindName, expected: "an object with a list for each value of the path")
        }
        for scope in scopes(of: collection) where lists[JSONPointer(scope).stateKey] == nil {
            try write(.array([]), scope, of: collection, at: place)
        }
        for (name, list) in lists {
            let scope = JSONPointer(stateKey: name)?.tokens ?? []
            guard scope.count == collection.declared.scopeCount else {
                let names = collection.declared.scopeNames.joined(separator: "/")
                throw .misfit(at: place, found: "'\(name)'", expected: "values of \(names)")
            }
            try write(list, scope, of: collection, at: place.appending(name))
        }
    }

    private mutating func write(
        _ value: JSON, _ scope: [String], of collection: CollectionMap.Collection, at place: JSONPointer
    ) throws(RuleState.WriteFailure) {
        var resources: [(id: String, value: JSON)] = []
        func add(_ id: String?, _ resource: JSON, _ place: JSONPointer) throws(RuleState.WriteFailure) {
            guard resource.object != nil else {
                throw .misfit(at: place, found: resource.kindName, expected: "an object")
            }
            if let violation = collection.declared.itemSchema?.validate(resource, direction: .response).first {
                let tokens = place.tokens + violation.instance.tokens
                throw .misfit(at: JSONPointer(tokens), found: violation.found, expected: violation.expected)
            }
            guard let id else {
                let property = collection.declared.idProperty ?? "id"
                throw .misfit(at: place, found: "no '\(property)'", expected: "one, by which it can be read")
            }
            guard !resources.contains(where: { $0.id == id }) else {
                throw .misfit(at: place, found: "\(id) once more", expected: "each resource once")
            }
            resources.append((id, resource))
        }
        switch value {
        case .array(let elements):
            for (index, resource) in elements.enumerated() {
                let id = collection.declared.idProperty.flatMap { resource[$0]?.idText }
                try add(id, resource, place.appending(index))
            }
        case .object(let members) where collection.declared.idProperty == nil:
            for (id, resource) in members { try add(id, resource, place.appending(id)) }
        default:
            let expected = collection.declared.idProperty == nil ? "an object with each resource by its id" : "a list"
            throw .misfit(at: place, found: value.kindName, expected: expected)
        }
        let key = Key(collection: collection.index, scope: scope)
        guard count(besides: key) + resources.count <= CollectionStore.limit else {
            throw .misfit(
                at: place, found: "\(resources.count) resources", expected: "at most \(CollectionStore.limit) in all")
        }
        change(key, of: collection) { $0.replace(by: resources) }
    }
}

extension StoredResources {
    /// Resources that do not say their id stand by it.
    fileprivate func shown(_ collection: CollectionMap.Collection) -> JSON {
        collection.declared.idProperty == nil
            ? .object(JSONObject(allByID.map { ($0.id, $0.value) })) : .array(all)
    }
}

extension JSONPointer {
    /// Values of a path as one name: `1/2`.
    fileprivate var stateKey: String { String(description.dropFirst()) }

    /// Nil where a `~` in it escapes nothing.
    fileprivate init?(stateKey: String) {
        do {
            try self.init(parsing: "/" + stateKey)
        } catch {
            return nil
        }
    }
}
