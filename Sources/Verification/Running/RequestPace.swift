// How fast a run may go, and how far: requests, time, and the patience with a backend that does not answer.

import VerificationReports
import HTTPExchange
import OpenAPIContract

/// When the next request may leave, if it may at all. Knows no clock: it is told the time.
struct RequestPace {
    private let options: VerificationOptions
    private let start: ContinuousClock.Instant
    /// When the next request may leave.
    private var due: ContinuousClock.Instant
    private var unansweredInARow = 0
    /// The same of each operation, by its index.
    private var unansweredOf: [Int: Int] = [:]
    /// How many requests all findings together may still take to be made smaller.
    var shrinkingLeft = 4_000

    /// How often a 429 is waited out before the run ends.
    /// - Parameter isFirst: whether nothing has been answered otherwise yet.
    static func mostRetries(isFirst: Bool) -> Int { isFirst ? 3 : 8 }
    /// However long a backend asks to be left alone.
    private static let longestWait = Duration.seconds(15)

    init(_ options: VerificationOptions, start: ContinuousClock.Instant) {
        self.options = options
        self.start = start
        due = start
    }

    /// How long to wait before the next request.
    /// - Parameter sent: how many have left.
    func wait(at now: ContinuousClock.Instant, sent: Int) throws(Run.End) -> Duration? {
        if let limit = options.maxRequests, sent >= limit { throw .requestsSpent }
        guard due > now else { return nil }
        if let limit = options.maxTime, start + limit < due { throw .timeSpent }
        return now.duration(to: due)
    }

    /// Takes notice of a request that leaves.
    mutating func send(at now: ContinuousClock.Instant) throws(Run.End) {
        if let limit = options.maxTime, start.duration(to: now) >= limit { throw .timeSpent }
        if let rate = options.rate, rate > 0 { due = max(due, now) + GivenNumber.seconds(1 / rate) }
    }

    /// Takes notice of a 429, which is a matter of the run's speed.
    /// - Parameters:
    ///   - asked: `Retry-After`.
    ///   - attempt: how often the request has been sent before.
    /// - Returns: how long it will wait.
    mutating func slowDown(at now: ContinuousClock.Instant, asked: Duration?, attempt: Int) -> Duration {
        let wait = asked.map { min($0, RequestPace.longestWait) } ?? .seconds(1 << min(attempt, 5))
        due = max(due, now + wait)
        return wait
    }

    mutating func noteAnswer(of operation: Operation) {
        unansweredInARow = 0
        unansweredOf[operation.index] = nil
    }

    /// - Returns: whether so many requests in a row, to all operations or to this one, have gone unanswered that there is no more to be
    ///   learnt.
    mutating func noteSilence(of operation: Operation) -> Bool {
        unansweredInARow += 1
        unansweredOf[operation.index, default: 0] += 1
        return max(unansweredInARow, unansweredOf[operation.index] ?? 0) >= options.patience
    }

    /// Whether so little has gone unanswered, of a backend that has answered before, that other operations may still answer.
    var maySpeakAgain: Bool { unansweredInARow < options.patience * 4 }
}
