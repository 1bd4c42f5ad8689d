// How long each operation took in earlier runs: what a run leaves for the next, which deals its work out by it.

package import JSONValues
import ReportPages

/// `{"counterpartTimings": 1, "operations": {"listPets": {"seconds": 1.25, "requests": 40}}}`, by the operations' ids.
package struct OperationTimings: Hashable, Sendable {
    /// What one operation took.
    package struct Entry: Hashable, Sendable {
        /// Requests, answered or not.
        package var requests: Int
        /// Of the run's time, with what it took to make and judge the requests.
        package var seconds: Double

        package init(requests: Int, seconds: Double) {
            self.requests = requests
            self.seconds = seconds
        }
    }

    /// By the operation's id.
    package private(set) var entries: [String: Entry] = [:]

    package init() {}

    /// - Throws: where it is no file of timings.
    package init(_ json: JSON) throws(RunRecord.Invalid) {
        guard json["counterpartTimings"]?.number?.int64 == 1, let rows = json["operations"]?.object else {
            throw RunRecord.Invalid(
                description:
                    "these are no timings of operations: remove the file, and let a run with --timings write it anew")
        }
        for (operation, row) in rows {
            guard let seconds = row["seconds"]?.number?.double, (0...Self.longest).contains(seconds),
                let requests = row["requests"]?.number?.int64, (0...(1 << 40)).contains(requests)
            else {
                throw RunRecord.Invalid(
                    description:
                        "'\(operation)' has no number of seconds and of requests: remove the file, and let a run with --timings write it anew"
                )
            }
            entries[operation] = Entry(requests: Int(requests), seconds: seconds)
        }
    }

    package var json: JSON {
        [
            "counterpartTimings": 1,
            "operations": .object(
                JSONObject(
                    entries.sorted { $0.key < $1.key }.map { operation, entry in
                        (
                            operation,
                            [
                                "seconds": .number(JSONNumber(thousandths: entry.seconds)),
                                "requests": .number(JSONNumber(entry.requests)),
                            ]
                        )
                    })),
        ]
    }

    /// What the run has asked takes the place of what was known; what the contract has no more is forgotten. A run that could not be, or was
    /// called off, teaches nothing.
    package mutating func update(from record: RunRecord) {
        guard record.verdict != .couldNotRun, record.stopped?.kind != "cancelled" else { return }
        let operations = Set(record.operations.map(\.id))
        entries = entries.filter { operations.contains($0.key) }
        for timing in record.timings {
            entries[timing.operation] = Entry(requests: timing.requests, seconds: min(timing.seconds, Self.longest))
        }
    }

    /// A year.
    private static let longest = 31_536_000.0
}

extension RunRecord {
    /// What an operation took of the run's time.
    package struct OperationTiming: Hashable, Sendable {
        /// The operation's id.
        package let operation: String
        /// Requests, answered or not.
        package var requests: Int
        /// From the end of the exchange before to the end of its own, added up.
        package var seconds: Double

        package init(operation: String, requests: Int, seconds: Double) {
            self.operation = operation
            self.requests = requests
            self.seconds = seconds
        }
    }
}
