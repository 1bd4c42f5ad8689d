// The whole flow of a verification: plan the cases, send each, judge what came back, collect a report.

package import HTTPExchange
package import OpenAPIContract

/// Holds a backend to its contract. Knows no socket: requests leave through a closure.
package struct Verifier: Sendable {
    /// Sends a request whose target already has the backend's base path.
    package typealias Send = @Sendable (Request) async throws(NoResponse) -> Response

    private let contract: Contract
    private let basePath: String
    private let now: @Sendable () -> ContinuousClock.Instant
    private let send: Send

    /// - Parameters:
    ///   - basePath: what the backend serves the contract's paths under, in place of the servers that the contract names.
    ///   - now: the clock that exchanges are timed by.
    package init(
        contract: Contract, basePath: String = "", now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        send: @escaping Send
    ) {
        self.contract = contract
        self.basePath = basePath
        self.now = now
        self.send = send
    }

    /// Sends every case once, in order, and judges the answers.
    ///
    /// A backend that does not answer the very first request, or `patience` requests in a row, ends the run: waiting out the time
    /// limit of each further case would tell nothing new.
    ///
    /// - Parameter progress: told after each case.
    package func run(patience: Int = 3, progress: (Report) -> Void = { _ in }) async -> Report {
        let cases = examples(of: contract, basePath: basePath)
        var report = Report(contract: contract, planned: cases.count)
        var unansweredInARow = 0
        for test in cases where !Task.isCancelled {
            let start = now()
            do {
                let response = try await send(test.request)
                let exchange = Exchange(request: test.request, response: response, elapsed: start.duration(to: now()))
                report.add(exchange, of: test, findings: judge(exchange, of: test))
                unansweredInARow = 0
            } catch {
                unansweredInARow += 1
                report.add(error, of: test)
                if report.exchanges.isEmpty || unansweredInARow >= patience {
                    report.stop(because: error)
                    break
                }
            }
            progress(report)
        }
        return report
    }

    /// What is wrong in one place of the exchange is one finding: a number may be past its `maximum` and break its `format` at once.
    private func judge(_ exchange: Exchange, of test: PlannedCase) -> [Finding] {
        let violations = contract.judge(exchange.response, to: test.judged).filter { $0.severity == .violation }
        var findings: [Finding] = []
        for violation in violations {
            let finding = Finding(violation, exchange: exchange, of: test)
            if let index = findings.firstIndex(where: { $0.id == finding.id }) {
                findings[index].add(expectation: violation.expected)
            } else {
                findings.append(finding)
            }
        }
        let isDeclared = !violations.contains { $0.check == .undeclaredStatus }
        if exchange.response.status != test.status, isDeclared {
            findings.insert(Finding(unexpectedStatusOf: exchange, of: test), at: 0)
        }
        return findings
    }
}
