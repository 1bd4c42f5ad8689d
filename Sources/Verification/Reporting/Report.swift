// What a verification found: counts, findings, and whether the backend conforms.

import ClientIdentities
package import VerificationReports
import HTTPExchange
package import OpenAPIContract

/// The result of a run, or how far it has come. Printing is left to whoever asked for it.
package struct Report: Sendable {
    /// What a run says of the backend.
    package enum Verdict: Sendable {
        case conformant
        case findings
        /// The run says nothing of the backend.
        case couldNotRun(Obstacle)
    }

    /// A case that was answered.
    package struct Answered: Sendable {
        package let operation: Operation
        /// The case's name.
        package let name: String
        package let exchange: Exchange
        /// What is known so far that no output may show.
        package var secrets: [String] = []

        package init(operation: Operation, name: String, exchange: Exchange, secrets: [String] = []) {
            self.operation = operation
            self.name = name
            self.exchange = exchange
            self.secrets = secrets
        }
    }

    /// What was found once or more in the same place of the same operation.
    package struct CountedFinding: Sendable {
        /// The one that is shown.
        package internal(set) var finding: Finding
        package internal(set) var count = 1
        /// What came of its requests at the end of the run.
        package internal(set) var recurrence: Recurrence?
        /// Of what was found there, the others that are unlike the one that is shown: what the contract would have to say of them all.
        private(set) var others: [Finding] = []
        private static let mostOthers = 8
        /// Nil for what was recorded elsewhere.
        package internal(set) var phase: Phase?

        init(finding: Finding, phase: Phase?) {
            self.finding = finding
            self.phase = phase
        }

        mutating func add(_ other: Finding) {
            count += 1
            guard other.violation != nil, others.count < CountedFinding.mostOthers, !other.isLarge else { return }
            let kind = other.kindOfAnswer
            if finding.kindOfAnswer != kind, !others.contains(where: { $0.kindOfAnswer == kind }) {
                others.append(other)
            }
        }
    }

    /// What a phase has sent of one operation.
    struct Tally: Sendable {
        var cases = 0
        var elapsed = Duration.zero
    }

    package let contract: Contract
    /// What no output may show.
    private(set) var secrets: [String]
    /// What was not sent, and why.
    package private(set) var leftOut: [(what: String, reason: String)] = []
    package private(set) var phase: Phase?
    package internal(set) var progress: Progress
    /// The requests that left, whether or not they were answered.
    package private(set) var sent = 0
    /// The requests that were answered.
    package private(set) var answered = 0
    /// How often each operation, by its index, has answered with each status what was judged.
    private(set) var statuses: [Int: [Int: Int]] = [:]
    /// In how many of these answers a part of the body was of a wrong shape, by the finding's id.
    private(set) var wrongShapes: [String: Int] = [:]
    /// In the order in which they were first seen.
    package private(set) var findings: [CountedFinding] = []
    /// Why the run ended before its last case.
    package private(set) var ended: Run.End?
    /// How long the answers of each operation took, by its index.
    private(set) var times: [Int: [Duration]] = [:]
    /// How long the run waits because the backend has said so (429); nil where it does not wait.
    package internal(set) var waiting: Duration?
    private var indices: [String: Int] = [:]
    /// The requests after which the run has logged in again.
    private(set) var renewals: [String] = []
    /// What the run was told.
    package internal(set) var options = VerificationOptions()
    /// What was reached.
    private(set) var log = CoverageLog()
    /// By the operation's index.
    private(set) var credentialOutcomes: [Int: CredentialOutcome] = [:]
    /// How good requests have fared, by the operation's index.
    private(set) var successes: [Int: SuccessLog] = [:]
    /// How the operations are dealt out to shards; nil where there are none.
    package internal(set) var division: Division?
    /// What each operation, by its index, took of the run's time, and its requests.
    private(set) var spent: [Int: (requests: Int, time: Duration)] = [:]
    /// By phase, in the order in which they were run, and by the operation's index.
    private(set) var tallies: [(phase: String, operations: [Int: Tally])] = []

    package var verdict: Verdict {
        let fails = findings.contains { $0.finding.degree <= options.failOn }
        // A backend that never answers has its silence as a finding too.
        if let obstacle, !fails || answered == 0 { return .couldNotRun(obstacle) }
        return fails ? .findings : .conformant
    }

    /// How many operations have answered.
    package var operationsAnswered: Int { times.count }

    init(contract: Contract, secrets: [String], progress: Progress) {
        self.contract = contract
        self.progress = progress
        // What is as short as a word stands in other places too.
        self.secrets = secrets.filter { $0.utf8.count >= 4 }
    }

    /// Keeps a text out of all output.
    mutating func hide(_ secret: String) {
        guard secret.utf8.count >= 4, !secrets.contains(secret) else { return }
        secrets.append(secret)
        secrets.sort { $0.utf8.count > $1.utf8.count }
    }

    mutating func leaveOut(_ what: String, because reason: String) {
        if leftOut.contains(where: { $0.0 == what && $0.1 == reason }) { return }
        leftOut.append((what, reason))
    }

    /// Notes that the run has logged in again.
    /// - Parameter cause: the request after which the credentials held no more.
    mutating func noteRenewal(after cause: String?) { renewals.append(cause ?? "an unknown request") }

    mutating func enter(_ phase: Phase) {
        self.phase = phase
        progress.enter(phase, sent: sent)
    }

    mutating func countSent() { sent += 1 }

    mutating func spend(_ time: Duration, on operation: Operation, requests: Int) {
        let before = spent[operation.index] ?? (0, .zero)
        spent[operation.index] = (before.requests + requests, before.time + time)
    }

    mutating func count(_ answer: Answered, isTimed: Bool) {
        answered += 1
        times[answer.operation.index, default: []] += isTimed ? [answer.exchange.elapsed] : []
    }

    mutating func add(_ finding: Finding) {
        if let index = indices[finding.id] {
            findings[index].add(finding)
        } else {
            indices[finding.id] = findings.count
            findings.append(CountedFinding(finding: finding, phase: phase))
        }
    }

    mutating func note(_ recurrence: Recurrence, at index: Int) { findings[index].recurrence = recurrence }

    func has(_ id: String) -> Bool { indices[id] != nil }

    mutating func end(_ end: Run.End) { ended = end }

    /// Notes what a case has reached.
    mutating func note(_ test: TestCase, _ exchange: Exchange, _ findings: [Finding]) {
        log.note(test, exchange.response, findings)
        if test.judged != nil {
            statuses[test.operation.index, default: [:]][exchange.response.status, default: 0] += 1
            for finding in findings where finding.check == .bodyShape { wrongShapes[finding.id, default: 0] += 1 }
        }
        noteCredentialOutcome(of: test, exchange.response.status)
        if phase != nil, test.isToSucceed {
            successes[test.operation.index, default: SuccessLog()].note(exchange, of: test)
        }
        let name = phase?.rawValue ?? "recordings"
        if tallies.last?.phase != name { tallies.append((name, [:])) }
        tallies[tallies.count - 1].operations[test.operation.index, default: Tally()].cases += 1
        tallies[tallies.count - 1].operations[test.operation.index, default: Tally()].elapsed += exchange.elapsed
    }

    private mutating func noteCredentialOutcome(of test: TestCase, _ status: Int) {
        // Recordings are what they are; workflows and examples may be about refusals.
        guard let phase, test.judged?.conforms == true, test.identity == .own || test.identity == .completing else {
            return
        }
        let isRefused = status == 401 || status == 403
        if isRefused, phase == .workflows || test.expectation == .status(status) { return }
        credentialOutcomes[test.operation.index, default: CredentialOutcome()].note(status)
    }
}
