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
        if !notices.isEmpty {
            invocation["toolExecutionNotifications"] = .array(
                notices.map { ["level": .string($0), "message": ["text": .string($1)]] })
        }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": ["name": "counterpart verify", "rules": .array(rules)]],
                    "columnKind": "unicodeCodePoints",
                    "invocations": [.object(invocation)],
                    "results": .array(causes.map { result($0, checks) }),
                ]
            ],
        ]
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
                [
                    "physicalLocation": [
                        "artifactLocation": ["uri": .string(place.uri)],
                        "region": [
                            "startLine": .number(JSONNumber(max(place.line, 1))),
                            "startColumn": .number(JSONNumber(max(place.column, 1))),
                        ],
                    ],
                    "logicalLocations": [["fullyQualifiedName": .string(finding.operation)]],
                ]
            ]
        }
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
        var lines = newCauses.filter { $0.degree != .note || failOn == .note }.map { cause in
            let finding = cause.shown
            var properties: [String] = []
            if let place = finding.place ?? operations.first(where: { $0.id == finding.operation })?.place {
                properties += ["file=\(property(place.file))", "line=\(place.line)", "col=\(place.column)"]
            }
            let what = cause.operations.count > 1 ? "\(cause.operations.count) operations" : finding.operation
            properties.append("title=\(property("\(finding.check), \(what)"))")
            let text = "\(finding.sentences)\(cause.others)\n\(finding.reproduce)"
            return "::\(cause.degree.command) \(properties.joined(separator: ","))::\(data(text))"
        }
        if let stopped {
            let command = verdict == .couldNotRun ? "error" : "warning"
            lines.append(
                "::\(command) title=counterpart verify::\(data(stopped.sentences))")
        }
        lines += unsaidWarnings.map { "::warning title=counterpart verify::\(data($0))" }
        return lines.map { $0 + "\n" }.joined()
    }

    private func data(_ text: String) -> String { replaced(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) }

    private func property(_ text: String) -> String {
        replaced(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    private func replaced(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { table[$0] ?? String($0) }.joined()
    }
}

extension RunRecord.Stopped {
    /// Why the run ended early, and what to do about it.
    var sentences: String { message + "." + (remedy.map { " \($0)" } ?? "") }

    /// Whether all requests were sent, to no avail.
    var isRefusal: Bool { kind == Obstacle.credentialsRefused }

    var heading: String { isRefusal ? "Nothing verified" : "Stopped early" }
}

extension RunRecord {
    /// The warnings, but for the one that is told as what the run came to.
    var unsaidWarnings: [String] { stopped?.isRefusal == true ? [] : warnings }
}

extension FindingRecord {
    /// The message with its period.
    var sentence: String { message.hasSuffix(".") ? message : message + "." }

    /// All that it says, for formats that have one field for it.
    fileprivate var sentences: String {
        "\(operation), \(name): \(sentence) Where: \(location). Found: \(found). Expected: \(expected)."
    }
}

extension RunRecord.PlaceRecord {
    /// The path as a URI reference (RFC 3986): escaped, but for its slashes.
    fileprivate var uri: String {
        file.split(separator: "/", omittingEmptySubsequences: false).map { Percent.encoded(String($0)) }.joined(
            separator: "/")
    }
}

extension CauseRecord {
    private static let mostNames = 20

    /// Which other operations show it, as a sentence to add.
    fileprivate var others: String {
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
    fileprivate var command: String {
        switch self {
        case .violation: "error"
        case .suspicion: "warning"
        case .note: "notice"
        }
    }
}
