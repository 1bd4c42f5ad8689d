// What an exchange shows beside those before it: the rules of lifecycles, one after another.

import VerificationReports
import SourceDocuments
import OpenAPIContract
import JSONValues
import JSONSchema
import HTTPTypes

extension ResourceTimeline {
    // MARK: Created

    mutating func compareWithCreation(
        _ event: ObservedEvent, _ resource: Resource, _ history: inout ResourceHistory
    ) {
        guard history.isUntouched, !history.isCompared, history.deletion == nil, history.parentDeletion == nil,
            let creation = history.creation, let created = history.created, creation.identity == event.identity,
            creation.isOver(before: event)
        else { return }
        let before = [creation.result]
        if event.result.isMissing {
            add(
                .notAvailable, at: event.operation, event, "what was created cannot be read",
                found: String(event.result.status), expected: "what was created", after: before)
        } else if event.result.succeeded, let shown = event.answer {
            history.isCompared = true
            if let other = resource.child.idMember(of: shown), created.resource?[other.key] == created.id,
                other.value.asName != created.id.asName,
                // That what only the backend sets was taken is told below.
                !creation.hasSet(other.key, to: other.value)
            {
                add(
                    .notAvailable, at: event.operation, event, "another resource is read than the one that was created",
                    found: other.value.serialized(), expected: created.id.serialized(), location: "body", after: before)
            } else if let mismatch = StateMismatch(
                made: creation.sent, shown: created.resource, read: shown, by: event.operation)
            {
                add(mismatch, .notStored, at: creation.operation, event, mismatch.message, after: before)
            }
            sayReadOnlyTaken(creation, nil, event)
        }
    }

    // MARK: Changed

    mutating func compareWithChange(
        _ event: ObservedEvent, _ resource: Resource, _ name: ResourceName, _ history: inout ResourceHistory
    ) {
        guard let change = history.change, change.event.identity == event.identity, change.event.isOver(before: event),
            history.deletion == nil, history.parentDeletion == nil
        else { return }
        let update = change.event.operation
        let before = [history.creation?.result, change.before?.event.result, change.event.result].compactMap(\.self)
            .uniqued
        if event.result.isMissing {
            history.change = nil
            add(
                .notAvailable, at: event.operation, event, "what was changed cannot be read",
                found: String(event.result.status), expected: "what was changed",
                location: "status after \(update.id)", after: before)
            return
        }
        guard event.result.succeeded, let new = event.answer?.object else { return }
        history.change = nil
        sayReadOnlyTaken(change.event, change.before?.members, event)
        guard change.event.judged.conforms, let old = change.before?.members else { return }
        let sent = change.event.sentState(of: name, old)
        let mismatch = StateMismatch(
            changed: sent, by: update, old: old, new: new, shown: change.event.answer?.object, made: history.body,
            by: event.operation)
        if let mismatch {
            add(mismatch, .notStored, at: update, event, mismatch.message, after: before)
        } else {
            history.body = update.method == .put ? sent : (history.body ?? JSONObject()).merging(sent)
        }
    }

    /// What only the backend sets is not for a request to set (JSON Schema 2020-12, Validation, section 9.4).
    private mutating func sayReadOnlyTaken(_ cause: ObservedEvent, _ old: JSONObject?, _ event: ObservedEvent) {
        guard let sent = cause.sent?.object, let shown = event.answer?.object else { return }
        for property in cause.judged.media?.schema?.readOnlyProperties ?? [] {
            guard let value = sent[property.name], value.isNeverSetByChance, shown[property.name] == value,
                old?[property.name] != value
            else { continue }
            add(
                .violationAccepted, at: cause.operation, event,
                "\(property.name) is readOnly, and has what a request has set", found: value.serialized(),
                expected: "what the backend sets", location: "body at /\(property.name), readOnly",
                after: [cause.result], degree: .violation)
        }
    }

    /// Says whether a request that was refused has been carried out all the same.
    mutating func sayHarm(by refused: ObservedEvent, _ event: ObservedEvent, _ history: ResourceHistory) {
        let operation = refused.operation
        let check: Check
        switch refused.identity {
        case .other: check = .otherIdentity
        case .none: check = operation.method == .delete ? .authenticationIgnored : .failedChangeStored
        case .own, .completing: check = .failedChangeStored
        }
        guard let shown = history.shown else { return }
        let before = [history.creation?.result, shown.event.result, refused.result].compactMap(\.self).uniqued
        if operation.method == .delete {
            guard event.result.isMissing, refused.identity != .own, history.deletion == nil,
                history.parentDeletion == nil
            else { return }
            add(
                check, at: operation, event, "the request was refused, and the resource is deleted",
                found: String(event.result.status), expected: "the resource as it was",
                location: "status afterwards", after: before)
        } else if let sent = refused.sent?.object, event.result.succeeded, let new = event.answer?.object,
            let mismatch = StateMismatch(kept: shown.members, new: new, sent: sent)
        {
            add(
                mismatch, check, at: operation, event, "the request was refused, and \(mismatch.message)",
                suffix: " afterwards", after: before)
        }
    }

