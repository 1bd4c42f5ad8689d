// What several exchanges show together: what was made, changed and deleted, and what was seen of it afterwards.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

/// Exchanges read one after another. Others may have been at work beside them: nothing is said of what anything else that was seen in
/// between could explain.
struct ObservedSequence {
    private let run: Run
    private let resources: [Resource]
    private var things: [Name: Life] = [:]
    /// What the latest whole list of each kind showed, and which refused creations came after it.
    private var lists: [Name: Seen] = [:]
    private var found: [Finding] = []

    /// When an exchange took place, in seconds since 1970; nil where it is known to follow all that came before.
    struct Period {
        var began: Double?
        var ended: Double?
    }

    /// A thing by its path and the path's values; of a list, those of its scope.
    fileprivate struct Name: Hashable {
        let key: String
        let values: [JSON]
    }

    private struct Life {
        /// Its creation, until something else has happened to it, and whether it has been read since.
        var creation: Happening?
        var isCompared = false
        /// The last reading of it.
        var shown: JSONObject?
        /// The change that has not been looked at yet, with the thing before it and what it was made with.
        var change: (happening: Happening, old: JSONObject, made: JSONObject?, operation: Operation)?
        /// The latest change that was refused, until the thing has been read.
        var refusal: (happening: Happening, operation: Operation)?
        var deletion: (happening: Happening, before: [Exchange])?
        /// The deletion of what it belongs to.
        var loss: (happening: Happening, operation: Operation, before: [Exchange])?
    }

    private struct Happening {
        /// `entry 3 of shop.har`
        let name: String
        let exchange: Exchange
        let sent: JSON?
        let answer: JSON?
        let ended: Double?
        let identity: TestCase.IdentityChoice
    }

    private struct Seen {
        let ids: [JSON]
        var refused: [Happening] = []
    }

    init(_ run: Run) {
        self.run = run
        resources = Resource.all(of: run.contract, run.paths)
    }

    /// Takes the next exchange in.
    /// - Returns: what it shows together with those before it.
    mutating func follow(_ trial: Run.Trial, in period: Period) -> [Finding] {
        defer { found = [] }
        take(trial, period)
        return found
    }

    private mutating func take(_ trial: Run.Trial, _ period: Period) {
        let test = trial.test
        guard let judged = test.judged else { return }
        let happening = Happening(
            name: test.name, exchange: trial.exchange, sent: judged.body, answer: trial.exchange.answer,
            ended: period.ended, identity: test.identity)
        let operation = test.operation
        let values = judged.pathValues
        guard values.count == operation.path.parameterNames.count else { return }
        let mine = resources.filter { $0.uses(operation) }
        if mine.isEmpty, !test.request.method.isSafe, trial.wentWell {
            // What any other request has changed, nobody knows.
            things = things.mapValues { life in Life(deletion: life.deletion, loss: life.loss) }
            lists = [:]
        }
        for resource in mine {
            let name = Name(key: resource.child.key, values: values)
            if operation === resource.create {
                made(happening, resource, trial, scope: values)
            } else if operation === resource.list {
                listed(happening, resource, trial, judged, period)
            } else if operation === resource.read {
                read(happening, resource, trial, name, period)
            } else if operation === resource.delete {
                deleted(happening, operation, trial, name)
            } else {
                changed(happening, resource, operation, trial, name, period)
            }
        }
    }

    /// Whether something was over before an exchange began.
    private func isBefore(_ happening: Happening, _ period: Period) -> Bool {
        guard let ended = happening.ended, let began = period.began else { return true }
        return ended <= began
    }

    // MARK: Made

