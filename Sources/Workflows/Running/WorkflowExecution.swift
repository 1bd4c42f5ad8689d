// One run: step after step, by the actions that the steps ask for.

import Expressions
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract

/// The state of a run, over all workflows that take part in it.
struct WorkflowExecution {
    let runner: WorkflowRunner
    var exchanges: [WorkflowExchange] = []
    private var steps = 0
    /// Workflows that others depend on run once.
    private var done: [WorkflowReference: Completion] = [:]

    init(runner: WorkflowRunner) { self.runner = runner }

    /// A workflow that is over.
    struct Completion: Sendable {
        var inputs = JSONObject()
        var outputs = JSONObject()
        var failure: WorkflowFailure?
        /// The last exchange, as expressions see it.
        var last = RuntimeContext()
    }

    /// The state of a running workflow.
    private struct Scope {
        let workflow: Workflow
        let document: WorkflowDocument
        let given: JSONObject
        let depth: Int
        var context = RuntimeContext()
        /// The `Retry-After` of the last answer.
        var retryAfter: Duration?
    }

    private enum Next {
        case step(Int)
        case again
        /// The workflow is over, well unless there is a failure.
        case end(WorkflowFailure?)
        /// Another workflow takes over.
        case workflow(WorkflowReference)
    }

    // MARK: - Workflows

    /// - Parameters:
    ///   - inputs: what the workflow gets.
    ///   - given: the inputs of the whole run, which those that it depends on take theirs from.
    mutating func run(
        _ reference: WorkflowReference, inputs: JSONObject, given: JSONObject, depth: Int
    ) async -> Completion {
        let library = runner.library
        let workflow = library[reference]
        var completion = Completion()
        completion.inputs = workflow.inputs(from: inputs)
        if let failure = workflow.refusal(of: completion.inputs) ?? exceededLimit(depth, workflow) {
            completion.failure = failure
            return completion
        }
        var scope = Scope(
            workflow: workflow, document: library.documents[reference.document], given: given, depth: depth)
        scope.context.inputs = completion.inputs
        scope.context.components = scope.document.components
        for source in scope.document.sourceDescriptions {
            scope.context.sourceDescriptions[source.name] = source.fields
        }
        for dependency in workflow.dependsOn {
            let other = await complete(dependency, given: given, depth: depth)
            if let failure = other.failure {
                completion.failure = failure
                return completion
            }
            note(other, of: dependency, in: &scope)
        }
        completion.failure = await perform(&scope)
        completion.outputs = outputs(workflow.outputs, in: scope.context)
        completion.last = scope.context
        return completion
    }

    private func exceededLimit(_ depth: Int, _ workflow: Workflow) -> WorkflowFailure? {
        guard depth > runner.limits.depth else { return nil }
        return WorkflowFailure(
            .limit, "workflows run each other without an end", found: "depth \(depth)",
            expected: "\(runner.limits.depth) at most", at: workflow.place)
    }

    /// A workflow that another depends on.
    private mutating func complete(_ reference: WorkflowReference, given: JSONObject, depth: Int) async -> Completion {
        if let known = done[reference] { return known }
        let completion = await run(
            reference, inputs: runner.library[reference].declared(of: given), given: given, depth: depth + 1)
        done[reference] = completion
        return completion
    }

    private func note(_ completion: Completion, of reference: WorkflowReference, in scope: inout Scope) {
        scope.context.workflows[runner.library[reference].id] = RuntimeContext.Workflow(
            inputs: completion.inputs, outputs: completion.outputs)
    }

    /// Those that have a value.
    private func outputs(_ outputs: [Output], in context: RuntimeContext) -> JSONObject {
        JSONObject(
            outputs.compactMap { output in
                // A missing value fails at the step that uses it.
                (try? output.value.value(in: context)).map { (output.name, $0) }
            })
    }

    // MARK: - Steps

    /// All steps of a workflow.
    private mutating func perform(_ scope: inout Scope) async -> WorkflowFailure? {
        var index = 0
        var retries: [String: Int] = [:]
        while index < scope.workflow.steps.count {
            let step = scope.workflow.steps[index]
            if let failure = stepLimitReached(step) { return failure.within(scope.workflow.id, step.id) }
            let failure = await perform(step, in: &scope)
            switch await next(after: step, index, failure, &retries, in: &scope) {
            case .again: continue
            case .step(let other): index = other
            case .end(let failure): return failure
            case .workflow(let reference):
                let inputs = runner.library[reference].declared(of: scope.context.inputs)
                let other = await run(reference, inputs: inputs, given: scope.given, depth: scope.depth + 1)
                note(other, of: reference, in: &scope)
                return other.failure.map { $0.within(scope.workflow.id, step.id) }
            }
            retries = [:]
        }
        return nil
    }

    private mutating func stepLimitReached(_ step: Step) -> WorkflowFailure? {
        if Task.isCancelled {
            return WorkflowFailure(
                .stopped, "the run was ended", found: "the end of its time", expected: "time for '\(step.id)'",
                at: step.place)
        }
        steps += 1
        guard steps > runner.limits.steps else { return nil }
        return WorkflowFailure(
            .limit, "the workflow does not come to an end", found: "\(steps) steps",
            expected: "\(runner.limits.steps) at most", at: step.place)
    }

