// One request to a collection: what becomes of the resources in it, and what is answered.

import MockRules
import ContractCollections
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

struct CollectionCall: Sendable {
    let collection: CollectionMap.Collection
    /// That which has the resources.
    let home: CollectionMap.Collection
    let role: CollectionMap.Role
    let call: SessionCall
    let operation: Operation
    let seeding: Seeding
    /// What tells the resource apart, where that is not its id.
    let key: ResourceCollection.KeyedOperation?
    /// What a pair of examples whose values are those of the request answers.
    let pair: ExamplePair?

    var declared: ResourceCollection { collection.declared }
    var judged: JudgedRequest { call.judged }
    var seed: UInt64 { seeding.seed }
    var maker: ResourceBuilder { ResourceBuilder(declared: home.declared, options: seeding.options) }

    /// The resource in what the pair's response shows.
    var paired: JSON? { pair?.response.map { declared.resource(in: $0.value, of: operation) } }

    /// Whether the pair tells of this very request, and not only of its answer.
    var isExact: Bool { pair.map { !$0.parameters.isEmpty || $0.body != nil } ?? false }

    /// Whether what the pair shows can be answered: else a sample would, which tells another story than the items.
    private var isPairRight: Bool {
        guard let (media, value) = pair?.response else { return true }
        return media.schema?.accepts(value, direction: .response) ?? true
    }

    /// What was sent of the resource.
    var body: JSON? { judged.body.map { declared.resource(inBody: $0, of: operation) } }

    /// What the resource is to be changed to: the body, or what parameters of the query say of its properties.
    private var changes: JSONObject? {
        if let body { return body.object }
        var changes = JSONObject()
        for parameter in operation.parameters where parameter.location == .query {
            guard let value = judged.value(parameter.name, in: .query),
                let property = home.declared.property(like: parameter.name)
            else { continue }
            changes[property] = value
        }
        return changes
    }

    /// The values of the path's parameters, in their order.
    private var path: [(name: String, value: JSON)] {
        operation.path.parameterNames.compactMap { name in judged.value(name, in: .path).map { (name, $0) } }
    }

    var scope: [ScopeValue] {
        path.prefix(declared.scopeCount).enumerated().map { index, part in
            ScopeValue(name: part.name, owner: declared.owner(at: index), value: part.value)
        }
    }

    private var ownScope: [String] { scope.map { $0.value.idText ?? $0.value.serialized() } }

    /// The values of the path that come before the id where the resource can be asked for.
    var scopeTexts: [String] {
        let own = ownScope
        guard let places = declared.home?.scope else { return own }
        return places.compactMap { $0 < own.count ? own[$0] : nil }
    }

    /// The list that has the resources.
    var place: CollectionStore.Key { CollectionStore.Key(collection: home.index, scope: scopeTexts) }

    /// The list as the path names it, where it shows a part of what another has.
    var view: CollectionStore.Key? {
        guard let places = declared.home?.scope, places.count < ownScope.count else { return nil }
        return CollectionStore.Key(collection: collection.index, scope: ownScope)
    }

    /// Makes what takes long, so that nothing waits for it.
    func prepare() { _ = home.book.seeds(in: scopeTexts) }

    /// The id of the resource that the request is about; nil where it says none, and where something else tells resources apart.
    private var id: String? {
        if role == .replaceByBody { return home.declared.idProperty.flatMap { body?[$0]?.idText } }
        if key != nil { return nil }
        guard let parameter = declared.idParameter else { return declared.isSingle ? "" : nil }
        guard parameter.location == .path else { return judged.value(parameter.name, in: parameter.location)?.idText }
        return path.count > declared.scopeCount ? path[declared.scopeCount].value.idText : nil
    }

    /// A resource above this collection, where it was removed.
    func removed(
        _ parent: CollectionMap.Collection, in store: CollectionStore
    ) -> (key: CollectionStore.Key, id: String)? {
        let values = scope.map { $0.value.idText ?? "" }
        let count = parent.declared.scopeCount
        let isOnly = parent.declared.isSingle && parent.declared.idParameter == nil
        guard values.count >= count + (isOnly ? 0 : 1) else { return nil }
        let id = isOnly ? "" : values[count]
        let key = CollectionStore.Key(collection: parent.index, scope: Array(values.prefix(count)))
        return store.hasRemoved(id, from: key) ? (key, id) : nil
    }

    /// Whether the request makes something that need not have been there.
    var makes: Bool { [.create, .createAll, .replace, .replaceByBody].contains(role) }

