// The answers of collections: row 7 of the decision table.

import Journals
import MockRules
import ContractCollections
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

extension OperationAnswers {
    /// Nil where the operation belongs to no collection, and where examples speak for what it asks about.
    func collected(in map: CollectionMap, _ call: SessionCall) -> KnownAnswer? {
        guard let (collection, role) = map[operation] else { return nil }
        let request = CollectionCall(
            collection: collection, home: map.home(of: collection), role: role, call: call, operation: operation,
            seeding: map.seeding, key: map.key(of: operation), pair: pairs.first { $0.matches(call.judged) }?.pair)
        request.prepare()
        let draft = request.draft()
        let above = map.above(collection)
        let outcome = call.session.decide { contents -> CollectionOutcome in
            for parent in above {
                guard let removed = request.removed(parent, in: contents.resources) else { continue }
                // Who makes something and cannot be told 404 finds it there again; of the only one there is only it itself is gone.
                let isOnly = parent.declared.idParameter == nil
                guard isOnly || role == .create && operation.response(for: 404) == nil else {
                    if role == .list, operation.response(for: 404) == nil { return request.emptyList }
                    return role == .read ? .gone : .missing
                }
                guard request.makes else { continue }
                contents.resources.change(removed.key, of: parent) { $0.forget(removed.id) }
            }
            return request.carryOut(draft, on: &contents.resources) {
                entityTag(ofReading: $0, of: collection.declared, call)
            }
        }
        let decision = Decision.collection(collection.declared.name)
        switch outcome {
        case .asShown: return nil
        // The contract declares no 404: the examples answer, as they do without a collection.
        case .missing where operation.response(for: 404) == nil: return nil
        case .missing, .gone: return refusal(404, "Not found: there is no such resource (any more).", decision, call)
        case .overtaken(let tag):
            let detail = tag.map { " Its entity tag is \($0)." } ?? ""
            return refusal(412, "The resource is not as the request wants it to be.\(detail)", decision, call)
        case .taken: return refusal(409, "There is one with this id.", decision, call)
        case .full(let bound): return refusal(507, bound.text, decision, call)
        case .listed(let page, let isUntouched): return list(page, isUntouched: isUntouched, decision, call)
        case .success(let resource, let id):
            return success(CollectionAnswer(resource: resource, id: id, change: .kept), request, decision, call)
        case .created(let resource, let id):
            return success(CollectionAnswer(resource: resource, id: id, change: .made), request, decision, call)
        case .removed(let resource, let id):
            return success(CollectionAnswer(resource: resource, id: id, change: .removed), request, decision, call)
        }
    }

    private func refusal(_ status: Int, _ detail: String, _ decision: Decision, _ call: SessionCall) -> KnownAnswer {
        let problem = Problem(status: status, title: Response.phrase(of: status), detail: detail)
        guard let declared = operation.response(for: status) else {
            return composer.answer(operation, problem, decision, to: call.judged)
        }
        return refusal(problem, of: declared, decision, to: call.judged, on: call.key)
    }

    /// The declared success with the resource as content; where that does not fit, with one that is called as the resource is.
    private func success(
        _ answered: CollectionAnswer, _ request: CollectionCall, _ decision: Decision, _ call: SessionCall
    ) -> KnownAnswer {
        let (collection, home) = (request.collection.declared, request.home.declared)
        guard let (status, declared) = operation.success else {
            // A contract that declares nothing but errors leaves no other way to say that it is done.
            return composer.answer(operation, Response(status: 204), decision, to: call.judged)
        }
        var fields: [(name: HTTPField.Name, value: JSON?)] = []
        if answered.change == .made, let id = answered.id {
            // Where the resource can be read (RFC 9110, section 10.2.2).
            let path = home.path(
                of: id, madeAt: call.judged.request.path, scope: request.scopeTexts, by: operation)
            if let path { fields.append((.location, .string(declared.address(call.prefix + path, for: call.judged)))) }
            if case .field(let name)? = collection.createdID, let field = HTTPField.Name(name) {
                fields.append((field, .string(id)))
            }
        }
        let media = media(of: declared, call.judged)
        guard let media else {
            guard declared.content.isEmpty else { return notAcceptable(declared.content.map(\.range), call.judged) }
            return composer.answer(
                operation, status: status, of: declared, content: nil, fields: fields, decision: decision,
                to: call.judged)
        }
        if let whole = content(of: answered, collection, home, media, call) {
            return composer.answer(
                operation, status: status, of: declared, content: (media, whole), fields: fields, decision: decision,
                to: call.judged)
        }
        let other = answer(declared, status: status, to: call.judged, on: call.key)
        guard !fields.isEmpty else { return composer.answer(other, because: decision) }
        return composer.answer(operation, other, with: fields, of: declared, decision: decision, to: call.judged)
    }

