// A run as a person reads it in a terminal: the heaviest causes, and how to see the rest.

import HTTPExchange

extension RunRecord {
    /// What a piece of the text is, for those who print in colour.
    package enum Emphasis: Sendable {
        case failure, success, warning, aside
    }

    /// How much is shown.
    package struct Detail: Sendable {
        /// All findings of all causes, rather than the ten heaviest causes with one each.
        package var isExpanded = false
        /// The causes of notes too.
        package var showsNotes = false

        package init(isExpanded: Bool = false, showsNotes: Bool = false) {
            self.isExpanded = isExpanded
            self.showsNotes = showsNotes
        }
    }

    private static let mostCauses = 10
    private static let mostNames = 8

    /// The causes, each with what reproduces it, and a summary at the end.
    package func text(
        _ detail: Detail = Detail(), emphasise: (Emphasis, String) -> String = { $1 }
    ) -> String {
        let end = summary(emphasise)
        if verdict == .couldNotRun { return end.withoutControls + "\n" }
        let shown = newCauses.filter { $0.degree != .note || detail.showsNotes || failOn == .note }
        let listed = detail.isExpanded ? shown : Array(shown.prefix(RunRecord.mostCauses))
        var blocks = unreached.isEmpty ? [] : [unreachedBlock(detail, emphasise)]
        for cause in listed {
            let findings = detail.isExpanded ? cause.findings : [cause.shown]
            blocks += findings.map { block($0, of: cause, isAlone: detail.isExpanded, emphasise) }
        }
        if shown.count > listed.count {
            blocks.append("\(shown.count - listed.count) lighter causes are not shown: --expand shows all.")
        }
        return (blocks + [end]).joined(separator: "\n\n") + "\n"
    }

    /// What the rest says little of, first.
    private func unreachedBlock(_ detail: Detail, _ emphasise: (Emphasis, String) -> String) -> String {
        let listed = detail.isExpanded ? unreached : Array(unreached.prefix(RunRecord.mostNames))
        var lines = [
            emphasise(.warning, "! never a success") + "  \(RunRecord.count(unreached.count, "operation")) answered no "
                + "request that keeps to the contract with success: little is known of "
                + (unreached.count == 1 ? "it" : "them")
        ]
        for row in listed {
            let said = row.said.isEmpty ? "" : ": \(row.said)"
            lines.append(
                "  \(row.operation), \(RunRecord.count(row.tried, "request")), \(row.answers)\(said)".withoutControls)
            if detail.isExpanded { lines.append("    " + emphasise(.aside, row.reproduce.withoutControls)) }
        }
        if unreached.count > listed.count {
            lines.append("  and \(unreached.count - listed.count) more: --expand shows all")
        }
        return lines.joined(separator: "\n")
    }

    private func block(
        _ finding: FindingRecord, of cause: CauseRecord, isAlone: Bool, _ emphasise: (Emphasis, String) -> String
    ) -> String {
        var rows = [("where", finding.location), ("found", finding.found), ("expected", finding.expected)]
        if let place = finding.place {
            rows.append(("contract", "\(place.file):\(place.line):\(place.column)  \(place.pointer)"))
        }
        for (index, exchange) in finding.exchanges.enumerated() where exchange.status != nil {
            rows.append((index == 0 ? "exchange" : "then", exchange.line))
        }
        for (index, line) in finding.reproduce.split(separator: "\n").enumerated() {
            rows.append((index == 0 ? "reproduce" : "", String(line)))
        }
        if let recurrence = finding.recurrence { rows.append(("again", recurrence.clause)) }
        var title = "\(finding.operation), \(finding.name)"
        var message = finding.message
        var again = finding.times > 1 ? "  (\(finding.times) times, the first is shown)" : ""
        if cause.findings.count > 1, !isAlone {
            title = cause.headline
            message = "\(finding.operation), \(finding.name): \(finding.message)"
            again = cause.times > 1 ? "  (\(cause.times) times, the smallest is shown)" : ""
            let others = cause.operations.filter { $0 != finding.operation }
            let telling = cause.tellingOthers
            for other in telling.prefix(RunRecord.mostNames) {
                rows.append(("also", "\(other.operation), \(other.name)"))
                rows += other.reproduce.split(separator: "\n").map { ("", String($0)) }
            }
            let rest = others.dropFirst(min(telling.count, RunRecord.mostNames))
            if !rest.isEmpty { rows.append(("also", RunRecord.names(Array(rest)))) }
        }
        let lines = rows.map { name, value in
            "  " + emphasise(.aside, name + String(repeating: " ", count: 9 - name.count)) + "  "
                + value.withoutControls
        }
        let mark = emphasise(finding.degree.emphasis, "\(finding.degree.mark) \(finding.check)")
        let heading = "\(mark)  \(title.withoutControls)\(again.isEmpty ? "" : emphasise(.aside, again))"
        return ([heading, "  \(message.withoutControls)"] + lines).joined(separator: "\n")
    }

