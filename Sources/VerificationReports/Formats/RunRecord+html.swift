// One page that needs nothing else: totals, findings by their causes, coverage as a grid, and how long answers took.

import HTTPExchange
import ReportPages

extension RunRecord {
    /// One page that loads nothing from elsewhere.
    package var html: String {
        ReportPage(
            title: "\(title) \(version)", verdict: (headline, tone), summary: summary, notes: notes,
            [totals, unreachedSection, findingsSection, coverageSection, timesSection]
        ).text
    }

    private var headline: String {
        switch verdict {
        case .conformant: countedCauses.isEmpty ? "Conformant" : "Conformant, \(countedCauses)"
        case .findings: countedCauses
        case .couldNotRun: "Could not run"
        }
    }

    private var tone: ReportPage.Tone {
        switch verdict {
        case .conformant: .good
        case .findings, .couldNotRun: .bad
        }
    }

    private var summary: String {
        let part = shard.map { ", shard \($0)" } ?? ""
        return "\(answered) exchanges with \(backend), seed \(seed)\(part). Coverage \(coverage.percentText)."
    }

    private var notes: [String] {
        var rows = unsaidWarnings.map { "Warning: \($0)" }
        if let stopped { rows.append("\(stopped.heading): \(stopped.sentences)") }
        rows += notRun.map { "Not run: \($0.what), because \($0.reason)." }
        return rows + mended.map { "Mended since the baseline: \($0)" }
    }

    private var totals: ReportPage.Part {
        let operations = coverage.count(.operation)
        let degrees: [(Degree, String, ReportPage.Tone)] = [
            (.violation, "violations", .bad), (.suspicion, "suspicions", .warn), (.note, "notes", .plain),
        ]
        let counted = degrees.map { degree, name, tone in
            let count = causes.count { $0.degree == degree && !$0.isAccepted }
            return ("\(count)", name, count == 0 ? ReportPage.Tone.plain : tone)
        }
        let accepted = causes.count(where: \.isAccepted)
        return .tiles(
            [("\(answered)", sent == answered ? "exchanges" : "answers to \(sent) requests", .plain)] + counted
                + (accepted > 0 ? [("\(accepted)", "accepted", .plain)] : [])
                + [
                    (coverage.percentText, "of the contract reached", .plain),
                    ("\(operations.reached) of \(operations.reachable)", "operations", .plain),
                ])
    }

    /// What the rest says little of, first.
    private var unreachedSection: ReportPage.Part {
        guard !unreached.isEmpty else { return .none }
        let lead = "These have answered no request that keeps to the contract with success: little is known of them."
        return .section(
            "Never a success", id: "unreached",
            [.text(lead)]
                + unreached.map { row in
                    .details(
                        kind: nil, marks: [], title: row.operation,
                        line: "\(row.answers)\(row.said.isEmpty ? "" : ": \(row.said)")", [.script(row.reproduce)])
                })
    }

    // MARK: Findings

    private var findingsSection: ReportPage.Part {
        guard !findings.isEmpty else { return .none }
        return .section(
            "Findings", id: "findings",
            [.filter("Check", kinds: Set(findings.map(\.check)).sorted())] + causes.map { card($0) })
    }

    /// How many of a cause's findings are listed beneath the one that is shown.
    private static let mostOthers = 100
    /// How many operations of a cause that does not say why are told with their exchanges.
    private static let mostTold = 20

    private func card(_ cause: CauseRecord) -> ReportPage.Part {
        let finding = cause.shown
        var rows = [("where", finding.location), ("found", finding.found), ("expected", finding.expected)]
        if let place = finding.place {
            rows.append(("contract", "\(place.file):\(place.line):\(place.column)  \(place.pointer)"))
        }
        rows.append(("id", finding.id))
        rows.append(("cause", cause.id))
        if let recurrence = finding.recurrence { rows.append(("again", recurrence.clause)) }
        if cause.times > 1 { rows.append(("seen", "\(cause.times) times, the smallest is shown")) }
        let tone: ReportPage.Tone =
            switch cause.degree {
            case .violation: .bad
            case .suspicion: .warn
            case .note: .plain
            }
        let marks =
            [(cause.degree.rawValue, tone), (finding.check, .plain)] + (cause.isAccepted ? [("accepted", .warn)] : [])
        return .details(
            kind: finding.check, marks: marks, title: heading(cause), line: finding.message,
            [.facts(rows)] + finding.exchanges.map { exchange($0) }
                + [.heading("Reproduce"), .script(finding.reproduce)]
                + cause.tellingOthers.prefix(RunRecord.mostTold).flatMap { other in
                    [.heading("\(other.operation), \(other.name)")] + other.exchanges.map { exchange($0) }
                        + [.script(other.reproduce)]
                } + [others(of: cause)])
    }

