// How far a run has come, in one line that replaces itself where a person looks on.

import OpenAPIContract
import Synchronization
import Verification

/// Draws at most every so often: a terminal takes longer to show a line than a backend to answer.
final class ProgressLine: Sendable {
    private let terminal: Terminal
    private let shown = Mutex<ContinuousClock.Instant?>(nil)
    private static let interval = Duration.milliseconds(100)

    init(terminal: Terminal) { self.terminal = terminal }

    func show(_ report: Report) {
        guard terminal.isInteractive else { return }
        let isDue = shown.withLock { last in
            let now = ContinuousClock.now
            if let last, last.duration(to: now) < Self.interval { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let done = Phase.allCases.map { phase in
            phase == report.phase ? phase.rawValue.uppercased() : phase.rawValue
        }.joined(separator: " · ")
        terminal.write(
            "\r\u{1B}[K\(done)  \(report.sent) requests, \(report.operationsAnswered) of "
                + "\(report.contract.operations.count) operations, \(report.causes.count) findings")
    }

    func clear() {
        if terminal.isInteractive { terminal.write("\r\u{1B}[K") }
    }
}