    /// Nil where the answer's type has no place for the resource.
    private func content(
        of answered: CollectionAnswer, _ declared: ResourceCollection, _ home: ResourceCollection, _ media: MediaType,
        _ call: SessionCall
    ) -> JSON? {
        guard media.schema == nil || media.media?.kind == .json || answered.change != .removed else { return nil }
        if answered.change == .made, let id = answered.id, case .content(let pointer)? = declared.createdID,
            answered.resource?[pointer: pointer]?.idText != id,
            let receipt = receipt(for: answered.resource, id, at: pointer, media, call)
        {
            return receipt
        }
        let place = declared.place(inAnswerOf: operation)
        let base = media.examples.first?.value
        // An answer about something else is as its example has it.
        if answered.change == .kept, base != nil, isElse(media, home, place) { return nil }
        // What removing answers tells of the resource, and that it is no more; it need not be the resource.
        if answered.change == .removed, let id = answered.id {
            let resource = answered.resource.map { place.around($0) }
            return notice(of: id, home, media, showing: isResource(media, home) ? resource ?? base : base, call)
        }
        if let resource = answered.resource, let whole = fitting(resource, at: place, media) { return whole }
        // What the answer shows instead is at least called as the resource is.
        var generator = call.key.generator(seed, for: .data)
        let others = [base, media.sample(seed: generator.next(), sampling)].compactMap(\.self)
        guard let id = answered.id else { return nil }
        let maker = ResourceBuilder(declared: home, options: sampling)
        return others.lazy.compactMap { other in
            self.fitting(maker.resource(place.resource(in: other), id: id), at: place, media)
        }.first
    }

    private func isResource(_ media: MediaType, _ home: ResourceCollection) -> Bool {
        guard let schema = media.schema, let resource = home.itemSchema else { return false }
        let names = home.place(inAnswerOf: operation).resource(of: schema).properties.map(\.name)
        let known = Set(resource.properties.map(\.name))
        return names.count > 2 && names.count(where: known.contains) * 2 >= names.count
    }

    /// Whether an answer has neither the resource nor its id in it.
    private func isElse(_ media: MediaType, _ home: ResourceCollection, _ place: ResourcePlace) -> Bool {
        guard place.isWhole, let schema = media.schema, let id = home.idProperty, schema.property(id) == nil else {
            return false
        }
        return schema.properties.count > 2 && !isResource(media, home)
    }

    /// `{"id": "cus_1", "deleted": true}`: an answer that is about a resource that was removed.
    private func notice(
        of id: String, _ home: ResourceCollection, _ media: MediaType, showing shown: JSON?, _ call: SessionCall
    ) -> JSON? {
        var generator = call.key.generator(seed, for: .data)
        guard let schema = media.schema else { return shown }
        let around = [shown, media.sample(seed: generator.next(), sampling)].compactMap(\.self)
        let ids = ["id", home.idProperty ?? "id"].map { $0.lowercased().filter(\.isLetter) }
        for around in around {
            guard var object = around.object else { continue }
            for (name, property) in schema.properties {
                let word = name.lowercased().filter(\.isLetter)
                if ["deleted", "removed", "success", "ok", "isdeleted", "acknowledged"].contains(word) {
                    if property.accepts(true, direction: .response) { object[name] = true }
                } else if ids.contains(word), !id.isEmpty {
                    let forms = (JSONNumber(id).map { [JSON.number($0)] } ?? []) + [.string(id)]
                    if let form = forms.first(where: { property.accepts($0, direction: .response) }) {
                        object[name] = form
                    }
                }
            }
            if schema.accepts(.object(object), direction: .response) { return .object(object) }
        }
        return around.first { schema.accepts($0, direction: .response) }
    }

