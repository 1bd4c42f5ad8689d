// What is deleted is gone, with what belonged to it; who may not delete has deleted nothing.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

extension Run {
    func followDeletion(of resource: Resource) async throws(End) {
        guard let delete = resource.delete, let made = try await make(resource, salt: 3),
            let deletion = draft(delete, for: made.thing).map({ reduced($0) }),
            let trial = try await sendValid("to delete it", deletion), trial.wentWell, trial.status != 202
        else { return }
        for operation in [resource.read, resource.patch].compactMap(\.self) {
            guard let draft = draft(operation, for: made.thing) else { continue }
            try await use(operation === resource.read ? reduced(draft) : draft, after: trial, made)
        }
        if let list = resource.list, let listing = try await self.list(resource, scope: made.thing.dropLast()),
            listing.has(made.id), let last = listing.pages.last
        {
            try await settle(
                finding(
                    .usedAfterDelete, list, "after \(delete.id)", "what was deleted is still listed",
                    found: made.id.serialized(), expected: "a list without it", location: "body",
                    [made.exchange, trial.exchange, last.exchange]), [made.trial, trial, last])
        }
        // To delete it again may be refused or not (RFC 9110, section 9.2.2).
        if let again = judged(identified(deletion.request, of: delete), of: delete) {
            try await send(
                TestCase("after it was deleted", delete, deletion.request, judged: again, expectation: .anything))
        }
        // A replacement may make it anew; where that is so, 201 says it (RFC 9110, section 9.3.4).
        if let replace = resource.replace, !replace.mayMake,
            let draft = draft(replace, for: made.thing)
        {
            try await use(draft, after: trial, made)
        }
    }

    /// Asks for what was deleted.
    private func use(_ draft: Draft, after deletion: Trial, _ made: Made) async throws(End) {
        let use = draft.operation
        guard let again = try await attemptValid("after it was deleted", draft) else { return }
        record(again.findings)
        // Where the contract has no way to say that it is gone, any answer that it has is right.
        guard again.wentWell, use.responses.isEmpty || use.knowsAbsence else { return }
        try await settle(
            finding(
                .usedAfterDelete, use, "after \(deletion.test.operation.id)", "what was deleted is still there",
                found: String(again.status), expected: "404 or 410",
                [made.exchange, deletion.exchange, again.exchange]), [made.trial, deletion, again])
    }

    /// Deletes a thing that others belong to, and asks for one of these.
    func followDeletion(of resource: Resource, beneathWhich resources: [Resource]) async throws(End) {
        guard let delete = resource.delete,
            let inner = resources.first(where: { $0.create.path.thingKey == resource.child.key && $0.read != nil }),
            let read = inner.read, read.knowsAbsence, let outer = try await make(resource, salt: 7)
        else { return }
        var draft = completed(base(of: inner.create))
        for (index, value) in zip(inner.create.pathIndices, outer.thing) { draft.values[index] = value }
        freshen(&draft)
        guard let trial = try await sendValid("to make one beneath it", draft), trial.wentWell, trial.status != 202,
            let id = trial.exchange.answer.flatMap({ inner.child.thing(in: $0) })
                .flatMap({ inner.child.id(in: $0) }),
            let reading = self.draft(read, for: outer.thing + [id]).map({ reduced($0) }),
            let before = try await sendValid("before what it belongs to is deleted", reading), before.wentWell,
            let deletion = self.draft(delete, for: outer.thing),
            let deleted = try await sendValid("with one beneath it", reduced(deletion)), deleted.wentWell,
            deleted.status != 202, let after = try await sendValid("after what it belongs to was deleted", reading),
            after.wentWell
        else { return }
        try await settle(
            finding(
                .usedAfterDelete, read, "after \(delete.id)", "what it belongs to was deleted, and it is still there",
                found: String(after.status), expected: "404 or 410", location: "status after \(delete.id)",
                [outer.exchange, trial.exchange, deleted.exchange, after.exchange]),
            [outer.trial, trial, deleted, after])
    }
}

extension Operation {
    /// Whether the contract has a way to say that something is not there.
    var knowsAbsence: Bool { (response(for: 404) ?? response(for: 410)) != nil }

    /// Whether the contract has a way to say that a request has made what was not there.
    var mayMake: Bool { (response(for: 201) ?? response(for: 204)) != nil }
}