    // MARK: Deleted

    mutating func sayUsedAfterDelete(_ event: ObservedEvent, _ history: ResourceHistory) {
        // Where the contract has no way to say that it is gone, any answer that it has is right.
        guard event.result.succeeded, event.operation.responses.isEmpty || event.operation.knowsAbsence else { return }
        if let deletion = history.deletion, deletion.isOver(before: event) {
            let before = history.beforeDeletion ?? JSONObject()
            let shown = event.answer?.object ?? JSONObject()
            // Some archive what is to be deleted: where the answer to the deletion says so, that is what was promised.
            let told = resourceShown(by: deletion)?.marks(since: before) ?? []
            guard !told.contains(where: { event.operation.method != .get || shown[$0.key] == $0.value }) else { return }
            let isMarked = shown.marks(since: before).contains { event.sent?.object?[$0.key] == nil }
            add(
                .usedAfterDelete, at: event.operation, event, "what was deleted is still there",
                found: String(event.result.status), expected: "404 or 410",
                after: [history.creation?.result, deletion.result].compactMap(\.self),
                degree: isMarked ? .suspicion : nil)
        }
        guard let parent = history.parentDeletion, parent.event.isOver(before: event),
            event.operation.knowsAbsence, event.operation.method == .get
        else { return }
        add(
            .usedAfterDelete, at: event.operation, event, "what it belongs to was deleted, and it is still there",
            found: String(event.result.status), expected: "404 or 410",
            location: "status after \(parent.event.operation.id)",
            after: [parent.creation?.result, history.creation?.result, parent.event.result].compactMap(\.self))
    }

    private func resourceShown(by event: ObservedEvent) -> JSONObject? {
        let child = resources.first { $0.uses(event.operation) }?.child
        return event.answer.flatMap { child?.resource(in: $0) ?? $0 }?.object
    }

    // MARK: Another identity

    /// Says whether what one identity has created is open to another, though it is its creator's alone: the contract knows who may not,
    /// the other's list does not show it, or nobody lists it.
    mutating func sayOpen(_ event: ObservedEvent, _ resource: Resource, _ history: ResourceHistory) {
        guard event.identity == .other, event.result.succeeded, history.deletion == nil,
            let creation = history.creation, creation.identity == .own, creation.isOver(before: event),
            event.operation.asksForCredentials,
            event.operation.knowsForbidden || history.isHiddenFromOthers || (resource.list == nil && isAlone)
        else { return }
        add(
            .otherIdentity, at: event.operation, event, "what one identity has created is open to another",
            found: String(event.result.status), expected: "401, 403 or 404", after: [creation.result])
    }

    private mutating func add(
        _ mismatch: StateMismatch, _ check: Check, at operation: Operation, _ event: ObservedEvent, _ message: String,
        suffix: String = "", after: [CaseResult]
    ) {
        let place = "body at /\(mismatch.name)"
        // A value that breaks the contract is told of as that.
        if event.result.findings.contains(where: {
            $0.check == .bodyShape && ($0.location == place || $0.location.hasPrefix(place + "/"))
        }) {
            return
        }
        add(
            check, at: operation, event, message, found: mismatch.found, expected: mismatch.expected,
            location: "body at /\(mismatch.name)\(suffix)", after: after)
    }
}

extension ObservedEvent {
    /// Whether the request has given a property that only the backend sets that value.
    fileprivate func hasSet(_ name: String, to value: JSON) -> Bool {
        sent?.object?[name] == value
            && (judged.media?.schema?.readOnlyProperties ?? []).contains { $0.name == name }
    }

    /// What of a change is about the resource: what names it in its path is not for the body to change.
    fileprivate func sentState(of name: ResourceName, _ old: JSONObject) -> JSONObject {
        guard case .object(let body)? = sent else { return JSONObject() }
        return JSONObject(
            body.filter { member, _ in old[member].map { $0.asName != name.id } ?? true }.map { ($0.key, $0.value) })
    }
}

extension JSON {
    /// Whether a backend that sets such a value by itself will hardly set this one.
    package var isNeverSetByChance: Bool {
        switch self {
        case .string(let text): text.utf8.count > 7
        case .number(let number): number > JSONNumber(100_000)
        case .null, .bool, .array, .object: false
        }
    }
}

extension JSONObject {
    /// What an archived resource is marked with: members that are others than before, but for times that move on with every request.
    fileprivate func marks(since old: JSONObject) -> [(key: String, value: JSON)] {
        filter { name, value in
            guard let before = old[name], before != value else { return false }
            return DateTime(before.string ?? "") == nil || DateTime(value.string ?? "") == nil
        }.map { ($0.key, $0.value) }
    }

    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for (name, value) in other { merged[name] = value }
        return merged
    }
}

extension [CaseResult] {
    /// Each exchange once.
    fileprivate var uniqued: [CaseResult] {
        reduce(into: []) { kept, result in
            if !kept.contains(where: { $0.exchange == result.exchange }) { kept.append(result) }
        }
    }
}
