// Diagnostics for machines that show them beside the code: SARIF 2.1 and GitHub's workflow commands.

package import JSONValues

extension DiagnosticReport {
    /// [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
    package var sarif: JSON {
        let codes = DiagnosticCode.allCases.filter { code in diagnostics.contains { $0.code == code } }
        let rules = codes.map { code -> JSON in
            ["id": .string(code.rawValue), "defaultConfiguration": ["level": .string(code.severity.rawValue)]]
        }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": ["name": "counterpart", "rules": .array(rules)]],
                    "columnKind": "unicodeCodePoints",
                    "results": .array(diagnostics.map { Self.result($0, rules: codes) }),
                ]
            ],
        ]
    }

    private static func result(_ diagnostic: Diagnostic, rules: [DiagnosticCode]) -> JSON {
        var members: [(String, JSON)] = [
            ("ruleId", .string(diagnostic.code.rawValue)),
            ("ruleIndex", .number(JSONNumber(rules.firstIndex(of: diagnostic.code) ?? 0))),
            ("level", .string(diagnostic.severity.rawValue)), ("message", ["text": .string(diagnostic.sentences)]),
        ]
        if let place = diagnostic.place {
            members.append(
                (
                    "locations",
                    [
                        [
                            "physicalLocation": [
                                "artifactLocation": ["uri": .string(place.fileURI)],
                                "region": [
                                    "startLine": .number(JSONNumber(place.line)),
                                    "startColumn": .number(JSONNumber(place.column)),
                                ],
                            ]
                        ]
                    ]
                ))
        }
        return .object(JSONObject(members))
    }

    /// [Workflow commands](https://docs.github.com/actions/reference/workflow-commands-for-github-actions), a line each.
    package var github: String {
        diagnostics.map { diagnostic in
            let command =
                switch diagnostic.severity {
                case .note: "notice"
                case .warning: "warning"
                case .error: "error"
                }
            var properties =
                diagnostic.place.map {
                    ["file=\(Self.property($0.file))", "line=\($0.line)", "col=\($0.column)"]
                } ?? []
            properties.append("title=\(Self.property(diagnostic.code.rawValue))")
            return "::\(command) \(properties.joined(separator: ","))::\(Self.data(diagnostic.sentences))\n"
        }
        .joined()
    }

    private static func data(_ text: String) -> String { replaced(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) }

    private static func property(_ text: String) -> String {
        replaced(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    private static func replaced(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { table[$0] ?? String($0) }.joined()
    }
}

extension Diagnostic {
    /// All that it says, for formats that have one field for it.
    fileprivate var sentences: String {
        var text = message + "."
        if let found { text += " Found: \(found)." }
        if let expected { text += " Expected: \(expected)." }
        if let remedy { text += " \(remedy)" }
        return text
    }
}

extension Place {
    /// The path as a URI reference (RFC 3986): escaped, but for its slashes.
    fileprivate var fileURI: String {
        file.split(separator: "/", omittingEmptySubsequences: false).map { Percent.encoded(String($0)) }.joined(
            separator: "/")
    }
}
