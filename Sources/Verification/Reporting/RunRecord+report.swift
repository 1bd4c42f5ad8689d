// From a run to its record: texts without secrets, bodies of a bearable length.

import ClientIdentities
package import VerificationReports
import ReportPages
import JSONValues
package import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes

extension Report {
    /// The run as a person reads it.
    package func text(backend: BackendURL) -> String { record(backend: backend).text() }

    /// The record of the run.
    package func record(backend: BackendURL) -> RunRecord {
        var told = RunRecord(
            verdict: recordedVerdict, backend: masked("\(backend)"), title: contract.title,
            version: contract.apiVersion, sent: sent, answered: answered, seed: options.seed,
            shard: options.shard?.description, stopped: stopped, warnings: warnings.map { masked($0) },
            notRun: leftOut.map { RunRecord.NotRun(what: masked($0.what), reason: masked($0.reason)) },
            operations: contract.operations.map {
                RunRecord.OperationName(id: $0.id, title: $0.title, place: RunRecord.PlaceRecord($0.place))
            },
            phases: tallies.map { phase, operations in
                RunRecord.PhaseTally(
                    phase: phase,
                    operations: contract.operations.compactMap { operation in
                        operations[operation.index].map {
                            RunRecord.OperationTally(
                                operation: operation.id, cases: $0.cases, seconds: $0.elapsed / .seconds(1))
                        }
                    })
            },
            findings: findings.map { record($0, origin: backend.origin) }, coverage: coverage, mended: [],
            failOn: options.failOn, unreached: unreached(origin: backend.origin))
        told.latencies = contract.operations.compactMap { operation in
            LatencySummary((times[operation.index] ?? []).map { $0 / .milliseconds(1) }).map {
                RunRecord.OperationLatency(operation: operation.id, times: $0)
            }
        }
        told.division = division?.digest
        told.timings = contract.operations.compactMap { operation in
            spent[operation.index].map {
                RunRecord.OperationTiming(
                    operation: operation.id, requests: $0.requests, seconds: $0.time / .seconds(1))
            }
        }
        return told
    }

    private var recordedVerdict: RunRecord.Verdict {
        switch verdict {
        case .conformant: .conformant
        case .findings: .findings
        case .couldNotRun: .couldNotRun
        }
    }

    /// Why the run ended early, or says nothing.
    var stopped: RunRecord.Stopped? {
        if let obstacle { return stopped(obstacle) }
        return switch ended {
        case nil: nil
        case .noResponse(let failure)?: stopped(Obstacle(failure))
        case .some(let end): RunRecord.Stopped(kind: end.name, message: "\(end)", remedy: nil)
        }
    }

    private func stopped(_ obstacle: Obstacle) -> RunRecord.Stopped {
        RunRecord.Stopped(kind: obstacle.kind, message: masked(obstacle.message), remedy: masked(obstacle.remedy))
    }

    /// With what the contract says to be secret.
    var redactionRules: RedactionRules {
        var rules = RedactionRules()
        rules.add(from: contract)
        return rules
    }

    private func record(_ counted: CountedFinding, origin: String) -> FindingRecord {
        var record = self.plainRecord(counted, origin: origin)
        record.recurrence = counted.recurrence
        return record
    }

    private func plainRecord(_ counted: CountedFinding, origin: String) -> FindingRecord {
        let finding = counted.finding
        let cause = finding.cause(in: contract)
        var redactor = Redactor(redactionRules)
        let exchanges: [ExchangeRecord]
        var status: Int?
        switch finding.evidence {
        case .exchanges(let all):
            exchanges = all.map { ExchangeRecord($0.request, $0.response, $0.elapsed, $0.identity, &redactor, masked) }
            status = all.last?.response.status
        case .noResponse(let request, _): exchanges = [ExchangeRecord(request, nil, .zero, .own, &redactor, masked)]
        }
        return FindingRecord(
            id: masked(finding.id), check: finding.check.rawValue, degree: finding.degree,
            cause: masked(cause.id), causeTitle: masked(cause.title), phase: counted.phase?.rawValue,
            operation: finding.operation.id, name: masked(finding.name), location: masked(finding.location),
            message: masked(finding.message), found: masked(finding.found), expected: masked(finding.expected),
            times: counted.count, place: finding.place.map { RunRecord.PlaceRecord($0) },
            method: finding.evidence.request?.method.rawValue,
            target: finding.evidence.request.map { masked($0.target) },
            status: status, reproduce: maskedScript(finding.script(origin: origin)), exchanges: exchanges,
            isAccepted: false)
    }

}

extension ExchangeRecord {
    /// - Parameter masked: takes out what the redactor cannot know to be secret.
    init(
        _ request: Request, _ response: Response?, _ elapsed: Duration, _ identity: IdentityChoice,
        _ redactor: inout Redactor, _ masked: (String) -> String
    ) {
        let entry = redactor.redact(
            HAR.Entry(started: "", origin: "", request: request, response: response ?? Response(status: 599)))
        func fields(_ pairs: [HAR.Pair]) -> [ExchangeRecord.Field] {
            pairs.map { ExchangeRecord.Field(name: $0.name, value: masked($0.value)) }
        }
        self.init(
            method: request.method.rawValue, target: masked(entry.request.url),
            requestFields: fields(entry.request.headers),
            requestBody: entry.request.body?.bytes.flatMap { BodyRecord($0, limit: 1 << 20, masked) },
            status: response?.status,
            responseFields: response == nil ? [] : fields(entry.response.headers),
            responseBody: response == nil
                ? nil : entry.response.body.bytes.flatMap { BodyRecord($0, limit: 1 << 14, masked) },
            milliseconds: elapsed / .milliseconds(1), identity: identity)
    }
}

extension RunRecord.PlaceRecord {
    init(_ place: Place) {
        self.init(file: place.file, line: place.line, column: place.column, pointer: "\(place.pointer)")
    }
}

extension BodyRecord {
    /// Nil for an empty body. What is longer than the limit is cut: a report is to be opened in a browser.
    fileprivate init?(_ bytes: [UInt8], limit: Int, _ masked: (String) -> String) {
        guard !bytes.isEmpty else { return nil }
        var kept = bytes.prefix(limit)
        // Not in the middle of a character.
        while bytes.count > limit, let last = kept.last, last & 0xC0 == 0x80 { kept = kept.dropLast() }
        if bytes.count > limit, let last = kept.last, last >= 0xC0 { kept = kept.dropLast() }
        if let text = String(validating: kept, as: UTF8.self) {
            self.init(text: masked(text), isBase64: false, cut: bytes.count - kept.count)
        } else {
            self.init(text: Base64.standard.encode(Array(kept)), isBase64: true, cut: bytes.count - kept.count)
        }
    }
}
