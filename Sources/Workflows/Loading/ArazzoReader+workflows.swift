// Reads workflows and their steps (Arazzo, Workflow and Step Objects).

import JSONValues
import Expressions
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// The parameters and actions that all steps of a workflow share.
struct WorkflowParts {
    var stepIDs: [String] = []
    var parameters: [StepParameter] = []
    var successActions: [Action] = []
    var failureActions: [Action] = []
}

extension ArazzoReader {
    mutating func workflows(_ root: Located) -> [Workflow] {
        if let list = root["workflows"] {
            let all = elements(list, "'workflows'")
            if all.isEmpty, case .array = list.json {
                report(.missingField, "there are no workflows", remedy: "Add one.", at: list.place)
            }
            for value in all where value["workflowId"]?.json.string == nil {
                guard object(value, "a workflow", fields: ArazzoReader.workflowFields, required: ["workflowId"]) else {
                    continue
                }
                if let id = value["workflowId"] { _ = text(id, "'workflowId'") }
            }
        }
        var names: Set<String> = []
        return entry.workflows.map { id, value in
            if !names.insert(id).inserted { duplicate("workflow", id, at: value.place) }
            return workflow(id, value)
        }
    }

    private static let workflowFields = [
        "workflowId", "summary", "description", "inputs", "dependsOn", "steps", "successActions", "failureActions",
        "outputs", "parameters",
    ]

    private mutating func workflow(_ id: String, _ value: Located) -> Workflow {
        _ = object(value, "a workflow", fields: ArazzoReader.workflowFields, required: ["steps"])
        let values = elements("steps", of: value)
        if values.isEmpty, value["steps"]?.json.array != nil {
            report(.missingField, "the workflow '\(id)' has no steps", remedy: "Add one.", at: value.place)
        }
        var parts = WorkflowParts()
        for step in values {
            guard let id = step["stepId"]?.json.string else { continue }
            if parts.stepIDs.contains(id) { duplicate("step", id, at: step.place) }
            parts.stepIDs.append(id)
        }
        parts.parameters = parameters(value)
        parts.successActions = actions("successActions", of: value, of: .success, in: parts)
        parts.failureActions = actions("failureActions", of: value, of: .failure, in: parts)
        var steps: [Step] = []
        for step in values {
            guard object(step, "a step", fields: ArazzoReader.stepFields, required: ["stepId"]) else { continue }
            guard let field = step["stepId"], let id = text(field, "'stepId'") else { continue }
            steps.append(self.step(id, step, in: parts))
        }
        return Workflow(
            id: id, summary: value["summary"]?.json.string, description: value["description"]?.json.string,
            inputs: value["inputs"].flatMap { schema($0) },
            dependsOn: elements("dependsOn", of: value).compactMap { workflowReference($0) }, steps: steps,
            outputs: outputs(value), place: value.place)
    }

    private mutating func schema(_ value: Located) -> Schema? {
        do {
            return try schemas.compile(value.source.schemaURI(of: value.pointer))
        } catch {
            for problem in error.problems {
                let place = problem.place.document == value.source.uri ? problem.place.pointer : value.pointer
                report(
                    .invalidSchema, problem.message, found: problem.found, expected: problem.expected,
                    at: Place(source: value.source, pointer: place))
            }
            return nil
        }
    }

    /// A workflow of this document by its id, or of another as `$sourceDescriptions.<name>.<workflowId>`.
    mutating func workflowReference(_ value: Located) -> WorkflowReference? {
        guard let text = text(value, "a workflow's id") else { return nil }
        func found(_ id: String, in document: Int) -> WorkflowReference? {
            catalog.documents[document].workflows.firstIndex { $0.id == id }.map {
                WorkflowReference(document: document, workflow: $0)
            }
        }
        guard let (source, name) = qualified(text, at: value.place) else {
            if let reference = found(text, in: index) { return reference }
            if !text.hasPrefix(ArazzoReader.sourcePrefix) {
                unknown("workflow", text, among: entry.workflows.map(\.id), at: value.place)
            }
            return nil
        }
        switch source.content {
        case .missing: return nil
        case .workflows(let document):
            if let reference = found(name, in: document) { return reference }
            unknown(
                "workflow", name, among: catalog.documents[document].workflows.map(\.id), at: value.place)
            return nil
        case .contract:
            report(
                .invalidValue, "the source '\(source.name)' is an OpenAPI document, which has no workflows",
                found: "'\(text)'", remedy: "Name a source of type arazzo here, or the operation with 'operationId'.",
                at: value.place)
            return nil
        }
    }

