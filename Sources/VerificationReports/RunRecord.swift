// All that is told of a run, as values without secrets: what every report is written from, and what a JSON report is read back into.

package import ReportPages

/// The record of one run, or of several that were parts of one.
package struct RunRecord: Hashable, Sendable {
    /// What the run says of the backend.
    package enum Verdict: String, Hashable, Sendable {
        case conformant, findings
        case couldNotRun = "could-not-run"
    }

    package var verdict: Verdict
    /// Its URL, or the files of a recording.
    package var backend: String
    /// Of the contract.
    package var title: String
    /// The API's own version.
    package var version: String
    /// Requests, answered or not.
    package var sent: Int
    /// Requests that were answered.
    package var answered: Int
    /// What every random choice followed from.
    package var seed: UInt64
    /// `2/5`; nil for the whole.
    package var shard: String?
    /// Stands for how the operations were dealt out to the shards; nil for the whole.
    package var division: String?
    package var stopped: Stopped?
    /// What a reader must know before trusting the result.
    package var warnings: [String]
    /// What was left out, with the reason.
    package var notRun: [NotRun]
    /// Those of the contract, in its order.
    package var operations: [OperationName]
    /// In the order in which they ran.
    package var phases: [PhaseTally]
    /// In the order in which they were first seen.
    package var findings: [FindingRecord]
    package var coverage: Coverage
    /// Causes of the baseline that are gone.
    package var mended: [String]
    /// The lightest degree of a finding that fails the run.
    package var failOn = Degree.violation

    /// How long the operations took to answer, in the order of the contract.
    package var latencies: [OperationLatency] = []

    /// What the operations took of the run's time, in the order of the contract, but for workflows.
    package var timings: [OperationTiming] = []

    /// Operations that have answered no good request with success, in the order of the contract: the rest of what is told says little of them.
    package var unreached: [Unreached] = []

    /// An operation that has answered no good request with success.
    package struct Unreached: Hashable, Sendable {
        /// The operation's id.
        package let operation: String
        /// How many requests that keep to the contract were sent.
        package let tried: Int
        /// The statuses that came, the most frequent first: `422 (12 times), 404`.
        package let answers: String
        /// What the answer to the smallest of them says of why; empty where it says nothing.
        package let said: String
        /// A `curl` line of that request.
        package let reproduce: String

        package init(operation: String, tried: Int, answers: String, said: String, reproduce: String) {
            self.operation = operation
            self.tried = tried
            self.answers = answers
            self.said = said
            self.reproduce = reproduce
        }
    }

    /// How long an operation took to answer.
    package struct OperationLatency: Hashable, Sendable {
        /// The operation's id.
        package let operation: String
        /// Of its timed answers.
        package let times: LatencySummary

        package init(operation: String, times: LatencySummary) {
            self.operation = operation
            self.times = times
        }
    }

    /// Why the run ended before its last case, or says nothing of the backend.
    package struct Stopped: Hashable, Sendable {
        /// The kind of the obstacle that the backend takes none of the credentials.
        package static let credentialsRefused = "credentials-refused"

        /// The obstacle's kind, as `Obstacle` names them.
        package let kind: String
        package let message: String
        package let remedy: String?

        package init(kind: String, message: String, remedy: String?) {
            self.kind = kind
            self.message = message
            self.remedy = remedy
        }
    }

    /// A phase, or a part of one, that did not run.
    package struct NotRun: Hashable, Sendable {
        /// A phase, or a part of one.
        package let what: String
        /// A clause.
        package let reason: String

        package init(what: String, reason: String) {
            self.what = what
            self.reason = reason
        }
    }

    /// An operation of the contract, as reports name it.
    package struct OperationName: Hashable, Sendable {
        /// The same in every run.
        package let id: String
        /// `GET /pets/{id}`
        package let title: String
        /// Where the contract declares it; nil for what a report of another run does not tell.
        package let place: PlaceRecord?

        package init(id: String, title: String, place: PlaceRecord?) {
            self.id = id
            self.title = title
            self.place = place
        }
    }

    /// What a phase has sent.
    package struct PhaseTally: Hashable, Sendable {
        /// The phase's name.
        package let phase: String
        /// Those that the phase has sent anything to.
        package var operations: [OperationTally]

        package init(phase: String, operations: [OperationTally]) {
            self.phase = phase
            self.operations = operations
        }
    }

    /// What a phase has sent to one operation.
    package struct OperationTally: Hashable, Sendable {
        /// The operation's id.
        package let operation: String
        /// Test cases, answered or not.
        package var cases: Int
        /// From the first request to the last answer of each case, added up.
        package var seconds: Double

        package init(operation: String, cases: Int, seconds: Double) {
            self.operation = operation
            self.cases = cases
            self.seconds = seconds
        }
    }

    /// A place in one of the contract's files.
    package struct PlaceRecord: Hashable, Sendable {
        /// The path, as the contract was given.
        package let file: String
        /// From 1.
        package let line: Int
        /// From 1, in Unicode scalars.
        package let column: Int
        /// A JSON Pointer from the root of the file.
        package let pointer: String

        package init(file: String, line: Int, column: Int, pointer: String) {
            self.file = file
            self.line = line
            self.column = column
            self.pointer = pointer
        }
    }

    /// The findings that fail the run: heavy enough, and accepted by no baseline.
    package var newFindings: [FindingRecord] { findings.filter { !$0.isAccepted && $0.degree <= failOn } }

    package init(
        verdict: Verdict, backend: String, title: String, version: String, sent: Int, answered: Int, seed: UInt64,
        shard: String? = nil, stopped: Stopped? = nil, warnings: [String], notRun: [NotRun],
        operations: [OperationName], phases: [PhaseTally], findings: [FindingRecord], coverage: Coverage,
        mended: [String], failOn: Degree = .violation, unreached: [Unreached] = []
    ) {
        self.verdict = verdict
        self.backend = backend
        self.title = title
        self.version = version
        self.sent = sent
        self.answered = answered
        self.seed = seed
        self.shard = shard
        self.stopped = stopped
        self.warnings = warnings
        self.notRun = notRun
        self.operations = operations
        self.phases = phases
        self.findings = findings
        self.coverage = coverage
        self.mended = mended
        self.failOn = failOn
        self.unreached = unreached
    }
}