    /// One step, its outputs noted. What went wrong, if anything did.
    private mutating func perform(_ step: Step, in scope: inout Scope) async -> WorkflowFailure? {
        scope.context.clearExchange()
        scope.retryAfter = nil
        var failure: WorkflowFailure?
        switch step.target {
        case .missing(let name):
            failure = WorkflowFailure(
                .document, "the step cannot be done: '\(name)' is not known", found: "'\(name)'",
                expected: "an operation or a workflow of a source that is there", at: step.place)
        case .operation(let operation, let contract, let source):
            failure = await call(operation, of: contract, source, for: step, in: &scope)
        case .workflow(let reference):
            failure = await run(reference, for: step, in: &scope)
        }
        failure = failure ?? step.firstUnmetCriterion(in: scope.context)
        scope.context.steps[step.id] = outputs(step.outputs, in: scope.context)
        scope.context.outputs = JSONObject()
        return failure.map { $0.within(scope.workflow.id, step) }
    }

    private mutating func call(
        _ operation: Operation, of contract: Contract, _ source: String, for step: Step, in scope: inout Scope
    ) async -> WorkflowFailure? {
        let made: StepRequest
        do {
            made = try StepRequest(step, operation, in: scope.context, basePath: runner.basePath)
        } catch {
            return error
        }
        scope.context.note(made, origin: runner.origin)
        let call = WorkflowCall(
            source: source, contract: contract, operation: operation, request: made.request,
            treats429AsResult: step.treats429AsResult)
        let start = runner.time.now()
        let outcome: Result<Response, NoResponse>
        do {
            outcome = .success(try await runner.send(call))
        } catch {
            outcome = .failure(error)
        }
        exchanges.append(
            WorkflowExchange(
                workflow: scope.workflow.id, step: step.id, call: call, outcome: outcome,
                elapsed: runner.time.now() - start))
        switch outcome {
        case .success(let response):
            scope.context.note(response)
            scope.retryAfter = response.retryAfter
            return nil
        case .failure(let reason):
            return WorkflowFailure(
                .noResponse, reason.description, found: reason.kind.rawValue, expected: "a response", at: step.place)
        }
    }

    private mutating func run(
        _ reference: WorkflowReference, for step: Step, in scope: inout Scope
    ) async -> WorkflowFailure? {
        let callee = runner.library[reference]
        let inputs: JSONObject
        do {
            inputs = try step.inputs(of: callee, in: scope.context)
        } catch {
            return error
        }
        let completion = await run(reference, inputs: inputs, given: scope.given, depth: scope.depth + 1)
        note(completion, of: reference, in: &scope)
        scope.context.adoptExchange(of: completion.last)
        scope.context.outputs = completion.outputs
        return completion.failure
    }

    // MARK: - Actions

    private mutating func next(
        after step: Step, _ index: Int, _ failure: WorkflowFailure?, _ retries: inout [String: Int],
        in scope: inout Scope
    ) async -> Next {
        // Nothing is to be done about these.
        if let failure, [.limit, .stopped, .document].contains(failure.kind) { return .end(failure) }
        for action in failure == nil ? step.onSuccess : step.onFailure
        where action.criteria.allSatisfy({ (try? $0.holds(in: scope.context)) ?? false }) {
            switch action.kind {
            case .end: return .end(failure)
            case .goto(.step(let other)): return .step(other)
            case .goto(.workflow(let reference)): return .workflow(reference)
            case .retry(let after, let limit, let first):
                // A retry that has been tried often enough leaves it to the actions after it.
                guard retries[action.name, default: 0] < limit else { continue }
                retries[action.name, default: 0] += 1
                return await retry(step, after: after, first, action, in: &scope)
            }
        }
        return failure == nil ? .step(index + 1) : .end(failure)
    }

    private mutating func retry(
        _ step: Step, after: Duration, _ first: Action.Destination?, _ action: Action, in scope: inout Scope
    ) async -> Next {
        // A server's own word overrules the document's.
        let pause = scope.retryAfter ?? after
        guard pause <= runner.limits.pause else {
            return .end(
                WorkflowFailure(
                    .limit, "the next try is further off than anyone would wait", found: "\(pause)",
                    expected: "\(runner.limits.pause) at most", at: action.place
                ).within(scope.workflow.id, step.id))
        }
        if pause > .zero { await runner.time.pause(pause) }
        switch first {
        case nil: return .again
        case .step(let other)?:
            let step = scope.workflow.steps[other]
            if let failure = stepLimitReached(step) { return .end(failure.within(scope.workflow.id, step.id)) }
            let failure = await perform(step, in: &scope)
            return failure.map { .end($0) } ?? .again
        case .workflow(let reference)?:
            let inputs = runner.library[reference].declared(of: scope.context.inputs)
            let other = await run(reference, inputs: inputs, given: scope.given, depth: scope.depth + 1)
            note(other, of: reference, in: &scope)
            return other.failure.map { .end($0.within(scope.workflow.id, step.id)) } ?? .again
        }
    }
}
