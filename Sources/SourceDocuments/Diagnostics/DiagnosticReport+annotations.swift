// Diagnostics for machines that show them beside the code: SARIF 2.1 and GitHub's workflow commands.

package import JSONValues

extension DiagnosticReport {
    /// [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
    package var sarif: JSON {
        let codes = DiagnosticCode.allCases.filter { code in diagnostics.contains { $0.code == code } }
        let rules = codes.map { code -> JSON in
            ["id": .string(code.rawValue), "defaultConfiguration": ["level": .string(code.severity.rawValue)]]
        }
        return SARIF.log(
            tool: "counterpart", rules: rules, results: diagnostics.map { Self.result($0, rules: codes) })
    }

    private static func result(_ diagnostic: Diagnostic, rules: [DiagnosticCode]) -> JSON {
        var members: [(String, JSON)] = [
            ("ruleId", .string(diagnostic.code.rawValue)),
            ("ruleIndex", .number(JSONNumber(rules.firstIndex(of: diagnostic.code) ?? 0))),
            ("level", .string(diagnostic.severity.rawValue)), ("message", ["text": .string(diagnostic.sentences)]),
        ]
        if let place = diagnostic.place {
            let location = SARIF.location(file: place.file, line: place.line, column: place.column)
            members.append(("locations", [location]))
        }
        return .object(JSONObject(members))
    }

    /// [Workflow commands](https://docs.github.com/actions/reference/workflow-commands-for-github-actions), a line each.
    package var github: String {
        diagnostics.map { diagnostic in
            let level: WorkflowCommand.Level =
                switch diagnostic.severity {
                case .note: .notice
                case .warning: .warning
                case .error: .error
                }
            let command = WorkflowCommand(
                level, place: diagnostic.place.map { ($0.file, $0.line, $0.column) }, title: diagnostic.code.rawValue,
                message: diagnostic.sentences)
            return command.description
        }
        .joined()
    }
}

extension Diagnostic {
    /// All that it says, for formats that have one field for it.
    var sentences: String {
        var text = message + "."
        if let found { text += " Found: \(found)." }
        if let expected { text += " Expected: \(expected)." }
        if let remedy { text += " \(remedy)" }
        return text
    }
}