/// What was found in one place of one operation, with the exchanges that show it.
package struct FindingRecord: Hashable, Sendable {
    /// The same in every run.
    package let id: String
    /// The name of the check.
    package let check: String
    package let degree: Degree
    /// The id of what is behind it, which other findings may share, and how that is told in a line.
    package let cause: String
    /// The cause in one line.
    package let causeTitle: String
    /// Nil for what was recorded elsewhere.
    package let phase: String?
    /// The operation's id.
    package let operation: String
    /// The name of the case.
    package let name: String
    /// Where in the exchange: `body at /0/price`.
    package let location: String
    package let message: String
    package let found: String
    package let expected: String
    /// How often it was seen.
    package var times: Int
    /// What in the contract is violated.
    package let place: RunRecord.PlaceRecord?
    /// Of the telling request; nil where no request left.
    package let method: String?
    /// Of the telling request, without the backend's URL.
    package let target: String?
    /// Of the telling answer; nil where none came.
    package let status: Int?
    /// A `curl` line, or a script.
    package let reproduce: String
    /// Those that lead to it, the telling one last.
    package let exchanges: [ExchangeRecord]
    /// Whether the baseline holds it.
    package var isAccepted: Bool
    /// What came of its requests at the end of the run; nil where they were not sent again.
    package var recurrence: Recurrence?

    package init(
        id: String, check: String, degree: Degree, cause: String, causeTitle: String, phase: String?, operation: String,
        name: String, location: String, message: String, found: String, expected: String, times: Int,
        place: RunRecord.PlaceRecord?, method: String?, target: String?, status: Int?, reproduce: String,
        exchanges: [ExchangeRecord], isAccepted: Bool
    ) {
        self.id = id
        self.check = check
        self.degree = degree
        self.cause = cause
        self.causeTitle = causeTitle
        self.phase = phase
        self.operation = operation
        self.name = name
        self.location = location
        self.message = message
        self.found = found
        self.expected = expected
        self.times = times
        self.place = place
        self.method = method
        self.target = target
        self.status = status
        self.reproduce = reproduce
        self.exchanges = exchanges
        self.isAccepted = isAccepted
    }
}

/// A request and what came back.
package struct ExchangeRecord: Hashable, Sendable {
    /// A header field.
    package struct Field: Hashable, Sendable {
        /// As it was sent.
        package let name: String
        /// Secrets are masked.
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// As it was sent.
    package let method: String
    /// Without the backend's URL.
    package let target: String
    /// In the order in which they were sent.
    package let requestFields: [Field]
    /// Nil for a request without content.
    package let requestBody: BodyRecord?
    /// Nil where nothing came back.
    package let status: Int?
    /// In the order in which they came.
    package let responseFields: [Field]
    /// Nil for a response without content.
    package let responseBody: BodyRecord?
    /// From the request to the end of the response.
    package let milliseconds: Double
    /// Who the request was from.
    package var identity = IdentityChoice.own

    package init(
        method: String, target: String, requestFields: [Field], requestBody: BodyRecord?, status: Int?,
        responseFields: [Field], responseBody: BodyRecord?, milliseconds: Double, identity: IdentityChoice = .own
    ) {
        self.method = method
        self.target = target
        self.requestFields = requestFields
        self.requestBody = requestBody
        self.status = status
        self.responseFields = responseFields
        self.responseBody = responseBody
        self.milliseconds = milliseconds
        self.identity = identity
    }
}

/// A body as text, or in base64 where it is none.
package struct BodyRecord: Hashable, Sendable {
    /// The text itself, or the base64 of what is none.
    package let text: String
    /// Whether `text` is base64.
    package let isBase64: Bool
    /// How many bytes were left out at the end.
    package let cut: Int

    package init(text: String, isBase64: Bool, cut: Int) {
        self.text = text
        self.isBase64 = isBase64
        self.cut = cut
    }
}
