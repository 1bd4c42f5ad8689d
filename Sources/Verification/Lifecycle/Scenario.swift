// One plan of the lifecycle phase: requests about a resource in their order, each fed to the oracle as it is answered.

import Lifecycles
import VerificationReports
import HTTPExchange
import OpenAPIContract
import JSONValues
import JSONSchema
import HTTPTypes

/// A sequence of requests whose answers are taken together. Plans choose what to send; what it shows is for the timeline to say.
final class Scenario {
    private let run: Run
    private var timeline: ResourceTimeline
    /// What lists have shown, until it is known whether they show it again.
    private var unconfirmed: [SequenceFinding] = []
    /// How many findings the timeline has given.
    private(set) var findingCount = 0
    private static let mostPages = 12

    init(_ run: Run) {
        self.run = run
        timeline = ResourceTimeline(run.contract, run.resources, isAlone: true)
    }

    /// Takes in what came of a request, and records what it shows together with those before.
    /// - Parameter isRecorded: whether what is wrong with the answer by itself has been recorded.
    func take(_ result: CaseResult, isRecorded: Bool = false) async throws(Run.End) {
        if !isRecorded { run.record(result.findings) }
        for found in timeline.follow(result) {
            if found.isAboutList {
                unconfirmed.append(found)
            } else {
                findingCount += 1
                try await run.recordSmallest(found.finding, found.results)
            }
        }
    }

    /// Sends a draft that keeps to the contract; nil where it does not, or nothing came back.
    func sendValid(_ name: String, _ draft: Draft) async throws(Run.End) -> CaseResult? {
        guard let result = try await run.attemptValid(name, draft) else { return nil }
        try await take(result)
        return result
    }

    /// Sends a request that breaks the contract; nil where it does not, or nothing came back.
    func sendBroken(
        _ name: String, _ request: Request, of operation: Operation, subject: String,
        identity: IdentityChoice = .own, expectation: TestCase.Expectation = .refusal
    ) async throws(Run.End) -> CaseResult? {
        let result = try await run.attemptBroken(
            name, request, of: operation, subject: subject, identity: identity, expectation: expectation)
        if let result { try await take(result) }
        return result
    }

    func send(_ test: TestCase) async throws(Run.End) -> CaseResult? {
        guard let result = try await run.attempt(test) else { return nil }
        try await take(result)
        return result
    }

    // MARK: Steps

    /// Creates a resource with values of its own; nil where the backend would not, or did not say which it is.
    func create(_ resource: Resource, salt: UInt64) async throws(Run.End) -> CreatedResource? {
        for attempt in 0..<UInt64(3) {
            let seed = salt &* 31 &+ attempt
            var draft =
                attempt == 0
                ? run.base(of: resource.create, seed: seed)
                : run.sample(resource.create, seed: seed, usesExamples: false)
            draft = run.withOptionals(draft, seed: seed)
            run.makeUnique(&draft)
            // What will only be created later cannot be asked for now.
            guard let result = try await sendValid("to create one", draft), result.isDone else { continue }
            return result.createdResource(resource.child, in: run.contract).map {
                CreatedResource(values: $0.values, result: result, draft: draft)
            }
        }
        return nil
    }

    func read(_ created: CreatedResource, _ resource: Resource, _ name: String) async throws(Run.End) -> CaseResult? {
        guard let operation = resource.read, let draft = run.draft(operation, for: created.values) else { return nil }
        return try await sendValid(name, run.withoutOptionals(draft))
    }

    /// Reads a resource after a request that was to change it was refused: it may have been carried out all the same.
    func lookForHarm(by refused: CaseResult, to created: CreatedResource, _ resource: Resource) async throws(Run.End) {
        guard refused.isRefused else { return }
        _ = try await read(created, resource, "after \(refused.test.operation.id) was refused")
    }

    /// Whether a whole list that the other identity was given lacks a resource.
    func isHiddenFromOthers(_ created: CreatedResource, _ resource: Resource) -> Bool {
        timeline.histories[ResourceName(resource.child.key, created.values)]?.isHiddenFromOthers ?? false
    }

    // MARK: Lists

    /// Turns the pages of a list to its end, as far as that is known, and records what it shows if it shows it a second time.
    /// - Returns: nil where the list could not be read.
    @discardableResult
    func list(
        _ resource: Resource, scope: ArraySlice<JSON>, as identity: IdentityChoice = .own, limit: Int? = nil,
        pages: Int = Scenario.mostPages
    ) async throws(Run.End) -> ListSnapshot? {
        let list = try await turnPages(resource, scope: scope, as: identity, limit: limit, pages: pages)
        let found = unconfirmed
        unconfirmed = []
        guard let list, !found.isEmpty else { return list }
        let again = try await Scenario(run).turnPages(resource, scope: scope, as: identity, limit: limit, pages: pages)
        guard again?.isComplete == true, again?.ids == list.ids else { return list }
        findingCount += found.count
        for one in found { try await run.recordSmallest(one.finding, one.results) }
        return list
    }

    private func turnPages(
        _ resource: Resource, scope: ArraySlice<JSON>, as identity: IdentityChoice, limit: Int?, pages: Int
    ) async throws(Run.End) -> ListSnapshot? {
        guard let operation = resource.list else { return nil }
        var draft = run.withoutOptionals(run.base(of: operation))
        for (index, value) in zip(operation.pathIndices, scope) { draft.values[index] = value }
        let paging = ListPaging(resource)
        var list: ListSnapshot?
        for page in 0..<pages {
            guard let request = paging.request(draft, after: list, limit: limit)?.request,
                let judged = run.judged(run.identified(request, of: operation, as: identity), of: operation),
                judged.conforms
            else { break }
            let test = TestCase(
                "page \(page + 1)", operation, request, judged: judged, expectation: .anything, identity: identity)
            guard let result = try await send(test), result.succeeded, let turned = timeline.listing else {
                return list
            }
            list = turned
            if turned.isAtEnd { break }
        }
        return list
    }
}