    /// The resource as content of that type, with what stands around it; nil where it cannot be.
    private func fitting(_ resource: JSON, at place: ResourcePlace, _ media: MediaType) -> JSON? {
        let whole = place.around(resource)
        guard let schema = media.schema, !schema.accepts(whole, direction: .response) else { return whole }
        if place.isWhole { return filled(resource, to: schema) }
        let inner = place.resource(of: schema)
        let fitted = inner.accepts(resource, direction: .response) ? resource : filled(resource, to: inner) ?? resource
        let bare = place.around(fitted)
        if schema.accepts(bare, direction: .response) { return bare }
        let around = [media.examples.first?.value, filled(bare, to: schema)].compactMap(\.self)
        return around.lazy.compactMap { around in
            around.replacing(place.names, with: place.isInList ? [fitted] : fitted)
        }.first { schema.accepts($0, direction: .response) }
    }

    /// The entity tag of what whoever reads the resource is answered.
    private func entityTag(
        ofReading resource: JSON, of collection: ResourceCollection, _ call: SessionCall
    ) -> EntityTag? {
        guard let read = collection.read, let (status, declared) = read.success,
            let media = media(of: declared, call.judged) ?? declared.content.first,
            let content = fitting(resource, at: collection.place(inAnswerOf: read), media)
        else { return nil }
        let decision = Decision.collection(collection.name)
        let known = composer.answer(read, status: status, of: declared, content: (media, content), decision: decision)
        return composer.leadingHere(known, of: read, call.judged, prefix: call.prefix).response.entityTag
    }

    /// The answer to making a resource that is not the resource itself, but says its id.
    private func receipt(
        for resource: JSON?, _ id: String, at pointer: JSONPointer, _ media: MediaType, _ call: SessionCall
    ) -> JSON? {
        var generator = call.key.generator(seed, for: .data)
        let plain =
            media.examples.first?.value ?? media.sample(seed: generator.next(), sampling) ?? .object(JSONObject())
        var filled = plain.object ?? JSONObject()
        for (name, value) in resource?.object ?? JSONObject()
        where media.schema?.property(name)?.accepts(value, direction: .response) == true { filled[name] = value }
        let ids = [JSONNumber(id).map { JSON.number($0) }, .string(id)].compactMap { $0 }
        for around in [.object(filled), plain] {
            for id in ids {
                guard let whole = around.replacing(pointer.tokens, with: id),
                    media.schema?.accepts(whole, direction: .response) ?? true
                else { continue }
                return whole
            }
        }
        return nil
    }

    private func list(
        _ page: ListPage, isUntouched: Bool, _ decision: Decision, _ call: SessionCall
    ) -> KnownAnswer? {
        guard let (status, declared) = operation.success, let media = media(of: declared, call.judged) else {
            return nil
        }
        // What stands around the resources is the same for all pages of a list.
        let around = media.examples.map(\.value) + [sample(of: media, for: call.judged) ?? .object(JSONObject())]
        for resources in forms(of: page, as: media.schema) {
            let page = page.with(resources: resources)
            for around in around {
                guard let whole = page.replacing(resourcesOf: around, as: media.schema) else { continue }
                // Where all is as an example has it, the example speaks.
                let fields = page.fields(of: declared)
                if isUntouched, fields.isEmpty, whole == around, around == media.examples.first?.value { return nil }
                return composer.answer(
                    operation, status: status, of: declared, content: (media, whole), fields: fields,
                    decision: decision, to: call.judged)
            }
        }
        return nil
    }

