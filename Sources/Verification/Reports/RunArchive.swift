// The exchanges of a run as a recording, for `--report har=FILE`.

package import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract

/// Collects exchanges, and redacts them at the end: a secret is one text wherever it stands.
package struct RunArchive: Sendable {
    private var entries: [HAR.Entry] = []
    private let origin: String

    /// - Parameter origin: `https://shop.example`, what the targets follow.
    package init(origin: String) { self.origin = origin }

    /// - Parameter started: RFC 3339.
    package mutating func add(_ answer: Report.Answered, started: String) {
        let wait = JSONNumber(GivenNumber.whole(answer.exchange.elapsed / .milliseconds(1)))
        var entry = HAR.Entry(
            started: started, origin: origin, request: answer.exchange.request, response: answer.exchange.response,
            timings: HAR.Timings(send: JSONNumber(0), wait: wait, receive: JSONNumber(0)))
        entry.time = wait
        entry.comment = "\(answer.operation.id), \(answer.name)"
        entries.append(entry)
    }

    /// The recording without the secrets of the run.
    package func json(of report: Report) -> JSON {
        var redactor = Redactor(report.redactionRules)
        let har = HAR(
            creator: HAR.Software(name: "counterpart verify", version: "1"),
            entries: entries.map { redactor.redact($0) },
            comment: report.stopped.map { "\($0.heading.lowercased()): \($0.sentences)" }
                ?? (report.warnings.isEmpty ? nil : report.warnings.joined(separator: " ")))
        return report.masked(har.json)
    }
}
