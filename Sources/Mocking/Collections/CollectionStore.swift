// The resources of a session: those it starts with, and what it has made, changed and removed.

import ContractCollections
import MockRules
import HTTPExchange
import JSONValues
import JSONSchema
import OpenAPIContract

/// The collections of one session. A list under `/users/1` and one under `/users/2` are two.
struct CollectionStore: Sendable {
    struct Key: Hashable, Sendable {
        /// The collection's index.
        let collection: Int
        /// The values of the path's parameters before the id.
        let scope: [String]
    }

    /// More resources than any client needs; one that makes them without end must not eat the machine.
    static let limit = 20_000

    /// Why nothing more is taken.
    enum Bound: Sendable {
        case resources, memory

        var text: String {
            switch self {
            case .resources: "The collections have \(CollectionStore.limit) resources, which is all."
            case .memory:
                "All that this server may keep in memory is in use. DELETE what is no longer needed, end sessions, or start it with more: --memory."
            }
        }
    }

    private var lists: [Key: StoredResources] = [:]
    private(set) var count = 0
    /// Another after each change.
    private(set) var version = StateVersion.untouched
    /// Of what was put into it.
    private var bytes = 0
    /// The same, of the process's budget; nil where nothing was put into it.
    private var memory: MemoryShare?

    /// What stands in the way of so many more resources, of so many bytes in all; nil where nothing does.
    func bound(of more: Int = 1, bytes: Int) -> Bound? {
        if count + more > Self.limit { return .resources }
        return (memory ?? MemoryShare()).hasRoom(for: bytes) ? nil : .memory
    }

    /// With the collections of another contract, where each resource still fits; nil where one does not.
    func adapted(from old: CollectionMap, to new: CollectionMap) -> CollectionStore? {
        var adapted = CollectionStore()
        for (key, list) in lists {
            guard let collection = new.collection(like: old.collections[key.collection]) else { continue }
            let schema = collection.declared.itemSchema
            guard list.all.allSatisfy({ schema?.accepts($0, direction: .response) ?? true }) else { return nil }
            adapted.lists[Key(collection: collection.index, scope: key.scope)] = list
            adapted.count += list.count
        }
        adapted.bytes = adapted.lists.values.reduce(0) { $0 + $1.bytes }
        adapted.memory = memory
        adapted.memory?.resize(to: adapted.bytes)
        adapted.version = .next()
        return adapted
    }

    /// As it is now; what nothing has touched is as it was in the beginning.
    func list(_ key: Key, of collection: CollectionMap.Collection) -> StoredResources {
        lists[key] ?? StoredResources(collection.book.seeds(in: key.scope))
    }

    /// Whether a request has removed it.
    func hasRemoved(_ id: String, from key: Key) -> Bool {
        if case .removed? = lists[key]?[id] { true } else { false }
    }

    /// Removes a resource, or remembers that it is no more; one that nothing is known of is forgotten where there are too many.
    mutating func remove(_ id: String, from key: Key, of collection: CollectionMap.Collection) {
        guard lists[key] != nil || lists.count < Self.limit else { return }
        change(key, of: collection) { $0.remove(id) }
    }

    /// The resources of all other lists.
    func count(besides key: Key) -> Int { count - (lists[key]?.count ?? 0) }

    func keys(of collection: CollectionMap.Collection) -> [Key] {
        lists.keys.filter { $0.collection == collection.index }
    }

    mutating func change<Result>(
        _ key: Key, of collection: CollectionMap.Collection, _ body: (inout StoredResources) -> Result
    ) -> Result {
        var list = list(key, of: collection)
        count -= lists[key]?.count ?? 0
        bytes -= list.bytes
        let result = body(&list)
        lists[key] = list
        count += list.count
        bytes += list.bytes
        version = .next()
        if memory == nil, bytes > 0 { memory = MemoryShare() }
        memory?.resize(to: bytes)
        return result
    }
}

// MARK: - As a document

extension CollectionStore {
    /// Of each list that something was done with its resources, and whose they are.
    func document(_ collections: CollectionMap) -> JSON {
        let keys = lists.keys.sorted {
            ($0.collection, $0.scope.joined(separator: "/")) < ($1.collection, $1.scope.joined(separator: "/"))
        }
        return .array(
            keys.compactMap { key in
                lists[key].map { list in
                    var members = list.document { collections.document(of: $0) }
                    members["list"] = collections.document(of: key)
                    return .object(members)
                }
            })
    }

    /// - Parameter checks: whether the resources may be of another version of the contract.
    /// - Returns: nil where a resource does not fit the contract any more.
    init?(document: JSON, _ collections: CollectionMap, checks: Bool) {
        for member in document.array ?? [] {
            guard let key = member["list"].flatMap({ collections.key(document: $0) }) else { continue }
            let list = StoredResources(document: member) { collections.key(document: $0) }
            let schema = checks ? collections.collections[key.collection].declared.itemSchema : nil
            guard list.all.allSatisfy({ schema?.accepts($0, direction: .response) ?? true }) else { return nil }
            lists[key] = list
            count += list.count
            bytes += list.bytes
        }
        version = .next()
        if bytes > 0 { memory = MemoryShare() }
        memory?.resize(to: bytes)
    }
}

extension CollectionMap {
    /// `["users", 0, "1"]`: the collection's name, which of that name, and the values of the path's parameters.
    fileprivate func document(of key: CollectionStore.Key) -> JSON {
        let name = collections[key.collection].declared.fullName
        let before = collections[..<key.collection].count { $0.declared.fullName == name }
        return .array([.string(name), .number(JSONNumber(before))] + key.scope.map { .string($0) })
    }

    /// Nil where there is no such collection.
    fileprivate func key(document: JSON) -> CollectionStore.Key? {
        guard let parts = document.array, parts.count >= 2, let number = parts[1].number?.int64 else { return nil }
        let ofName = collections.filter { $0.declared.fullName == parts[0].string }
        guard ofName.indices.contains(Int(number)) else { return nil }
        let (collection, scope) = (ofName[Int(number)], parts.dropFirst(2).compactMap(\.string))
        guard collection.declared.isSingle || scope.count == collection.declared.scopeCount else { return nil }
        return CollectionStore.Key(collection: collection.index, scope: scope)
    }
}
