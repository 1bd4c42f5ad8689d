// Findings by what is behind them: one line for a person, however many operations show it.

/// The findings of one cause.
package struct CauseRecord: Hashable, Sendable {
    /// `undeclared-status:404`, the same in every run.
    package let id: String
    /// In one line.
    package let title: String
    /// The name of the check.
    package let check: String
    /// That of its heaviest finding.
    package private(set) var degree: Degree
    /// The heaviest first, and of those the one with the smallest exchange.
    package private(set) var findings: [FindingRecord]

    fileprivate init(_ finding: FindingRecord) {
        id = finding.cause
        title = finding.causeTitle
        check = finding.check
        degree = finding.degree
        findings = [finding]
    }

    fileprivate mutating func add(_ finding: FindingRecord) {
        findings.append(finding)
        degree = min(degree, finding.degree)
    }

    fileprivate mutating func sort() {
        let sorted = findings.enumerated().sorted {
            if $0.element.degree != $1.element.degree { return $0.element.degree < $1.element.degree }
            return ($0.element.size.requests, $0.element.size.bytes, $0.offset)
                < ($1.element.size.requests, $1.element.size.bytes, $1.offset)
        }
        findings = sorted.map(\.element)
    }

    /// The finding that is shown.
    package var shown: FindingRecord { findings[0] }
    /// How often all of its findings were seen.
    package var times: Int { findings.reduce(0) { $0 + $1.times } }
    /// How the id of a failure ends whose answer does not say why. Nothing tells the operations of such a cause apart but their names: each is
    /// to be looked at, and a new one is news to a baseline.
    package static let unexplained = "unexplained"

    /// Whether that is so.
    package static func isUnexplained(_ id: String) -> Bool {
        let parts = id.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == Check.serverError.rawValue && parts[2] == unexplained
    }

    /// Of a cause that does not say why: what shows it at each of the other operations.
    package var tellingOthers: [FindingRecord] {
        guard CauseRecord.isUnexplained(id) else { return [] }
        var seen: Set<String> = [shown.operation]
        return findings.filter { seen.insert($0.operation).inserted }
    }

    /// The ids, in the order in which they were found.
    package var operations: [String] {
        var seen: Set<String> = []
        return findings.map(\.operation).filter { seen.insert($0).inserted }
    }
    /// Whether the baseline holds it.
    package var isAccepted: Bool { findings.allSatisfy(\.isAccepted) }

    /// `404 is not declared: 61 operations`, or the finding's own sentence where there is one alone.
    package var headline: String {
        let count = operations.count
        if count > 1 { return "\(title): \(count) operations" }
        return findings.count > 1 ? "\(title): \(shown.operation), \(findings.count) places" : title
    }
}

extension FindingRecord {
    /// How much a reader has to look at.
    fileprivate var size: (requests: Int, bytes: Int) {
        let bytes = exchanges.reduce(0) { $0 + $1.target.utf8.count + ($1.requestBody?.text.utf8.count ?? 0) }
        return (exchanges.count, bytes)
    }
}

extension RunRecord {
    /// How many operations of a cause that does not say why have their script in a report of a line or two each.
    static let mostScripts = 20

    /// The causes, the heaviest first: by degree, then by how many operations show them.
    package var causes: [CauseRecord] {
        var causes: [CauseRecord] = []
        var indices: [String: Int] = [:]
        for finding in findings {
            let key = "\(finding.isAccepted) \(finding.cause)"
            if let index = indices[key] {
                causes[index].add(finding)
            } else {
                indices[key] = causes.count
                causes.append(CauseRecord(finding))
            }
        }
        for index in causes.indices { causes[index].sort() }
        return causes.enumerated().sorted { left, right in
            if left.element.degree != right.element.degree { return left.element.degree < right.element.degree }
            let counts = (left.element.operations.count, right.element.operations.count)
            return counts.0 != counts.1 ? counts.0 > counts.1 : left.offset < right.offset
        }.map(\.element)
    }

    /// The causes that no baseline has accepted.
    package var newCauses: [CauseRecord] { causes.filter { !$0.isAccepted } }

    /// `3 violations, 1 suspicion`, counted by cause; notes are told apart.
    package var countedCauses: String {
        let degrees: [Degree] = failOn == .note ? Degree.allCases : [.violation, .suspicion]
        let parts = degrees.compactMap { degree -> String? in
            let count = newCauses.count { $0.degree == degree }
            return count == 0 ? nil : count == 1 ? "1 \(degree.rawValue)" : "\(count) \(degree.plural)"
        }
        return parts.joined(separator: ", ")
    }
}
