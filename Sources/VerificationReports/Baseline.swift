// Findings that are known and accepted for now, so that only new ones fail a run.

package import JSONValues

/// `{"counterpartBaseline": 3, "causes": [{"id": …, "message": …, "operations": […]}]}`. The ids count: a new operation with a known cause
/// is no news, but for a failure that does not say why. The messages are for those who review it; by the operations it is known whether a cause was
/// looked for again. A baseline of version 1 holds the ids of findings, which are accepted one by one until the baseline is written anew; version 2
/// has failures that do not say why by their paths.
package struct Baseline: Hashable, Sendable {
    /// A cause that is accepted.
    package struct Entry: Hashable, Sendable {
        /// Of the cause; of the finding in a baseline of version 1.
        package let id: String
        package let message: String
        /// The ids of the operations that have shown it.
        package let operations: [String]
    }

    /// Sorted by id.
    package private(set) var entries: [Entry]

    package init() { entries = [] }

    /// - Throws: where it is no baseline.
    package init(_ json: JSON) throws(RunRecord.Invalid) {
        let version = json["counterpartBaseline"]?.number?.int64
        guard let version, (1...3).contains(version), let rows = json[version == 1 ? "findings" : "causes"]?.array
        else {
            throw RunRecord.Invalid(description: "it is no baseline: write one with --update-baseline")
        }
        var entries: [Entry] = []
        for row in rows {
            guard let id = row["id"]?.string else {
                throw RunRecord.Invalid(description: "an entry of the baseline has no id")
            }
            let parts = id.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            let known = row["operations"]?.array?.compactMap(\.string)
            let entry = Entry(
                id: id, message: row["message"]?.string ?? "",
                operations: known ?? (version == 1 && parts.count == 3 ? [String(parts[1])] : []))
            entries.append(version == 2 ? entry.withoutPath : entry)
        }
        // What were several paths is one cause.
        self.entries = Dictionary(grouping: entries, by: \.id).values
            .map { same in
                Entry(
                    id: same[0].id, message: same[0].message,
                    operations: same.count > 1 ? Set(same.flatMap(\.operations)).sorted() : same[0].operations)
            }
            .sorted { $0.id < $1.id }
    }

    package var json: JSON {
        [
            "counterpartBaseline": 3,
            "causes": .array(
                entries.map {
                    [
                        "id": .string($0.id), "message": .string($0.message),
                        "operations": .array($0.operations.map(JSON.string)),
                    ]
                }),
        ]
    }

    /// Marks what is accepted, and says what is gone. A run that did not get to an operation says nothing of its findings.
    package func apply(to record: inout RunRecord) {
        let known = Dictionary(entries.map { ($0.id, $0.operations) }) { first, _ in first }
        for index in record.findings.indices {
            let finding = record.findings[index]
            let isKnown =
                known[finding.cause].map { !CauseRecord.isUnexplained(finding.cause) || $0.contains(finding.operation) }
                ?? false
            if isKnown || known[finding.id] != nil { record.findings[index].isAccepted = true }
        }
        record.mended =
            mended(by: record).map(\.id)
            + entries.flatMap { entry in mendedOperations(of: entry, by: record).map { "\(entry.id) at \($0)" } }
        if record.verdict == .findings, record.newFindings.isEmpty {
            record.verdict = record.stopped?.isRefusal == true ? .couldNotRun : .conformant
        }
    }

    /// Everything that the run has found, with what it did not get to as it was.
    package mutating func update(from record: RunRecord) {
        let gone = Set(mended(by: record).map(\.id))
        var kept = entries.filter { !gone.contains($0.id) }.map { entry in
            let mended = mendedOperations(of: entry, by: record)
            return Entry(
                id: entry.id, message: entry.message, operations: entry.operations.filter { !mended.contains($0) })
        }
        for cause in record.causes where cause.degree <= record.failOn {
            let old = kept.first { $0.id == cause.id }?.operations ?? []
            // Findings that were accepted one by one are accepted with their cause from now on.
            let members = Set(cause.findings.map(\.id))
            kept.removeAll { $0.id == cause.id || members.contains($0.id) }
            let operations = Set(old).union(cause.operations).sorted()
            kept.append(Entry(id: cause.id, message: cause.title, operations: operations))
        }
        entries = kept.sorted { $0.id < $1.id }
    }

    /// Of a failure that does not say why, and is not mended as a whole: the operations that have not failed so again, although they were asked.
    private func mendedOperations(of entry: Entry, by record: RunRecord) -> [String] {
        guard CauseRecord.isUnexplained(entry.id), record.verdict != .couldNotRun, record.stopped == nil else {
            return []
        }
        let asked = Set(record.phases.flatMap { $0.operations.map(\.operation) })
        let failing = Set(record.findings.filter { $0.cause == entry.id }.map(\.operation))
        let mended = entry.operations.filter { asked.contains($0) && !failing.contains($0) }
        return mended.count == entry.operations.count && failing.isEmpty ? [] : mended
    }

    /// What was found before and is not any more, although it was looked for.
    private func mended(by record: RunRecord) -> [Entry] {
        guard record.verdict != .couldNotRun, record.stopped == nil else { return [] }
        let asked = Set(record.phases.flatMap { $0.operations.map(\.operation) })
        let found = Set(record.findings.flatMap { [$0.id, $0.cause] })
        return entries.filter { entry in
            !found.contains(entry.id) && !entry.operations.isEmpty && asked.isSuperset(of: entry.operations)
        }
    }
}

extension Baseline.Entry {
    /// Of version 2: a failure that does not say why had the path up to its first parameter in its id, or else the operation.
    fileprivate var withoutPath: Baseline.Entry {
        let parts = id.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Check.serverError.rawValue, let place = parts.last,
            place.hasPrefix("/") && !place.contains(where: \.isWhitespace) || operations.contains(String(place))
        else { return self }
        return Baseline.Entry(
            id: "\(parts[0]):\(parts[1]):\(CauseRecord.unexplained)", message: message, operations: operations)
    }
}
