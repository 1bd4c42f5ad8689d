// Whether the operations answer as fast as they have to.

import VerificationReports
import JSONValues
import SourceDocuments
import OpenAPIContract

extension Run {
    /// Fewer answers than that say nothing of 95 in 100.
    private static let fewest = 5

    /// The 95th percentile of every operation, by nearest rank, against its `x-max-latency` in milliseconds, else against the run's.
    func checkTimes() {
        for operation in contract.operations {
            let own = operation.extensions["x-max-latency"]?.number?.int64.map { Duration.milliseconds($0) }
            guard let budget = own ?? options.maxLatency, let times = report.times[operation.index]?.sorted(),
                times.count >= Run.fewest, let slow = log.slowest[operation.index]
            else { continue }
            let percentile = times[(times.count * 95 + 99) / 100 - 1]
            guard percentile > budget else { continue }
            record([
                Finding(
                    .timeBudget, operation, name: "95 of 100 answers",
                    message: "the operation is slower than it may be",
                    found: "\(percentile.milliseconds) ms of \(times.count) answers",
                    expected: "\(budget.milliseconds) ms", place: operation.place, location: "time",
                    evidence: .exchanges([slow]))
            ])
        }
    }
}

extension Duration {
    /// Rounded.
    var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
