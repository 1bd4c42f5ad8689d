// The inputs of a workflow: defaults, checks, and their form on a command line.

import Expressions
package import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension Workflow {
    /// The values given, and the defaults of those that are not.
    func inputs(from given: JSONObject) -> JSONObject {
        var inputs = given
        for (name, value) in defaultInputs where inputs[name] == nil { inputs[name] = value }
        return inputs
    }

    /// Those of the values that the workflow declares.
    package func declared(of given: JSONObject) -> JSONObject {
        let names = inputs?.properties.map(\.name) ?? []
        return JSONObject(given.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
    }

    /// Why these are not what the workflow takes.
    func refusal(of inputs: JSONObject) -> WorkflowFailure? {
        guard let violation = self.inputs?.validate(.object(inputs)).first else { return nil }
        let inside = violation.instance.tokens.isEmpty ? "" : " at \(violation.instance)"
        return WorkflowFailure(
            .inputs, "the inputs of the workflow '\(id)' break '\(violation.keyword)'\(inside): \(violation.message)",
            found: violation.found, expected: violation.expected,
            at: Place(source: place.source, pointer: place.pointer.appending("inputs")))
    }

    /// Whether it can be run with these inputs alone, and else what is missing.
    package func missingInput(_ given: JSONObject) -> String? {
        refusal(of: inputs(from: declared(of: given)))?.message
    }
}

extension Step {
    /// The inputs that the step gives to the workflow that it runs. A parameter that the workflow of the step has for its
    /// operations is for this one where it is declared.
    func inputs(of callee: Workflow, in context: RuntimeContext) throws(WorkflowFailure) -> JSONObject {
        let declared = callee.inputs?.properties.map(\.name) ?? []
        var inputs = JSONObject()
        for parameter in parameters where parameter.location == nil || declared.contains(parameter.name) {
            inputs[parameter.name] = try parameter.value.filled(in: context)
        }
        return inputs
    }

    /// The first criterion that does not hold. Without any, an answer that tells of an error is a failure.
    func firstUnmetCriterion(in context: RuntimeContext) -> WorkflowFailure? {
        for criterion in criteria {
            do {
                if try criterion.holds(in: context) { continue }
                return WorkflowFailure(
                    .criterion, "a criterion of the step '\(id)' does not hold", found: criterion.found(in: context),
                    expected: criterion.condition, at: criterion.place)
            } catch {
                return WorkflowFailure(
                    .criterion, "a criterion of the step '\(id)' has no answer: \(error.message)",
                    found: criterion.found(in: context), expected: criterion.condition, at: criterion.place)
            }
        }
        guard criteria.isEmpty, case .operation = target, let status = context.statusCode, status >= 400 else {
            return nil
        }
        return WorkflowFailure(
            .criterion, "the step '\(id)' is answered with an error, and has no criteria that allow it",
            found: "$statusCode is \(status)", expected: "$statusCode < 400", at: place)
    }
}

extension Located {
    /// The value with its expressions worked out.
    func filled(in context: RuntimeContext) throws(WorkflowFailure) -> JSON {
        do {
            return try RuntimeTemplate.filled(json, in: context)
        } catch {
            throw WorkflowFailure(.expression, in: self, error)
        }
    }
}

extension WorkflowFailure {
    init(_ kind: Kind, in value: Located, _ error: ExpressionError) {
        self.init(
            kind, error.message, found: error.found ?? "nothing", expected: error.expected ?? "a value", at: value.place
        )
    }
}

extension WorkflowLibrary {
    /// An input as a command line has it: text for an input that takes text, JSON for any other that it can be read for.
    package func input(_ name: String, written text: String) -> JSON {
        let schemas = workflows.compactMap { $0.inputs?.property(name) }
        if schemas.contains(where: { $0.types == .string }) { return .string(text) }
        return (try? JSON(parsing: text)) ?? .string(text)
    }
}
