// The third phase: what is made can be read, listed, changed and deleted, and what was refused has left nothing behind.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

func runLifecycle(_ run: Run) async throws(Run.End) {
    guard !run.options.isSafe else { return }
    let resources = Resource.all(of: run.contract, run.paths)
    let linking = run.contract.operations.filter(\.linksToWhatItMakes)
    run.report.progress.begin(steps: resources.count * 6 + linking.count)
    try await run.each(of: resources) { resource async throws(Run.End) in
        try await run.followCreation(of: resource)
        try await run.followUpdates(of: resource)
    }
    try await run.each(of: linking) { create async throws(Run.End) in try await run.followLinks(of: create) }
    try await run.each(of: resources) { resource async throws(Run.End) in
        try await run.followRefusedCreation(of: resource)
    }
    try await run.each(of: resources) { resource async throws(Run.End) in try await run.setReadOnly(of: resource) }
    try await run.each(of: resources) { resource async throws(Run.End) in try await run.fillPages(of: resource) }
    try await run.each(of: resources) { resource async throws(Run.End) in try await run.askAsAnother(for: resource) }
    try await run.each(of: resources.reversed()) { resource async throws(Run.End) in
        try await run.followDeletion(of: resource)
        try await run.followDeletion(of: resource, beneathWhich: resources)
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
            let shown = answer.flatMap { resource.child.thing(in: $0) }
            let scope = resource.create.pathIndices.map { draft.values[$0] ?? .null }
            if let id = shown.flatMap({ resource.child.id(in: $0) }) {
                return Made(thing: scope + [id], trial: trial, draft: draft, shown: shown)
            }
            guard let location = trial.exchange.response.headers[.location], let lead = contract.thing(at: location),
                lead.operation.path.thingKey == resource.child.key
            else { return nil }
            return Made(thing: lead.values, trial: trial, draft: draft, shown: nil)
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
            try await compare(made, resource.child, with: trial, read)
            try await followLocation(of: made, to: read)
        }
        let scope = made.thing.dropLast()
        guard let listing = try await self.list(resource, scope: scope), listing.isComplete, !listing.has(made.id),
            try await shows(listing.ids, resource, scope: scope), let last = listing.pages.last,
            let list = resource.list, !resource.isPart(last, without: made)
        else { return }
        try await settle(
            finding(
                .notListed, list, "after \(resource.create.id)", "what was made is not in the list",
                found: "\(listing.ids.count) others", expected: made.id.serialized(), location: "body",
                [made.exchange, last.exchange]), [made.trial, last])
    }

    /// Says what a thing that was made does not show when it is read.
    func compare(_ made: Made, _ child: ThingPaths.Child, with trial: Trial, _ read: Operation) async throws(End) {
        let create = made.draft.operation
        let found: Finding
        if [404, 410].contains(trial.status) {
            found = finding(
                .notAvailable, read, "after \(create.id)", "what was made cannot be read",
                found: String(trial.status), expected: "what was made", [made.exchange, trial.exchange])
        } else if trial.wentWell, let shown = trial.exchange.answer {
            if let id = child.idMember(of: shown), made.shown?[id.key] == made.id, id.value.asName != made.id.asName {
                found = finding(
                    .notAvailable, read, "after \(create.id)", "another thing is read than the one that was made",
                    found: id.value.serialized(), expected: made.id.serialized(), location: "body",
                    [made.exchange, trial.exchange])
            } else if let lost = Loss(made: made.draft.body?.value, shown: made.shown, read: shown, by: read) {
                found = finding(
                    .notStored, create, "read afterwards", lost.message, found: lost.found, expected: lost.expected,
                    location: "body at /\(lost.name)", [made.exchange, trial.exchange])
            } else {
                return
            }
        } else {
            return
        }
        try await settle(found, [made.trial, trial])
    }

    /// Asks where `Location` says that the thing is, if that is elsewhere than its id says (RFC 9110, section 10.2.2).
    private func followLocation(of made: Made, to read: Operation) async throws(End) {
        guard made.shown != nil, made.trial.status == 201,
            let location = made.exchange.response.headers[.location], let lead = contract.thing(at: location),
            lead.operation === read, case let thing = lead.values, thing.map(\.asName) != made.thing.map(\.asName),
            let draft = draft(read, for: thing),
            let trial = try await sendValid("where Location leads", reduced(draft)),
            [404, 410].contains(trial.status)
        else { return }
        record([
            finding(
                .notAvailable, read, "by Location", "what was made is not where Location leads",
                found: String(trial.status), expected: "what was made", location: "header 'Location'",
                [made.exchange, trial.exchange])
        ])
    }

    // MARK: Another identity

    func askAsAnother(for resource: Resource) async throws(End) {
        let uses = [resource.read, resource.patch, resource.replace, resource.delete].compactMap(\.self)
            .filter(\.asksForCredentials)
        guard options.otherIdentity != nil, !uses.isEmpty, let made = try await make(resource, salt: 4) else { return }
        let changes = uses.contains { $0.method != .get }
        let before = changes ? try await read(resource, made, "before another asks for it") : nil
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
                // It may be another thing by now, or none.
                return
            }
            if operation.method != .get, let before, before.wentWell {
                try await lookForHarm(
                    by: trial, to: made, resource, .otherIdentity, before, sent: draft.body?.value.object)
            }
        }
    }

    /// Looks whether a request that was refused has been carried out all the same.
    /// - Parameters:
    ///   - before: a reading of the thing, where the request was to change it.
    ///   - sent: what it was to be changed to.
    func lookForHarm(
        by refused: Trial, to made: Made, _ resource: Resource, _ check: Check, _ before: Trial? = nil,
        sent: JSONObject? = nil
    ) async throws(End) {
        let operation = refused.test.operation
        guard (400...499).contains(refused.status), refused.status != 404,
            let after = try await read(resource, made, "after \(operation.id) was refused")
        else { return }
        let exchanges = [made.exchange, refused.exchange, after.exchange]
        if operation.method == .delete, [404, 410].contains(after.status) {
            record([
                finding(
                    check, operation, refused.test.name, "the request was refused, and the thing is deleted",
                    found: String(after.status), expected: "the thing as it was", location: "status afterwards",
                    exchanges)
            ])
        } else if let sent, let old = before?.exchange.answer?.object, let new = after.exchange.answer?.object,
            let lost = Loss(kept: old, new: new, sent: sent)
        {
            record([
                finding(
                    check, operation, refused.test.name, "the request was refused, and \(lost.message)",
                    found: lost.found, expected: lost.expected, location: "body at /\(lost.name) afterwards", exchanges)
            ])
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