    /// Carries the request out. What takes long is in `draft`, which is made before.
    /// - Parameter tag: what reading a resource would tell as its entity tag.
    func carryOut(
        _ draft: JSON?, on store: inout CollectionStore, tag: (JSON) -> EntityTag?
    ) -> CollectionOutcome {
        if role == .list { return list(store.list(place, of: home)) }
        if role == .create { return create(draft, &store) }
        if role == .createAll { return createAll(draft?.array ?? [], &store) }
        let list = store.list(place, of: home)
        if role == .clear {
            let shown = list.listed(in: view).filter(belongs).map(\.id)
            store.change(place, of: home) { $0.remove(all: Set(shown)) }
            return .removed(nil, id: "")
        }
        guard let asked = key.map({ find($0, in: list) }) ?? id else {
            if role == .replaceByBody { return create(draft, &store) }
            // Nobody knows what a list would have that nothing tells of.
            guard key != nil, pair == nil, list.isKnown else { return .asShown }
            return list.isTouched && role == .read ? .gone : .missing
        }
        // An operation that declares no 404 finds by its former name what was renamed.
        let id = role == .read || declares404 ? asked : list.currentName(of: asked)
        let state = list[id]
        switch state {
        case .removed where role == .delete && !declares404: return .removed(nil, id: id)
        case .removed where makesMissing: break
        // Of the only one there is an operation tells what it is like without anything in it, unless it can say that there is none.
        case .removed where role == .read && id.isEmpty && !declares404: return .asShown
        case .removed: return role == .read || (role == .patch && operation.success != nil) ? .gone : .missing
        case .unknown where makesMissing: break
        case .unknown where pair == nil && list.isKnown && declares404 && !declared.isSingle: return .missing
        case .unknown, .shown:
            if let pair, !(200...299).contains(pair.status) { return .asShown }
        case .touched: break
        }
        if role != .read, let precondition = Precondition(judged.request) {
            let current = shown(state, list).map {
                Precondition.Current(tag: tag($0), modified: list.changed(id) ?? call.session.started)
            }
            guard precondition.holds(for: current) else { return .overtaken(current?.tag) }
        }
        switch role {
        case .list, .create, .createAll, .clear: return .asShown
        case .read: return read(state, draft, id)
        case .delete:
            let old = shown(state, list)
            store.remove(id, from: place, of: home)
            return .removed(paired ?? old, id: id)
        case .replace, .replaceByBody, .patch:
            if let bound = store.bound(bytes: judged.request.body.count) { return .full(bound) }
            guard let drafted = changed(state, draft, id) else {
                if case .removed = state { store.change(place, of: home) { $0.forget(id) } }
                return .asShown
            }
            var changed = id == asked ? drafted : maker.resource(drafted, id: id)
            if case .unknown = state, role != .patch, paired == nil, !declared.isSingle {
                var generator = call.key.generator(seed, for: .identifier)
                changed = distinct(changed, in: list, &generator)
            }
            if role == .patch, declared.idParameter?.location == .path, let sent = body?.object,
                let name = maker.name(in: sent, of: id, in: list)
            {
                let renamed = maker.resource(changed, id: name)
                store.change(place, of: home) { $0.rename(id, name, to: renamed, at: call.now) }
                return .success(renamed, id: name)
            }
            store.change(place, of: home) { $0.set(id, to: changed, at: call.now) }
            return .success(changed, id: id)
        }
    }

    /// The id of the resource that has what is asked for.
    private func find(_ key: ResourceCollection.KeyedOperation, in list: StoredResources) -> String? {
        guard let wanted = judged.value(key.parameter.name, in: key.parameter.location)?.idText else { return nil }
        return list.id { $0[key.property]?.idText == wanted }
    }

    /// Whether putting a resource where there is none makes one: where nothing says otherwise, and where reading tells only whether one
    /// is there.
    private var makesMissing: Bool {
        guard role == .replace else { return false }
        let isPresence = declared.read?.success.map { $0.declared.content.isEmpty } ?? false
        return declared.isSingle || isPresence || !declares404
            || operation.responses.contains { $0.status == .exact(201) }
    }

    private var declares404: Bool { operation.response(for: 404) != nil }

    private func read(_ state: StoredResources.State, _ draft: JSON?, _ id: String) -> CollectionOutcome {
        if declared.isSingle, operation.answerSchema == nil { return .asShown }
        switch state {
        case .shown(let value):
            let example = paired ?? operation.jsonExamples.first.map { declared.resource(in: $0.value, of: operation) }
            return example == value ? .asShown : .success(value, id: id)
        case .touched(let value): return .success(value, id: id)
        case .removed: return .missing
        // Its content is unknown: the example's, else a sample, the same each time.
        case .unknown:
            if pair != nil || declared.isSingle { return .asShown }
            return draft.map { .success($0, id: id) } ?? .asShown
        }
    }

    /// What reading the resource would show; nil where there is none.
    private func shown(_ state: StoredResources.State, _ list: StoredResources) -> JSON? {
        switch state {
        case .shown(let value), .touched(let value): return value
        case .removed: return nil
        case .unknown:
            guard let read = declared.read else { return nil }
            return read.jsonExamples.first.map { declared.resource(in: $0.value, of: read) }
                ?? maker.resource(nil, id: id, scope: scope, seed: seedOfResource)
        }
    }

