// JUnit XML, as CI servers read it: a suite for each phase, a case for each operation, and one for each finding.

import JSONValues
import HTTPExchange

extension RunRecord {
    /// Findings are failures. What a phase has not asked is skipped; a run that could not be is an error.
    package var junit: String {
        var suites =
            unreached.isEmpty ? [] : [Suite(name: "never a success", cases: unreached.map { unreachedCase($0) })]
        suites += phases.map { suite($0) }
        // What no phase has sent, such as recordings.
        let others = causes.filter { cause in !phases.contains { $0.phase == cause.shown.phase } }
        if !others.isEmpty {
            suites.append(Suite(name: "recordings", cases: others.map { failing($0, in: "recordings") }))
        }
        // Cases that passed before a run was cut short must not look like the whole of it.
        var cases: [Case] = []
        if verdict == .couldNotRun || suites.isEmpty || stopped != nil {
            let message = stopped?.sentences ?? "nothing was sent"
            let kind = verdict == .couldNotRun ? "error" : "skipped"
            cases.append(
                Case(
                    name: "verify", suite: "run", seconds: 0,
                    outcome: Outcome(kind: kind, type: stopped?.kind, message: message, text: message)))
        }
        cases += unsaidWarnings.map { warning in
            Case(
                name: "warning", suite: "run", seconds: 0,
                outcome: Outcome(kind: "skipped", type: nil, message: warning, text: warning))
        }
        if !cases.isEmpty { suites.append(Suite(name: "run", cases: cases)) }
        let all = suites.flatMap(\.cases)
        let head =
            "<testsuites name=\"\(xml(title))\" \(RunRecord.counts(all)) time=\"\(RunRecord.seconds(all))\">\n"
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + head + suites.map { text($0) }.joined()
            + "</testsuites>\n"
    }

    private struct Outcome {
        let kind: String
        let type: String?
        let message: String
        let text: String
    }

    private struct Case {
        let name: String
        let suite: String
        let seconds: Double
        var outcome: Outcome?
    }

    private struct Suite {
        let name: String
        let cases: [Case]
    }

    private func suite(_ tally: PhaseTally) -> Suite {
        let found = causes.filter { $0.shown.phase == tally.phase }
        let cases = operations.flatMap { operation -> [Case] in
            let own = found.filter { $0.shown.operation == operation.id }
            if !own.isEmpty { return own.map { failing($0, in: tally.phase) } }
            guard let sent = tally.operations.first(where: { $0.operation == operation.id }) else {
                return [
                    Case(
                        name: operation.id, suite: tally.phase, seconds: 0,
                        outcome: Outcome(
                            kind: "skipped", type: nil, message: "the phase had nothing to ask of it", text: ""))
                ]
            }
            return [Case(name: operation.id, suite: tally.phase, seconds: sent.seconds, outcome: nil)]
        }
        return Suite(name: tally.phase, cases: cases)
    }

    private func unreachedCase(_ row: Unreached) -> Case {
        Case(
            name: row.operation, suite: "never a success", seconds: 0,
            outcome: Outcome(kind: "skipped", type: nil, message: row.sentence, text: row.reproduce))
    }

    /// A cause that is accepted, or not heavy enough, is told, and does not fail.
    private func failing(_ cause: CauseRecord, in suite: String) -> Case {
        let finding = cause.shown
        var lines = [
            finding.message, "where: \(finding.location)", "found: \(finding.found)", "expected: \(finding.expected)",
        ]
        if let place = finding.place { lines.append("contract: \(place.file):\(place.line):\(place.column)") }
        lines.append(finding.reproduce)
        if let recurrence = finding.recurrence { lines.append("again: \(recurrence.clause)") }
        let others = cause.operations.filter { $0 != finding.operation }
        if !others.isEmpty { lines.append("also: \(others.joined(separator: ", "))") }
        lines += cause.tellingOthers.prefix(RunRecord.mostScripts).map(\.reproduce)
        let message = "\(finding.sentence) Found: \(finding.found). Expected: \(finding.expected)."
        let isFailure = !cause.isAccepted && cause.degree <= failOn
        let reason = cause.isAccepted ? "accepted by the baseline" : cause.degree.rawValue
        let name =
            others.isEmpty
            ? "\(finding.operation): \(finding.check), \(finding.location)"
            : "\(finding.check): \(cause.headline)"
        let seconds = (finding.exchanges.last?.milliseconds ?? 0) / 1_000
        return Case(
            name: name, suite: suite, seconds: seconds,
            outcome: Outcome(
                kind: isFailure ? "failure" : "skipped", type: isFailure ? finding.check : nil,
                message: isFailure ? message : "\(reason): \(message)", text: lines.joined(separator: "\n")))
    }

    // MARK: Text

    private func text(_ suite: Suite) -> String {
        let properties = [
            ("backend", backend), ("version", version), ("seed", String(seed)), ("shard", shard ?? ""),
        ].filter { !$0.1.isEmpty }
        return "  <testsuite name=\"\(xml(suite.name))\" \(RunRecord.counts(suite.cases)) "
            + "time=\"\(RunRecord.seconds(suite.cases))\">\n    <properties>\n"
            + properties.map { "      <property name=\"\($0)\" value=\"\(xml($1))\"/>\n" }.joined()
            + "    </properties>\n" + suite.cases.map { text($0) }.joined() + "  </testsuite>\n"
    }

    private func text(_ test: Case) -> String {
        let head =
            "    <testcase name=\"\(xml(test.name))\" classname=\"\(xml("counterpart.\(test.suite)"))\" "
            + "time=\"\(RunRecord.seconds([test]))\""
        guard let outcome = test.outcome else { return head + "/>\n" }
        let type = outcome.type.map { " type=\"\(xml($0))\"" } ?? ""
        return head + ">\n      <\(outcome.kind) message=\"\(xml(outcome.message))\"\(type)>\(xml(outcome.text))"
            + "</\(outcome.kind)>\n    </testcase>\n"
    }

    private static func counts(_ cases: [Case]) -> String {
        let counts = ["failure", "error", "skipped"].map { kind in cases.count { $0.outcome?.kind == kind } }
        return "tests=\"\(cases.count)\" failures=\"\(counts[0])\" errors=\"\(counts[1])\" skipped=\"\(counts[2])\""
    }

    private static func seconds(_ cases: [Case]) -> String {
        let thousandths = GivenNumber.whole(cases.reduce(0) { $0 + $1.seconds } * 1_000)
        return "\(thousandths / 1_000).\(String(thousandths % 1_000 + 1_000).dropFirst())"
    }

    private func xml(_ text: String) -> String { MarkupText.escaped(text, breaks: true) }
}
