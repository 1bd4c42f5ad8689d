// mock.yaml as it is written: names resolved, expressions not yet compiled.

import JSONValues
import SourceDocuments
import OpenAPIContract
package import Sampling

/// What a mock file says.
package struct MockFile: Sendable {
    /// How many resources a list may start with: more than anybody looks at.
    package static let largestSeedSize = 1_000

    var state: [StateEntry] = []
    var definitions: [Definition] = []
    var operations: [OperationRules] = []
    var latency = Latency()
    var faults: [FaultEntry] = []
    var identities: [Identity] = []
    /// How many resources a list starts with where no example says it; nil for the usual number.
    package var seedSize: Int?
    /// Which properties that need not be there made-up answers have; nil for all.
    package var optional: OptionalProperties?
    /// Whether what no rule covers behaves as collections and their items.
    var infersCollections = true

    /// What the state of a session starts with, under one name.
    struct StateEntry: Sendable {
        let name: String
        let value: JSON
        let place: Place
    }

    struct Definition: Sendable {
        let name: String
        let expression: ExpressionText
    }

    struct OperationRules: Sendable {
        let operation: Operation
        let rules: [Rule]
    }

    /// Answers if its condition holds.
    struct Rule: Sendable {
        let condition: ExpressionText?
        let changes: [Change]
        /// Nil where it cannot be read; a diagnostic says so.
        let response: Response?
        let place: Place
    }

    enum Change: Sendable {
        /// A new row.
        case insert(into: Target, Template)
        /// Fields of the rows that meet the condition.
        case update(Target, condition: ExpressionText?, Template)
        /// The same, or a new row where none meets it.
        case upsert(Target, condition: ExpressionText, Template)
        case remove(from: Target, condition: ExpressionText?)
        /// Other values of the state as a whole.
        case set([(target: Target, value: Template)])

        /// A name under `state`.
        struct Target: Sendable {
            let index: Int
            let name: String
            let place: Place
        }
    }

    struct Response: Sendable {
        let status: Int
        let declared: ResponseSpec
        var headers: [Header] = []
        var body: Template?
        /// What is sent as it is, in place of a body.
        var content: ExpressionText?
        /// The same, out of a file.
        var file: [UInt8]?
        var example: String?
        /// How the answer fails on its way.
        var fault: Fault?
        /// In place of the operation's.
        var latency: LatencyModel?
        let place: Place

        struct Header: Sendable {
            let name: String
            let value: ExpressionText
            let place: Place
        }
    }
}
