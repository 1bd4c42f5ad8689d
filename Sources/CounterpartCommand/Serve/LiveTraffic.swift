// The exchanges of `serve --mode verify`, kept for reports.

import Journals
import VerificationReports
import ArgumentParser
import Foundation
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import Archives
import HTTPTypes
import MockServing
import Mocking
import Recordings
import Synchronization
import Verification

extension ReportOptions {
    /// Collects exchanges for the reports; nil without `--report`. Throws if a report could not be written.
    func traffic(of mocks: [ServedMock], _ mode: ServeMode) throws -> LiveTraffic? {
        guard !isEmpty else { return nil }
        guard mode == .verify, let backend = mocks.compactMap(\.backend).first?.gateway.backend else {
            throw CommandFailure("--report goes with --mode verify.")
        }
        guard mocks.count == 1, let contract = mocks.first?.mock.contract else {
            throw CommandFailure("--report is of one contract: serve each with a counterpart of its own.")
        }
        try checkFolders()
        return LiveTraffic(contract, backend: backend)
    }

    func write(_ traffic: LiveTraffic) throws {
        let backend = traffic.backend
        let archive = try ExchangeArchive(origin: backend.origin)
        let report = traffic.report { archive.add($0) }
        let record = report.record(backend: backend)
        let output = rendered { record.rendered($0).map { .whole($0) } ?? archive.text(of: report) }
        try output.writeFiles()
        try output.print()
        if traffic.left > 0 {
            Terminal.error.write(
                "The reports are of the first \(traffic.kept) exchanges, \(traffic.left) more are not in them.\n")
        }
    }
}

/// Keeps exchanges up to a limit, and judges them at the end like recordings.
final class LiveTraffic: Sendable {
    private struct State {
        var entries: [HAR.Entry] = []
        var bytes = 0
        var left = 0
    }

    private static let capacity = (exchanges: 10_000, bytes: 64 << 20)

    private let contract: Contract
    let backend: BackendURL
    private let state = Mutex(State())

    init(_ contract: Contract, backend: BackendURL) {
        self.contract = contract
        self.backend = backend
    }

    var kept: Int { state.withLock { $0.entries.count } }
    /// The number of exchanges beyond the limit.
    var left: Int { state.withLock { $0.left } }

    func note(_ exchange: ServedExchange) {
        let (request, answer) = (exchange.request, exchange.answer)
        guard answer.decision == .forwarded, answer.unjudged.isEmpty else { return }
        var response = answer.response.response
        response.headers = HTTPFields(response.headers.filter { !$0.name.canonicalName.hasPrefix("counterpart-") })
        let size = 2_048 + request.body.count + response.body.count
        let isKept = state.withLock { state -> Bool in
            guard state.entries.count < Self.capacity.exchanges, state.bytes + size <= Self.capacity.bytes else {
                state.left += 1
                return false
            }
            state.bytes += size
            return true
        }
        guard isKept else { return }
        let recorded = RecordedExchange(
            started: WallClock.moment, origin: backend.origin, request: request,
            outcome: .response(MeasuredResponse(response, timings: ExchangeTimings(wait: exchange.delivered.elapsed))))
        let entry = recorded.entry(bodyLimit: Mock.judgedContent)
        state.withLock { $0.entries.append(entry) }
    }

    func report(observe: @escaping (Report.Answered) -> Void) -> Report {
        var har = HAR(creator: .init(name: "counterpart", version: Counterpart.configuration.version))
        har.entries = state.withLock { $0.entries }
        return RecordingJudge(contract: contract).run([Recording(name: "live", har)], observe: observe).report
    }
}