    private mutating func made(_ happening: Happening, _ resource: Resource, _ trial: Run.Trial, scope: [JSON]) {
        let list = Name(key: resource.child.key, values: scope).asName
        if (400...499).contains(trial.status) {
            lists[list]?.refused.append(happening)
            return
        }
        guard trial.wentWell, trial.status != 202 else { return }
        lists[list] = nil
        let shown = happening.answer.flatMap { resource.child.thing(in: $0) }
        guard let id = shown.flatMap({ resource.child.id(in: $0) }) else { return }
        things[Name(key: resource.child.key, values: scope.map(\.asName) + [id.asName])] = Life(
            creation: Happening(
                name: happening.name, exchange: happening.exchange, sent: happening.sent, answer: shown,
                ended: happening.ended, identity: happening.identity), shown: shown?.object)
    }

    // MARK: Read

    private mutating func read(
        _ happening: Happening, _ resource: Resource, _ trial: Run.Trial, _ name: Name, _ period: Period
    ) {
        let name = name.asName
        guard var life = things[name], let read = resource.read else {
            if trial.wentWell, let shown = happening.answer?.object { things[name] = Life(shown: shown) }
            return
        }
        defer { things[name] = life }
        if let deletion = life.deletion, isBefore(deletion.happening, period), trial.wentWell {
            found.append(
                run.finding(
                    .usedAfterDelete, read, happening.name, "what was deleted is still there",
                    found: String(trial.status),
                    expected: "404 or 410", deletion.before + [deletion.happening.exchange, trial.exchange])
            )
        }
        if let loss = life.loss, isBefore(loss.happening, period), trial.wentWell, read.knowsAbsence {
            found.append(
                run.finding(
                    .usedAfterDelete, read, happening.name, "what it belongs to was deleted, and it is still there",
                    found: String(trial.status), expected: "404 or 410",
                    location: "status after \(loss.operation.id)",
                    loss.before + [loss.happening.exchange, trial.exchange])
            )
        }
        if let refusal = life.refusal, isBefore(refusal.happening, period), trial.wentWell {
            compare(refusal.happening, refusal.operation, with: happening, old: life.shown)
            life.refusal = nil
        }
        if let creation = life.creation, isBefore(creation, period) {
            if creation.identity == happening.identity, !life.isCompared {
                compare(creation, happening, resource, trial)
                life.isCompared = trial.wentWell
            }
            if run.options.otherIdentity != nil, creation.identity == .own, happening.identity == .other,
                trial.wentWell, read.asksForCredentials, read.knowsForbidden
            {
                found.append(
                    run.finding(
                        .otherIdentity, read, happening.name, "what one identity has made is open to another",
                        found: String(trial.status), expected: "401, 403 or 404",
                        [creation.exchange, trial.exchange])
                )
            }
        }
        guard trial.wentWell, let shown = happening.answer?.object else { return }
        if let change = life.change, isBefore(change.happening, period) {
            compare(change.happening, old: change.old, made: change.made, change.operation, happening, by: read)
            life.change = nil
        }
        life.shown = shown
    }

    private mutating func compare(_ creation: Happening, _ reading: Happening, _ resource: Resource, _ trial: Run.Trial)
    {
        guard let read = resource.read else { return }
        if [404, 410].contains(trial.status) {
            found.append(
                run.finding(
                    .notAvailable, read, reading.name, "what was made cannot be read", found: String(trial.status),
                    expected: "what was made", [creation.exchange, trial.exchange])
            )
        } else if trial.wentWell, let shown = reading.answer,
            let lost = Loss(made: creation.sent, shown: creation.answer, read: shown, by: read)
        {
            found.append(
                run.finding(
                    .notStored, resource.create, reading.name, lost.message, found: lost.found, expected: lost.expected,
                    location: "body at /\(lost.name)", [creation.exchange, trial.exchange])
            )
        }
    }

    private mutating func compare(
        _ change: Happening, old: JSONObject, made: JSONObject?, _ update: Operation, _ reading: Happening,
        by read: Operation
    ) {
        guard let new = reading.answer?.object, let sent = change.sent?.object,
            let lost = Loss(
                changed: sent, by: update, old: old, new: new, shown: change.answer?.object, made: made, by: read)
        else { return }
        found.append(
            run.finding(
                .notStored, update, "read afterwards", lost.message, found: lost.found, expected: lost.expected,
                location: "body at /\(lost.name)", [change.exchange, reading.exchange])
        )
    }

