// All changes between two contracts, and the formats that they are told in.

package import JSONValues
import JSONSchema
import SourceDocuments

/// A comparison, ready to be shown.
package struct ChangeReport: Sendable {
    /// The gravest first.
    package let changes: [ContractChange]

    /// The forms in which `counterpart diff` prints the report.
    package enum Format: String, Sendable, CaseIterable {
        case text, markdown, json
    }

    package init(_ changes: [ContractChange]) { self.changes = changes }

    /// How many changes have this severity.
    package func count(_ severity: ChangeSeverity) -> Int { changes.count { $0.severity == severity } }

    /// `2 breaking changes, 1 warning, 3 others`.
    package var summary: String {
        let words: [(ChangeSeverity, String, String)] = [
            (.breaking, "breaking change", "breaking changes"), (.warning, "warning", "warnings"),
            (.note, "other change", "other changes"),
        ]
        let parts = words.compactMap { severity, one, many in
            let count = count(severity)
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
    }
}

// MARK: - Text

extension ChangeReport {
    /// What a piece of the text is, for those who print in colour.
    package enum Emphasis: Sendable {
        case breaking, warning, aside
    }

    /// How many operations are named before the rest is only counted.
    private static let shown = 3

    /// The report for people. `emphasise` styles the parts of it, for a terminal.
    package func text(emphasise: (Emphasis, String) -> String = { $1 }) -> String {
        let blocks = changes.map { change in
            let mark =
                switch change.severity {
                case .breaking: emphasise(.breaking, "✗ breaking")
                case .warning: emphasise(.warning, "! warning")
                case .note: "· note"
                }
            var lines = ["\(mark)  \(change.message)  \(emphasise(.aside, "[\(change.rule.id)]"))"]
            lines += change.shownOccurrences(ChangeReport.shown).map { "    \($0)" }
            if let before = change.before { lines.append(emphasise(.aside, "    before  \(before)")) }
            if let after = change.after { lines.append(emphasise(.aside, "    after   \(after)")) }
            return lines.joined(separator: "\n")
        }
        return (blocks + [summary]).joined(separator: "\n\n") + "\n"
    }
}

// MARK: - Markdown

extension ChangeReport {
    /// For a comment on a change that is up for review.
    package var markdown: String {
        let sections = ChangeSeverity.allCases.compactMap { severity -> String? in
            let changes = changes.filter { $0.severity == severity }
            guard !changes.isEmpty else { return nil }
            let title =
                switch severity {
                case .breaking: "Breaking changes"
                case .warning: "Warnings"
                case .note: "Other changes"
                }
            let items = changes.map { change in
                var lines = ["- \(ChangeReport.escaped(change.message)) (`\(change.rule.id)`)"]
                lines += change.shownOccurrences(ChangeReport.shown).map { "  - \(ChangeReport.escaped($0))" }
                let places = [("before", change.before), ("after", change.after)].compactMap { side, place in
                    place.map { "\(side) `\($0.file):\($0.line)`" }
                }
                if !places.isEmpty { lines.append("  - \(places.joined(separator: ", "))") }
                return lines.joined(separator: "\n")
            }
            return "## \(title)\n\n\(items.joined(separator: "\n"))"
        }
        return (["# Changes of the contract", summary.capitalisedSentence] + sections).joined(separator: "\n\n") + "\n"
    }

    /// Text that Markdown takes as it is.
    private static func escaped(_ text: String) -> String {
        String(text.flatMap { "\\`*_{}[]<>#|".contains($0) ? ["\\", $0] : [$0] })
    }
}

extension String {
    fileprivate var capitalisedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

// MARK: - JSON

extension ChangeReport {
    /// `{"breaking": 1, "warnings": 0, "notes": 2, "changes": […]}`
    package var json: JSON {
        [
            "breaking": .number(JSONNumber(count(.breaking))), "warnings": .number(JSONNumber(count(.warning))),
            "notes": .number(JSONNumber(count(.note))), "changes": .array(changes.map(\.json)),
        ]
    }
}

extension ContractChange {
    fileprivate func shownOccurrences(_ limit: Int) -> [String] {
        let shown = occurrences.prefix(limit).map { occurrence in
            occurrence.location.isEmpty ? occurrence.operation : "\(occurrence.operation): \(occurrence.location)"
        }
        let rest = occurrences.count - shown.count
        return rest > 0 ? shown + ["and \(rest) more"] : shown
    }

    fileprivate var json: JSON {
        var row: JSONObject = [
            "rule": .string(rule.id), "severity": .string(severity.rawValue), "message": .string(message),
            "operations": .array(
                occurrences.map { ["operation": .string($0.operation), "location": .string($0.location)] }),
        ]
        if let before { row["before"] = before.json }
        if let after { row["after"] = after.json }
        return .object(row)
    }
}

extension Place {
    fileprivate var json: JSON {
        [
            "file": .string(file), "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)),
            "pointer": .string("\(pointer)"),
        ]
    }
}
