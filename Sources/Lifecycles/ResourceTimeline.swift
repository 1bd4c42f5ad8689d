// The lifecycle oracle: exchanges in their order, and what they show together of what was created, changed and deleted.

package import VerificationReports
import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import JSONValues
import JSONSchema
import HTTPTypes

/// What is known of the resources of a backend from the exchanges taken in so far.
///
/// The rules of lifecycles stand here alone. Live phases plan requests and feed what came of them, recordings feed what was recorded,
/// and shrinking and `--reproduce` feed what is sent again. Others may have been at work beside the exchanges: nothing is said of what
/// anything else that was seen in between could explain.
package struct ResourceTimeline {
    private let contract: Contract
    let resources: [Resource]
    /// Whether all that happens to the backend is taken in. For recordings that is unknown, so it is false.
    let isAlone: Bool
    /// Of the resources that were created, read, changed or deleted.
    package internal(set) var histories: [ResourceName: ResourceHistory] = [:]
    /// What the latest whole list of each kind showed.
    var snapshots: [ListSnapshot.Name: ListSnapshot] = [:]
    /// The list whose pages are being turned.
    package internal(set) var listing: ListSnapshot?
    /// What has just been created is to be found where its answer said.
    private var promises: [Promise] = []
    var found: [SequenceFinding] = []

    private struct Promise {
        let target: Operation
        let values: [JSON]
        let creation: ObservedEvent
        let isLocation: Bool
    }

    /// - Parameter isAlone: whether all that happens to the backend is taken in.
    package init(_ contract: Contract, _ resources: [Resource], isAlone: Bool) {
        self.contract = contract
        self.resources = resources
        self.isAlone = isAlone
    }

    /// Takes the next exchange in.
    /// - Returns: what it shows together with those before it.
    package mutating func follow(
        _ result: CaseResult, during period: ObservedEvent.Period = .init()
    ) -> [SequenceFinding] {
        defer { found = [] }
        guard let event = ObservedEvent(result, during: period) else { return [] }
        let concerned = resources.filter { $0.uses(event.operation) }
        if result.succeeded, !result.test.request.method.isSafe {
            promises = []
            listing = nil
            if concerned.isEmpty {
                // What any other request has changed is unknown.
                histories = histories.mapValues(\.forgotten)
                snapshots = [:]
            }
        }
        keepPromises(event)
        for resource in concerned {
            let name = ResourceName(resource.child.key, event.judged.pathValues)
            if event.operation === resource.create {
                create(event, resource)
            } else if event.operation === resource.list {
                list(event, resource)
            } else if event.operation === resource.read {
                read(event, resource, name)
            } else if event.operation === resource.delete {
                delete(event, resource, name)
            } else {
                update(event, resource, name)
            }
        }
        if event.operation.method == .post, result.isDone { notePromises(of: event) }
        return found
    }

    // MARK: Findings

    mutating func add(
        _ check: Check, at operation: Operation, _ event: ObservedEvent, _ message: String, found: String,
        expected: String, location: String = "status", after: [CaseResult], isAboutList: Bool = false,
        degree: Degree? = nil
    ) {
        let results = after + [event.result]
        let finding = Finding(
            check, operation, name: event.name, message: message, found: found, expected: expected,
            place: operation.place, location: location, evidence: .exchanges(results.map(\.exchange)), degree: degree)
        self.found.append(SequenceFinding(finding: finding, results: results, isAboutList: isAboutList))
    }

    // MARK: Where an answer says that something is

    /// What an answer says of where its resource is, by `Location` (RFC 9110, section 10.2.2) and by links (OpenAPI 3.1, section 4.8.20).
    private mutating func notePromises(of event: ObservedEvent) {
        let response = event.result.exchange.response
        if event.result.status == 201, let location = response.headers[.location],
            let target = contract.resource(at: location)
        {
            promises.append(
                Promise(
                    target: target.operation, values: target.values.map(\.asName), creation: event, isLocation: true))
        }
        for link in ResolvedLink.all(of: event.judged, answered: response, event.answer, in: contract)
        where link.target.method == .get {
            guard link.target.path.parameterNames.isEmpty || link.resource != nil else { continue }
            promises.append(
                Promise(
                    target: link.target, values: (link.resource ?? []).map(\.asName), creation: event,
                    isLocation: false))
        }
    }

    private mutating func keepPromises(_ event: ObservedEvent) {
        guard event.result.isMissing else { return }
        let values = event.judged.pathValues.map(\.asName)
        let promise = promises.first {
            $0.target === event.operation && $0.values == values && $0.creation.isOver(before: event)
                && $0.creation.identity == event.identity
        }
        guard let promise, !isCreated(by: promise, values) else { return }
        add(
            .notAvailable, at: event.operation, event,
            "what was created is not where its \(promise.isLocation ? "Location" : "link") leads",
            found: String(event.result.status), expected: "what was created",
            location: promise.isLocation ? "header 'Location'" : "status", after: [promise.creation.result])
    }

    /// Whether the resource itself was to be there: that is another finding.
    private func isCreated(by promise: Promise, _ values: [JSON]) -> Bool {
        guard let key = promise.target.path.resourceKey else { return false }
        return resources.contains { $0.child.key == key && $0.read === promise.target }
            && histories[ResourceName(key, values)]?.creation?.result.exchange == promise.creation.result.exchange
    }

    // MARK: Created

    private mutating func create(_ event: ObservedEvent, _ resource: Resource) {
        let scope = event.judged.pathValues
        let lists = snapshots.keys.filter { $0.scope == ResourceName(resource.child.key, scope) }
        guard event.result.succeeded else {
            if (400...499).contains(event.result.status) {
                for list in lists { snapshots[list]?.refused.append(event) }
            }
            return
        }
        guard event.result.status != 202,
            let created = event.result.createdResource(resource.child, in: contract)
        else {
            for list in lists { snapshots[list] = nil }
            return
        }
        for list in lists { snapshots[list]?.ids.append(created.values.last ?? .null) }
        var history = ResourceHistory()
        history.creation = event
        history.created = (created.shown, created.values.last ?? .null)
        history.body = event.sent?.object
        history.shown = created.shown?.object.map { ($0, event) }
        histories[ResourceName(resource.child.key, created.values)] = history
    }

    // MARK: Read

    private mutating func read(_ event: ObservedEvent, _ resource: Resource, _ name: ResourceName) {
        guard var history = histories[name] else {
            if event.result.succeeded, let members = event.answer?.object {
                var history = ResourceHistory()
                history.shown = (members, event)
                histories[name] = history
            }
            return
        }
        sayUsedAfterDelete(event, history)
        sayOpen(event, resource, history)
        if let refusal = history.refusal, refusal.isOver(before: event) {
            sayHarm(by: refusal, event, history)
            history.refusal = nil
        }
        compareWithCreation(event, resource, &history)
        compareWithChange(event, resource, name, &history)
        if event.result.succeeded, let members = event.answer?.object { history.shown = (members, event) }
        histories[name] = history
    }

    // MARK: Changed

    private mutating func update(_ event: ObservedEvent, _ resource: Resource, _ name: ResourceName) {
        guard event.result.succeeded else {
            if event.result.isRefused { histories[name]?.refusal = event }
            return
        }
        let old = histories[name]
        if let old {
            // PUT may make it anew; where that is so, 201 says it (RFC 9110, section 9.3.4).
            if event.operation.method != .put || !event.operation.mayCreate { sayUsedAfterDelete(event, old) }
            sayOpen(event, resource, old)
        }
        var history = ResourceHistory()
        if event.result.status != 202, let old, old.deletion == nil {
            history = old
            history.isUntouched = false
            history.change = (event, old.shown)
            history.refusal = nil
        }
        history.shown = nil
        histories[name] = history
    }

    // MARK: Deleted

    private mutating func delete(_ event: ObservedEvent, _ resource: Resource, _ name: ResourceName) {
        guard event.result.isDone else {
            if event.result.isRefused { histories[name]?.refusal = event }
            return
        }
        let old = histories[name]
        if let old { sayOpen(event, resource, old) }
        // What belonged to it has gone with it.
        for other in histories.keys where other.isBeneath(name) {
            histories[other]?.parentDeletion = (event, old?.creation)
        }
        snapshots = snapshots.filter { $0.key.scope.key != name.key }
        var history = ResourceHistory()
        history.creation = old?.creation
        history.beforeDeletion = old?.shown?.members
        history.deletion = event
        histories[name] = history
    }

}

extension Resource {
    /// Whether the operation is one of those on the resource.
    package func uses(_ operation: Operation) -> Bool {
        [create, list, read, replace, patch, delete].contains { $0 === operation }
    }
}

extension Operation {
    /// Whether the contract has a way to say that something is not there.
    package var knowsAbsence: Bool { (response(for: 404) ?? response(for: 410)) != nil }

    /// Whether the contract has a way to say that a request has created what was not there.
    package var mayCreate: Bool { (response(for: 201) ?? response(for: 204)) != nil }

    /// Whether the contract says that some may not.
    package var knowsForbidden: Bool { responses.contains { $0.status == .exact(403) } }
}
