// Counters of a mock, in the text format of Prometheus.

import Journals
import MockRules
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import Synchronization

/// What all sessions have in common is counted here; what one session was asked is in its journal.
final class Metrics: Sendable {
    private struct Key: Hashable {
        /// Nil for requests that found none.
        let operation: String?
        /// Nil where nothing was answered.
        let status: Int?
        let decision: String
        /// The operation's place in its contract: found faster than by its id.
        let index: Int

        func hash(into hasher: inout Hasher) {
            hasher.combine(index)
            hasher.combine(status ?? 0)
        }
    }

    /// Counts one kind of answer without looking for it.
    final class Counter: Sendable {
        fileprivate let total = Atomic(0)

        func count() { total.add(1, ordering: .relaxed) }
    }

    private struct Counts {
        var answers: [Key: Int] = [:]
        var counters: [Key: Counter] = [:]
        var refused: [String?: Int] = [:]
        var breaking: [String?: Int] = [:]
        /// Of answers that are out, by the first bound that they kept; the last is for the others.
        var delivered = Array(repeating: 0, count: Metrics.bounds.count + 1)
        var time = Duration.zero
    }

    /// In milliseconds.
    private static let bounds = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000]

    private let counts = Mutex(Counts())

    /// For answers of an operation that break nothing.
    func counter(of operation: Operation, status: Int, _ decision: Decision) -> Counter {
        let key = Key(operation: operation.id, status: status, decision: decision.kind, index: operation.index)
        return counts.withLock { counts in
            let counter = counts.counters[key] ?? Counter()
            counts.counters[key] = counter
            return counter
        }
    }

    func count(_ answer: Answer) {
        let operation = answer.operation?.id
        let key = Key(
            operation: operation, status: answer.sentStatus, decision: answer.decision.kind,
            index: answer.operation?.index ?? -1)
        let isRefused = answer.requestViolations.contains { $0.severity == .violation }
        counts.withLock { counts in
            counts.answers[key, default: 0] += 1
            if isRefused { counts.refused[operation, default: 0] += 1 }
            if !answer.ownViolations.isEmpty { counts.breaking[operation, default: 0] += 1 }
        }
    }

    func count(_ delivered: Delivered) {
        let elapsed = delivered.elapsed
        // Nearly all are in the first.
        let bucket =
            elapsed <= .milliseconds(1)
            ? 0 : Metrics.bounds.firstIndex { elapsed <= .milliseconds($0) } ?? Metrics.bounds.count
        counts.withLock { counts in
            counts.delivered[bucket] += 1
            counts.time += elapsed
        }
    }

    /// [Version 0.0.4](https://prometheus.io/docs/instrumenting/exposition_formats/), with gauges of what there is at present.
    func text(gauges: [(name: String, help: String, value: Int)]) -> String {
        let counts = counts.withLock { $0 }
        // An id stays when the contract changes, and its place may not.
        var totals: [[String]: Int] = [:]
        let counted = counts.counters.map { ($0.key, $0.value.total.load(ordering: .relaxed)) }.filter { $0.1 > 0 }
        for (key, count) in counts.answers.map({ ($0.key, $0.value) }) + counted {
            totals[[key.operation ?? "", key.status.map { "\($0)" } ?? "none", key.decision], default: 0] += count
        }
        let answers = totals.map { labels, count in
            Metrics.line(
                "counterpart_requests_total", Array(zip(["operation", "status", "decision"], labels)), count)
        }
        func byOperation(_ metric: String, _ counts: [String?: Int]) -> [String] {
            counts.map { Metrics.line(metric, [("operation", $0.key ?? "")], $0.value) }
        }
        var text = Metrics.metric(
            "counterpart_requests_total", "counter", "Requests by operation, status and the kind of decision.", answers)
        text += Metrics.metric(
            "counterpart_request_violations_total", "counter", "Requests that broke the contract.",
            byOperation("counterpart_request_violations_total", counts.refused))
        text += Metrics.metric(
            "counterpart_answer_violations_total", "counter", "Answers that broke the contract, meant or not.",
            byOperation("counterpart_answer_violations_total", counts.breaking))
        text += Metrics.histogram(counts.delivered, sum: counts.time.seconds)
        for gauge in gauges {
            text += Metrics.metric(gauge.name, "gauge", gauge.help, [Metrics.line(gauge.name, [], gauge.value)])
        }
        return text
    }

    private static func metric(_ name: String, _ type: String, _ help: String, _ lines: [String]) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" + lines.sorted().joined()
    }

    private static func line(_ name: String, _ labels: [(String, String)], _ value: Int) -> String {
        let labels = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
        return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
    }

    private static func histogram(_ delivered: [Int], sum: Double) -> String {
        let name = "counterpart_answer_seconds"
        var total = 0
        var text =
            "# HELP \(name) From the last byte of a request to the last of its answer.\n# TYPE \(name) histogram\n"
        for (bound, count) in zip(bounds.map { "\(Double($0) / 1_000)" } + ["+Inf"], delivered) {
            total += count
            text += line("\(name)_bucket", [("le", bound)], total)
        }
        return text + "\(name)_sum \(sum)\n\(name)_count \(total)\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
