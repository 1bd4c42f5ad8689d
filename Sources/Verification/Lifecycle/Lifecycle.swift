// The third phase: what is made can be read, listed, changed and deleted, and what was refused has left nothing behind.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

func runLifecycle(_ run: Run) async throws(Run.End) {
    guard !run.options.isSafe else { return }
    let resources = Resource.all(of: run.contract, run.paths)
    let linking = run.contract.operations.filter(\.linksToWhatItMakes)
    run.report.progress.begin(steps: resources.count * 5 + linking.count)
    try await run.each(of: resources) { resource async throws(Run.End) in
        try await run.followCreation(of: resource)
        try await run.followUpdate(of: resource, by: resource.replace)
        try await run.followUpdate(of: resource, by: resource.patch)
    }
    try await run.each(of: linking) { create async throws(Run.End) in try await run.followLinks(of: create) }
    try await run.each(of: resources) { resource async throws(Run.End) in
        try await run.followRefusedCreation(of: resource)
    }
    try await run.each(of: resources) { resource async throws(Run.End) in try await run.fillPages(of: resource) }
    try await run.each(of: resources) { resource async throws(Run.End) in try await run.askAsAnother(for: resource) }
    try await run.each(of: resources.reversed()) { resource async throws(Run.End) in
        try await run.followDeletion(of: resource)
    }
}

extension Run {
    /// Makes a thing, with values of its own; nil where the backend would not, or did not say which it is.
    func make(_ resource: Resource, salt: UInt64) async throws(End) -> Made? {
        for attempt in 0..<UInt64(3) {
            var draft = base(of: resource.create, seed: salt &* 31 &+ attempt)
            if attempt > 0 { draft = sample(resource.create, seed: salt &* 31 &+ attempt, usesExamples: false) }
            draft = completed(draft, seed: salt &* 31 &+ attempt)
            freshen(&draft)
            guard let trial = try await sendValid("to make one", draft) else { continue }
            // What will only be made later cannot be asked for now.
            guard trial.wentWell, trial.status != 202 else { continue }
            let answer = trial.exchange.answer
            let shown = answer.flatMap { answer in resource.child.things(in: answer).first }
            let scope = resource.create.pathIndices.map { draft.values[$0] ?? .null }
            if let id = shown.flatMap({ resource.child.id(in: $0) }) {
                return Made(thing: scope + [id], trial: trial, draft: draft, shown: shown)
            }
            guard trial.exchange.response.headers[.location] != nil, let thing = knowledge.thing(at: resource.child.key)
            else { return nil }
            return Made(thing: thing, trial: trial, draft: draft, shown: nil)
        }
        return nil
    }

    /// A request for one thing.
    func draft(_ operation: Operation, for thing: [JSON]) -> Draft? {
        var draft = base(of: operation)
        let indices = operation.pathIndices
        guard indices.count == thing.count else { return nil }
        for (index, value) in zip(indices, thing) { draft.values[index] = value }
        return draft
    }

    func read(_ resource: Resource, _ made: Made, _ name: String) async throws(End) -> Trial? {
        guard let operation = resource.read, let draft = draft(operation, for: made.thing) else { return nil }
        return try await sendValid(name, reduced(draft))
    }

    func finding(
        _ check: Check, _ operation: Operation, _ name: String, _ message: String, found: String, expected: String,
        location: String = "status", _ exchanges: [Exchange]
    ) -> Finding {
        Finding(
            check, operation, name: name, message: message, found: found, expected: expected, place: operation.place,
            location: location, evidence: .exchanges(exchanges))
    }

    // MARK: Create

