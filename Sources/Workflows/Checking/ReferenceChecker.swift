// Whether what expressions refer to is there: inputs, steps and their outputs, workflows, sources, components.

import OpenAPIContract
import Expressions
import JSONValues
import JSONSchema
import SourceDocuments

/// Holds every expression of a document to what its library has.
struct ReferenceChecker {
    let library: WorkflowLibrary
    let index: Int
    var diagnostics: [Diagnostic] = []

    private var document: WorkflowDocument { library.documents[index] }

    init(library: WorkflowLibrary, document: Int) {
        self.library = library
        index = document
    }

    /// When an expression is evaluated, and so what it can know.
    private enum EvaluationPoint {
        /// While a request is made.
        case request(step: Int)
        /// When the answer is there.
        case answer(step: Int)
        /// When the workflow that a step runs is done.
        case call(step: Int, WorkflowReference)
        /// When all steps are done.
        case end
    }

    mutating func check() {
        for (number, workflow) in document.workflows.enumerated() {
            checkDependencies(of: WorkflowReference(document: index, workflow: number))
            for (number, step) in workflow.steps.enumerated() { check(step, number, in: workflow) }
            for output in workflow.outputs { check(output.value.expressions, at: output.place, .end, in: workflow) }
        }
    }

    private mutating func check(_ step: Step, _ number: Int, in workflow: Workflow) {
        for parameter in step.parameters { check(parameter.value, .request(step: number), in: workflow) }
        if let body = step.body {
            if let payload = body.payload { check(payload, .request(step: number), in: workflow) }
            for replacement in body.replacements { check(replacement.value, .request(step: number), in: workflow) }
        }
        let answered: EvaluationPoint =
            if case .workflow(let callee) = step.target { .call(step: number, callee) } else { .answer(step: number) }
        let actions = step.onSuccess + step.onFailure
        for criterion in step.criteria + actions.flatMap(\.criteria) {
            check(criterion.expressions, at: criterion.place, answered, in: workflow)
        }
        for output in step.outputs { check(output.value.expressions, at: output.place, answered, in: workflow) }
    }

    /// Every text in a value may be an expression, or hold some.
    private mutating func check(_ value: Located, _ point: EvaluationPoint, in workflow: Workflow) {
        switch value.json {
        case .string(let text):
            do {
                check(try RuntimeTemplate(parsing: text).expressions, at: value.place, point, in: workflow)
            } catch {
                diagnostics.append(Diagnostic(error, in: value.place))
            }
        case .array: for element in value.elements { check(element, point, in: workflow) }
        case .object: for member in value.members { check(member.value, point, in: workflow) }
        case .null, .bool, .number: break
        }
    }

    private mutating func check(
        _ expressions: [RuntimeExpression], at place: Place, _ point: EvaluationPoint, in workflow: Workflow
    ) {
        for expression in expressions {
            check(expression, at: place.within(expression.source), point, in: workflow)
        }
    }

    private mutating func check(
        _ expression: RuntimeExpression, at place: Place, _ point: EvaluationPoint, in workflow: Workflow
    ) {
        switch expression.root {
        case .url, .method, .statusCode, .message: checkExchange(expression, at: place, point)
        case .inputs: checkInput(expression, at: place, in: workflow)
        case .outputs: checkOutput(expression, at: place, point)
        case .steps: checkStep(expression, at: place, point, in: workflow)
        case .workflows: checkWorkflow(expression, at: place)
        case .sourceDescriptions:
            let names = document.sourceDescriptions.map(\.name)
            if expression.longestName(among: names) == nil {
                diagnostics.append(.unknown("source description", expression.firstName, among: names, at: place))
            }
        case .components:
            var context = RuntimeContext()
            context.components = document.components
            if expression.value(in: context) == nil {
                diagnostics.append(
                    Diagnostic(
                        .unknownName, "'components' has nothing there", found: "'\(expression)'",
                        remedy: "Add it, or mend the name.", at: place))
            }
        }
    }

    // MARK: - Kinds of reference

    private mutating func checkExchange(_ expression: RuntimeExpression, at place: Place, _ point: EvaluationPoint) {
        switch point {
        case .answer, .call: break
        case .request:
            reportUnknown(
                "there is no '\(expression)' before a request has been sent", "Take it from an earlier step's outputs.",
                place)
        case .end:
            reportUnknown("a workflow's outputs know no exchange", "Make it an output of a step.", place)
        }
    }

    private mutating func checkInput(_ expression: RuntimeExpression, at place: Place, in workflow: Workflow) {
        let names = workflow.inputs?.properties.map(\.name) ?? []
        if workflow.inputs != nil, names.isEmpty { return }
        guard expression.longestName(among: names) == nil else { return }
        let message = workflow.inputs == nil ? "the workflow '\(workflow.id)' declares no inputs" : nil
        diagnostics.append(
            message.map {
                Diagnostic(
                    .unknownName, $0, found: "'\(expression)'", remedy: "Declare it under 'inputs'.", at: place)
            } ?? .unknown("input", expression.firstName, among: names, at: place))
    }

    private mutating func checkOutput(_ expression: RuntimeExpression, at place: Place, _ point: EvaluationPoint) {
        guard case .call(_, let callee) = point else {
            return reportUnknown(
                "'$outputs' are those of a workflow that a step runs", "Write '$steps.<step>.outputs.<name>'.", place)
        }
        let called = library[callee]
        checkName(expression, among: called.outputs.map(\.name), "output of the workflow '\(called.id)'", at: place)
    }

