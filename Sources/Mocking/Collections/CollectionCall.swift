// One request to a collection: what becomes of the things in it, and what is answered.

import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

/// What a collection makes of a request.
enum CollectionOutcome: Sendable {
    /// The examples speak: nothing has touched what the request is about.
    case asShown
    /// The success of the operation, with the thing or the list as content where it fits.
    case success(JSON?, created: String?)
    case listed(ListPage)
    case missing
    /// A request has removed it.
    case gone
    /// The request makes a condition that does not hold.
    case overtaken(EntityTag?)
    case taken
    case full
}

struct CollectionCall: Sendable {
    let collection: CollectionMap.Collection
    let role: CollectionMap.Role
    let call: SessionCall
    let operation: Operation
    let seed: UInt64
    /// What a pair of examples whose values are those of the request answers: its status and content.
    let pair: (status: Int, content: JSON?)?

    private var resource: ResourceCollection { collection.resource }
    private var judged: JudgedRequest { call.judged }

    /// What was sent of the thing.
    private var body: JSON? { judged.body.map(resource.unwrapped) }

    /// What the thing is to be changed to: the body, or what parameters of the query say of its properties.
    private var changes: JSONObject? {
        if let body { return body.object }
        var changes = JSONObject()
        for parameter in operation.parameters where parameter.location == .query {
            guard let value = judged.value(parameter.name, in: .query),
                let property = resource.property(like: parameter.name)
            else { continue }
            changes[property] = value
        }
        return changes
    }

    /// The values of the path's parameters, in their order.
    private var path: [(name: String, value: JSON)] {
        operation.path.parameterNames.compactMap { name in judged.value(name, in: .path).map { (name, $0) } }
    }

    private var scope: [(name: String, value: JSON)] { Array(path.prefix(resource.scopeCount)) }

    var scopeTexts: [String] { scope.map { $0.value.idText ?? $0.value.serialized() } }

    private var key: CollectionStore.Key { CollectionStore.Key(collection: collection.index, scope: scopeTexts) }

    /// The thing that the request is about.
    private var id: String? {
        if role == .replaceByBody { return resource.idProperty.flatMap { body?[$0]?.idText } }
        guard let parameter = resource.idParameter else { return nil }
        guard parameter.location == .path else { return judged.value(parameter.name, in: parameter.location)?.idText }
        return path.count > resource.scopeCount ? path[resource.scopeCount].value.idText : nil
    }

    /// Whether the thing above this collection was removed.
    func isOrphaned(by parent: CollectionMap.Collection, in store: CollectionStore) -> Bool {
        let values = scope.map { $0.value.idText ?? "" }
        guard values.count == parent.resource.scopeCount + 1, let id = values.last else { return false }
        let key = CollectionStore.Key(collection: parent.index, scope: Array(values.dropLast()))
        if case .removed = store.list(key, of: parent)[id] { return true }
        return false
    }

    /// Carries the request out. What takes long is in `draft`, which is made before.
    /// - Parameter tag: what reading a thing would tell as its entity tag.
    func carryOut(
        _ draft: JSON?, on store: inout CollectionStore, tag: (JSON) -> EntityTag?
    ) -> CollectionOutcome {
        if role == .list { return list(store.list(key, of: collection)) }
        if role == .create { return create(draft, &store) }
        if role == .createAll { return createAll(draft?.array ?? [], &store) }
        guard let id else { return .asShown }
        let list = store.list(key, of: collection)
        let state = list[id]
        switch state {
        case .removed where role == .delete && !declares404: return .success(nil, created: nil)
        case .removed: return role == .read || (role == .patch && operation.success != nil) ? .gone : .missing
        case .unknown where pair == nil && list.isKnown && declares404: return .missing
        case .unknown, .shown:
            if let pair, !(200...299).contains(pair.status) || role == .read { return .asShown }
        case .touched: break
        }
        if role != .read, let precondition = Precondition(judged.request) {
            let current = shown(state, list).map {
                Precondition.Current(tag: tag($0), modified: list.changed(id) ?? call.session.started)
            }
            guard precondition.holds(for: current) else { return .overtaken(current?.tag) }
        }
        switch role {
        case .list, .create, .createAll: return .asShown
        case .read: return read(state, draft, list)
        case .delete:
            store.change(key, of: collection) { $0.remove(id) }
            return .success(pair?.content.map(resource.unwrapped), created: nil)
        case .replace, .replaceByBody, .patch:
            guard store.count < CollectionStore.limit else { return .full }
            guard let changed = changed(state, draft) else { return .asShown }
            store.change(key, of: collection) { $0.set(id, to: changed, at: call.now) }
            return .success(changed, created: nil)
        }
    }

    private var hasExample: Bool { operation.success?.declared.content.contains { !$0.examples.isEmpty } ?? false }

    private var declares404: Bool { operation.response(for: 404) != nil }

    private func read(_ state: ThingList.State, _ draft: JSON?, _ list: ThingList) -> CollectionOutcome {
        switch state {
        case .shown(let value), .touched(let value): return .success(value, created: nil)
        case .removed: return .missing
        // Nobody knows what is in it, and no example shows a thing: it is made up, the same each time.
        case .unknown: return list.isKnown || draft == nil || hasExample ? .asShown : .success(draft, created: nil)
        }
    }

    /// What reading the thing would show; nil where there is none.
    private func shown(_ state: ThingList.State, _ list: ThingList) -> JSON? {
        switch state {
        case .shown(let value), .touched(let value): return value
        case .removed: return nil
        case .unknown:
            guard !list.isKnown, let read = resource.read else { return nil }
            return read.success?.declared.content.lazy.compactMap(\.examples.first?.value).first.map(resource.unwrapped)
                ?? ThingMaker(resource: resource).thing(nil, id: id, scope: scope, seed: seedOfThing)
        }
    }

