// An assertion about an exchange (Arazzo, Criterion Object).

import CEL
import Expressions
import RegularExpressions
import JSONSchema
import SourceDocuments

struct Criterion: Sendable {
    enum Test: Sendable {
        case simple(SimpleCondition)
        case regex(Pattern, context: RuntimeExpression)
        case jsonPath(JSONPath, context: RuntimeExpression)
    }

    let test: Test
    /// As written.
    let condition: String
    /// Of the condition.
    let place: Place

    var expressions: [RuntimeExpression] {
        switch test {
        case .simple(let condition): condition.expressions
        case .regex(_, let context), .jsonPath(_, let context): [context]
        }
    }
}

/// What is done when a step has succeeded or failed (Arazzo, Success and Failure Action Objects).
struct Action: Sendable {
    enum Kind: Sendable {
        /// The workflow is over.
        case end
        /// On at another place; there is no way back.
        case goto(Destination)
        /// The step again, `limit` times at most, after something else has been done where that is asked for.
        case retry(after: Duration, limit: Int, first: Destination?)
    }

    enum Destination: Sendable {
        /// By its place in the workflow.
        case step(Int)
        case workflow(WorkflowReference)
    }

    let name: String
    let kind: Kind
    /// All must hold.
    let criteria: [Criterion]
    let place: Place
}
