// Resources by their ids, in the order in which they came.

import MockRules
import JSONValues
import JSONSchema

struct StoredResources: Sendable {
    enum State: Sendable {
        /// As the list started with it, and nothing has touched it since.
        case shown(JSON)
        case touched(JSON)
        case removed
        case unknown
    }

    /// A resource as the list shows it.
    struct Listed: Sendable {
        let id: String
        let value: JSON
        /// As the list's own example shows it, as long as nothing has touched it.
        let form: JSON?
        let isTouched: Bool
    }

    /// Of what was put into it.
    private(set) var bytes = 0
    private var ids: [String] = []
    private var values: [String: JSON] = [:]
    private var forms: [String: JSON] = [:]
    /// Those that can be read and are not listed.
    private var unlisted: Set<String> = []
    private var touched: Set<String> = []
    private var changes: [String: Duration] = [:]
    /// Where resources were made that were made elsewhere than in the list itself.
    private var origins: [String: CollectionStore.Key] = [:]
    /// The last name of what was renamed once.
    private var renamed: [String: String] = [:]
    /// Whether anything was made, changed or removed.
    private(set) var isTouched = false
    /// The largest id that is a whole number, those of removed resources included.
    private var largestNumber: Int64 = 0

    init(_ seeds: [Seed]) { for seed in seeds { add(seed) } }

    /// What the list starts with.
    mutating func add(_ seed: Seed) {
        guard values[seed.id] == nil else { return }
        ids.append(seed.id)
        values[seed.id] = seed.value
        forms[seed.id] = seed.listed
        if !seed.isListed { unlisted.insert(seed.id) }
        count(seed.id)
    }

    var count: Int { ids.count }

    /// Whether it is known what is in it: what is not there then does not exist.
    var isKnown: Bool { isTouched || !ids.isEmpty }

    var all: [JSON] { listed(in: nil).map(\.value) }

    var allByID: [(id: String, value: JSON)] { listed(in: nil).map { ($0.id, $0.value) } }

    var firstID: String? { ids.first }

    /// The first resource that is so, be it listed or not.
    func id(where isWanted: (JSON) -> Bool) -> String? { ids.first { values[$0].map(isWanted) ?? false } }

    /// Those that are shown.
    /// - Parameter view: another list of a part of them, which shows what it has made itself and what was there from the beginning; nil
    ///   for all.
    func listed(in view: CollectionStore.Key?) -> [Listed] {
        ids.compactMap { id in
            guard let value = values[id], !unlisted.contains(id) else { return nil }
            if let view, let origin = origins[id], origin != view { return nil }
            let isTouched = touched.contains(id)
            return Listed(id: id, value: value, form: isTouched ? nil : forms[id], isTouched: isTouched)
        }
    }

    subscript(id: String) -> State {
        if let value = values[id] { return touched.contains(id) ? .touched(value) : .shown(value) }
        return touched.contains(id) ? .removed : .unknown
    }

    /// - Parameter origin: another list in which it was made.
    mutating func set(_ id: String, to value: JSON, at now: Duration, from origin: CollectionStore.Key? = nil) {
        let old = values.updateValue(value, forKey: id)
        if old == nil {
            ids.append(id)
            origins[id] = origin
        }
        if touched.contains(id), let old { bytes -= old.approximateSize }
        bytes += value.approximateSize
        unlisted.remove(id)
        count(id)
        touched.insert(id)
        changes[id] = now
        isTouched = true
    }

    /// When it was last made or changed; nil where it is as it was in the beginning.
    func changed(_ id: String) -> Duration? { changes[id] }

    /// What is not among the resources was removed.
    mutating func replace(by resources: [(id: String, value: JSON)]) {
        touched.formUnion(ids)
        (ids, values, changes, origins, unlisted, renamed) = ([], [:], [:], [:], [], [:])
        bytes = resources.reduce(0) { $0 + $1.value.approximateSize }
        isTouched = true
        for (id, value) in resources where values.updateValue(value, forKey: id) == nil {
            ids.append(id)
            touched.insert(id)
            count(id)
        }
    }

