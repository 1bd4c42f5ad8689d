// The exchanges of a run as a recording, for `--report har=FILE`: entry by entry, since a run may have more of them than memory holds.

package import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import SourceDocuments
package import OpenAPIContract

/// Makes an entry of each exchange, in the order in which they took place: a secret has one pseudonym wherever it stands after.
package struct RunArchive: Sendable {
    private var redactor: Redactor
    private let origin: String

    /// - Parameters:
    ///   - origin: `https://shop.example`, what the targets follow.
    ///   - contract: says what is secret besides what is called so.
    package init(origin: String, contract: Contract? = nil) {
        self.origin = origin
        var rules = RedactionRules()
        if let contract { rules.add(from: contract) }
        redactor = Redactor(rules)
    }

    /// An entry as one line, without the secrets that are known so far.
    /// - Parameter started: RFC 3339.
    package mutating func entry(of answer: Report.Answered, started: String) -> String {
        let line = entry(of: answer.exchange, "\(answer.operation.id), \(answer.name)", started: started)
        return line.maskingTexts(answer.secrets)
    }

    /// An entry as one line.
    /// - Parameters:
    ///   - name: what it was sent for.
    ///   - started: RFC 3339.
    package mutating func entry(of exchange: Exchange, _ name: String, started: String) -> String {
        let wait = JSONNumber(GivenNumber.whole(exchange.elapsed / .milliseconds(1)))
        var entry = HAR.Entry(
            started: started, origin: origin, request: exchange.request, response: exchange.response,
            timings: HAR.Timings(send: JSONNumber(0), wait: wait, receive: JSONNumber(0)))
        entry.time = wait
        entry.comment = name
        return redactor.redact(entry).json.serialized()
    }

    // MARK: The file

    /// Writes the recording of a run piece by piece, without the secrets that are known at its end.
    /// - Parameter entries: as ``entry(of:started:)`` has made them.
    package static func write(
        _ report: Report, _ entries: some Sequence<String>, to write: (String) throws -> Void
    ) rethrows {
        let comment = report.stopped.map { "\($0.heading.lowercased()): \($0.sentences)" }
        try RunArchive.write(
            comment: report.masked(comment ?? report.warnings.joined(separator: " ")),
            entries.lazy.map { $0.maskingTexts(report.secrets) }, to: write)
    }

    /// Writes the recording of a run that knows no contract piece by piece.
    package static func write(
        _ record: RunRecord, _ entries: some Sequence<String>, to write: (String) throws -> Void
    ) rethrows {
        try RunArchive.write(comment: record.warnings.joined(separator: " "), entries, to: write)
    }

    private static func write(
        comment: String, _ entries: some Sequence<String>, to write: (String) throws -> Void
    ) rethrows {
        let head = HAR(
            creator: HAR.Software(name: "counterpart verify", version: "1"), entries: [],
            comment: comment.isEmpty ? nil : comment)
        var log = head.json["log"]?.object ?? [:]
        log["entries"] = nil
        let members = JSON.object(log).serialized()
        try write("{\"log\": \(members.dropLast()), \"entries\": [")
        var isFirst = true
        for entry in entries {
            try write(isFirst ? "\n\(entry)" : ",\n\(entry)")
            isFirst = false
        }
        try write("\n]}}\n")
    }
}

extension String {
    /// JSON with each of the secrets made out in its texts.
    fileprivate func maskingTexts(_ secrets: [String]) -> String {
        guard secrets.contains(where: contains), let json = try? JSON(parsing: self) else { return self }
        return json.masking(secrets).serialized()
    }
}