    private mutating func compare(
        _ refused: Happening, _ update: Operation, with reading: Happening, old: JSONObject?
    ) {
        guard let old, let sent = refused.sent?.object, let new = reading.answer?.object,
            let lost = Loss(kept: old, new: new, sent: sent)
        else { return }
        found.append(
            run.finding(
                .failedChangeStored, update, refused.name, "the request was refused, and \(lost.message)",
                found: lost.found, expected: lost.expected, location: "body at /\(lost.name) afterwards",
                [refused.exchange, reading.exchange])
        )
    }

    // MARK: Changed and deleted

    private mutating func changed(
        _ happening: Happening, _ resource: Resource, _ update: Operation, _ trial: Run.Trial, _ name: Name,
        _ period: Period
    ) {
        let name = name.asName
        guard trial.wentWell else {
            if (400...499).contains(trial.status), trial.status != 404 { things[name]?.refusal = (happening, update) }
            return
        }
        if let deletion = things[name]?.deletion, update === resource.patch || !update.mayMake,
            update.knowsAbsence, isBefore(deletion.happening, period)
        {
            found.append(
                run.finding(
                    .usedAfterDelete, update, happening.name, "what was deleted is still there",
                    found: String(trial.status), expected: "404 or 410",
                    deletion.before + [deletion.happening.exchange, trial.exchange])
            )
        }
        // PUT may make it anew.
        var life = Life()
        if trial.status != 202, let old = things[name]?.shown, things[name]?.deletion == nil {
            life.change = (happening, old, things[name]?.creation?.sent?.object, update)
        }
        things[name] = life
    }

    private mutating func deleted(_ happening: Happening, _ delete: Operation, _ trial: Run.Trial, _ name: Name) {
        let name = name.asName
        guard trial.wentWell, trial.status != 202 else { return }
        let creation = things[name]?.creation?.exchange
        // What belonged to it has gone with it.
        for other in things.keys where other.key.hasPrefix(name.key + "/") && other.values.starts(with: name.values) {
            let before = [creation, things[other]?.creation?.exchange].compactMap(\.self)
            things[other] = Life(deletion: things[other]?.deletion, loss: (happening, delete, before))
        }
        lists = lists.filter { $0.key.key != name.key }
        things[name] = Life(deletion: (happening, creation.map { [$0] } ?? []))
    }

    // MARK: Listed

    private mutating func listed(
        _ happening: Happening, _ resource: Resource, _ trial: Run.Trial, _ judged: JudgedRequest,
        _ period: Period
    ) {
        guard trial.wentWell, let list = resource.list, let answer = happening.answer else { return }
        let shown = resource.child.things(in: answer)
        let ids = shown.compactMap { resource.child.id(in: $0) }
        let limit = resource.paging?.limit.flatMap { judged.value($0.name, in: .query) }?.number?.int64.map { Int($0) }
        if let limit, let parameter = resource.paging?.limit, judged.conforms, ids.count > limit {
            found.append(
                run.finding(
                    .pageOverflow, list, happening.name, "the page holds more than was asked for",
                    found: "\(ids.count) things", expected: "\(limit) at most",
                    location: "query parameter '\(parameter.name)'", [trial.exchange])
            )
        }
        let scope = judged.pathValues
        for (name, life) in known(resource, scope) {
            guard let deletion = life.deletion, isBefore(deletion.happening, period), let id = name.values.last,
                ids.contains(where: { $0.asName == id })
            else { continue }
            found.append(
                run.finding(
                    .usedAfterDelete, list, happening.name, "what was deleted is still listed", found: id.serialized(),
                    expected: "a list without it", location: "body",
                    deletion.before + [deletion.happening.exchange, trial.exchange])
            )
        }
        // From here on, only what a whole list says.
        guard judged.asksForAll(resource.paging), !answer.tellsOfMore, !resource.child.hasNameless(in: answer),
            limit.map({ ids.count < $0 }) ?? (resource.paging?.limit == nil && resource.paging?.page == nil)
        else { return }
        sayMissing(happening, resource, list, trial, ids, scope: scope, period)
        saySurplus(resource, list, trial, shown, scope: scope)
        lists[Name(key: resource.child.key, values: scope).asName] = Seen(ids: ids)
    }

