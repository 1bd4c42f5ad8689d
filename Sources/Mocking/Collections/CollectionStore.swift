// The things of a session: those it starts with, and what it has made, changed and removed.

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

    /// More things than any client needs; one that makes them without end must not eat the machine.
    static let limit = 20_000

    private var lists: [Key: ThingList] = [:]
    private(set) var count = 0

    /// With the collections of another contract, where each thing still fits; nil where one does not.
    func adapted(from old: CollectionMap, to new: CollectionMap) -> CollectionStore? {
        var adapted = CollectionStore()
        for (key, list) in lists {
            guard let collection = new.collection(like: old.collections[key.collection]) else { continue }
            let schema = collection.resource.itemSchema
            guard list.all.allSatisfy({ schema?.accepts($0, direction: .response) ?? true }) else { return nil }
            adapted.lists[Key(collection: collection.index, scope: key.scope)] = list
            adapted.count += list.count
        }
        return adapted
    }

    /// As it is now; what nothing has touched is as it was in the beginning.
    func list(_ key: Key, of collection: CollectionMap.Collection) -> ThingList {
        lists[key] ?? ThingList(collection.book.seeds(in: key.scope))
    }

    /// The things of all other lists.
    func count(besides key: Key) -> Int { count - (lists[key]?.count ?? 0) }

    func keys(of collection: CollectionMap.Collection) -> [Key] {
        lists.keys.filter { $0.collection == collection.index }
    }

    mutating func change<Result>(
        _ key: Key, of collection: CollectionMap.Collection, _ body: (inout ThingList) -> Result
    ) -> Result {
        var list = list(key, of: collection)
        count -= lists[key]?.count ?? 0
        let result = body(&list)
        lists[key] = list
        count += list.count
        return result
    }
}