    private static func names(_ names: [String]) -> String {
        let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return names.prefix(mostNames).joined(separator: ", ") + more
    }

    // MARK: The end

    private func summary(_ emphasise: (Emphasis, String) -> String) -> String {
        let done =
            "\(RunRecord.count(answered, "exchange")) of \(RunRecord.count(operationsAnswered, "operation")) "
            + "with \(backend)"
        let missing = leftOut.map { "\n\($0)" }.joined()
        let isCut = verdict != .couldNotRun && stopped != nil
        let notes = newCauses.filter { $0.degree == .note }
        var end = unsaidWarnings.map { "\n" + emphasise(.warning, "Warning:") + " \($0)" }.joined() + missing
        if !notes.isEmpty, failOn != .note {
            end += "\nNotes: \(RunRecord.count(notes.count, "cause")), which --notes shows."
        }
        if isCut, let stopped {
            end += "\nStopped early: \(stopped.message)" + (stopped.remedy.map { ". \($0)" } ?? "")
        }
        switch verdict {
        case .conformant where sent == 0:
            return "Nothing was sent: none of the contract's operations is this machine's.\(end)"
        case .conformant:
            let others = countedCauses.isEmpty ? "" : ", " + emphasise(.warning, countedCauses)
            return emphasise(.success, "✓ conformant") + "\(others)  \(done)\(end)"
        case .findings:
            return emphasise(.failure, "✗ \(countedCauses)") + "  \(done)\(end)"
        case .couldNotRun:
            let title = answered == 0 ? "✗ could not run" : "✗ nothing verified"
            let reason = stopped.map { "  \($0.message)" + ($0.remedy.map { ". \($0)" } ?? "") } ?? ""
            return emphasise(.failure, title) + reason + missing
        }
    }

    /// What was not run, the same reasons together.
    private var leftOut: [String] {
        var reasons: [(reason: String, what: [String])] = []
        for row in notRun {
            if let index = reasons.firstIndex(where: { $0.reason == row.reason }) {
                reasons[index].what.append(row.what)
            } else {
                reasons.append((row.reason, [row.what]))
            }
        }
        return reasons.map { "Not run: \(RunRecord.names($0.what)), because \($0.reason)" }
    }

    private var operationsAnswered: Int { Set(phases.flatMap { $0.operations.map(\.operation) }).count }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}

extension Degree {
    fileprivate var mark: String {
        switch self {
        case .violation: "✗"
        case .suspicion: "?"
        case .note: "·"
        }
    }

    fileprivate var emphasis: RunRecord.Emphasis {
        switch self {
        case .violation: .failure
        case .suspicion: .warning
        case .note: .aside
        }
    }
}

extension ExchangeRecord {
    /// `GET /api/shop/find_products?user_id=1 → 200 application/json, 312 bytes, 4 ms`
    fileprivate var line: String {
        let type = responseFields.first { $0.name.lowercased() == "content-type" }.map { " \($0.value)," } ?? ""
        return "\(method) \(target) → \(status ?? 0)\(type) \(responseBody?.size ?? 0) bytes, "
            + "\(GivenNumber.whole(milliseconds)) ms"
    }
}

extension BodyRecord {
    fileprivate var size: Int { (isBase64 ? text.utf8.count / 4 * 3 : text.utf8.count) + cut }
}

extension String {
    /// What a backend says cannot move a terminal's cursor, nor change its colours.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isControl ? "\u{FFFD}" : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { (value < 0x20 && self != "\n" && self != "\t") || (0x7F..<0xA0).contains(value) }
}
