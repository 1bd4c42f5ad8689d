// What a verification found: counts, findings, and whether the backend conforms.

package import HTTPExchange
package import OpenAPIContract

/// The result of a run, or how far it has come. Printing is left to whoever asked for it.
package struct Report: Sendable {
    package enum Verdict: Sendable {
        case conformant
        case findings
        /// The backend could not be asked at all.
        case couldNotRun(NoResponse)
    }

    package struct Answered: Sendable {
        package let operation: Operation
        package let example: String
        package let exchange: Exchange
    }

    package let contract: Contract
    package let planned: Int
    /// The cases that were sent, whether or not they were answered.
    package private(set) var sent = 0
    package private(set) var exchanges: [Answered] = []
    package private(set) var findings: [Finding] = []
    /// Why the run ended before its last case.
    package private(set) var stopped: NoResponse?

    package var verdict: Verdict {
        if let stopped, exchanges.isEmpty { return .couldNotRun(stopped) }
        return findings.isEmpty ? .conformant : .findings
    }

    /// Findings that are one mistake seen several times, in the order in which they were first seen.
    package var causes: [[Finding]] {
        var order: [String] = []
        var groups: [String: [Finding]] = [:]
        for finding in findings {
            if groups[finding.id] == nil { order.append(finding.id) }
            groups[finding.id, default: []].append(finding)
        }
        return order.compactMap { groups[$0] }
    }

    init(contract: Contract, planned: Int) {
        self.contract = contract
        self.planned = planned
    }

    mutating func add(_ exchange: Exchange, of test: PlannedCase, findings: [Finding]) {
        sent += 1
        exchanges.append(Answered(operation: test.operation, example: test.name, exchange: exchange))
        self.findings += findings
    }

    mutating func add(_ failure: NoResponse, of test: PlannedCase) {
        sent += 1
        findings.append(Finding(failure, of: test))
    }

    mutating func stop(because failure: NoResponse) { stopped = failure }
}