    /// What is known of the things under a scope, in an order that is the same every time.
    private func known(_ resource: Resource, _ scope: [JSON]) -> [(name: Name, life: Life)] {
        let scope = scope.map(\.asName)
        let lives = things.filter { name, _ in
            name.key == resource.child.key && name.values.dropLast().elementsEqual(scope)
        }
        return lives.map { (name: $0.key, life: $0.value) }.sorted {
            $0.name.values.description < $1.name.values.description
        }
    }

    private mutating func sayMissing(
        _ happening: Happening, _ resource: Resource, _ list: Operation, _ trial: Run.Trial, _ ids: [JSON],
        scope: [JSON], _ period: Period
    ) {
        for (name, life) in known(resource, scope) {
            guard let creation = life.creation, creation.identity == happening.identity, let id = name.values.last,
                isBefore(creation, period), !ids.contains(where: { $0.asName == id })
            else { continue }
            found.append(
                run.finding(
                    .notListed, list, happening.name, "what was made is not in the list", found: "\(ids.count) others",
                    expected: id.serialized(), location: "body", [creation.exchange, trial.exchange])
            )
        }
    }

    private mutating func saySurplus(
        _ resource: Resource, _ list: Operation, _ trial: Run.Trial, _ shown: [JSON], scope: [JSON]
    ) {
        guard let before = lists[Name(key: resource.child.key, values: scope).asName] else { return }
        let new = shown.filter { thing in resource.child.id(in: thing).map { !before.ids.contains($0) } ?? false }
        guard before.ids.count + new.count == shown.count else { return }
        for refused in before.refused {
            // Others may have made something meanwhile, but not with what was refused here.
            guard let thing = new.first(where: { refused.sent?.isMostly(in: $0) ?? false }) else { continue }
            found.append(
                run.finding(
                    .failedCreateStored, resource.create, "then \(list.id)",
                    "a creation that was refused is in the list",
                    found: "\(new.count) new, among them \((resource.child.id(in: thing) ?? .null).serialized())",
                    expected: "nothing new", location: "body", [refused.exchange, trial.exchange])
            )
        }
    }
}

extension Resource {
    func uses(_ operation: Operation) -> Bool {
        [create, list, read, replace, patch, delete].contains { $0 === operation }
    }
}

extension JudgedRequest {
    /// Whether nothing but the size of the first page is asked for.
    fileprivate func asksForAll(_ paging: ResourceList.Paging?) -> Bool {
        parameters.allSatisfy { value in
            let parameter = value.parameter
            if parameter.location != .query { return true }
            if parameter.name == paging?.limit?.name { return true }
            if parameter.name == paging?.offset?.name { return value.value == 0 }
            return parameter.name == paging?.page?.name && value.value == 1
        }
    }
}

extension ObservedSequence.Name {
    fileprivate var asName: Self { Self(key: key, values: values.map(\.asName)) }
}

extension JSON {
    /// Whether most of its members are those of a thing.
    fileprivate func isMostly(in thing: JSON) -> Bool {
        guard case .object(let sent) = self, case .object(let thing) = thing else { return false }
        let kept = sent.filter { name, value in thing[name].map { value.isLike($0) } ?? false }
        return !kept.isEmpty && kept.count * 2 > sent.count
    }
}
