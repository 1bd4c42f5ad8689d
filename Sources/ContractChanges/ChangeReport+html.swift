// The changes of a contract as one HTML page: totals, operations by how grave their changes are, and each change with both sides.

import JSONValues
import ReportPages
import SourceDocuments

extension ChangeReport {
    /// One page that loads nothing from elsewhere.
    package var html: String {
        let breaking = changes.contains { $0.severity == .breaking && !$0.isUnused }
        return ReportPage(
            title: "Changes of the contract",
            verdict: (
                changes.isEmpty ? "No changes" : breaking ? "Breaking" : "Compatible",
                breaking ? .bad : count(.warning) > 0 ? .warn : .good
            ), summary: summary.prefix(1).uppercased() + summary.dropFirst() + ".",
            [
                .tiles([
                    ("\(count(.breaking))", "breaking", count(.breaking) > 0 ? .bad : .plain),
                    ("\(count(.warning))", "warnings", count(.warning) > 0 ? .warn : .plain),
                    ("\(count(.note))", "others", .plain),
                    ("\(operations.count)", operations.count == 1 ? "operation" : "operations", .plain),
                ]),
                operationsSection, changesSection,
            ]
        ).text
    }

    /// Those that changes show in, in their order.
    private var operations: [String] {
        var seen: Set<String> = []
        return changes.flatMap { $0.occurrences.map(\.operation) }.filter { seen.insert($0).inserted }
    }

    private var operationsSection: ReportPage.Part {
        guard !changes.isEmpty else { return .none }
        let columns: [(ChangeSeverity, String, ReportPage.Tone)] = [
            (.breaking, "breaking", .bad), (.warning, "warning", .warn), (.note, "other", .mild),
        ]
        let rows = operations.sorted().map { operation in
            let own = changes.filter { $0.occurrences.contains { $0.operation == operation } }
            let cells = columns.map { severity, name, tone in
                let count = own.count { $0.severity == severity }
                return count == 0
                    ? nil : (text: "\(count)", tone: tone, title: "\(operation): \(count) \(name)")
            }
            return (name: operation, cells: cells)
        }
        return .section(
            "Operations", id: "operations", [.grid("Operations", columns: columns.map(\.1), rows: rows)])
    }

    /// How many places of a change are listed.
    private static let mostPlaces = 100

    private var changesSection: ReportPage.Part {
        guard !changes.isEmpty else { return .none }
        return .section(
            "Changes", id: "changes",
            [.filter("Rule", kinds: Set(changes.map(\.rule.id)).sorted())] + changes.map { card($0) })
    }

    private func card(_ change: ContractChange) -> ReportPage.Part {
        let grave: ReportPage.Tone =
            switch change.severity {
            case .breaking: .bad
            case .warning: .warn
            case .note: .plain
            }
        let tone = change.isUnused ? .plain : grave
        var marks = [(change.severity.rawValue, tone), (change.rule.id, ReportPage.Tone.plain)]
        if change.isUnused { marks.append(("unused", .plain)) }
        var facts: [(name: String, value: String)] = []
        if let users = change.users, !users.names.isEmpty {
            facts.append(("used by", users.names.joined(separator: ", ")))
        }
        let sides = [("before", change.before), ("after", change.after)].map { side, place in
            place.map { ("\(side): \($0.file):\($0.line)", Self.shown($0)) } ?? (side, "nothing of it")
        }
        var rows = change.occurrences.prefix(Self.mostPlaces).map {
            (text: $0.operation, note: $0.location, kind: "")
        }
        let more = change.occurrences.count - rows.count
        if more > 0 { rows.append((text: "and \(more) more", note: "", kind: "")) }
        return .details(
            kind: change.rule.id, marks: marks, title: change.message,
            line: change.occurrences.count == 1
                ? change.occurrences[0].operation : "\(change.occurrences.count) places",
            [facts.isEmpty ? .none : .facts(facts), .sides(sides), .heading("Where it shows"), .list(rows)])
    }

    /// What the contract says at a place, as JSON.
    private static func shown(_ place: Place) -> String {
        guard let value = place.source.root[pointer: place.pointer] else { return "\(place.pointer)" }
        let text = value.serialized(.pretty)
        return text.count > 4_000 ? text.prefix(4_000) + "\n…" : text
    }
}
