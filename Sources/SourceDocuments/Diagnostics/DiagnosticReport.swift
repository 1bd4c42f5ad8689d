// Diagnostics in the order of the files, and the formats that they are shown in.

package import JSONValues

/// A list of findings, ready to be shown.
package struct DiagnosticReport: Sendable {
    /// Sorted by file, line and column, each once; findings without a place come first.
    package let diagnostics: [Diagnostic]

    /// For people, for programs, for code scanning, for annotations on GitHub, for merge requests on GitLab.
    package enum Format: String, Sendable, CaseIterable {
        case text, json, sarif, github, codequality
    }

    /// Sorts, and takes what a reader could not tell apart once.
    package init(_ diagnostics: [Diagnostic]) {
        let sorted = diagnostics.map { (diagnostic: $0, key: SortKey($0)) }.sorted { $0.key < $1.key }
        // An alias of YAML puts the same text at several places of the document.
        var seen: Set<Appearance> = []
        self.diagnostics = sorted.filter { finding, key in
            seen.insert(Appearance(key: key, code: finding.code, message: finding.message)).inserted
        }.map(\.diagnostic)
    }

    /// What a reader sees of a finding.
    private struct Appearance: Hashable {
        let key: SortKey
        let code: DiagnosticCode
        let message: String
    }

    private struct SortKey: Comparable, Hashable {
        let file: String
        let position: Position

        init(_ diagnostic: Diagnostic) {
            file = diagnostic.place?.file ?? ""
            position = diagnostic.place?.position ?? Position(line: 0, column: 0)
        }

        static func < (left: SortKey, right: SortKey) -> Bool {
            (left.file, left.position.line, left.position.column) < (
                right.file, right.position.line, right.position.column
            )
        }
    }

    /// The report with the end of its last line.
    package func rendered(_ format: Format) -> String {
        switch format {
        case .text: text
        case .json: json.serialized(.pretty) + "\n"
        case .sarif: sarif.serialized(.pretty) + "\n"
        case .github: github
        case .codequality: codeQuality.serialized(.pretty) + "\n"
        }
    }

    package func count(_ severity: Diagnostic.Severity) -> Int { diagnostics.count { $0.severity == severity } }

    /// `2 errors, 1 warning`.
    package var summary: String {
        let counts: [(Diagnostic.Severity, String)] = [(.error, "error"), (.warning, "warning"), (.note, "note")]
        let parts = counts.compactMap { severity, name in
            let count = count(severity)
            return count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? "nothing wrong" : parts.joined(separator: ", ")
    }
}

extension DiagnosticReport {
    /// One object for each finding.
    package var json: JSON {
        .array(
            diagnostics.map { diagnostic in
                var members: [(String, JSON)] = [
                    ("severity", .string(diagnostic.severity.rawValue)), ("code", .string(diagnostic.code.rawValue)),
                    ("message", .string(diagnostic.message)),
                ]
                if let found = diagnostic.found { members.append(("found", .string(found))) }
                if let expected = diagnostic.expected { members.append(("expected", .string(expected))) }
                if let remedy = diagnostic.remedy { members.append(("remedy", .string(remedy))) }
                if let place = diagnostic.place {
                    members += [
                        ("file", .string(place.file)), ("line", .number(JSONNumber(place.line))),
                        ("column", .number(JSONNumber(place.column))), ("pointer", .string(place.pointer.description)),
                    ]
                }
                return .object(JSONObject(members))
            })
    }
}
