// Reaching success: a good request that is refused is sent otherwise, by what its refusal says, until it is taken.

import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import OpenAPIContract

extension Run {
    /// How often an operation is asked otherwise before it is given up.
    private static let trials = 6
    /// How many optional parts are tried one by one.
    private static let mostParts = 16

    /// Asks otherwise what was refused: without the optional parts that the refusal complains of, with what it asks for, with other values
    /// that are known, and at last with as little as the contract allows.
    func reachSuccess(of operation: Operation, from draft: Draft, refused result: CaseResult) async throws(End) {
        guard result.isRefusedForItsValues else { return }
        var draft = draft
        var refused = result
        var tried = [draft.request]
        for trial in 0..<Run.trials {
            var next = answering(refused, draft, trial)
            // What is not there is not there for other values of the rest either.
            if refused.isMissing, next.request == draft.request, !operation.pathIndices.isEmpty { return }
            makeUnique(&next)
            if tried.contains(next.request) { next = withoutOptionals(next) }
            if tried.contains(next.request) {
                next = withoutOptionals(sample(operation, seed: UInt64(trial) + 20, usesExamples: false))
            }
            guard !tried.contains(next.request) else { continue }
            tried.append(next.request)
            guard let result = try await sendValidAndRead("after a refusal", next)
            else { continue }
            if result.succeeded { return try await findRefusedParts(of: operation, from: next) }
            guard result.isRefusedForItsValues else { return }
            draft = next
            refused = result
        }
    }

    /// The draft with what a refusal complains of changed; the same where it complains of nothing.
    private func answering(_ refused: CaseResult, _ draft: Draft, _ trial: Int) -> Draft {
        var draft = draft
        for complaint in Refusal(refused.exchange, of: draft).complaints {
            let site = complaint.site
            let before = draft.value(at: site)
            for value in complaint.suggestions { backend.note(suggested: value, for: site.name) }
            let known = backend.values.references(by: site).reversed()
            let values = complaint.suggestions + known.filter { site.schema.accepts($0, direction: .request) }
            if let value = values.first(where: { $0 != before }) {
                let changed = draft.setting(site, to: value)
                if conforms(changed) {
                    draft = changed
                    continue
                }
            }
            let shorter = draft.setting(site, to: nil)
            if !site.required, conforms(shorter) {
                backend.refusedSites[draft.operation.index, default: []].insert(site.kind)
                draft = shorter
            } else if let value = value(for: site, in: draft.operation, seed: UInt64(trial) + 40, usesExamples: false) {
                let changed = draft.setting(site, to: value)
                if conforms(changed) { draft = changed }
            }
        }
        return draft
    }

    /// Adds the optional parts to a request that was taken, one at a time: those for which it is refused are left out of the others.
    private func findRefusedParts(of operation: Operation, from taken: Draft) async throws(End) {
        // What has been created once may not be created again, and what is deleted is gone.
        guard operation.method != .delete else { return }
        var base = taken
        refresh(&base)
        makeUnique(&base)
        var complete = withOptionals(base)
        let added = complete.sites.filter { !$0.required && base.value(at: $0) == nil && $0.isOutermost }
        guard !added.isEmpty else { return }
        let whole = try await attemptValid("with everything again", complete)
        guard let whole, whole.isRefusedForItsValues else { return }
        for site in added.prefix(Run.mostParts) {
            makeUnique(&complete)
            guard let value = complete.value(at: site) else { continue }
            let longer = base.setting(site, to: value)
            guard let result = try await attemptValid("with \(site.description)", longer, subject: site.description)
            else { continue }
            if result.isRefusedForItsValues {
                record(result.findings)
                backend.refusedSites[operation.index, default: []].insert(site.kind)
            }
        }
    }
}

extension CaseResult {
    /// Whether a request that keeps to the contract was refused for what it says, or for naming what is not there.
    fileprivate var isRefusedForItsValues: Bool { [400, 404, 406, 415, 422].contains(status) }
}

extension Site {
    /// Whether it is a parameter or a member of the body itself.
    fileprivate var isOutermost: Bool {
        switch kind {
        case .parameter: true
        case .body(let pointer): pointer.tokens.count == 1
        }
    }
}
