// Findings that are known and accepted for now, so that only new ones fail a run.

package import JSONValues

/// `{"counterpartBaseline": 1, "findings": [{"id": …, "message": …}]}`. Only the ids count; the messages are for those who review it.
package struct Baseline: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let id: String
        package let message: String
    }

    /// By id.
    package private(set) var entries: [Entry]

    package init() { entries = [] }

    /// - Throws: where it is no baseline.
    package init(_ json: JSON) throws(RunRecord.Invalid) {
        guard json["counterpartBaseline"]?.number?.int64 == 1, let rows = json["findings"]?.array else {
            throw RunRecord.Invalid(description: "it is no baseline: write one with --update-baseline")
        }
        var entries: [Entry] = []
        for row in rows {
            guard let id = row["id"]?.string else {
                throw RunRecord.Invalid(description: "a finding of the baseline has no id")
            }
            entries.append(Entry(id: id, message: row["message"]?.string ?? ""))
        }
        self.entries = entries
    }

    package var json: JSON {
        [
            "counterpartBaseline": 1,
            "findings": .array(entries.map { ["id": .string($0.id), "message": .string($0.message)] }),
        ]
    }

    /// Marks what is accepted, and says what is gone. A run that did not get to an operation says nothing of its findings.
    package func apply(to record: inout RunRecord) {
        let known = Set(entries.map(\.id))
        for index in record.findings.indices where known.contains(record.findings[index].id) {
            record.findings[index].isAccepted = true
        }
        record.mended = mended(by: record).map(\.id)
        if record.verdict == .findings, record.newFindings.isEmpty {
            record.verdict = record.stopped?.isRefusal == true ? .couldNotRun : .conformant
        }
    }

    /// Everything that the run has found, with what it did not get to as it was.
    package mutating func update(from record: RunRecord) {
        let gone = Set(mended(by: record).map(\.id))
        var kept = entries.filter { !gone.contains($0.id) }
        for finding in record.findings {
            let entry = Entry(id: finding.id, message: finding.message)
            if let index = kept.firstIndex(where: { $0.id == finding.id }) {
                kept[index] = entry
            } else {
                kept.append(entry)
            }
        }
        entries = kept.sorted { $0.id < $1.id }
    }

    /// What was found before and is not any more, although it was looked for.
    private func mended(by record: RunRecord) -> [Entry] {
        guard record.verdict != .couldNotRun, record.stopped == nil else { return [] }
        let asked = Set(record.phases.flatMap { $0.operations.map(\.operation) })
        let found = Set(record.findings.map(\.id))
        return entries.filter { entry in
            let parts = entry.id.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            return !found.contains(entry.id) && parts.count == 3 && asked.contains(String(parts[1]))
        }
    }
}
