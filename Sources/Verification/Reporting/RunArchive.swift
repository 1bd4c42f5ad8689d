// The exchanges of a run as a recording, for `--report har=FILE`.

package import VerificationReports
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
        add(answer.exchange, of: "\(answer.operation.id), \(answer.name)", started: started)
    }

    /// - Parameters:
    ///   - name: what it was sent for.
    ///   - started: RFC 3339.
    package mutating func add(_ exchange: Exchange, of name: String, started: String) {
        let wait = JSONNumber(GivenNumber.whole(exchange.elapsed / .milliseconds(1)))
        var entry = HAR.Entry(
            started: started, origin: origin, request: exchange.request, response: exchange.response,
            timings: HAR.Timings(send: JSONNumber(0), wait: wait, receive: JSONNumber(0)))
        entry.time = wait
        entry.comment = name
        entries.append(entry)
    }

    /// The recording of a run that knows no contract.
    package func json(of record: RunRecord) -> JSON {
        har(RedactionRules(), comment: record.warnings.isEmpty ? nil : record.warnings.joined(separator: " ")).json
    }

    /// The recording without the secrets of the run.
    package func json(of report: Report) -> JSON {
        let har = har(
            report.redactionRules,
            comment: report.stopped.map { "\($0.heading.lowercased()): \($0.sentences)" }
                ?? (report.warnings.isEmpty ? nil : report.warnings.joined(separator: " ")))
        return report.masked(har.json)
    }

    private func har(_ rules: RedactionRules, comment: String?) -> HAR {
        var redactor = Redactor(rules)
        return HAR(
            creator: HAR.Software(name: "counterpart verify", version: "1"),
            entries: entries.map { redactor.redact($0) }, comment: comment)
    }
}
