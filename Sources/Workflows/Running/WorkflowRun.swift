// The result of a workflow's run.

package import JSONValues
package import HTTPExchange
package import SourceDocuments
package import OpenAPIContract

/// The result of one run: its exchanges and outputs, or its failure.
package struct WorkflowRun: Sendable {
    /// The workflow that was run.
    package let workflow: Workflow
    /// Defaults included.
    package let inputs: JSONObject
    /// The values that it has given.
    package let outputs: JSONObject
    /// In the order in which they were made, those of other workflows that it ran among them.
    package let exchanges: [WorkflowExchange]
    /// Nil where the workflow went well.
    package let failure: WorkflowFailure?
}

/// A request of a step, and what came of it.
package struct WorkflowExchange: Sendable {
    /// The workflow's id.
    package let workflow: String
    /// The step's id.
    package let step: String
    /// What was sent.
    package let call: WorkflowCall
    /// The response, or why there is none.
    package let outcome: Result<Response, NoResponse>
    /// From sending the request to the end of the response.
    package let elapsed: Duration
}

/// A request on its way to an API.
package struct WorkflowCall: Sendable {
    /// The name of the source description.
    package let source: String
    /// The contract of the operation.
    package let contract: Contract
    /// The operation that is called.
    package let operation: Operation
    /// The request, with its parameters and body filled in.
    package let request: Request
    /// Whether the step itself says what is to be done about a 429.
    package let treats429AsResult: Bool
}

/// Why a workflow did not go well.
package struct WorkflowFailure: Error, Sendable {
    /// The ways in which a workflow fails.
    package enum Kind: String, Sendable {
        /// A criterion of success does not hold.
        case criterion
        /// An expression refers to what is not there.
        case expression
        /// The backend did not answer.
        case noResponse = "no-response"
        /// The inputs do not fit the workflow's schema.
        case inputs
        /// A source is not there, or an expression cannot be worked out at all.
        case document
        /// A bound was reached: steps, depth, or the time that a server asks to be left alone.
        case limit
        /// The run was ended from outside.
        case stopped
    }

    /// In which way it failed.
    package let kind: Kind
    /// The steps that led there, the workflow's own first.
    package private(set) var trail: [Location]
    /// One sentence.
    package let message: String
    /// What was found.
    package let found: String
    /// What was expected.
    package let expected: String
    /// In the Arazzo document.
    package let place: Place?
    /// That of the step where it happened.
    package private(set) var operation: Operation?

    /// A step of a workflow.
    package struct Location: Hashable, Sendable, CustomStringConvertible {
        /// The workflow's id.
        package let workflow: String
        /// The step's id.
        package let step: String

        /// `buy/log-in`.
        package var description: String { "\(workflow)/\(step)" }
    }

    init(
        _ kind: Kind, _ message: String, found: String, expected: String, at place: Place?, trail: [Location] = []
    ) {
        self.kind = kind
        self.message = message
        self.found = found
        self.expected = expected
        self.place = place
        self.trail = trail
    }

    func within(_ workflow: String, _ step: Step) -> WorkflowFailure {
        var failure = within(workflow, step.id)
        if case .operation(let operation, _, _) = step.target { failure.operation = operation }
        return failure
    }

    func within(_ workflow: String, _ step: String) -> WorkflowFailure {
        var failure = self
        failure.trail.insert(Location(workflow: workflow, step: step), at: 0)
        return failure
    }
}
