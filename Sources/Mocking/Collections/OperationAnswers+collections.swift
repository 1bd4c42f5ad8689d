// The answers of collections: row 7 of the decision table.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract
import Sampling

extension OperationAnswers {
    /// Nil where the operation belongs to no collection, and where examples speak for what it asks about.
    func collected(in map: CollectionMap, _ call: SessionCall) -> KnownAnswer? {
        guard let (collection, role) = map[operation] else { return nil }
        let pair = pairs.first { $0.pair.matches(call.judged) }?.pair
        let request = CollectionCall(
            collection: collection, role: role, call: call, operation: operation, seed: seed,
            pair: pair.map { ($0.status, $0.response?.value) })
        let draft = request.draft()
        let parent = map.parent(of: collection)
        let outcome = call.session.decide { contents -> CollectionOutcome in
            if let parent, request.isOrphaned(by: parent, in: contents.things) { return .missing }
            return request.carryOut(draft, on: &contents.things)
        }
        let decision = Decision.collection(collection.resource.name)
        switch outcome {
        case .asShown: return nil
        case .missing: return refusal(404, "There is no such thing (any more).", decision, call)
        case .taken: return refusal(409, "There is one with this id.", decision, call)
        case .full:
            return refusal(507, "The collection has \(CollectionStore.limit) things, which is all.", decision, call)
        case .success(let content, let created):
            if role == .list, let content { return list(content, collection, decision, call) }
            return success(content, created: created, decision, call)
        }
    }

    private func refusal(_ status: Int, _ detail: String, _ decision: Decision, _ call: SessionCall) -> KnownAnswer {
        guard let declared = operation.response(for: status) else {
            let problem = Problem(status: status, title: Response.phrase(of: status), detail: detail)
            return composer.answer(operation, problem, decision, to: call.judged)
        }
        return composer.answer(
            answer(declared, status: status, to: call.judged, on: call.occasion), because: decision)
    }

    /// The declared success with the thing as content; where that does not fit, with the content that it would have otherwise.
    private func success(
        _ content: JSON?, created: String?, _ decision: Decision, _ call: SessionCall
    ) -> KnownAnswer {
        guard let (status, declared) = operation.success else {
            // A contract that declares nothing but errors leaves no other way to say that it is done.
            return composer.answer(operation, Response(status: 204), decision, to: call.judged)
        }
        var fields: [(name: HTTPField.Name, value: JSON?)] = []
        if let created {
            // Where the thing can be read (RFC 9110, section 10.2.2).
            let path = call.judged.request.path
            let slash = path.hasSuffix("/") ? "" : "/"
            fields.append((.location, .string("\(call.prefix)\(path)\(slash)\(created.percentEncoded)")))
        }
        let media = media(of: declared, call.judged)
        guard let media else {
            guard declared.content.isEmpty else { return notAcceptable(declared.content.map(\.range), call.judged) }
            return composer.answer(
                operation, status: status, of: declared, content: nil, fields: fields, decision: decision,
                to: call.judged)
        }
        if let content, media.schema?.accepts(content, direction: .response) ?? true {
            return composer.answer(
                operation, status: status, of: declared, content: (media, content), fields: fields, decision: decision,
                to: call.judged)
        }
        return composer.answer(answer(declared, status: status, to: call.judged, on: call.occasion), because: decision)
    }

    private func list(
        _ content: JSON, _ collection: CollectionMap.Collection, _ decision: Decision, _ call: SessionCall
    ) -> KnownAnswer? {
        guard let (status, declared) = operation.success, let media = media(of: declared, call.judged),
            let things = content["things"], let total = content["total"]?.number?.int64
        else { return nil }
        var generator = call.occasion.generator(seed, for: .data)
        let around = media.examples.first?.value ?? media.sample(seed: generator.next()) ?? .object(JSONObject())
        let pointer = collection.resource.listPointer
        guard let whole = around.replacing(pointer.tokens, with: things)?.counting(Int(total), besideListAt: pointer),
            media.schema?.accepts(whole, direction: .response) ?? true
        else { return nil }
        let totals = declared.headers.filter { ListQuery.isTotal($0.name) }.compactMap { header in
            HTTPField.Name(header.name).map { (name: $0, value: Optional(JSON.number(JSONNumber(total)))) }
        }
        return composer.answer(
            operation, status: status, of: declared, content: (media, whole), fields: totals, decision: decision,
            to: call.judged)
    }
}

extension String {
    /// All but the unreserved characters of RFC 3986, section 2.3.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            default:
                "-._~".utf8.contains(byte)
                    ? String(UnicodeScalar(byte))
                    : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
