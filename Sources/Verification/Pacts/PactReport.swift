// What came of each interaction of some pacts, as the record that all reports are written from.

package import VerificationReports
import Archives
import HTTPTypes
package import HTTPExchange
import JSONValues
import Pact
import SourceDocuments

/// The results of verifying pacts, or how far it has come.
package struct PactReport: Sendable {
    enum Outcome: Sendable {
        case answered(Exchange, [Mismatch])
        case noResponse(Request, NoResponse)
        case stateFailed(PactVerifier.StateFailure)
    }

    struct Result: Sendable {
        let outcome: Outcome
        let elapsed: Duration
    }

    enum End: Sendable {
        case cancelled
        case noResponse(NoResponse)
    }

    private struct Row: Sendable {
        let id: String
        let interaction: Interaction
        let result: Result
    }

    private let pacts: [Pact]
    private let options: PactVerifier.Options
    private let setsStates: Bool
    private var rows: [Row] = []
    private var end: End?

    init(pacts: [Pact], options: PactVerifier.Options, setsStates: Bool) {
        self.pacts = pacts
        self.options = options
        self.setsStates = setsStates
    }

    /// Requests that were answered.
    package var answered: Int {
        rows.count { if case .answered = $0.result.outcome { true } else { false } }
    }

    mutating func add(_ result: Result, of interaction: Interaction, in pact: Pact) {
        rows.append(Row(id: id(of: interaction, in: pact), interaction: interaction, result: result))
    }

    func stopped(as end: End) -> PactReport {
        var report = self
        report.end = end
        return report
    }

    /// The interaction's title, with its consumer's name where there are several.
    private func id(of interaction: Interaction, in pact: Pact) -> String {
        pacts.count > 1 ? "\(pact.consumer): \(interaction.title)" : interaction.title
    }

    /// The record of the run.
    package func record(backend: BackendURL) -> RunRecord {
        let findings = rows.flatMap { self.findings(of: $0, origin: backend.origin) }
        let named = pacts.flatMap { pact in
            pact.interactions.map { (id: self.id(of: $0, in: pact), interaction: $0) }
        }
        let run = Set(rows.map { $0.id })
        let failed = Set(findings.filter { $0.degree <= options.failOn }.map(\.operation))
        var warnings: [String] = []
        let states = named.count { !$0.interaction.states.isEmpty }
        if states > 0, !setsStates {
            warnings.append(
                "\(states) of \(named.count) interactions name states of the provider, and nothing sets them up: "
                    + "give --provider-states or --provider-states-command.")
        }
        let isWithoutAnswer = answered == 0
        return RunRecord(
            verdict: isWithoutAnswer ? .couldNotRun : failed.isEmpty ? .conformant : .findings, backend: "\(backend)",
            title: pacts.map { "\($0.consumer) → \($0.provider)" }.joined(separator: ", "), version: "",
            sent: rows.count { if case .stateFailed = $0.result.outcome { false } else { true } }, answered: answered,
            seed: options.seed, shard: nil, stopped: stopped, warnings: warnings, notRun: [],
            operations: named.map { row in
                RunRecord.OperationName(
                    id: row.id, title: "\(row.interaction.request.method) \(row.interaction.request.path)",
                    place: RunRecord.PlaceRecord(row.interaction.place))
            },
            phases: [
                RunRecord.PhaseTally(
                    phase: "pact",
                    operations: rows.map {
                        RunRecord.OperationTally(
                            operation: $0.id, cases: 1, seconds: $0.result.elapsed / .seconds(1))
                    })
            ],
            findings: findings,
            coverage: Coverage(
                named.map { row in
                    let isFailed = failed.contains(row.id)
                    let outcome: Coverage.Outcome =
                        run.contains(row.id) ? isFailed ? .failed : .passed : .notReached("the run has ended before")
                    return Coverage.Point(.operation, row.id, "", outcome)
                }),
            mended: [], failOn: options.failOn)
    }

    private var stopped: RunRecord.Stopped? {
        switch end {
        case .noResponse(let failure)?:
            return RunRecord.Stopped(kind: failure.kind.rawValue, message: failure.message, remedy: failure.remedy)
        case .cancelled?: return RunRecord.Stopped(kind: "cancelled", message: "The run was cancelled", remedy: nil)
        case nil where answered == 0:
            return RunRecord.Stopped(
                kind: "nothing-sent", message: "No interaction was answered\(firstFailure.map { ": \($0)" } ?? "")",
                remedy: "Look at what sets up the provider's states.")
        case nil: return nil
        }
    }

    /// Why the first state could not be set up.
    private var firstFailure: String? {
        for row in rows {
            guard case .stateFailed(let failure) = row.result.outcome else { continue }
            return failure.message
        }
        return nil
    }
}

