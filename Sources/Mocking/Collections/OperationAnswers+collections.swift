// The answers of collections: row 7 of the decision table.

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
        let pair = pairs.first { $0.matches(call.judged) }?.pair
        let request = CollectionCall(
            collection: collection, role: role, call: call, operation: operation, seed: seed,
            pair: pair.map { ($0.status, $0.response?.value) })
        let draft = request.draft()
        let parent = map.parent(of: collection)
        let outcome = call.session.decide { contents -> CollectionOutcome in
            if let parent, request.isOrphaned(by: parent, in: contents.things) { return .missing }
            return request.carryOut(draft, on: &contents.things) {
                entityTag(ofReading: $0, of: collection.resource, call)
            }
        }
        let decision = Decision.collection(collection.resource.name)
        switch outcome {
        case .asShown: return nil
        // Nobody has promised a status that is not declared: the examples speak, as they do without a collection.
        case .missing where operation.response(for: 404) == nil: return nil
        case .missing, .gone: return refusal(404, "There is no such thing (any more).", decision, call)
        case .overtaken(let tag):
            let detail = tag.map { " Its entity tag is \($0)." } ?? ""
            return refusal(412, "The thing is not as the request wants it to be.\(detail)", decision, call)
        case .taken: return refusal(409, "There is one with this id.", decision, call)
        case .full:
            return refusal(507, "The collection has \(CollectionStore.limit) things, which is all.", decision, call)
        case .listed(let page): return list(page, decision, call)
        case .success(let content, let created):
            return success(content, created: created, request, decision, call)
        }
    }

    private func refusal(_ status: Int, _ detail: String, _ decision: Decision, _ call: SessionCall) -> KnownAnswer {
        let problem = Problem(status: status, title: Response.phrase(of: status), detail: detail)
        guard let declared = operation.response(for: status) else {
            return composer.answer(operation, problem, decision, to: call.judged)
        }
        return refusal(problem, of: declared, decision, to: call.judged, on: call.occasion)
    }

    /// The declared success with the thing as content; where that does not fit, with the content that it would have otherwise.
    private func success(
        _ content: JSON?, created: String?, _ request: CollectionCall, _ decision: Decision, _ call: SessionCall
    ) -> KnownAnswer {
        let resource = request.collection.resource
        var fields: [(name: HTTPField.Name, value: JSON?)] = []
        if let created {
            // Where the thing can be read (RFC 9110, section 10.2.2).
            if let path = resource.path(of: created, madeAt: call.judged.request.path, scope: request.scopeTexts) {
                fields.append((.location, .string(call.prefix + path)))
            }
            if case .field(let name)? = resource.createdID, let field = HTTPField.Name(name) {
                fields.append((field, .string(created)))
            }
        }
        guard let (status, declared) = operation.success else {
            // A contract that declares nothing but errors leaves no other way to say that it is done.
            return composer.answer(operation, Response(status: 204), decision, to: call.judged)
        }
        let media = media(of: declared, call.judged)
        guard let media else {
            guard declared.content.isEmpty else { return notAcceptable(declared.content.map(\.range), call.judged) }
            return composer.answer(
                operation, status: status, of: declared, content: nil, fields: fields, decision: decision,
                to: call.judged)
        }
        var content = content
        if let created, case .content(let pointer)? = resource.createdID, content?[pointer: pointer]?.idText != created
        {
            content = receipt(for: content, created, at: pointer, media, call)
        }
        content = content.map { enveloped($0, resource, media) }
        if let content, let whole = fitting(content, media) {
            return composer.answer(
                operation, status: status, of: declared, content: (media, whole), fields: fields, decision: decision,
                to: call.judged)
        }
        let other = answer(declared, status: status, to: call.judged, on: call.occasion)
        // What the answer shows instead is at least called as the thing is.
        if let created, let shown = other.response.response.jsonBody.map(resource.unwrapped),
            let whole = fitting(
                enveloped(ThingMaker(resource: resource).thing(shown, id: created), resource, media), media)
        {
            return composer.answer(
                operation, status: status, of: declared, content: (media, whole), fields: fields, decision: decision,
                to: call.judged)
        }
        return composer.answer(other, because: decision)
    }

    /// The thing as content of that type; nil where it cannot be.
    private func fitting(_ thing: JSON, _ media: MediaType) -> JSON? {
        guard let schema = media.schema, !schema.accepts(thing, direction: .response) else { return thing }
        return filled(thing, to: schema)
    }

    /// The entity tag of what whoever reads the thing is answered.
    private func entityTag(
        ofReading thing: JSON, of resource: ResourceCollection, _ call: SessionCall
    ) -> EntityTag? {
        guard let read = resource.read, let (status, declared) = read.success,
            let media = media(of: declared, call.judged) ?? declared.content.first,
            let content = fitting(enveloped(thing, resource, media), media)
        else { return nil }
        let decision = Decision.collection(resource.name)
        return composer.answer(read, status: status, of: declared, content: (media, content), decision: decision)
            .response.entityTag
    }

    /// The answer to making a thing that is not the thing itself, but says its id.
    private func receipt(
        for thing: JSON?, _ id: String, at pointer: JSONPointer, _ media: MediaType, _ call: SessionCall
    ) -> JSON? {
        var generator = call.occasion.generator(seed, for: .data)
        let plain = media.examples.first?.value ?? media.sample(seed: generator.next()) ?? .object(JSONObject())
        var filled = plain.object ?? JSONObject()
        for (name, value) in thing?.object ?? JSONObject()
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

    /// The thing in the property that answers of this kind have it in.
    private func enveloped(_ thing: JSON, _ resource: ResourceCollection, _ media: MediaType) -> JSON {
        guard let name = resource.envelope, thing.object != nil, resource.property(like: name) == nil,
            let inner = media.schema?.property(name)
        else { return thing }
        let fits = inner.accepts(thing, direction: .response)
        return .object([name: fits ? thing : filled(thing, to: inner) ?? thing])
    }

    private func list(_ page: ListPage, _ decision: Decision, _ call: SessionCall) -> KnownAnswer? {
        guard let (status, declared) = operation.success, let media = media(of: declared, call.judged) else {
            return nil
        }
        var generator = call.occasion.generator(seed, for: .data)
        let things = media.schema.map { fitted(page.things, to: $0, at: page.list.pointer) }
        let pages = [page] + (things.map { [page.with(things: $0)] } ?? [])
        let surroundings = media.examples.map(\.value) + [media.sample(seed: generator.next()) ?? .object(JSONObject())]
        for around in surroundings {
            for page in pages {
                guard let whole = page.replacing(thingsOf: around, as: media.schema) else { continue }
                return composer.answer(
                    operation, status: status, of: declared, content: (media, whole), fields: page.fields(of: declared),
                    decision: decision, to: call.judged)
            }
        }
        return nil
    }

    /// What an example or a sample shows of a list, as far as the request asks for it.
    func part(of known: KnownAnswer, for judged: JudgedRequest) -> KnownAnswer {
        guard let list, known.violations.isEmpty, let (status, declared) = operation.success,
            known.response.response.status == status
        else { return known }
        let query = ListQuery(judged, list)
        guard !query.isWhole, let media = media(of: declared, judged), media.media?.kind == .json,
            let whole = known.response.response.jsonBody, let all = whole[pointer: list.pointer]?.array
        else { return known }
        let isSampled = if case .sampled = known.decision { true } else { false }
        let things = isSampled ? query.filtered(sampled: all, as: list.items) : query.filtered(all)
        let page = ListPage(list, query, of: things)
        guard page.things != all, let part = page.replacing(thingsOf: whole, as: media.schema) else { return known }
        return composer.answer(
            operation, status: status, of: declared, content: (media, part), fields: page.fields(of: declared),
            decision: known.decision, to: judged)
    }

    /// Things as a list shows them, where it asks for more than reading one does: what they lack is made up.
    private func fitted(_ things: [JSON], to answer: Schema, at pointer: JSONPointer) -> [JSON] {
        let list = pointer.tokens.reduce(Optional(answer)) { $0?.property($1) }
        guard let item = list?.items else { return things }
        return things.compactMap { thing in
            item.accepts(thing, direction: .response) ? thing : filled(thing, to: item)
        }
    }

    /// A thing with what another schema asks for besides, made up; nil where there is no such thing.
    private func filled(_ thing: JSON, to schema: Schema) -> JSON? {
        var generator = SeededGenerator(seed: seed).forked(thing.serialized())
        let sample = Sampler(schema, direction: .response).sample(seed: generator.next()).value
        guard let known = thing.object, let sample = sample?.object else { return nil }
        var whole = sample
        for (name, value) in known where schema.property(name)?.accepts(value, direction: .response) == true {
            whole[name] = value
        }
        if schema.accepts(.object(whole), direction: .response) { return .object(whole) }
        return schema.joined(known.filter { schema.property($0.key) != nil }, to: sample)
    }
}