    /// What nobody wrote down, the same for every request of that path.
    private func sample(of media: MediaType, for judged: JudgedRequest) -> JSON? {
        let path = String(judged.request.path)
        var generator = SeededGenerator(seed: seed).forked(operation.id).forked(path)
        return media.sample(seed: generator.next(), sampling)
    }

    /// What an example or a sample shows of a list, as far as the request asks for it.
    func part(of known: KnownAnswer, for judged: JudgedRequest) -> KnownAnswer {
        guard let list, known.violations.isEmpty, let (status, declared) = operation.success,
            known.response.response.status == status
        else { return known }
        let isSampled = if case .sampled = known.decision { true } else { false }
        guard isSampled || list.hasParts else { return known }
        let query = ListQuery(judged, list)
        guard let media = media(of: declared, judged), media.media?.kind == .json,
            let whole = known.response.response.jsonBody, let all = whole[pointer: list.pointer]?.array
        else { return known }
        let resources = isSampled ? query.chosen(sampled: all, as: list.items) : query.chosen(plain: all)
        let page = ListPage(list, query, of: resources)
        let fields = page.fields(of: declared)
        // All of a list may still be counted wrongly by its example, or lead on to a page that is not there.
        guard let part = page.replacing(resourcesOf: whole, as: media.schema), part != whole || !fields.isEmpty else {
            return known
        }
        return composer.answer(
            operation, status: status, of: declared, content: (media, part), fields: fields,
            decision: known.decision, to: judged)
    }

    /// Resources as a list may show them, the likeliest way first: one for each kind of array that its schema allows.
    private func forms(of page: ListPage, as answer: Schema?) -> some Sequence<[JSON]> {
        let list = page.list.pointer.tokens.reduce(answer) { $0?.property($1) }
        let items = list?.itemAlternatives ?? []
        let plain = answer == nil ? page.resources : zip(page.resources, page.forms).map { $1 ?? $0 }
        return (items.map(Optional.some) + (items.isEmpty ? [nil] : [])).lazy.map { item in
            item.map { self.fitted(page, to: $0) } ?? plain
        }
    }

    /// Resources as the list shows them: as its own example does, else with what its schema names. What they lack is made up.
    private func fitted(_ page: ListPage, to item: Schema) -> [JSON] {
        let names = Set(item.properties.map(\.name))
        return zip(page.resources, page.forms).compactMap { resource, form in
            if let form, item.accepts(form, direction: .response) { return form }
            if let members = resource.object, !names.isEmpty {
                let named = JSON.object(JSONObject(members.filter { names.contains($0.key) }))
                if item.accepts(named, direction: .response) { return named }
            }
            return item.accepts(resource, direction: .response) ? resource : filled(resource, to: item)
        }
    }

    /// A resource with what another schema asks for besides, made up; nil where there is no such resource.
    private func filled(_ resource: JSON, to schema: Schema) -> JSON? {
        let name = resource.object?.first { $0.value.idText != nil }?.value.idText ?? ""
        var generator = SeededGenerator(seed: seed).forked(operation.id).forked(name)
        let sample = Sampler(schema, direction: .response, options: sampling).sample(seed: generator.next()).value
        guard let known = resource.object, let sample = sample?.object else { return nil }
        var whole = sample
        for (name, value) in known where schema.property(name)?.accepts(value, direction: .response) == true {
            whole[name] = value
        }
        if schema.accepts(.object(whole), direction: .response) { return .object(whole) }
        return schema.joined(known.filter { schema.property($0.key) != nil }, to: sample)
    }
}

/// What a request has come to, of which its answer tells.
private struct CollectionAnswer {
    enum Change {
        case kept, made, removed
    }

    let resource: JSON?
    let id: String?
    let change: Change
}

extension ResponseSpec {
    /// A path as `Location` has it here: with scheme and host where the schema asks for a URI.
    fileprivate func address(_ path: String, for judged: JudgedRequest) -> String {
        let location = headers.first { $0.name.lowercased() == "location" }
        guard let schema = location?.schema, !schema.accepts(.string(path), direction: .response) else { return path }
        return judged.request.origin + path
    }
}
