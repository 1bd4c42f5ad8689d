// What only the backend sets is not for a request to set: JSON Schema 2020-12, Validation, section 9.4.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract
import Sampling

extension Run {
    /// Makes a thing, and changes one, with values of their own for what is `readOnly`: these may be refused, and taken no notice of.
    func setReadOnly(of resource: Resource) async throws(End) {
        guard resource.read != nil else { return }
        var creation = completed(base(of: resource.create))
        freshen(&creation)
        let thing = try await setReadOnly(by: creation, nil, resource)
        guard let thing, let update = resource.patch ?? resource.replace, let change = draft(update, for: thing) else {
            return
        }
        _ = try await setReadOnly(by: completed(change), thing, resource)
    }

    /// - Parameter thing: what is changed; nil where one is made.
    /// - Returns: the thing, if the request was taken.
    private func setReadOnly(by draft: Draft, _ thing: [JSON]?, _ resource: Resource) async throws(End) -> [JSON]? {
        let operation = draft.operation
        guard case .object(var body)? = draft.body?.value, let schema = draft.body?.media.schema else { return nil }
        let set = schema.readOnlyProperties.compactMap { name, property -> (name: String, value: JSON)? in
            property.unlikely(seed: baseSeed).map { (name, $0) }
        }
        guard !set.isEmpty else { return nil }
        for (name, value) in set { body[name] = value }
        var draft = draft
        draft.body?.value = .object(body)
        let request = draft.request
        guard let judged = judged(identified(request, of: operation), of: operation),
            let trial = try await attempt(
                TestCase(
                    "with what only the backend sets", operation, request, judged: judged, expectation: .anything,
                    subject: "readOnly"))
        else { return nil }
        record(trial.findings)
        guard trial.wentWell, trial.status != 202, let thing = thing ?? self.thing(of: resource, made: draft, trial),
            let read = resource.read, let reading = self.draft(read, for: thing),
            let after = try await sendValid("after that", reduced(reading)), after.wentWell,
            let shown = after.exchange.answer?.object
        else { return nil }
        for (name, value) in set where shown[name] == value {
            record([
                finding(
                    .violationAccepted, operation, "read afterwards",
                    "\(name) is readOnly, and has what a request has set", found: value.serialized(),
                    expected: "what the backend sets", location: "body at /\(name), readOnly",
                    [trial.exchange, after.exchange])
            ])
        }
        return thing
    }

    private func thing(of resource: Resource, made draft: Draft, _ trial: Trial) -> [JSON]? {
        let id = trial.exchange.answer.flatMap { resource.child.thing(in: $0) }
            .flatMap { resource.child.id(in: $0) }
        return id.map { resource.create.pathIndices.map { draft.values[$0] ?? .null } + [$0] }
    }
}

extension Schema {
    fileprivate var readOnlyProperties: [(name: String, schema: Schema)] {
        properties.filter { $0.schema.conjuncts.contains { $0.node.source["readOnly"]?.bool == true } }
    }

    /// A text or a number that no backend sets by chance.
    fileprivate func unlikely(seed: UInt64) -> JSON? {
        guard choices.isEmpty, types != .all else { return nil }
        let sampler = Sampler(self, direction: .response)
        if types.contains(.integer) || types.contains(.number) {
            return ([987_654_321, sampler.largest().value] as [JSON?]).lazy.compactMap(\.self).first {
                $0.number.map { $0 > JSONNumber(100_000) } ?? false && accepts($0, direction: .response)
            }
        }
        guard types.contains(.string), let text = sampler.sample(seed: seed &+ 4_201).value,
            text.string?.utf8.count ?? 0 > 7
        else { return nil }
        return text
    }
}