    private mutating func checkStep(
        _ expression: RuntimeExpression, at place: Place, _ point: EvaluationPoint, in workflow: Workflow
    ) {
        let names = workflow.steps.map(\.id)
        guard let (id, rest) = expression.longestName(among: names),
            let index = workflow.steps.firstIndex(where: { $0.id == id })
        else {
            diagnostics.append(.unknown("step", expression.firstName, among: names, at: place))
            return
        }
        guard rest.first == .name("outputs") else {
            diagnostics.append(
                Diagnostic(
                    .unknownName, "a step has 'outputs' and nothing else", found: "'\(expression)'",
                    expected: "$steps.\(id).outputs.<name>", severity: .warning, at: place))
            return
        }
        let outputs = workflow.steps[index].outputs.map(\.name)
        checkName(expression, rest.dropFirst(), among: outputs, "output of the step '\(id)'", at: place)
        let isKnown: Bool =
            switch point {
            case .request(let step): index < step
            case .answer(let step), .call(let step, _): index <= step
            case .end: true
            }
        if !isKnown, !workflow.goesBack {
            reportUnknown("the step '\(id)' has not been done by then", "Use the outputs of earlier steps.", place)
        }
    }

    private mutating func checkWorkflow(_ expression: RuntimeExpression, at place: Place) {
        let names = document.workflows.map(\.id)
        guard let (id, rest) = expression.longestName(among: names),
            let workflow = document.workflows.first(where: { $0.id == id })
        else {
            diagnostics.append(.unknown("workflow", expression.firstName, among: names, at: place))
            return
        }
        switch rest.first {
        case .name("outputs"):
            checkName(
                expression, rest.dropFirst(), among: workflow.outputs.map(\.name), "output of the workflow '\(id)'",
                at: place)
        case .name("inputs"):
            let inputs = workflow.inputs?.properties.map(\.name) ?? []
            checkName(expression, rest.dropFirst(), among: inputs, "input of the workflow '\(id)'", at: place)
        default:
            diagnostics.append(
                Diagnostic(
                    .unknownName, "a workflow has 'inputs' and 'outputs'", found: "'\(expression)'",
                    expected: "$workflows.\(id).outputs.<name>", severity: .warning, at: place))
        }
    }

    /// What is nearly another name is a misspelling; any other may still be there when the workflow runs.
    private mutating func checkName(
        _ expression: RuntimeExpression, _ steps: ArraySlice<RuntimeExpression.Step>? = nil, among names: [String],
        _ what: String, at place: Place
    ) {
        let steps = steps ?? expression.steps[...]
        guard RuntimeExpression.longestName(steps, among: names) == nil else { return }
        let name = RuntimeExpression.firstName(steps)
        diagnostics.append(
            .unknown(
                what, name, among: names, severity: nearestName(to: name, among: names) == nil ? .warning : .error,
                at: place))
    }

    private mutating func reportUnknown(_ message: String, _ remedy: String, _ place: Place) {
        diagnostics.append(Diagnostic(.valueNotKnownYet, message, remedy: remedy, at: place))
    }

    // MARK: - Dependencies

    private mutating func checkDependencies(of reference: WorkflowReference) {
        var reached: Set<WorkflowReference> = []
        var queue = library[reference].dependsOn
        while let next = queue.popLast() {
            if next == reference {
                let workflow = library[reference]
                diagnostics.append(
                    Diagnostic(
                        .circularWorkflows, "the workflow '\(workflow.id)' waits for itself",
                        remedy: "Leave one of the dependencies out.",
                        at: Place(source: workflow.place.source, pointer: workflow.place.pointer.appending("dependsOn"))
                    )
                )
                return
            }
            if reached.insert(next).inserted { queue += library[next].dependsOn }
        }
    }
}

extension Workflow {
    /// Whether the order of the steps is not the order in which they stand.
    fileprivate var goesBack: Bool {
        steps.contains { step in
            (step.onSuccess + step.onFailure).contains { if case .goto(.step) = $0.kind { true } else { false } }
        }
    }
}

extension RuntimeExpression {
    /// The longest run of names that is one of those given (names have dots of their own), and what follows it.
    func longestName(among known: [String]) -> (name: String, rest: ArraySlice<Step>)? {
        RuntimeExpression.longestName(steps[...], among: known)
    }

    var firstName: String { RuntimeExpression.firstName(steps[...]) }

    static func longestName(
        _ steps: ArraySlice<Step>, among known: [String]
    ) -> (name: String, rest: ArraySlice<Step>)? {
        var joined = ""
        var best: (name: String, rest: ArraySlice<Step>)?
        for index in steps.indices {
            guard case .name(let name) = steps[index] else { break }
            joined += (joined.isEmpty ? "" : ".") + name
            if known.contains(joined) { best = (joined, steps[(index + 1)...]) }
        }
        return best
    }

    static func firstName(_ steps: ArraySlice<Step>) -> String {
        switch steps.first {
        case .name(let name)?, .token(let name)?: name
        case .index(let index)?: String(index)
        case nil: ""
        }
    }
}

extension Place {
    /// Where a part of the text at this place stands.
    func within(_ part: String) -> Place {
        guard case .string(let text)? = source.root[pointer: pointer], let range = text.firstRange(of: part) else {
            return self
        }
        let before = text[..<range.lowerBound]
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let column = (lines.last?.unicodeScalars.count ?? 0) + 1
        return Place(
            source: source, mark: source.position(ofLine: max(lines.count, 1), column: column, inTextAt: pointer))
    }
}