// MARK: - Findings

extension PactReport {
    private func findings(of row: Row, origin: String) -> [FindingRecord] {
        switch row.result.outcome {
        case .answered(let exchange, let mismatches):
            // An answer of another status is another answer: what else it lacks follows from that.
            let ofStatus = mismatches.filter { $0.part == .status }
            return (ofStatus.isEmpty ? mismatches : ofStatus).map { mismatch in
                let check = mismatch.check
                return finding(
                    check, row, mismatch.message, found: mismatch.found, expected: mismatch.expected,
                    location: "\(mismatch.part)", degree: mismatch.isCertain ? .violation : .suspicion,
                    place: row.interaction.place(of: mismatch.part), exchange, origin: origin)
            }
        case .noResponse(let request, let failure):
            return [
                finding(
                    .noResponse, row, failure.message, found: failure.kind.rawValue, expected: "a response",
                    location: "status", degree: .violation, place: row.interaction.place, nil, request: request,
                    origin: origin)
            ]
        case .stateFailed(let failure):
            return [
                finding(
                    .providerState, row, failure.message, found: "no such state",
                    expected: row.interaction.states.map(\.name).joined(separator: ", "), location: "provider state",
                    degree: .violation, place: row.interaction.place, nil, origin: origin)
            ]
        }
    }

    private func finding(
        _ check: Check, _ row: Row, _ message: String, found: String, expected: String, location: String,
        degree: Degree, place: Place, _ exchange: Exchange?, request: Request? = nil, origin: String
    ) -> FindingRecord {
        var redactor = Redactor(RedactionRules())
        let asked = exchange?.request ?? request
        let record = asked.map {
            ExchangeRecord($0, exchange?.response, exchange?.elapsed ?? .zero, .own, &redactor) { $0 }
        }
        let degree = row.interaction.isPending ? .note : degree
        return FindingRecord(
            id: "\(check.rawValue):\(row.id):\(location)", check: check.rawValue, degree: degree,
            cause: "\(check.rawValue):\(location):\(message)", causeTitle: "\(location): \(message)", phase: "pact",
            operation: row.id, name: "\(row.interaction.request.method) \(row.interaction.request.path)",
            location: location,
            message: row.interaction.isPending ? "\(message) (the interaction is pending)" : message,
            found: found, expected: expected, times: 1, place: RunRecord.PlaceRecord(place),
            method: asked?.method.rawValue, target: record?.target, status: exchange?.response.status,
            reproduce: asked.map { $0.curl(origin: origin) } ?? "", exchanges: record.map { [$0] } ?? [],
            isAccepted: false)
    }

}

extension Mismatch {
    /// The check that finds the same in an answer to a contract's case.
    fileprivate var check: Check {
        switch part {
        case .status: .unexpectedStatus
        case .header(let name) where name.lowercased() == "content-type": .contentType
        case .header: found == "nothing" ? .missingHeader : .invalidHeader
        case .method, .path, .query, .body: .bodyShape
        }
    }
}

extension Interaction {
    /// Where the pact says what a part of the answer must be.
    fileprivate func place(of part: Mismatch.Part) -> Place {
        var located = Located(
            json: place.source.root[pointer: place.pointer] ?? .null, source: place.source, pointer: place.pointer)
        func enter(_ name: String) {
            if let member = located[name] { located = member }
        }
        enter("response")
        switch part {
        case .status: enter("status")
        case .header(let name):
            enter("headers")
            enter(name)
        case .body(let path):
            enter("body")
            if located["content"] != nil, located["contentType"] != nil { enter("content") }
            for token in RulePath(path)?.tokens ?? [] {
                switch token {
                case .name(let name): enter(name)
                case .index(let index):
                    if let element = located.elements.dropFirst(index).first { located = element }
                case .any, .anyIndex: break
                }
            }
        case .method, .path, .query: break
        }
        return located.place
    }
}