    private func changed(_ state: StoredResources.State, _ draft: JSON?, _ id: String) -> JSON? {
        let maker = maker
        // The examples speak for what nothing has touched; the path says which resource it is.
        if let content = paired, fits(content) {
            if case .touched = state {} else { return maker.resource(content, id: id) }
        }
        guard let draft else { return nil }
        let old =
            switch state {
            case .shown(let value), .touched(let value): value
            case .removed, .unknown: draft
            }
        guard role == .patch else {
            let replaced = maker.resource(draft, after: old, keeping: { !isSaid($0) })
            return fits(replaced) ? replaced : draft
        }
        guard let changes else { return nil }
        // The path says which resource it is, whatever the body says.
        let patched = maker.resource(maker.patched(old, by: changes), id: id)
        if fits(patched) { return patched }
        // What requests may say otherwise than answers is left as it is.
        return changes.reduce(Optional(old).flatMap { fits($0) ? $0 : nil }) { resource, change in
            guard let resource else { return nil }
            let next = maker.patched(resource, by: JSONObject([(change.key, change.value)]))
            return fits(next) ? next : resource
        }
    }

    /// Whether the request can say it: what it cannot say stays as it was.
    private func isSaid(_ name: String) -> Bool {
        guard let schema = judged.media?.schema else { return true }
        let names = declared.resource(inBody: schema, of: operation).properties.map(\.name)
        return names.isEmpty || names.contains { home.declared.property(like: $0) == name || $0 == name }
    }

    func fits(_ resource: JSON) -> Bool {
        resource.object != nil && home.declared.itemSchema?.accepts(resource, direction: .response) ?? true
    }

    private func list(_ list: StoredResources) -> CollectionOutcome {
        guard let listing = declared.listing(of: operation) else { return .asShown }
        // A list of values that are no resources is as its example or a sample has it.
        if !list.isTouched, isExact && isPairRight || list.all.isEmpty { return .asShown }
        let query = ListQuery(judged, listing, prefix: call.prefix)
        let resources = query.chosen(from: list.listed(in: view).filter(belongs))
        return .listed(
            ListPage(listing, query, of: resources), isUntouched: !list.isTouched && query.isWhole)
    }

    /// Of what belongs to a resource that is no more.
    var emptyList: CollectionOutcome {
        guard let listing = declared.listing(of: operation) else { return .missing }
        let query = ListQuery(judged, listing, prefix: call.prefix)
        return .listed(ListPage(listing, query, of: [StoredResources.Listed]()), isUntouched: false)
    }

    /// Whether a resource that says whose it is says that it is of this path.
    private func belongs(_ resource: StoredResources.Listed) -> Bool {
        guard resource.isTouched, view != nil else { return true }
        return scope.allSatisfy { part in
            part.names.lazy.compactMap { home.declared.property(like: $0) }.compactMap { resource.value[$0]?.idText }
                .first
                .map { $0 == part.value.idText } ?? true
        }
    }

    /// The resource that a body describes, or that stands for one that nobody has made. Does not depend on what is in the
    /// collection, so that it is made before anything is locked.
    func draft() -> JSON? {
        let maker = maker
        switch role {
        case .list, .delete, .clear: return nil
        case .read where key != nil || declared.isSingle: return nil
        case .create:
            var generator = call.key.generator(seed, for: .data)
            return maker.resource(bodyWithDefaults, id: nil, scope: scope, seed: generator.next(), base: base)
        case .createAll:
            var generator = call.key.generator(seed, for: .data)
            let bodies = (judged.body?.array ?? []).prefix(CollectionStore.limit + 1)
            let resources = bodies.map { maker.resource($0, id: nil, scope: scope, seed: generator.next()) }
            return resources.contains(nil) ? nil : .array(resources.compactMap(\.self))
        case .read, .patch:
            return maker.resource(nil, id: id, scope: scope, seed: seedOfResource, base: base)
        case .replace, .replaceByBody:
            return maker.resource(body, id: id, scope: scope, seed: seedOfResource, base: base)
        }
    }

    /// What an example shows of a resource.
    private var base: JSON? {
        let read = home.declared.read
        let examples = (declared.isSingle ? [read, operation] : [operation, read]).compactMap(\.self).flatMap {
            operation in
            operation.jsonExamples.map { home.declared.resource(in: $0.value, of: operation) }
        }
        return examples.first { fits($0) } ?? shownSample
    }

    /// What reading a resource by itself shows that nothing has touched and no example tells of.
    private var shownSample: JSON? {
        guard declared.isSingle, let read = declared.read,
            let media = read.successResponse?.content.first(where: { $0.media?.kind == .json })
        else { return nil }
        let seed = OperationAnswers.seed(ofReading: read, judged.request, seed)
        return media.sample(seed: seed, seeding.options).map { declared.resource(in: $0, of: read) }
    }

    /// Of a resource that is made up: the same whenever the session asks for it.
    private var seedOfResource: UInt64 {
        let name = "\(declared.name)/\(place.scope.joined(separator: "/"))/\(id ?? "")"
        var generator = SeededGenerator(seed: seed).forked(call.session.id).forked(name)
        return generator.next()
    }
}
