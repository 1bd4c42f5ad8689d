// What is changed shows as it was changed, the rest as it was before; what was refused has changed nothing.

import VerificationReports
import Lifecycles
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

extension Run {
    func followUpdates(of resource: Resource) async throws(End) {
        let updates = [resource.replace, resource.patch].compactMap(\.self)
        let scenario = Scenario(self)
        guard resource.read != nil, !updates.isEmpty, let created = try await scenario.create(resource, salt: 2)
        else { return }
        var before: CaseResult?
        for update in updates {
            if before == nil { before = try await scenario.read(created, resource, "before it is changed") }
            guard let old = before, old.succeeded else { return }
            before = try await followUpdate(of: created, resource, by: update, old, scenario)
        }
    }

    /// - Returns: how it was read in the end; nil where it was not, or something was wrong with it.
    private func followUpdate(
        of created: CreatedResource, _ resource: Resource, by update: Operation, _ before: CaseResult,
        _ scenario: Scenario
    ) async throws(End) -> CaseResult? {
        guard case .object(let old)? = before.exchange.answer else { return nil }
        for attempt in 0..<UInt64(3) {
            let sample = sample(update, seed: 101 + attempt, usesExamples: attempt == 0)
            var draft = withOptionals(sample, seed: 101 + attempt)
            for (index, value) in zip(update.pathIndices, created.values) { draft.values[index] = value }
            chooseOthers(than: old, in: &draft)
            keepName(of: created, old, in: &draft)
            guard !changes(of: old, by: draft, created).isEmpty,
                let result = try await scenario.sendValid("to change it", draft), result.isDone
            else { continue }
            let known = scenario.findingCount
            guard let after = try await scenario.read(created, resource, "after it was changed"), after.succeeded,
                scenario.findingCount == known, case .object(let new)? = after.exchange.answer
            else { return nil }
            try await followRefusal(of: draft, created, resource, new, scenario)
            guard update.method == .patch else { return after }
            try await followPart(of: draft, created, resource, new, scenario)
            return nil
        }
        return before
    }

    /// What a draft would change. What names the resource in its path is not for the body to change.
    private func changes(
        of old: JSONObject, by draft: Draft, _ created: CreatedResource
    ) -> [(key: String, value: JSON)] {
        guard case .object(let body)? = draft.body?.value else { return [] }
        let sent = body.filter { name, _ in old[name].map { !$0.isLike(created.id) } ?? true }
        return StateMismatch.changes(of: old, in: JSONObject(sent.map { ($0.key, $0.value) }))
    }

    /// Changes one property alone: the others are to stay.
    private func followPart(
        of draft: Draft, _ created: CreatedResource, _ resource: Resource, _ old: JSONObject, _ scenario: Scenario
    ) async throws(End) {
        for site in draft.bodySites {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1,
                !ObservedValues.isReferenceName(site.name), let now = old[site.name],
                !now.isLike(created.id), let other = differentValue(from: now, for: site), let body = draft.body
            else { continue }
            var part = draft
            part.body?.value = .object(JSONObject([(site.name, other)]))
            guard body.value.object?.keys.count ?? 0 > 1, conforms(part) else { continue }
            makeUnique(&part)
            guard let result = try await scenario.sendValid("to change \(site.name) alone", part), result.isDone
            else { continue }
            _ = try await scenario.read(created, resource, "after it was changed")
            return
        }
    }

    /// Sends a change that is partly good and, for one property, against the contract: all of it is to be refused.
    private func followRefusal(
        of draft: Draft, _ created: CreatedResource, _ resource: Resource, _ old: JSONObject, _ scenario: Scenario
    ) async throws(End) {
        var changed = draft
        chooseOthers(than: old, in: &changed)
        keepName(of: created, old, in: &changed)
        for site in changed.bodySites.reversed() {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1,
                let negative = plans.violatingValues(site).first(where: { $0.keyword != "required" })
            else { continue }
            let broken = changed.setting(site, to: negative.value)
            guard !changes(of: old, by: broken, created).allSatisfy({ $0.key == site.name }),
                let result = try await scenario.sendBroken(
                    "with \(site.description) against its \(negative.keyword)", broken.request, of: draft.operation,
                    subject: "\(site.description), \(negative.keyword)")
            else { continue }
            return try await scenario.lookForHarm(by: result, to: created, resource)
        }
    }

    /// Gives what can have another value than the resource has such a value: a change that is lost is not seen where there was none.
    private func chooseOthers(than old: JSONObject, in draft: inout Draft) {
        for site in draft.bodySites where draft.value(at: site)?.object == nil {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1, let name = pointer.tokens.first,
                let before = old[name], let value = draft.value(at: site), !isChange(of: old, name, to: value),
                !ObservedValues.isReferenceName(name),
                let other = value.array == nil
                    ? differentValue(from: before, for: site) : differentList(from: old, named: name, for: site)
            else { continue }
            let changed = draft.setting(site, to: other)
            if conforms(changed) { draft = changed }
        }
    }

    /// Leaves what names the resource in its path as it is: who changes it may be taken at their word, and then it is elsewhere.
    private func keepName(of created: CreatedResource, _ old: JSONObject, in draft: inout Draft) {
        guard case .object(var body)? = draft.body?.value else { return }
        for (name, value) in old where body[name] != nil && value.isLike(created.id) { body[name] = value }
        var kept = draft
        kept.body?.value = .object(body)
        if conforms(kept) { draft = kept }
    }

    private func isChange(of old: JSONObject, _ name: String, to value: JSON) -> Bool {
        !StateMismatch.changes(of: old, in: JSONObject([(name, value)])).isEmpty
    }

    /// A list that has something which the resource's has not: to lose elements alone tells nothing.
    private func differentList(from old: JSONObject, named name: String, for site: Site) -> JSON? {
        (0..<8).lazy.compactMap { attempt in
            self.plans.sampler(site.schema).sample(seed: self.baseSeed &+ 211 &+ attempt).value
        }.first { $0.array != nil && self.isChange(of: old, name, to: $0) }
    }

    private func differentValue(from value: JSON, for site: Site) -> JSON? {
        let choices = site.schema.choices
        if !choices.isEmpty { return choices.first { !$0.isLike(value) } }
        return (0..<4).lazy.compactMap { attempt in
            self.plans.sampler(site.schema).sample(seed: self.baseSeed &+ 211 &+ attempt).value
        }.first { !$0.isLike(value) && !$0.isNull }
    }
}

extension Schema {
    /// What may be chosen, where that is listed.
    var choices: [JSON] {
        if types != .all, types.isSubset(of: [.boolean, .null]) { return [true, false] }
        return conjuncts.flatMap { conjunct in
            conjunct.node.keywords.flatMap { keyword -> [JSON] in
                if case .enumeration(let listed) = keyword { listed } else { [] }
            }
        }
    }
}