    func followCreation(of resource: Resource) async throws(End) {
        guard let made = try await make(resource, salt: 1) else { return }
        if let read = resource.read, let trial = try await self.read(resource, made, "after it was made") {
            if [404, 410].contains(trial.status) {
                try await settle(
                    finding(
                        .notAvailable, read, "after \(resource.create.id)", "what was made cannot be read",
                        found: String(trial.status), expected: "what was made", [made.exchange, trial.exchange]),
                    [made.trial, trial])
            } else if trial.wentWell, let shown = trial.exchange.answer {
                if let lost = Loss(made: made.draft.body?.value, shown: made.shown, read: shown) {
                    try await settle(
                        finding(
                            .notStored, resource.create, "read afterwards", "\(lost.name) was not stored",
                            found: lost.found, expected: lost.expected, location: "body at /\(lost.name)",
                            [made.exchange, trial.exchange]), [made.trial, trial])
                }
            }
        }
        let scope = made.thing.dropLast()
        guard let listing = try await self.list(resource, scope: scope), listing.isComplete, !listing.has(made.id),
            try await shows(listing.ids, resource, scope: scope), let last = listing.pages.last,
            let list = resource.list
        else { return }
        try await settle(
            finding(
                .notListed, list, "after \(resource.create.id)", "what was made is not in the list",
                found: "\(listing.ids.count) others", expected: made.id.serialized(), location: "body",
                [made.exchange, last.exchange]), [made.trial, last])
    }

    // MARK: Update

    func followUpdate(of resource: Resource, by update: Operation?) async throws(End) {
        guard let update, resource.read != nil, let made = try await make(resource, salt: 2),
            let before = try await self.read(resource, made, "before it is changed"), before.wentWell,
            case .object(let old)? = before.exchange.answer
        else { return }
        for attempt in 0..<UInt64(3) {
            var draft = completed(sample(update, seed: 101 + attempt, usesExamples: attempt == 0), seed: 101 + attempt)
            for (index, value) in zip(update.pathIndices, made.thing) { draft.values[index] = value }
            chooseOthers(than: old, in: &draft)
            guard case .object(let body)? = draft.body?.value else { return }
            // What names the thing in its path is not for its body to change.
            let sent = JSONObject(
                body.filter { name, _ in old[name].map { !$0.isLike(made.id) } ?? true }.map { ($0.key, $0.value) })
            guard !Loss.changes(of: old, in: sent).isEmpty, let trial = try await sendValid("to change it", draft)
            else { continue }
            guard trial.wentWell, trial.status != 202 else { continue }
            guard let after = try await self.read(resource, made, "after it was changed") else { return }
            if [404, 410].contains(after.status), let read = resource.read {
                record([
                    finding(
                        .notAvailable, read, "after \(update.id)", "what was changed cannot be read",
                        found: String(after.status), expected: "what was changed",
                        location: "status after \(update.id)",
                        [trial.exchange, after.exchange])
                ])
            }
            guard after.wentWell, case .object(let new)? = after.exchange.answer else { return }
            let lost = Loss(
                changed: sent, by: update, old: old, new: new, shown: trial.exchange.answer?.object,
                made: made.draft.body?.value.object)
            guard let lost else { return }
            try await settle(
                finding(
                    .notStored, update, "read afterwards", "\(lost.name) was not stored", found: lost.found,
                    expected: lost.expected, location: "body at /\(lost.name)",
                    [made.exchange, trial.exchange, after.exchange]), [made.trial, before, trial, after])
            return
        }
    }

    /// Gives every choice of the body another value than the thing has: a change that is lost is not seen where there was none.
    private func chooseOthers(than old: JSONObject, in draft: inout Draft) {
        for site in draft.bodySites where draft.value(at: site)?.array == nil && draft.value(at: site)?.object == nil {
            guard case .body(let pointer) = site.kind, pointer.tokens.count == 1, let name = pointer.tokens.first,
                let before = old[name], draft.value(at: site)?.isLike(before) == true, !Knowledge.namesThing(name)
            else { continue }
            let choices = site.schema.choices
            for other in choices where !other.isLike(before) {
                let changed = draft.setting(site, to: other)
                if conforms(changed) {
                    draft = changed
                    break
                }
            }
        }
    }

    // MARK: Delete

