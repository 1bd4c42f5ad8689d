// The last phase: random requests that follow from the seed, on what the others have learnt.

import Lifecycles
import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

func runFuzz(_ run: Run) async throws(Run.End) {
    let operations = run.operations.filter { !run.options.isSafe || $0.method.isSafe }
    guard !operations.isEmpty else { return }
    var generator = SeededGenerator(seed: run.options.seed).forked("fuzz")
    let rounds = Run.fuzzRounds(operations.count)
    run.report.progress.begin(steps: rounds)
    // Round by round, so that a run that is cut has treated all alike.
    let rests = operations.compactMap { run.rest(of: $0) }
    for round in 0..<rounds {
        for rest in rests { try await run.send(rest, at: round) }
        for block in operations.blocks {
            let start = generator
            try await run.reading(block[0]) { () async throws(Run.End) in
                generator = start
                for operation in block { try await run.fuzz(operation, &generator) }
            }
        }
        run.report.progress.finishStep()
    }
}

extension [Operation] {
    /// Those that change nothing as they follow upon each other, each of the others by itself.
    fileprivate var blocks: [[Operation]] {
        reduce(into: []) { blocks, operation in
            if operation.method.isSafe, blocks.last?.last?.method.isSafe == true {
                blocks[blocks.count - 1].append(operation)
            } else {
                blocks.append([operation])
            }
        }
    }
}

extension Run {
    /// How often each of so many operations is asked.
    static func fuzzRounds(_ operations: Int) -> Int { min(max(6_000 / max(operations, 1), 5), 60) }

    /// Sends one random request and, where it made or changed something, looks at that.
    func fuzz(_ operation: Operation, _ generator: inout SeededGenerator) async throws(End) {
        var draft = randomDraft(operation, &generator)
        if generator.percent(20) {
            try await sendRandomViolation(of: draft, &generator)
            return
        }
        // What is not taken again and again is drawn from what was taken.
        if !conforms(draft) { draft = base(of: operation) }
        let before = log.latest
        guard let result = try await attemptValid("random", draft) else { return }
        if !result.findings.isEmpty {
            try await recordSmallest(result, before)
        } else if (400...499).contains(result.status) {
            backend.limits.learn(from: result.exchange, of: draft)
        } else if operation.method == .post {
            try await readBack(result, of: draft)
        } else if operation.method == .put || operation.method == .patch, result.succeeded,
            let read = contract.operations.first(where: { $0.method == .get && $0.path.key == operation.path.key }),
            let reading = self.draft(read, for: operation.pathIndices.map { draft.values[$0] ?? .null })
        {
            try await sendAndLook("after it was changed", withoutOptionals(reading), after: result)
        }
    }

    /// Records what a random request has shown; what is known already is left alone.
    private func recordSmallest(_ result: CaseResult, _ before: [CaseResult]) async throws(End) {
        for finding in result.findings where !report.knows(finding) {
            try await recordSmallest(finding, [result], history: before)
        }
    }

    /// A request that keeps to the contract as far as its parts can know.
    private func randomDraft(_ operation: Operation, _ generator: inout SeededGenerator) -> Draft {
        let seed = generator.next()
        var draft = sample(operation, seed: seed, usesExamples: generator.percent(25))
        for site in operation.parameterSites where !site.required && generator.percent(50) {
            let value = value(for: site, in: operation, seed: generator.next(), usesExamples: false)
            let longer = draft.setting(site, to: value)
            if conforms(longer) { draft = longer }
        }
        for site in draft.bodySites where generator.percent(25) {
            guard let value = generator.element(of: plans.edgeValues(site)), !ObservedValues.isReferenceName(site.name)
            else {
                continue
            }
            let changed = draft.setting(site, to: value)
            if conforms(changed) { draft = changed }
        }
        backend.limits.apply(to: &draft) { conforms($0) }
        if let key = operation.path.resourceKey, let resource = generator.element(of: usable(operation, at: key)) {
            let indices = operation.pathIndices
            if indices.count == resource.count {
                for (index, value) in zip(indices, resource) { draft.values[index] = value }
            }
        }
        return draft
    }

    /// The resources that a request may ask for: those that are known or, where it changes them, those that the run has created.
    private func usable(_ operation: Operation, at key: String) -> [[JSON]] {
        options.isDestructive || !operation.method.changesWhatIsThere(at: operation.path)
            ? backend.values.resources(at: key) : changes.created(at: key)
    }

    private func sendRandomViolation(of draft: Draft, _ generator: inout SeededGenerator) async throws(End) {
        guard let site = generator.element(of: draft.sites),
            let negative = generator.element(of: self.plans.violatingValues(site).filter { $0.keyword != "required" })
        else { return }
        let subject = "\(site.description), \(negative.keyword)"
        let request = draft.setting(site, to: negative.value).request
        let before = log.latest
        let result = try await attemptBroken(
            "random, against the \(negative.keyword) of \(site.description)", request, of: draft.operation,
            subject: subject)
        if let result { try await recordSmallest(result, before) }
    }
}

extension Report {
    /// Whether the same, or the same kind of mistake at the same operation where it is about the request, has been found.
    func knows(_ finding: Finding) -> Bool {
        findings.contains { cause in
            if cause.finding.id == finding.id { return true }
            let isOfRequest = [.serverError, .validRefused, .violationAccepted].contains(finding.check)
            return isOfRequest && cause.finding.check == finding.check && cause.finding.operation === finding.operation
        }
    }
}
