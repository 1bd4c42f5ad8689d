// The whole flow of a verification: phase after phase, each sends its cases, what came back is judged, a report collects.

import VerificationReports
package import HTTPExchange
package import OpenAPIContract

/// Holds a backend to its contract. Knows no socket: requests leave through a closure.
package struct Verifier: Sendable {
    /// Sends a request whose target already has the backend's base path.
    package typealias Send = @Sendable (Request) async throws(NoResponse) -> Response

    private let contract: Contract
    private let options: VerificationOptions
    private let wire: Wire

    /// - Parameters:
    ///   - basePath: what the backend serves the contract's paths under, in place of the servers that the contract names.
    ///   - now: the clock that exchanges are timed by.
    ///   - sleep: waits on that clock.
    package init(
        contract: Contract, options: VerificationOptions = VerificationOptions(), basePath: String = "",
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        send: @escaping Send
    ) {
        self.contract = contract
        self.options = options
        wire = Wire(basePath: basePath, now: now, sleep: sleep, send: send)
    }

    /// Runs the phases one after another, until the last has no more cases or a limit is reached.
    ///
    /// A backend that does not answer the very first request, or several in a row, ends the run: waiting out the time limit of each
    /// further case would tell nothing new.
    ///
    /// - Parameters:
    ///   - progress: told after each case.
    ///   - observe: given every exchange.
    package func run(
        progress: @escaping (Report) -> Void = { _ in }, observe: @escaping (Report.Answered) -> Void = { _ in }
    ) async -> Report {
        let run = Run(contract: contract, options: options, wire: wire, progress: progress, observe: observe)
        run.learn(from: options.recordings)
        do throws(Run.End) {
            for phase in Phase.allCases where options.phases.contains(phase) { try await send(phase, by: run) }
            if run.selection.turnToSessionEnds() {
                for phase in [Phase.examples, .boundaries] where options.phases.contains(phase) {
                    try await send(phase, by: run)
                }
            }
        } catch {
            run.report.end(error)
        }
        await run.tryAgain()
        run.reportBlocked()
        run.checkTimes()
        return run.report
    }

    private func send(_ phase: Phase, by run: Run) async throws(Run.End) {
        run.report.enter(phase)
        try await phase.run(run)
    }
}
