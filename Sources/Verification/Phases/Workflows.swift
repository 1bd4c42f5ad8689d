// The fourth phase: what users do over several calls, as Arazzo documents tell it.

import VerificationReports
package import ClientIdentities
package import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
package import Workflows

/// The workflows of a run.
package struct WorkflowPlan: Sendable {
    package var library: WorkflowLibrary
    /// By name; all of them where none is named.
    package var names: [String]
    /// The inputs of the workflows, by name.
    package var inputs: JSONObject

    package init(_ library: WorkflowLibrary, names: [String] = [], inputs: JSONObject = JSONObject()) {
        self.library = library
        self.names = names
        self.inputs = inputs
    }

    /// Inputs that were given for what is a password by its format or its name.
    package var secrets: [String] {
        let parts = ["passw", "secret", "token"]
        return inputs.filter { name, _ in
            let schemas = library.workflows.compactMap { $0.inputs?.property(name) }
            return schemas.contains { $0.conjuncts.contains { $0.node.formatName == "password" } }
                || parts.contains { name.lowercased().contains($0) } || name.lowercased() == "pin"
        }
        .map { $0.value.string ?? $0.value.serialized() }
    }

    /// A text without the secrets of the inputs and of an identity.
    package func masked(_ text: String, _ identity: Identity) -> String {
        (secrets + identity.secrets).filter { $0.utf8.count >= 4 }.reduce(text) { $0.replacing($1, with: "***") }
    }

    var chosen: [WorkflowReference] {
        library.workflows.filter { names.isEmpty || names.contains($0.id) }.compactMap { library.reference(to: $0.id) }
    }
}

func runWorkflows(_ run: Run) async throws(Run.End) {
    guard let plan = run.options.workflows else { return }
    run.report.progress.begin(steps: plan.chosen.count)
    for (index, reference) in plan.chosen.enumerated() {
        defer { run.report.progress.finishStep() }
        guard run.options.shard?.owns(workflow: index) ?? true else { continue }
        let workflow = plan.library[reference]
        if run.options.isSafe, plan.library.operations(of: reference).contains(where: { !$0.method.isSafe }) {
            run.leaveOut("workflow \(workflow.id)", because: "it changes data")
        } else if let lack = workflow.missingInput(plan.inputs) {
            run.leaveOut("workflow \(workflow.id)", because: lack)
        } else {
            try await run.perform(reference, of: plan)
        }
    }
}

extension Run {
    /// One workflow, its exchanges judged like any others.
    fileprivate func perform(_ reference: WorkflowReference, of plan: WorkflowPlan) async throws(End) {
        let workflow = plan.library[reference]
        for secret in plan.secrets { report.hide(secret) }
        var end: End?
        var exchanges: [Exchange] = []
        let runner = WorkflowRunner(plan.library, time: time) { call throws(NoResponse) in
            // What a step says of itself by what it has got is as secret as what was given.
            for secret in Identity(headers: call.credentials).secrets { self.report.hide(secret) }
            let result: CaseResult?
            do throws(End) {
                result = try await self.attempt(self.testCase(call, of: workflow), ofAnyShard: true)
            } catch {
                end = error
                result = nil
            }
            guard let result else {
                throw NoResponse(kind: .other, message: "no answer", remedy: "See the finding about it.")
            }
            self.record(result.findings)
            exchanges.append(result.exchange)
            return result.exchange.response
        }
        let outcome = await runner.run(reference, inputs: workflow.declared(of: plan.inputs))
        if let end { throw end }
        guard let failure = outcome.failure, failure.kind != .noResponse, failure.kind != .stopped,
            let operation = failure.operation ?? outcome.exchanges.last?.call.operation ?? contract.operations.first
        else { return }
        record([
            Finding(
                .criterion, operation, name: "workflow \(workflow.id)", message: failure.sentence, found: failure.found,
                expected: failure.expected, place: failure.place,
                location: "\(failure.trail.last?.description ?? workflow.id), \(failure.expected)",
                evidence: .exchanges(exchanges))
        ])
    }

    private func testCase(_ call: WorkflowCall, of workflow: Workflow) -> TestCase {
        // Another API's exchanges are none of this contract.
        let isOwn = call.contract.sources.first === contract.sources.first
        var judged: JudgedRequest?
        if isOwn, case .judged(let request) = contract.judge(identified(call.request, of: call.operation)),
            request.operation === call.operation
        {
            judged = request
        }
        return TestCase(
            "workflow \(workflow.id)", call.operation, call.request, judged: judged, expectation: .anything,
            identity: .completing, treats429AsResult: call.treats429AsResult)
    }
}

extension WorkflowCall {
    /// The fields that say who the request is from.
    fileprivate var credentials: HTTPFields {
        let keys = contract.securitySchemes.compactMap { scheme -> String? in
            if case .apiKey(.header, let name) = scheme.kind { name.lowercased() } else { nil }
        }
        return HTTPFields(
            request.headers.filter {
                $0.name == .authorization || $0.name == .cookie || keys.contains($0.name.canonicalName)
            })
    }
}

extension WorkflowFailure {
    /// What went wrong, and the way to where it did.
    fileprivate var sentence: String {
        let way = trail.map { "'\($0.step)' of \($0.workflow)" }.joined(separator: ", then ")
        return way.isEmpty ? message : "\(message) (step \(way))"
    }
}
