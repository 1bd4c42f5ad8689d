// The progress of a run: one line of a terminal that is redrawn, or a line now and then in a log.

import SourceDocuments
import Synchronization
import Verification
import VerificationReports

/// Redrawn at a bounded rate, as a terminal can be slower than a backend.
final class ProgressLine: Sendable {
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let shown = Mutex<ContinuousClock.Instant?>(nil)
    private let limit: Duration?
    private static let interval = Duration.milliseconds(100)
    /// Between two lines where the output is no terminal, such as in a log.
    private static let longInterval = Duration.seconds(10)

    /// - Parameter limit: how long the run may take.
    init(terminal: Terminal, limit: Duration? = nil) {
        self.terminal = terminal
        self.limit = limit
    }

    func show(_ report: Report) {
        let now = ContinuousClock.now
        let interval = terminal.isInteractive ? Self.interval : Self.longInterval
        let isDue = shown.withLock { last in
            if (last ?? start).duration(to: now) < interval { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let line = Self.line(
            phase: report.phase?.rawValue ?? "recordings", done: report.sent,
            planned: report.phase == nil ? nil : report.progress.planned(sent: report.sent),
            findings: report.findings.count { $0.finding.degree != .note }, elapsed: start.duration(to: now),
            limit: limit, isWaiting: report.waiting != nil, columns: terminal.isInteractive ? terminal.columns : 80)
        let wait = report.waiting.map { ", waiting \(Self.text(of: $0)) after a 429" } ?? ""
        terminal.write(terminal.isInteractive ? "\r\u{1B}[K" + line + wait : line + wait + "\n")
    }

    func clear() {
        if terminal.isInteractive { terminal.write("\r\u{1B}[K") }
    }

    private static let widest = 24
    private static let narrowest = 4

    /// `boundaries ███████░░░░░ 212/498, 3 findings, ETA 2 s`, no wider than the terminal.
    /// - Parameter isWaiting: whether the backend has asked to be left alone, and the rate so far tells nothing of the rest.
    static func line(
        phase: String, done: Int, planned: Int?, findings: Int, elapsed: Duration, limit: Duration? = nil,
        isWaiting: Bool = false, columns: Int
    ) -> String {
        let found = findings == 1 ? "1 finding" : "\(findings) findings"
        guard let planned, planned > 0 else { return String("\(phase) \(done), \(found)".prefix(columns - 1)) }
        var left = done > 0 && !isWaiting ? elapsed / done * max(planned - done, 0) : nil
        if let limit { left = left.map { min($0, max(limit - elapsed, .zero)) } }
        let eta = left.map { ", ETA \(text(of: $0))" } ?? ""
        let words = "\(done)/\(planned), \(found)\(eta)"
        let room = min(columns - phase.count - words.count - 3, widest)
        guard room >= narrowest else { return String("\(phase) \(words)".prefix(columns - 1)) }
        let filled = min(room * done / planned, room)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        return "\(phase) \(bar) \(words)"
    }

    private static func text(of duration: Duration) -> String {
        let seconds = Int((duration / .seconds(1)).rounded(.up))
        return seconds < 90 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
    }
}
