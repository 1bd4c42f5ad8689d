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
        case text, markdown, json, html
    }

    package init(_ changes: [ContractChange]) { self.changes = changes }

    /// How many changes have this severity.
    package func count(_ severity: ChangeSeverity) -> Int { changes.count { $0.severity == severity } }

    /// Whether it is known what applications use.
    private var knowsUse: Bool { changes.contains { $0.users != nil } }

    /// How many breaking changes hit a part that is used; all of them where nothing is known of use.
    package var breakingUsed: Int { changes.count { $0.severity == .breaking && !$0.isUnused } }

    /// How many changes break only what nobody uses.
    private var unused: Int { changes.count { $0.severity != .note && $0.isUnused } }

    /// `2 breaking changes, 1 warning, 3 others`; where use is known `1 breaking change of what is used, 1 unused`.
    package var summary: String {
        guard knowsUse else { return plainSummary }
        let warnings = changes.count { $0.severity == .warning && !$0.isUnused }
        let parts: [(Int, String, String)] = [
            (breakingUsed, "breaking change of what is used", "breaking changes of what is used"),
            (warnings, "warning", "warnings"), (unused, "unused", "unused"),
            (count(.note), "other change", "other changes"),
        ]
        let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        return told.isEmpty ? "no changes" : told.joined(separator: ", ")
    }

    private var plainSummary: String {
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
                case .note: "· note"
                case .breaking where change.isUnused: emphasise(.aside, "○ unused, breaking")
                case .warning where change.isUnused: emphasise(.aside, "○ unused, warning")
                case .breaking: emphasise(.breaking, "✗ breaking")
                case .warning: emphasise(.warning, "! warning")
                }
            var lines = ["\(mark)  \(change.message)  \(emphasise(.aside, "[\(change.rule.id)]"))"]
            lines += change.shownOccurrences(ChangeReport.shown).map { "    \($0)" }
            if let users = change.shownUsers { lines.append("    \(users)") }
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
        let groups: [(title: String, isIn: (ContractChange) -> Bool)] = [
            ("Breaking changes", { $0.severity == .breaking && !$0.isUnused }),
            ("Warnings", { $0.severity == .warning && !$0.isUnused }),
            ("Unused", { $0.severity != .note && $0.isUnused }),
            ("Other changes", { $0.severity == .note }),
        ]
        let sections = groups.compactMap { title, isIn -> String? in
            let changes = changes.filter(isIn)
            guard !changes.isEmpty else { return nil }
            let items = changes.map { change in
                var lines = ["- \(ChangeReport.escaped(change.message)) (`\(change.rule.id)`)"]
                lines += change.shownOccurrences(ChangeReport.shown).map { "  - \(ChangeReport.escaped($0))" }
                if let users = change.shownUsers { lines.append("  - \(ChangeReport.escaped(users))") }
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
        var members: JSONObject = [
            "breaking": .number(JSONNumber(count(.breaking))), "warnings": .number(JSONNumber(count(.warning))),
            "notes": .number(JSONNumber(count(.note))),
        ]
        if knowsUse {
            members["breaking_used"] = .number(JSONNumber(breakingUsed))
            members["unused"] = .number(JSONNumber(unused))
        }
        members["changes"] = .array(changes.map(\.json))
        return .object(members)
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

    /// `used by shop-ios 3.1`; nil for what breaks nobody and where nothing is known.
    fileprivate var shownUsers: String? {
        guard severity != .note, let users, !users.names.isEmpty else { return nil }
        return "used by \(users.names.joined(separator: ", "))"
    }

    fileprivate var json: JSON {
        var row: JSONObject = [
            "rule": .string(rule.id), "severity": .string(severity.rawValue), "message": .string(message),
            "operations": .array(
                occurrences.map { ["operation": .string($0.operation), "location": .string($0.location)] }),
        ]
        if let users { row["used_by"] = .array(users.names.map { .string($0) }) }
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
