// Findings for machines that show them beside the contract: SARIF 2.1 and GitHub's workflow commands.

package import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract

extension RunRecord {
    /// [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
    package var sarif: JSON {
        let checks = Check.allCases.map(\.rawValue).filter { check in findings.contains { $0.check == check } }
        let rules = checks.map { check -> JSON in
            [
                "id": .string(check), "shortDescription": ["text": .string(check)],
                "defaultConfiguration": ["level": .string((Check(rawValue: check)?.degree ?? .violation).level)],
            ]
        }
        var invocation: JSONObject = ["executionSuccessful": .bool(verdict != .couldNotRun)]
        let notices = (stopped.map { [("error", $0.sentences)] } ?? []) + unsaidWarnings.map { ("warning", $0) }
        var notifications = notices.map { level, text -> JSON in
            ["level": .string(level), "message": ["text": .string(text)]]
        }
        notifications += unreached.map { row in
            var notification: JSONObject = [
                "descriptor": ["id": "never-a-success"], "level": "warning", "message": ["text": .string(row.sentence)],
            ]
            if let place = operations.first(where: { $0.id == row.operation })?.place {
                notification["locations"] = [
                    SARIF.location(
                        file: place.file, line: place.line, column: place.column, logicalName: row.operation)
                ]
            }
            return .object(notification)
        }
        if !notifications.isEmpty { invocation["toolExecutionNotifications"] = .array(notifications) }
        return SARIF.log(
            tool: "counterpart verify", rules: rules, invocation: .object(invocation),
            results: causes.map { result($0, checks) })
    }

    private func result(_ cause: CauseRecord, _ checks: [String]) -> JSON {
        let finding = cause.shown
        let place = finding.place ?? operations.first { $0.id == finding.operation }?.place
        var result: JSONObject = [
            "ruleId": .string(finding.check),
            "ruleIndex": .number(JSONNumber(checks.firstIndex(of: finding.check) ?? 0)),
            "level": .string(cause.degree.level),
            "message": ["text": .string(finding.sentences + cause.others)],
            "partialFingerprints": [
                "counterpartCause/v1": .string(cause.id), "counterpartFinding/v1": .string(finding.id),
            ],
            "occurrenceCount": .number(JSONNumber(cause.times)),
        ]
        if cause.isAccepted {
            result["baselineState"] = "unchanged"
            result["suppressions"] = [["kind": "external", "justification": "accepted by the baseline"]]
        }
        if let place {
            result["locations"] = [
                SARIF.location(
                    file: place.file, line: place.line, column: place.column, logicalName: finding.operation)
            ]
        }
        if let recurrence = finding.recurrence { result["properties"] = ["again": .string(recurrence.rawValue)] }
        if let last = finding.exchanges.last {
            result["webRequest"] = .object(
                JSONObject(
                    [
                        ("protocol", "http"), ("method", .string(last.method)), ("target", .string(last.target)),
                        ("headers", RunRecord.headers(last.requestFields)),
                    ] + RunRecord.body(last.requestBody)))
            if let status = last.status {
                result["webResponse"] = .object(
                    JSONObject(
                        [
                            ("protocol", "http"), ("statusCode", .number(JSONNumber(status))),
                            ("headers", RunRecord.headers(last.responseFields)),
                        ] + RunRecord.body(last.responseBody)))
            }
        }
        return .object(result)
    }

    private static func headers(_ fields: [ExchangeRecord.Field]) -> JSON {
        var headers = JSONObject()
        for field in fields {
            headers[field.name] = .string((headers[field.name]?.string).map { "\($0), \(field.value)" } ?? field.value)
        }
        return .object(headers)
    }

    private static func body(_ body: BodyRecord?) -> [(String, JSON)] {
        guard let body else { return [] }
        return [("body", .object(JSONObject([(body.isBase64 ? "binary" : "text", .string(body.text))])))]
    }

    /// [Workflow commands](https://docs.github.com/actions/reference/workflow-commands-for-github-actions), a line each.
    package var github: String {
        var commands = newCauses.filter { $0.degree != .note || failOn == .note }.map { cause in
            let finding = cause.shown
            let place = finding.place ?? operations.first { $0.id == finding.operation }?.place
            let what = cause.operations.count > 1 ? "\(cause.operations.count) operations" : finding.operation
            return WorkflowCommand(
                cause.degree.command, place: place.map { ($0.file, $0.line, $0.column) },
                title: "\(finding.check), \(what)",
                message: "\(finding.sentences)\(cause.others)\n\(finding.reproduce)")
        }
        if let stopped {
            commands.append(
                WorkflowCommand(
                    verdict == .couldNotRun ? .error : .warning, title: "counterpart verify", message: stopped.sentences
                ))
        }
        if !unreached.isEmpty {
            commands.append(
                WorkflowCommand(
                    .warning, title: "counterpart verify, never a success",
                    message: unreached.map(\.sentence).joined(separator: "\n")))
        }
        commands += unsaidWarnings.map { WorkflowCommand(.warning, title: "counterpart verify", message: $0) }
        return commands.map(\.description).joined()
    }
}

extension RunRecord.Unreached {
    /// What was tried and what came back, for formats that have one field for it.
    var sentence: String {
        "\(operation) has answered no request that keeps to the contract with success: "
            + "\(tried) \(tried == 1 ? "request" : "requests"), \(answers)\(said.isEmpty ? "" : ": \(said)")"
    }
}

extension RunRecord.Stopped {
    /// Why the run ended early, and what to do about it.
    package var sentences: String { message + "." + (remedy.map { " \($0)" } ?? "") }

    /// Whether all requests were sent, to no avail.
    package var isRefusal: Bool { kind == RunRecord.Stopped.credentialsRefused }

    /// What reports call it.
    package var heading: String { isRefusal ? "Nothing verified" : "Stopped early" }
}

extension RunRecord {
    /// The warnings, but for the one that is told as what the run came to.
    var unsaidWarnings: [String] { stopped?.isRefusal == true ? [] : warnings }
}

extension FindingRecord {
    /// The message with its period.
    package var sentence: String { message.hasSuffix(".") ? message : message + "." }

    /// All that it says, for formats that have one field for it.
    var sentences: String {
        "\(operation), \(name): \(sentence) Where: \(location). Found: \(found). Expected: \(expected)."
            + (recurrence.map { " Again: \($0.clause)." } ?? "")
    }
}

extension CauseRecord {
    private static let mostNames = 20

    /// Which other operations show it, as a sentence to add.
    var others: String {
        let others = operations.filter { $0 != shown.operation }
        guard !others.isEmpty else { return "" }
        let more = others.count > Self.mostNames ? " and \(others.count - Self.mostNames) more" : ""
        return " Also: \(others.prefix(Self.mostNames).joined(separator: ", "))\(more)."
    }
}

extension Degree {
    /// Of SARIF (section 3.27.10).
    fileprivate var level: String {
        switch self {
        case .violation: "error"
        case .suspicion: "warning"
        case .note: "note"
        }
    }

    /// Of GitHub's workflows.
    fileprivate var command: WorkflowCommand.Level {
        switch self {
        case .violation: .error
        case .suspicion: .warning
        case .note: .notice
        }
    }
}
