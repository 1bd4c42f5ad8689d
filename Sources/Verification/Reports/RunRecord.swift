// All that is told of a run, as values without secrets: what every report is written from, and what a JSON report is read back into.

/// The record of one run, or of several that were parts of one.
package struct RunRecord: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case conformant, findings
        case couldNotRun = "could-not-run"
    }

    package var verdict: Verdict
    package var backend: String
    package var title: String
    /// The API's own version.
    package var version: String
    package var sent: Int
    package var answered: Int
    package var seed: UInt64
    /// `2/5`; nil for the whole.
    package var shard: String?
    package var stopped: Stopped?
    /// What a reader must know before trusting the result.
    package var warnings: [String]
    package var notRun: [NotRun]
    /// Those of the contract, in its order.
    package var operations: [OperationName]
    package var phases: [PhaseTally]
    package var findings: [FindingRecord]
    package var coverage: Coverage
    /// Causes of the baseline that are gone.
    package var mended: [String]
    /// The lightest degree of a finding that fails the run.
    package var failOn = Degree.violation

    /// Why the run ended before its last case, or says nothing of the backend.
    package struct Stopped: Hashable, Sendable {
        package let kind: String
        package let message: String
        package let remedy: String?
    }

    package struct NotRun: Hashable, Sendable {
        package let what: String
        package let reason: String
    }

    package struct OperationName: Hashable, Sendable {
        package let id: String
        /// `GET /pets/{id}`
        package let title: String
        package let place: PlaceRecord?
    }

    /// What a phase has sent.
    package struct PhaseTally: Hashable, Sendable {
        package let phase: String
        package var operations: [OperationTally]
    }

    package struct OperationTally: Hashable, Sendable {
        package let operation: String
        package var cases: Int
        package var seconds: Double
    }

    package struct PlaceRecord: Hashable, Sendable {
        package let file: String
        package let line: Int
        package let column: Int
        package let pointer: String
    }

    /// The findings that fail the run: heavy enough, and accepted by no baseline.
    package var newFindings: [FindingRecord] { findings.filter { !$0.isAccepted && $0.degree <= failOn } }
}

/// What was found in one place of one operation, with the exchanges that show it.
package struct FindingRecord: Hashable, Sendable {
    package let id: String
    package let check: String
    package let degree: Degree
    /// The id of what is behind it, which other findings may share, and how that is told in a line.
    package let cause: String
    package let causeTitle: String
    /// Nil for what was recorded elsewhere.
    package let phase: String?
    package let operation: String
    package let name: String
    package let location: String
    package let message: String
    package let found: String
    package let expected: String
    package var times: Int
    package let place: RunRecord.PlaceRecord?
    package let method: String?
    package let target: String?
    package let status: Int?
    /// A `curl` line, or a script.
    package let reproduce: String
    package let exchanges: [ExchangeRecord]
    /// Whether the baseline holds it.
    package var isAccepted: Bool
}

/// A request and what came back.
package struct ExchangeRecord: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package let method: String
    package let target: String
    package let requestFields: [Field]
    package let requestBody: BodyRecord?
    /// Nil where nothing came back.
    package let status: Int?
    package let responseFields: [Field]
    package let responseBody: BodyRecord?
    package let milliseconds: Double
    /// Who the request was from.
    package var identity = TestCase.IdentityChoice.own
}

/// A body as text, or in base64 where it is none.
package struct BodyRecord: Hashable, Sendable {
    package let text: String
    package let isBase64: Bool
    /// How many bytes were left out at the end.
    package let cut: Int
}
