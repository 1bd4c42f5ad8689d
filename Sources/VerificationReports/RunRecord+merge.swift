// The parts of one run, put together again.

import ReportPages

extension RunRecord {
    /// - Throws: where the records are not of one contract, or are parts of different divisions.
    package init(merging records: [RunRecord]) throws(Invalid) {
        guard var whole = records.first else { throw Invalid(description: "there is nothing to merge") }
        for record in records.dropFirst() {
            guard record.title == whole.title, record.version == whole.version else {
                throw Invalid(
                    description:
                        "reports of two contracts: \(whole.title) \(whole.version) and \(record.title) \(record.version)"
                )
            }
            if let division = record.division, let other = whole.division, division != other {
                throw Invalid(
                    description:
                        "parts of different divisions, which may have left operations out: give every shard the same contract, options and --timings"
                )
            }
            whole.division = whole.division ?? record.division
            whole.add(record)
        }
        if records.count > 1 { (whole.shard, whole.division) = (nil, nil) }
        whole.coverage = whole.coverage.sorted(by: whole.operations.map(\.id))
        self = whole
    }

    private mutating func add(_ other: RunRecord) {
        verdict = verdict.merged(with: other.verdict)
        if !backend.split(separator: " ").contains(other.backend[...]) { backend += " \(other.backend)" }
        sent += other.sent
        answered += other.answered
        failOn = max(failOn, other.failOn)
        stopped = stopped ?? other.stopped
        warnings += other.warnings.filter { !warnings.contains($0) }
        // Of a part that has reached an operation, the others need not have.
        unreached =
            unreached.filter { row in
                !other.asked(row.operation) || other.unreached.contains { $0.operation == row.operation }
            }
            + other.unreached.filter { row in !asked(row.operation) }
        notRun += other.notRun.filter { !notRun.contains($0) }
        mended = mended.filter { other.mended.contains($0) }
        // Percentiles of two parts make none of the whole: that of the part that has asked more stands.
        for latency in other.latencies {
            if let index = latencies.firstIndex(where: { $0.operation == latency.operation }) {
                if latencies[index].times.count < latency.times.count { latencies[index] = latency }
            } else {
                latencies.append(latency)
            }
        }
        for timing in other.timings {
            if let index = timings.firstIndex(where: { $0.operation == timing.operation }) {
                timings[index].requests += timing.requests
                timings[index].seconds += timing.seconds
            } else {
                timings.append(timing)
            }
        }
        operations += other.operations.filter { !operations.contains($0) }
        for tally in other.phases {
            guard let index = phases.firstIndex(where: { $0.phase == tally.phase }) else {
                phases.append(tally)
                continue
            }
            for operation in tally.operations {
                if let place = phases[index].operations.firstIndex(where: { $0.operation == operation.operation }) {
                    phases[index].operations[place].cases += operation.cases
                    phases[index].operations[place].seconds += operation.seconds
                } else {
                    phases[index].operations.append(operation)
                }
            }
        }
        for finding in other.findings {
            if let index = findings.firstIndex(where: { $0.id == finding.id }) {
                findings[index].times += finding.times
                findings[index].isAccepted = findings[index].isAccepted && finding.isAccepted
            } else {
                findings.append(finding)
            }
        }
        coverage.merge(other.coverage)
    }
}

extension RunRecord {
    fileprivate func asked(_ operation: String) -> Bool {
        phases.contains { $0.operations.contains { $0.operation == operation } }
    }
}

extension RunRecord.Verdict {
    /// A part that could not run leaves the whole unproved, unless another has found something.
    fileprivate func merged(with other: RunRecord.Verdict) -> RunRecord.Verdict {
        if self == .findings || other == .findings { return .findings }
        return self == .couldNotRun || other == .couldNotRun ? .couldNotRun : .conformant
    }
}

extension Coverage {
    /// The points in the order of the contract's operations.
    fileprivate func sorted(by operations: [String]) -> Coverage {
        let ranks = Dictionary(operations.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let ranked = points.enumerated().sorted {
            (ranks[$0.element.operation] ?? .max, $0.offset) < (ranks[$1.element.operation] ?? .max, $1.offset)
        }
        return Coverage(ranked.map(\.element))
    }
}