    private func heading(_ cause: CauseRecord) -> String {
        cause.findings.count > 1 ? cause.headline : "\(cause.shown.operation), \(cause.shown.name)"
    }

    /// The other findings of a cause, a line each.
    private func others(of cause: CauseRecord) -> ReportPage.Part {
        guard cause.findings.count > 1 else { return .none }
        var rows = cause.findings.dropFirst().prefix(RunRecord.mostOthers).map { finding in
            (text: "\(finding.id): \(finding.method ?? "") \(finding.target ?? "")", note: finding.found, kind: "")
        }
        let more = cause.findings.count - 1 - rows.count
        if more > 0 { rows.append((text: "and \(more) more", note: "", kind: "")) }
        return ReportPage.Part([.heading("Also"), .list(rows)])
    }

    private func exchange(_ exchange: ExchangeRecord) -> ReportPage.Part {
        let answer: (String, String) =
            exchange.status.map {
                (
                    "\($0), \(GivenNumber.whole(exchange.milliseconds)) ms",
                    message(exchange.responseFields, exchange.responseBody)
                )
            } ?? ("no response", "")
        return .sides([
            ("\(exchange.method) \(exchange.target)", message(exchange.requestFields, exchange.requestBody)), answer,
        ])
    }

    private func message(_ fields: [ExchangeRecord.Field], _ body: BodyRecord?) -> String {
        var text = fields.map { "\($0.name): \($0.value)\n" }.joined()
        guard let body else { return text }
        text += "\n" + (body.isBase64 ? "base64 " : "") + body.text
        return body.cut > 0 ? text + "\n… \(body.cut) bytes more" : text
    }

    // MARK: Coverage

    private var coverageSection: ReportPage.Part {
        guard !coverage.points.isEmpty else { return .none }
        let kinds = Coverage.Kind.allCases.map { kind in
            let count = coverage.count(kind)
            return (
                "\(count.reached) of \(count.reachable)", "\(kind.rawValue) points",
                count.reached == count.reachable ? ReportPage.Tone.good : .warn
            )
        }
        return .section(
            "What was reached", id: "coverage",
            [.tiles(kinds), statusGrid, .gaps] + operations.map { operation in row(operation) })
    }

    /// Operations against the statuses that they declare.
    private var statusGrid: ReportPage.Part {
        let prefix = "response "
        let points = coverage.points.filter { $0.kind == .status && $0.what.hasPrefix(prefix) }
        guard !points.isEmpty else { return .none }
        let statuses = Set(points.map { String($0.what.dropFirst(prefix.count)) }).sorted()
        let rows = operations.map { operation in
            let own = points.filter { $0.operation == operation.id }
            let cells = statuses.map { status in
                own.first { $0.what == prefix + status }.map { point in
                    (
                        text: point.outcome.mark, tone: point.outcome.tone,
                        title: "\(operation.id), \(status): \(point.outcome.reason ?? point.outcome.name)"
                    )
                }
            }
            return (name: operation.id, cells: cells)
        }
        return ReportPage.Part([
            .heading("Operations and statuses"),
            .grid("Operations and statuses", columns: statuses, rows: rows),
            .text("✓ came and keeps to the contract, ✗ came and breaks it, ○ did not come, – cannot come."),
        ])
    }

    private func row(_ operation: OperationName) -> ReportPage.Part {
        let own = coverage.points.filter { $0.operation == operation.id }
        let count = Coverage(own).count()
        let items = own.map { point in
            (
                text: point.what.isEmpty ? "the operation" : point.what, note: point.outcome.reason ?? "",
                kind: point.outcome.name
            )
        }
        return .operation(
            operation.id, "\(operation.title): \(count.reached) of \(count.reachable)", [.list(items)])
    }

    // MARK: Times

    private var timesSection: ReportPage.Part {
        .section(
            "How long answers took", id: "times",
            [
                .times(
                    "How long answers took", rows: latencies.map { (name: $0.operation, times: $0.times) })
            ])
    }
}

extension Coverage.Outcome {
    fileprivate var mark: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .notReached: "○"
        case .unreachable: "–"
        }
    }

    fileprivate var tone: ReportPage.Tone {
        switch self {
        case .passed: .good
        case .failed: .bad
        case .notReached: .warn
        case .unreachable: .mild
        }
    }
}
