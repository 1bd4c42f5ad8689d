// Requests that lead to a finding, so that they can be sent again: what the first of them makes has another name every time.

import Lifecycles
import VerificationReports
import ClientIdentities
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes

struct RequestSequence {
    var steps: [Step]

    struct Step {
        let test: TestCase
        /// Nil for a request that no values lead to, such as one that cannot be read, which is sent as it stood.
        var draft: Draft?
        /// The id of what it created, as text.
        let created: JSON?

        /// Whether it asks for what another has created.
        func asksFor(_ id: JSON) -> Bool {
            guard let draft else { return test.request.path.split(separator: "/").contains { $0 == id.string ?? "" } }
            return draft.names.contains { draft.value(at: $0)?.asName == id }
        }
    }

    init(_ results: [CaseResult], _ run: Run) {
        steps = results.map { result in
            Step(
                test: result.test,
                draft: result.test.judged.map { Draft($0) }.flatMap { $0.makes(result.test) ? $0 : nil },
                created: run.createdID(by: result))
        }
    }

    /// Whether a later step asks for what one creates.
    func needs(_ index: Int) -> Bool {
        guard let created = steps[index].created else { return false }
        return steps[(index + 1)...].contains { $0.asksFor(created) }
    }

    func without(_ index: Int) -> RequestSequence {
        var sequence = self
        sequence.steps.remove(at: index)
        return sequence
    }

    func replacing(_ index: Int, by draft: Draft) -> RequestSequence {
        var sequence = self
        sequence.steps[index].draft = draft
        return sequence
    }
}

extension Run {
    /// The id of what a request has created, as text; nil where it has created nothing, or did not say what.
    fileprivate func createdID(by result: CaseResult) -> JSON? {
        guard result.test.operation.method == .post, result.succeeded, let answer = result.exchange.answer else {
            return nil
        }
        let links = result.test.judged.map {
            ResolvedLink.all(of: $0, answered: result.exchange.response, answer, in: contract)
        }
        if let resource = links?.lazy.compactMap(\.resource).first?.last { return resource.asName }
        for child in paths.children(of: result.test.operation.path) {
            if let id = child.resource(in: answer).flatMap({ child.id(in: $0) }) { return id.asName }
        }
        return nil
    }

    /// Sends a sequence once more.
    /// - Returns: the finding as it shows again, with the exchanges that lead to it; nil where it does not.
    func replay(_ sequence: RequestSequence, for finding: Finding) async throws(End) -> Finding? {
        var names: [JSON: JSON] = [:]
        var exchanges: [Exchange] = []
        var timeline = ResourceTimeline(contract, resources, isAlone: true)
        var seen: [Finding] = []
        for step in sequence.steps {
            guard let test = renewed(step, names), var result = try await attempt(test) else { return nil }
            if let old = step.created {
                if result.status == 409, let other = renewed(step, names, isFresh: true) {
                    guard let again = try await attempt(other) else { return nil }
                    result = again
                }
                // What is not made cannot be asked for.
                guard let new = createdID(by: result) else { return nil }
                names[old] = new
            }
            exchanges.append(result.exchange)
            seen = result.findings + timeline.follow(result).map(\.finding)
        }
        return seen.first { $0.id == finding.id }?.shown(as: finding.name, by: .exchanges(exchanges))
    }

    /// - Parameter isFresh: whether texts of which there may be one each are others.
    private func renewed(_ step: RequestSequence.Step, _ names: [JSON: JSON], isFresh: Bool = false) -> TestCase? {
        let test = step.test
        guard var draft = step.draft else { return test }
        for site in draft.names {
            guard let value = draft.value(at: site), let new = names[value.asName], let text = new.string else {
                continue
            }
            let isNumber = value.number != nil
            draft = draft.setting(site, to: isNumber ? JSONNumber(text).map(JSON.number) ?? new : new)
        }
        if isFresh { makeUnique(&draft) }
        let request = draft.request
        let sent = test.identity == .completing ? request : identified(request, of: draft.operation, as: test.identity)
        guard let judged = judged(sent, of: draft.operation), judged.conforms == test.judged?.conforms else {
            return nil
        }
        return TestCase(
            test.name, test.operation, request, judged: judged, expectation: test.expectation, subject: test.subject,
            identity: test.identity)
    }
}

extension Draft {
    /// Whether the draft is all that a case says.
    fileprivate func makes(_ test: TestCase) -> Bool {
        test.judged?.conforms == true || (request.target == test.request.target && request.body == test.request.body)
    }

    /// The sites that say which resource is meant.
    fileprivate var names: [Site] {
        sites.filter { site in
            if case .parameter(let index) = site.kind, operation.parameters[index].location == .path { return true }
            return ObservedValues.isReferenceName(site.name)
        }
    }
}
