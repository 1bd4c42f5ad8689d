// A workflow: steps over one or more APIs, with what goes in and what comes out.

import Expressions
package import JSONValues
package import JSONSchema
package import SourceDocuments
import OpenAPIContract

/// A workflow of an Arazzo document: steps in their order, inputs and outputs.
package struct Workflow: Sendable {
    /// Its id in the document.
    package let id: String
    /// A short summary for people.
    package let summary: String?
    /// A description for people.
    package let description: String?
    /// Nil where the workflow declares none: then it takes anything.
    package let inputs: Schema?
    /// Those that must be completed before it.
    let dependsOn: [WorkflowReference]
    /// The steps, in their order.
    package let steps: [Step]
    let outputs: [Output]
    /// Where it stands.
    package let place: Place

    /// The default values of the inputs.
    package var defaultInputs: JSONObject {
        JSONObject(
            (inputs?.properties ?? []).compactMap { property in
                property.schema.conjuncts.lazy.compactMap(\.node.defaultValue).first.map { (property.name, $0) }
            })
    }
}

/// A value with a name, worked out when a step or a workflow is done.
struct Output: Sendable {
    let name: String
    let value: RuntimeTemplate
    /// Of its text.
    let place: Place
}

/// One call of a workflow.
package struct Step: Sendable {
    /// Its id in the document.
    package let id: String
    /// A description for people.
    package let description: String?
    let target: Target
    /// The workflow's own included, where the step does not override them.
    let parameters: [StepParameter]
    let body: BodyTemplate?
    /// All must hold.
    let criteria: [Criterion]
    /// The first whose criteria hold is taken. The workflow's own come last.
    let onSuccess: [Action]
    let onFailure: [Action]
    let outputs: [Output]
    /// Where it stands.
    package let place: Place

    enum Target: Sendable {
        case operation(Operation, of: Contract, source: String)
        case workflow(WorkflowReference)
        /// In a source that is not there; or told as wrong when it was read.
        case missing(String)
    }

    /// Whether any of its criteria names the status 429.
    var treats429AsResult: Bool {
        (criteria + (onSuccess + onFailure).flatMap(\.criteria)).contains { $0.condition.contains("429") }
    }
}

/// A value for a parameter of an operation, or for an input of a workflow.
struct StepParameter: Sendable {
    let name: String
    /// Nil for inputs.
    let location: Parameter.Location?
    let value: Located
}

/// The template of a request body.
struct BodyTemplate: Sendable {
    let contentType: String?
    let payload: Located?
    let replacements: [Replacement]
    let place: Place

    struct Replacement: Sendable {
        let target: JSONPointer
        let value: Located
        let place: Place
    }
}
