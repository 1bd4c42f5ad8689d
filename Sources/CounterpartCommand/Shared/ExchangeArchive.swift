// The exchanges of a run, for a report in HAR.

import VerificationReports
import JSONValues
import Archives
import Foundation
import Synchronization
import Verification

/// Collects the exchanges of a run.
final class ExchangeArchive: Sendable {
    private let archive: Mutex<RunArchive>

    init(origin: String) { archive = Mutex(RunArchive(origin: origin)) }

    func add(_ answer: Report.Answered) {
        archive.withLock { $0.add(answer, started: Self.start(of: answer.exchange)) }
    }

    func add(_ exchange: Exchange, of name: String) {
        archive.withLock { $0.add(exchange, of: name, started: Self.start(of: exchange)) }
    }

    private static func start(of exchange: Exchange) -> String {
        Date().addingTimeInterval(-(exchange.elapsed / .seconds(1))).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    func text(of record: RunRecord) -> String {
        archive.withLock { $0.json(of: record) }.serialized(.pretty) + "\n"
    }

    /// The recording as the text of a HAR file.
    func text(of report: Report) -> String {
        archive.withLock { $0.json(of: report) }.serialized(.pretty) + "\n"
    }
}