    func followDeletion(of resource: Resource) async throws(End) {
        guard let delete = resource.delete, let made = try await make(resource, salt: 3),
            let deletion = draft(delete, for: made.thing),
            let trial = try await sendValid("to delete it", reduced(deletion)), trial.wentWell, trial.status != 202
        else { return }
        let uses = [resource.read, resource.patch].compactMap(\.self)
        for use in uses {
            guard let draft = draft(use, for: made.thing) else { continue }
            guard
                let again = try await attemptValid(
                    "after it was deleted", use === resource.read ? reduced(draft) : draft)
            else { continue }
            record(again.findings)
            // Where the contract has no way to say that it is gone, any answer that it has is right.
            if again.wentWell, use.responses.isEmpty || (use.response(for: 404) ?? use.response(for: 410)) != nil {
                try await settle(
                    finding(
                        .usedAfterDelete, use, "after \(delete.id)", "what was deleted is still there",
                        found: String(again.status), expected: "404 or 410",
                        [made.exchange, trial.exchange, again.exchange]), [made.trial, trial, again])
            }
        }
        guard let list = resource.list, let listing = try await self.list(resource, scope: made.thing.dropLast()),
            listing.has(made.id), let last = listing.pages.last
        else { return }
        try await settle(
            finding(
                .usedAfterDelete, list, "after \(delete.id)", "what was deleted is still listed",
                found: made.id.serialized(), expected: "a list without it", location: "body",
                [made.exchange, trial.exchange, last.exchange]), [made.trial, trial, last])
    }

    // MARK: Another identity

    func askAsAnother(for resource: Resource) async throws(End) {
        let uses = [resource.read, resource.patch, resource.replace, resource.delete].compactMap(\.self)
            .filter(\.asksForCredentials)
        guard options.otherIdentity != nil, !uses.isEmpty, let made = try await make(resource, salt: 4) else { return }
        var isPrivate = Bool?.none
        for operation in uses {
            if !operation.knowsForbidden {
                if isPrivate == nil { isPrivate = try await isMakersAlone(made, resource) }
                if isPrivate == false { continue }
            }
            guard let draft = draft(operation, for: made.thing) else { continue }
            let request = draft.request
            guard let judged = judged(identified(request, of: operation, as: .other), of: operation), judged.conforms,
                let trial = try await attempt(
                    TestCase(
                        "as another", operation, request, judged: judged, expectation: .anything, identity: .other))
            else { continue }
            record(trial.findings)
            if trial.wentWell {
                try await settle(
                    finding(
                        .otherIdentity, operation, "as another", "what one identity has made is open to another",
                        found: String(trial.status), expected: "401, 403 or 404", [made.exchange, trial.exchange]),
                    [made.trial, trial])
            }
        }
    }

    /// Whether a thing is its maker's alone: the other's list does not show it, or nobody lists it.
    private func isMakersAlone(_ made: Made, _ resource: Resource) async throws(End) -> Bool {
        guard resource.list != nil else { return true }
        let others = try await list(resource, scope: made.thing.dropLast(), as: .other)
        return others.map { $0.isComplete && !$0.has(made.id) } ?? false
    }
}

extension Operation {
    /// Whether the contract says that some may not.
    var knowsForbidden: Bool { responses.contains { $0.status == .exact(403) } }
}

extension Exchange {
    /// The response's body as JSON.
    var answer: JSON? {
        guard response.headers[.contentType].flatMap({ MediaRange($0) })?.kind == .json else { return nil }
        return try? JSON(parsing: response.body)
    }
}

extension Schema {
    /// What may be chosen, where that is listed.
    fileprivate var choices: [JSON] {
        if types != .all, types.isSubset(of: [.boolean, .null]) { return [true, false] }
        return conjuncts.flatMap { conjunct in
            conjunct.node.keywords.flatMap { keyword -> [JSON] in
                if case .enumeration(let listed) = keyword { listed } else { [] }
            }
        }
    }
}
