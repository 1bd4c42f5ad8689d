// What was sent last, and what took longest.

import VerificationReports
import OpenAPIContract

/// The latest results, which may have led to what the next one shows, and the slowest exchange of each operation.
struct AttemptLog {
    private(set) var latest: [CaseResult] = []
    /// By the operation's index.
    private(set) var slowest: [Int: Exchange] = [:]
    private static let remembered = 14

    mutating func note(_ result: CaseResult) {
        latest.append(result)
        if latest.count > AttemptLog.remembered { latest.removeFirst() }
        let operation = result.test.operation.index
        if slowest[operation].map({ $0.elapsed < result.exchange.elapsed }) ?? true {
            slowest[operation] = result.exchange
        }
    }
}