    /// Takes back that it was removed.
    mutating func forget(_ id: String) {
        if values[id] == nil { touched.remove(id) }
    }

    mutating func remove(_ id: String) {
        if let old = values.removeValue(forKey: id) {
            ids.removeAll { $0 == id }
            if touched.contains(id) { bytes -= old.approximateSize }
        } else if touched.count >= CollectionStore.limit {
            return
        }
        count(id)
        changes[id] = nil
        touched.insert(id)
        isTouched = true
    }

    mutating func remove(all removed: Set<String>) {
        for id in removed {
            if let old = values.removeValue(forKey: id), touched.contains(id) { bytes -= old.approximateSize }
            changes[id] = nil
        }
        ids.removeAll(where: removed.contains)
        touched.formUnion(removed)
        isTouched = true
    }

    /// What was there under the old name is there under the new one, in its place; the old name is that of something removed.
    mutating func rename(_ old: String, _ new: String, to value: JSON, at now: Duration) {
        let (place, origin, isUnlisted) = (ids.firstIndex(of: old), origins[old], unlisted.contains(old))
        remove(old)
        set(new, to: value, at: now, from: origin)
        if renamed.count >= 1_000 { renamed = [:] }
        for (former, name) in renamed where name == old { renamed[former] = new }
        renamed[old] = new
        if isUnlisted { unlisted.insert(new) }
        guard let place, place < ids.count else { return }
        ids.removeAll { $0 == new }
        ids.insert(new, at: place)
    }

    /// What was renamed is known by this now; the same id where nothing was.
    func currentName(of id: String) -> String {
        guard values[id] == nil, let name = renamed[id], values[name] != nil else { return id }
        return name
    }

    /// One more than the largest id that is a whole number.
    var nextNumber: Int64 { largestNumber == .max ? .max : largestNumber + 1 }

    private mutating func count(_ id: String) { largestNumber = max(largestNumber, Int64(id) ?? 0) }
}

// MARK: - As a document

extension StoredResources {
    /// `{"resources": [{"id": "1", "value": {…}, "changed": 1700000000000000}], "removed": ["2"], "largest": 2}`: what another process needs
    /// to go on with it.
    /// - Parameter name: of a list.
    func document(_ name: (CollectionStore.Key) -> JSON?) -> JSONObject {
        let resources = ids.compactMap { id in
            values[id].map { value in
                var members = JSONObject([("id", .string(id)), ("value", value)])
                if let form = forms[id] { members["form"] = form }
                if unlisted.contains(id) { members["listed"] = false }
                if touched.contains(id) { members["touched"] = true }
                if let changed = changes[id] { members["changed"] = changed.document }
                if let origin = origins[id].flatMap(name) { members["origin"] = origin }
                return JSON.object(members)
            }
        }
        let removed = touched.filter { values[$0] == nil }.sorted().map { JSON.string($0) }
        var document = JSONObject([("resources", .array(resources))])
        if !removed.isEmpty { document["removed"] = .array(removed) }
        if !renamed.isEmpty {
            document["renamed"] = .object(
                JSONObject(renamed.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }
        document["largest"] = .number(JSONNumber(largestNumber))
        document["changed"] = .bool(isTouched)
        return document
    }

    /// - Parameter key: of a list's name; nil where there is none any more.
    init(document: JSON, _ key: (JSON) -> CollectionStore.Key?) {
        for member in document["resources"]?.array ?? [] {
            guard let id = member["id"]?.string, let value = member["value"], values[id] == nil else { continue }
            ids.append(id)
            values[id] = value
            forms[id] = member["form"]
            if member["listed"]?.bool == false { unlisted.insert(id) }
            if member["touched"]?.bool == true {
                touched.insert(id)
                bytes += value.approximateSize
            }
            changes[id] = member["changed"].flatMap { Duration(document: $0) }
            origins[id] = member["origin"].flatMap(key)
        }
        touched.formUnion((document["removed"]?.array ?? []).compactMap(\.string))
        for (old, new) in document["renamed"]?.object ?? JSONObject() { renamed[old] = new.string }
        largestNumber = document["largest"]?.number?.int64 ?? 0
        isTouched = document["changed"]?.bool ?? true
    }
}
