// The differences of two recordings as one HTML page: totals, operations by what differs, each difference with both sides, and times.

import JSONValues
import ReportPages

extension RecordingComparison {
    /// One page that loads nothing from elsewhere.
    /// - Parameters:
    ///   - names: of the recordings, as the page calls them.
    ///   - archives: those that were compared, for the times that their answers took.
    package func html(names: (first: String, second: String), _ archives: (first: Archive, second: Archive)) -> String {
        let lonely = onlyInFirst.count + onlyInSecond.count
        return ReportPage(
            title: "\(names.first) and \(names.second)",
            verdict: (
                changes.isEmpty ? "No change" : changes.count == 1 ? "1 change" : "\(changes.count) changes",
                changes.isEmpty ? .good : .warn
            ),
            summary: "\(pairs) pairs of exchanges of \(compared.count) operations were compared.",
            [
                .tiles([
                    ("\(pairs)", "pairs", .plain), ("\(compared.count)", "operations", .plain),
                    ("\(changes.count)", "changes", changes.isEmpty ? .good : .warn),
                    ("\(lonely)", "only in one", lonely == 0 ? .plain : .warn),
                    ("\(alwaysDifferent.count)", "another each time", .plain),
                ]),
                operationsSection, changesSection, restSection, timesSection(names, archives),
            ]
        ).text
    }

    private var operationsSection: ReportPage.Part {
        let kinds: [Change.Kind] = [.status, .type, .value, .added, .removed, .length]
        let rows = compared.map { operation in
            let own = changes.filter { $0.operation == operation }
            let cells = kinds.map { kind in
                let count = own.count { $0.kind == kind }
                let tone: ReportPage.Tone = count == 0 ? .good : kind == .status || kind == .removed ? .bad : .warn
                return Optional(
                    (text: count == 0 ? "✓" : "\(count)", tone: tone, title: "\(operation), \(kind.rawValue): \(count)")
                )
            }
            return (name: operation, cells: cells)
        }
        return .section(
            "Operations", id: "operations", [.grid("Operations", columns: kinds.map(\.rawValue), rows: rows)])
    }

    private var changesSection: ReportPage.Part {
        guard !changes.isEmpty else { return .none }
        return .section(
            "Changes", id: "changes",
            [.filter("Kind", kinds: Set(changes.map(\.kind.rawValue)).sorted())]
                + changes.map { change in
                    .details(
                        kind: change.kind.rawValue,
                        marks: [
                            (change.kind.rawValue, change.kind == .status || change.kind == .removed ? .bad : .warn)
                        ],
                        title: "\(change.operation): \(change.place)", line: "\(change.count) of \(change.pairs) pairs",
                        [
                            .sides([
                                ("\(change.first)", shown(change.before)), ("\(change.second)", shown(change.after)),
                            ])
                        ])
                })
    }

    private func shown(_ value: JSON?) -> String {
        guard let text = value?.serialized(.pretty) else { return "nothing" }
        return text.count > 4_000 ? text.prefix(4_000) + "\n…" : text
    }

    private var restSection: ReportPage.Part {
        let rows =
            onlyInFirst.map { (text: $0, note: "only in the first", kind: "not-reached") }
            + onlyInSecond.map { (text: $0, note: "only in the second", kind: "not-reached") }
            + alwaysDifferent.map {
                (
                    text: "\($0.operation)  \($0.place)", note: "another each time, \($0.count) pairs",
                    kind: "unreachable"
                )
            }
        return .section("Not compared", id: "rest", [.list(rows)])
    }

    /// Both recordings, all of their answers together.
    private func timesSection(
        _ names: (first: String, second: String), _ archives: (first: Archive, second: Archive)
    ) -> ReportPage.Part {
        let rows = [(names.first, archives.first), (names.second, archives.second)].compactMap { name, archive in
            let times = archive.exchanges.compactMap { exchange in
                exchange.wait.map { ($0 + (exchange.receive ?? .zero)) / .milliseconds(1) }
            }
            return LatencySummary(times).map { (name: name, times: $0) }
        }
        return .section("How long answers took", id: "times", [.times("How long answers took", rows: rows)])
    }
}
