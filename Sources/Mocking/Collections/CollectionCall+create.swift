// Requests that make resources: with which ids they are kept.

import ContractCollections
import HTTPExchange
import MockRules
import JSONValues
import JSONSchema
import OpenAPIContract
import Sampling

extension CollectionCall {
    /// What was sent of the resource, and what stands for the rest by the body's own schema.
    var bodyWithDefaults: JSON? {
        guard var object = body?.object, let schema = judged.media?.schema else { return body }
        for (name, property) in declared.resource(inBody: schema, of: operation).properties where object[name] == nil {
            if let value = property.defaultValue { object[name] = value }
        }
        return .object(object)
    }

    func create(_ draft: JSON?, _ store: inout CollectionStore) -> CollectionOutcome {
        let list = store.list(place, of: home)
        if let pair, !(200...299).contains(pair.status), !list.isTouched { return .asShown }
        if let bound = store.bound(bytes: judged.request.body.count) { return .full(bound) }
        let maker = maker
        func put(_ resource: JSON, at id: String, answering content: JSON? = nil) -> CollectionOutcome {
            store.change(place, of: home) { $0.set(id, to: resource, at: call.now, from: view) }
            return .created(content ?? resource, id: id)
        }
        // The example of this very request shows what comes of it, the first time.
        if let content = paired, isExact, fits(content),
            let id = home.declared.idProperty.flatMap({ content[$0]?.idText })
        {
            switch list[id] {
            case .unknown, .shown: return put(content, at: id)
            case .touched, .removed: break
            }
        }
        guard let draft else { return .asShown }
        let sent = body?.object ?? JSONObject()
        if let content = pair?.response?.value, isExact, case .content(let pointer)? = declared.createdID,
            let id = content[pointer: pointer]?.idText, case .unknown = list[id]
        {
            return put(maker.resource(draft, id: id, scope: scope, sent: sent), at: id, answering: content)
        }
        var generator = call.key.generator(seed, for: .identifier)
        func make(_ id: String) -> JSON {
            maker.resource(distinct(draft, in: list, &generator), id: id, scope: scope, sent: sent)
        }
        if let wanted = wantedID(in: body) {
            switch list[wanted] {
            case .shown(let former), .touched(let former):
                if operation.response(for: 409)?.status == .exact(409) { return .taken }
                // Who must say the id means that one; else it was only repeated from somewhere.
                guard isIDRequired else { break }
                let own = maker.keepingIDs(of: former, in: draft, except: body)
                return put(maker.resource(own, id: wanted, scope: scope, sent: sent), at: wanted)
            case .removed, .unknown: return put(make(wanted), at: wanted)
            }
        }
        let id = maker.id(of: draft, after: list, &generator)
        return put(make(id), at: id)
    }

    /// What is made, with ids of its own beside the one that tells it apart.
    func distinct(_ draft: JSON, in list: StoredResources, _ generator: inout SeededGenerator) -> JSON {
        let all = list.all
        var taken = TakenIDs(all.prefix(100) + all.suffix(100))
        return maker.distinct(draft, from: &taken, &generator, keeping: body)
    }

    /// Whether whoever makes a resource has to say which it is.
    private var isIDRequired: Bool {
        guard let name = home.declared.idProperty, let schema = judged.media?.schema else { return false }
        return declared.resource(inBody: schema, of: operation).requiredNames.contains(name)
    }

    /// The list's resources are made together, and are what is answered where that is a list.
    func createAll(_ drafts: [JSON], _ store: inout CollectionStore) -> CollectionOutcome {
        if let bound = store.bound(of: drafts.count, bytes: judged.request.body.count) { return .full(bound) }
        let maker = maker
        var generator = call.key.generator(seed, for: .identifier)
        let resources = store.change(place, of: home) { list in
            var taken = TakenIDs(list.all.suffix(100))
            return zip(drafts, judged.body?.array ?? []).map { draft, body in
                let id = wantedID(in: body) ?? maker.id(of: draft, after: list, &generator)
                let own =
                    switch list[id] {
                    case .shown(let former), .touched(let former): maker.keepingIDs(of: former, in: draft, except: body)
                    case .removed, .unknown: maker.distinct(draft, from: &taken, &generator, keeping: body)
                    }
                let resource = maker.resource(own, id: id, scope: scope, sent: body.object ?? JSONObject())
                taken.add(resource)
                list.set(id, to: resource, at: call.now, from: view)
                return resource
            }
        }
        return .created(.array(resources), id: nil)
    }

    private func wantedID(in body: JSON?) -> String? {
        // No path asks for a resource without a name.
        guard let name = home.declared.idProperty, isWritable(name) else { return nil }
        let sent = body?.object?.first { home.declared.property(like: $0.key) == name }?.value.idText
        return sent.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func isWritable(_ name: String) -> Bool { home.declared.itemSchema?.property(name)?.isReadOnly != true }
}
