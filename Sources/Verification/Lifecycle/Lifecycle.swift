// The third phase: what is created can be read, listed, changed and deleted, and what was refused has left nothing behind.

import Lifecycles
import VerificationReports
import ClientIdentities
import HTTPExchange
import JSONValues
import OpenAPIContract
import HTTPTypes

func runLifecycle(_ run: Run) async throws(Run.End) {
    let resources = run.options.isSafe ? [] : run.resources
    let linking = run.options.isSafe ? [] : run.contract.operations.filter(\.linksToWhatItCreates)
    let lists = run.pagedLists
    run.report.progress.begin(steps: resources.count * 6 + linking.count + lists.count)
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
    try await run.each(of: lists) { list async throws(Run.End) in try await run.visitEnds(of: list) }
    try await run.each(of: resources) { resource async throws(Run.End) in try await run.requestAsOther(for: resource) }
    try await run.each(of: resources.reversed()) { resource async throws(Run.End) in
        try await run.followDeletion(of: resource)
        try await run.followDeletion(of: resource, beneathWhich: resources)
    }
}

extension Run {
    /// A request for one resource.
    func draft(_ operation: Operation, for resource: [JSON]) -> Draft? {
        var draft = base(of: operation)
        let indices = operation.pathIndices
        guard indices.count == resource.count else { return nil }
        for (index, value) in zip(indices, resource) { draft.values[index] = value }
        return draft
    }

    // MARK: Creation

    func followCreation(of resource: Resource) async throws(End) {
        let scenario = Scenario(self)
        guard let created = try await scenario.create(resource, salt: 1) else { return }
        if try await scenario.read(created, resource, "after it was created") != nil {
            try await followLocation(of: created, resource, scenario)
        }
        try await scenario.list(resource, scope: created.scope)
    }

    /// Asks where `Location` says that the resource is, if that is elsewhere than its id says.
    private func followLocation(
        of created: CreatedResource, _ resource: Resource, _ scenario: Scenario
    ) async throws(End) {
        guard created.result.status == 201, let read = resource.read,
            let location = created.result.exchange.response.headers[.location],
            let target = contract.resource(at: location), target.operation === read,
            target.values.map(\.asName) != created.values.map(\.asName), let draft = draft(read, for: target.values)
        else { return }
        _ = try await scenario.sendValid("where Location leads", withoutOptionals(draft))
    }

    /// Creates something by an operation whose answer links to readings, and follows those links.
    ///
    /// A link does not promise that what it leads to will answer; of what has just been created, 404 and 410 say that it is not there.
    func followLinks(of create: Operation) async throws(End) {
        let scenario = Scenario(self)
        let draft = withOptionals(base(of: create), seed: 6)
        guard let result = try await scenario.sendValid("to follow its links", draft), result.isDone,
            let judged = result.test.judged
        else { return }
        let response = result.exchange.response
        for link in ResolvedLink.all(of: judged, answered: response, result.exchange.answer, in: contract)
        where link.target.method == .get {
            guard let reading = self.draft(along: link) else { continue }
            _ = try await scenario.sendValid("by a link of \(create.id)", reading)
        }
    }

    /// The least request that a link leads to; nil where it leaves a part of the path open.
    private func draft(along link: ResolvedLink) -> Draft? {
        guard link.target.path.parameterNames.isEmpty || link.resource != nil else { return nil }
        var draft = withoutOptionals(base(of: link.target))
        for (index, parameter) in link.target.parameters.enumerated() {
            guard let value = link.values[parameter.name] else { continue }
            draft.values[index] = value
        }
        return draft
    }

    // MARK: Another identity

    func requestAsOther(for resource: Resource) async throws(End) {
        let uses = [resource.read, resource.patch, resource.replace, resource.delete].compactMap(\.self)
            .filter(\.asksForCredentials)
        let scenario = Scenario(self)
        guard options.otherIdentity != nil, !uses.isEmpty,
            let created = try await scenario.create(resource, salt: 4)
        else { return }
        var before: CaseResult?
        if uses.contains(where: { $0.method != .get }) {
            before = try await scenario.read(created, resource, "before another asks for it")
        }
        var isListed = false
        for operation in uses {
            // Where the contract does not say that some may not, it is to be seen whether the resource is its creator's alone.
            if !operation.knowsForbidden, resource.list != nil {
                if !isListed { try await scenario.list(resource, scope: created.scope, as: .other) }
                isListed = true
                guard scenario.isHiddenFromOthers(created, resource) else { continue }
            }
            guard let request = draft(operation, for: created.values)?.request,
                let judged = judged(identified(request, of: operation, as: .other), of: operation), judged.conforms
            else { continue }
            let test = TestCase(
                "as another", operation, request, judged: judged, expectation: .anything, identity: .other)
            guard let result = try await scenario.send(test) else { continue }
            // It may be another resource by now, or none.
            if result.succeeded { return }
            if operation.method != .get, before?.succeeded == true {
                try await scenario.lookForHarm(by: result, to: created, resource)
            }
        }
    }

    // MARK: What only the backend sets

    /// Creates a resource, and changes one, with values of its own for what is `readOnly`: these may be refused, and taken no notice of.
    func setReadOnly(of resource: Resource) async throws(End) {
        guard resource.read != nil else { return }
        let scenario = Scenario(self)
        var creation = withOptionals(base(of: resource.create))
        makeUnique(&creation)
        guard let result = try await sendReadOnly(with: creation, scenario), result.isDone,
            let created = result.createdResource(resource.child, in: contract).map({
                CreatedResource(values: $0.values, result: result, draft: creation)
            }), try await scenario.read(created, resource, "after that")?.succeeded == true,
            let update = resource.patch ?? resource.replace, let change = draft(update, for: created.values),
            let changed = try await sendReadOnly(with: withOptionals(change), scenario), changed.isDone
        else { return }
        _ = try await scenario.read(created, resource, "after that")
    }

    private func sendReadOnly(with draft: Draft, _ scenario: Scenario) async throws(End) -> CaseResult? {
        guard case .object(var body)? = draft.body?.value, let schema = draft.body?.media.schema else { return nil }
        var draft = draft
        let before = body
        for (name, property) in schema.readOnlyProperties {
            if let value = property.valueNeverSetByChance(seed: baseSeed) { body[name] = value }
        }
        guard body != before else { return nil }
        draft.body?.value = .object(body)
        let request = draft.request
        guard let judged = judged(identified(request, of: draft.operation), of: draft.operation) else { return nil }
        return try await scenario.send(
            TestCase(
                "with what only the backend sets", draft.operation, request, judged: judged, expectation: .anything,
                subject: "readOnly"))
    }
}

extension Operation {
    /// Whether what it creates is told of by links.
    fileprivate var linksToWhatItCreates: Bool {
        method == .post
            && responses.contains { response in
                if case .exact(200...299) = response.status { !response.links.isEmpty } else { false }
            }
    }
}
