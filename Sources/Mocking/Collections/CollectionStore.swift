// The things that a session has made, changed and removed.

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

    func list(_ key: Key, of collection: CollectionMap.Collection) -> ThingList {
        lists[key] ?? ThingList(collection.seeds.filter { $0.scope == nil || $0.scope == key.scope })
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

/// Things by their ids, in the order in which they came.
struct ThingList: Sendable {
    enum State: Sendable {
        /// As an example shows it, and nothing has touched it since.
        case shown(JSON)
        case touched(JSON)
        case removed
        case unknown
    }

    private var ids: [String] = []
    private var values: [String: JSON] = [:]
    private var touched: Set<String> = []
    private var changes: [String: Duration] = [:]
    /// Whether anything was made, changed or removed.
    private(set) var isTouched = false
    /// The largest id that is a whole number, those of removed things included.
    private var largestNumber: Int64 = 0

    init(_ seeds: [CollectionMap.Seed]) {
        for seed in seeds where values[seed.id] == nil {
            ids.append(seed.id)
            values[seed.id] = seed.value
            count(seed.id)
        }
    }

    var count: Int { ids.count }

    /// Whether it is known what is in it: what is not there then does not exist.
    var isKnown: Bool { isTouched || !ids.isEmpty }

    var all: [JSON] { ids.compactMap { values[$0] } }

    var allByID: [(id: String, value: JSON)] { ids.compactMap { id in values[id].map { (id, $0) } } }

    subscript(id: String) -> State {
        if let value = values[id] { return touched.contains(id) ? .touched(value) : .shown(value) }
        return touched.contains(id) ? .removed : .unknown
    }

    mutating func set(_ id: String, to value: JSON, at now: Duration) {
        if values.updateValue(value, forKey: id) == nil { ids.append(id) }
        count(id)
        touched.insert(id)
        changes[id] = now
        isTouched = true
    }

    /// When it was last made or changed; nil where it is as it was in the beginning.
    func changed(_ id: String) -> Duration? { changes[id] }

    /// What is not among the things was removed.
    mutating func replace(by things: [(id: String, value: JSON)]) {
        touched.formUnion(ids)
        (ids, values, changes) = ([], [:], [:])
        isTouched = true
        for (id, value) in things where values.updateValue(value, forKey: id) == nil {
            ids.append(id)
            touched.insert(id)
            count(id)
        }
    }

    mutating func remove(_ id: String) {
        if values.removeValue(forKey: id) != nil { ids.removeAll { $0 == id } }
        count(id)
        changes[id] = nil
        touched.insert(id)
        isTouched = true
    }

    /// One more than the largest id that is a whole number.
    var nextNumber: Int64 { largestNumber == .max ? .max : largestNumber + 1 }

    private mutating func count(_ id: String) { largestNumber = max(largestNumber, Int64(id) ?? 0) }
}