    private func changed(_ state: ThingList.State, _ draft: JSON?) -> JSON? {
        let maker = ThingMaker(resource: resource)
        // The examples speak for what nothing has touched; the path says which thing it is.
        if let content = pair?.content.map(resource.unwrapped), fits(content) {
            if case .touched = state {} else { return id.map { maker.thing(content, id: $0) } ?? content }
        }
        guard let draft else { return nil }
        let old =
            switch state {
            case .shown(let value), .touched(let value): value
            case .removed, .unknown: draft
            }
        guard role == .patch else {
            let replaced = maker.thing(draft, after: old)
            return fits(replaced) ? replaced : draft
        }
        guard let changes else { return nil }
        // The path says which thing it is, whatever the body says.
        let patched = id.map { maker.thing(maker.patched(old, by: changes), id: $0) } ?? old
        if fits(patched) { return patched }
        // What requests may say otherwise than answers is left as it is.
        return changes.reduce(Optional(old).flatMap { fits($0) ? $0 : nil }) { thing, change in
            guard let thing else { return nil }
            let next = maker.patched(thing, by: JSONObject([(change.key, change.value)]))
            return fits(next) ? next : thing
        }
    }

    private func fits(_ thing: JSON) -> Bool {
        thing.object != nil && resource.itemSchema?.accepts(thing, direction: .response) ?? true
    }

    private func create(_ draft: JSON?, _ store: inout CollectionStore) -> CollectionOutcome {
        let list = store.list(key, of: collection)
        if let pair, !(200...299).contains(pair.status), !list.isTouched { return .asShown }
        guard store.count < CollectionStore.limit else { return .full }
        let maker = ThingMaker(resource: resource)
        // The example of this very request shows what comes of it, the first time.
        if let content = pair?.content.map(resource.unwrapped), fits(content),
            let id = resource.idProperty.flatMap({ content[$0]?.idText })
        {
            switch list[id] {
            case .unknown, .shown:
                store.change(key, of: collection) { $0.set(id, to: content, at: call.now) }
                return .success(content, created: id)
            case .touched, .removed: break
            }
        }
        guard let draft else { return .asShown }
        if let content = pair?.content, case .content(let pointer)? = resource.createdID,
            let id = content[pointer: pointer]?.idText, case .unknown = list[id]
        {
            store.change(key, of: collection) { $0.set(id, to: maker.thing(draft, id: id), at: call.now) }
            return .success(content, created: id)
        }
        var generator = call.occasion.generator(seed, for: .identifier)
        let wanted = wantedID(in: body)
        if let wanted {
            switch list[wanted] {
            case .shown where operation.response(for: 409) != nil, .touched where operation.response(for: 409) != nil:
                return .taken
            default: break
            }
        }
        let id = wanted ?? maker.id(after: list, &generator)
        let thing = maker.thing(draft, id: id)
        store.change(key, of: collection) { $0.set(id, to: thing, at: call.now) }
        return .success(thing, created: id)
    }

    /// The list's things are made together, and are what is answered where that is a list.
    private func createAll(_ drafts: [JSON], _ store: inout CollectionStore) -> CollectionOutcome {
        guard store.count + drafts.count <= CollectionStore.limit else { return .full }
        let maker = ThingMaker(resource: resource)
        var generator = call.occasion.generator(seed, for: .identifier)
        let things = store.change(key, of: collection) { list in
            zip(drafts, judged.body?.array ?? []).map { draft, body in
                let id = wantedID(in: body) ?? maker.id(after: list, &generator)
                let thing = maker.thing(draft, id: id)
                list.set(id, to: thing, at: call.now)
                return thing
            }
        }
        return .success(.array(things), created: nil)
    }

    private func wantedID(in body: JSON?) -> String? {
        // No path asks for a thing without a name.
        resource.idProperty.flatMap { name in isWritable(name) ? body?[name]?.idText : nil }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    private func isWritable(_ name: String) -> Bool { resource.itemSchema?.property(name)?.isReadOnly != true }

    private func list(_ list: ThingList) -> CollectionOutcome {
        guard let listing = resource.listing(of: operation) else { return .asShown }
        let query = ListQuery(judged, listing, prefix: call.prefix)
        guard list.isTouched || (list.isKnown && pair == nil && !query.isWhole) else { return .asShown }
        return .listed(ListPage(listing, query, of: query.filtered(list.all)))
    }

    /// The thing that a body describes, or that stands for one that nobody has made. Does not depend on what is in the
    /// collection, so that it is made before anything is locked.
    func draft() -> JSON? {
        let maker = ThingMaker(resource: resource)
        switch role {
        case .list, .delete: return nil
        case .create:
            var generator = call.occasion.generator(seed, for: .data)
            return maker.thing(body, id: nil, scope: scope, seed: generator.next())
        case .createAll:
            var generator = call.occasion.generator(seed, for: .data)
            let bodies = (judged.body?.array ?? []).prefix(CollectionStore.limit + 1)
            let things = bodies.map { maker.thing($0, id: nil, scope: scope, seed: generator.next()) }
            return things.contains(nil) ? nil : .array(things.compactMap(\.self))
        case .read, .patch:
            return maker.thing(nil, id: id, scope: scope, seed: seedOfThing)
        case .replace, .replaceByBody:
            return maker.thing(body, id: id, scope: scope, seed: seedOfThing)
        }
    }

    /// Of a thing that is made up: the same whenever the session asks for it.
    private var seedOfThing: UInt64 {
        let name = "\(resource.name)/\(key.scope.joined(separator: "/"))/\(id ?? "")"
        var generator = SeededGenerator(seed: seed).forked(call.session.id).forked(name)
        return generator.next()
    }
}