    static let sourcePrefix = "$sourceDescriptions."

    /// The parts of `$sourceDescriptions.<name>.<id>`. Nil for other texts, and for sources that there are not, which is reported.
    mutating func qualified(_ text: String, at place: Place) -> (source: SourceDescription, id: String)? {
        guard text.hasPrefix(ArazzoReader.sourcePrefix) else { return nil }
        let rest = text.dropFirst(ArazzoReader.sourcePrefix.count)
        let sources = entry.sourceDescriptions.filter { rest.hasPrefix($0.name + ".") }
        guard let source = sources.max(by: { $0.name.count < $1.name.count }) else {
            unknown(
                "source description", String(rest.prefix { $0 != "." }), among: entry.sourceDescriptions.map(\.name),
                at: place)
            return nil
        }
        return (source, String(rest.dropFirst(source.name.count + 1)))
    }

    mutating func outputs(_ value: Located) -> [Output] {
        members("outputs", of: value).compactMap { name, value -> Output? in
            if !ArazzoReader.isName(name) {
                report(
                    .invalidValue, "the name of an output has letters, digits, '.', '-' and '_' alone",
                    found: "'\(name)'", remedy: "Rename it here and where it is read.", severity: .warning,
                    at: value.place)
            }
            guard let text = text(value, "an output") else { return nil }
            do throws(ExpressionError) {
                return Output(name: name, value: try RuntimeTemplate(parsing: text), place: value.place)
            } catch {
                report(error, in: value)
                return nil
            }
        }
    }
}

// MARK: - Steps

extension ArazzoReader {
    private static let stepFields = [
        "stepId", "description", "operationId", "operationPath", "workflowId", "parameters", "requestBody",
        "successCriteria", "onSuccess", "onFailure", "outputs",
    ]

    private mutating func step(_ id: String, _ value: Located, in parts: WorkflowParts) -> Step {
        let target = target(id, value)
        let given = parameters(value)
        let own = { (parameter: StepParameter) in
            given.contains { $0.name == parameter.name && $0.location == parameter.location }
        }
        let parameters = given + parts.parameters.filter { !own($0) }
        var body: BodyTemplate?
        switch target {
        case .operation(let operation, let contract, _):
            body = value["requestBody"].flatMap { self.body($0, of: operation) }
            check(parameters, of: operation, contract, at: value.place)
        case .workflow:
            if let field = value["requestBody"] {
                report(
                    .unknownField, "a step that runs a workflow has no request body",
                    remedy: "Give the workflow's inputs as parameters.", at: field.place)
            }
        case .missing: body = value["requestBody"].flatMap { self.body($0, of: nil) }
        }
        let onSuccess = actions("onSuccess", of: value, of: .success, in: parts)
        let onFailure = actions("onFailure", of: value, of: .failure, in: parts)
        return Step(
            id: id, description: value["description"]?.json.string, target: target, parameters: parameters, body: body,
            criteria: criteria("successCriteria", of: value),
            onSuccess: onSuccess
                + parts.successActions.filter { action in !onSuccess.contains { $0.name == action.name } },
            onFailure: onFailure
                + parts.failureActions.filter { action in !onFailure.contains { $0.name == action.name } },
            outputs: outputs(value), place: value.place)
    }

    private mutating func target(_ id: String, _ value: Located) -> Step.Target {
        let kinds = ["operationId", "operationPath", "workflowId"].compactMap { name in value[name].map { (name, $0) } }
        guard kinds.count == 1, let (kind, field) = kinds.first else {
            report(
                kinds.isEmpty ? .missingField : .invalidValue,
                kinds.isEmpty
                    ? "the step '\(id)' does not say what it calls" : "the step '\(id)' calls several things at once",
                found: kinds.isEmpty ? nil : kinds.map(\.0).joined(separator: " and "),
                expected: "one of 'operationId', 'operationPath' and 'workflowId'",
                remedy: kinds.isEmpty ? "Add an 'operationId'." : "Make it several steps.", severity: .error,
                at: value.place)
            return .missing(id)
        }
        switch kind {
        case "operationId": return operation(id: field)
        case "operationPath": return operation(path: field)
        default:
            return workflowReference(field).map { .workflow($0) } ?? .missing(field.json.string ?? id)
        }
    }
}
