// What is changed shows as it was changed, the rest as it was before; what was refused has changed nothing.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract
import Sampling

extension Run {
    func followUpdates(of resource: Resource) async throws(End) {
        let updates = [resource.replace, resource.patch].compactMap(\.self)
        guard resource.read != nil, !updates.isEmpty, var made = try await make(resource, salt: 2) else { return }
        var before: Trial?
        for update in updates {
            if before == nil { before = try await read(resource, made, "before it is changed") }
            guard let old = before, old.wentWell else { return }
            before = try await followUpdate(of: resource, by: update, &made, old)
        }
    }

    /// - Parameter made: the thing, with what it was made with or changed to as a whole.
    /// - Returns: how it was read in the end; nil where it was not, or something was wrong with it.
    private func followUpdate(
        of resource: Resource, by update: Operation, _ made: inout Made, _ before: Trial
    ) async throws(End) -> Trial? {
        guard case .object(let old)? = before.exchange.answer else { return nil }
        for attempt in 0..<UInt64(3) {
            var draft = completed(sample(update, seed: 101 + attempt, usesExamples: attempt == 0), seed: 101 + attempt)
            for (index, value) in zip(update.pathIndices, made.thing) { draft.values[index] = value }
            chooseOthers(than: old, in: &draft)
            guard !changes(of: old, in: draft, made).isEmpty,
                let trial = try await sendValid("to change it", draft), trial.wentWell, trial.status != 202
            else { continue }
            guard let after = try await look(at: made, resource, before, trial, draft),
                case .object(let new)? = after.exchange.answer
            else { return nil }
            made.draft.body = draft.body
            try await followRefusal(of: draft, made, resource, after, new)
            guard update.method == .patch else { return after }
            try await followPart(of: draft, made, resource, after, new)
            return nil
        }
        return before
    }

    /// Reads what was changed, and says what does not show.
    /// - Returns: the reading; nil where there is none, or something was wrong with it.
    private func look(
        at made: Made, _ resource: Resource, _ before: Trial, _ change: Trial, _ draft: Draft
    ) async throws(End) -> Trial? {
        let update = draft.operation
        guard let read = resource.read, let after = try await self.read(resource, made, "after it was changed"),
            let old = before.exchange.answer?.object
        else { return nil }
        if [404, 410].contains(after.status) {
            record([
                finding(
                    .notAvailable, read, "after \(update.id)", "what was changed cannot be read",
                    found: String(after.status), expected: "what was changed", location: "status after \(update.id)",
                    [change.exchange, after.exchange])
            ])
        }
        guard after.wentWell, case .object(let new)? = after.exchange.answer else { return nil }
        let lost = Loss(
            changed: sent(by: draft, old, made), by: update, old: old, new: new,
            shown: change.exchange.answer?.object, made: made.draft.body?.value.object, by: read)
        guard let lost else { return after }
        try await settle(
            finding(
                .notStored, update, "read afterwards", lost.message, found: lost.found, expected: lost.expected,
                location: "body at /\(lost.name)", [made.exchange, change.exchange, after.exchange]),
            [made.trial, before, change, after])
        return nil
    }

    /// What of a change is about the thing: what names it in its path is not for the body to change.
    private func sent(by draft: Draft, _ old: JSONObject, _ made: Made) -> JSONObject {
        guard case .object(let body)? = draft.body?.value else { return JSONObject() }
        return JSONObject(
            body.filter { name, _ in old[name].map { !$0.isLike(made.id) } ?? true }.map { ($0.key, $0.value) })
    }

    private func changes(of old: JSONObject, in draft: Draft, _ made: Made) -> [(key: String, value: JSON)] {
        Loss.changes(of: old, in: sent(by: draft, old, made))
    }

    /// Changes one property alone: the others are to stay.
    private func followPart(
        of draft: Draft, _ made: Made, _ resource: Resource, _ before: Trial, _ old: JSONObject
    ) async throws(End) {
        for site in draft.bodySites {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1, !Knowledge.namesThing(site.name),
                let now = old[site.name], let other = self.other(than: now, for: site),
                let body = draft.body
            else { continue }
            var part = draft
            part.body?.value = .object(JSONObject([(site.name, other)]))
            guard body.value.object?.keys.count ?? 0 > 1, conforms(part) else { continue }
            freshen(&part)
            guard let trial = try await sendValid("to change \(site.name) alone", part), trial.wentWell,
                trial.status != 202
            else { continue }
            _ = try await look(at: made, resource, before, trial, part)
            return
        }
    }

    /// Sends a change that is partly good and, for one property, against the contract: all of it is to be refused.
    private func followRefusal(
        of draft: Draft, _ made: Made, _ resource: Resource, _ before: Trial, _ old: JSONObject
    ) async throws(End) {
        var changed = draft
        chooseOthers(than: old, in: &changed)
        for site in changed.bodySites.reversed() {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1,
                let negative = negatives(site).first(where: { $0.keyword != "required" })
            else { continue }
            let broken = changed.setting(site, to: negative.value)
            guard !changes(of: old, in: broken, made).allSatisfy({ $0.key == site.name }),
                let trial = try await sendBroken(
                    "with \(site.description) against its \(negative.keyword)", broken.request, of: draft.operation,
                    subject: "\(site.description), \(negative.keyword)")
            else { continue }
            try await lookForHarm(
                by: trial, to: made, resource, .failedChangeStored, before, sent: sent(by: broken, old, made))
            return
        }
    }

    /// Gives what can have another value than the thing has such a value: a change that is lost is not seen where there was none.
    private func chooseOthers(than old: JSONObject, in draft: inout Draft) {
        for site in draft.bodySites where draft.value(at: site)?.array == nil && draft.value(at: site)?.object == nil {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1, let name = pointer.tokens.first,
                let before = old[name], draft.value(at: site)?.isLike(before) == true, !Knowledge.namesThing(name),
                let other = other(than: before, for: site)
            else { continue }
            let changed = draft.setting(site, to: other)
            if conforms(changed) { draft = changed }
        }
    }

    private func other(than value: JSON, for site: Site) -> JSON? {
        let choices = site.schema.choices
        if !choices.isEmpty { return choices.first { !$0.isLike(value) } }
        return (0..<4).lazy.compactMap { attempt in
            self.sampler(site.schema).sample(seed: self.baseSeed &+ 211 &+ attempt).value
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
