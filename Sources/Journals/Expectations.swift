// Requests that are expected to come in an order.

import HTTPExchange
package import JSONValues
import JSONSchema
import OpenAPIContract
import HTTPTypes

/// Expectations, met one after another by the requests that come; others may come between them.
package struct Expectations: Sendable {
    /// One of them, and the requests that met it.
    package struct Expectation: Sendable {
        let filter: JournalFilter
        /// As it was registered.
        let written: JSON
        /// So many requests meet it.
        let times: Int
        /// The numbers of those that did.
        var requests: [Int] = []

        /// - Parameters:
        ///   - written: the expectation as it was registered.
        ///   - times: so many requests meet it.
        package init(filter: JournalFilter, written: JSON, times: Int) {
            self.filter = filter
            self.written = written
            self.times = times
        }

        var isMet: Bool { requests.count >= times }
    }

    /// Of one session.
    package static let limit = 1_000

    private(set) var all: [Expectation] = []
    /// Requests that a later expectation waits for.
    private(set) var early: [(request: Int, expectation: Int)] = []
    /// The number of the last entry before the first expectation.
    private(set) var start = 0

    init() {}

    /// With what became of them before.
    init(_ all: [Expectation], early: [(request: Int, expectation: Int)], after start: Int) {
        (self.all, self.early, self.start) = (all, early, start)
    }

    /// The index of the first that is not met.
    var current: Int { all.firstIndex { !$0.isMet } ?? all.count }

    mutating func add(_ expectations: [Expectation], after entry: Int) {
        if all.isEmpty { start = entry }
        all += expectations
    }

    mutating func note(_ entry: JournalEntry) {
        guard !all.isEmpty else { return }
        let current = current
        guard current < all.count else { return }
        if all[current].filter.passes(entry) {
            all[current].requests.append(entry.number)
        } else if let later = all[(current + 1)...].firstIndex(where: { $0.filter.passes(entry) }) {
            if early.count < Self.limit { early.append((entry.number, later)) }
        }
    }

    /// What became of them.
    /// - Parameter entries: of the journal, to tell which came closest.
    func verification(_ entries: [JournalEntry], _ redaction: Redaction) -> JSON {
        let met = all.count(where: \.isMet)
        let current = current
        var message = "\(met) of \(all.count) expectations are met."
        let nearest = current < all.count ? nearest(to: all[current].filter, in: entries, redaction) : nil
        if current < all.count {
            let missing = all[current].times - all[current].requests.count
            message += " Expectation \(current + 1) lacks \(missing == 1 ? "a request" : "\(missing) requests")"
            message += nearest.map { "; the closest is \($0)." } ?? "."
        }
        let expectations: [JSON] = all.enumerated().map { index, expectation in
            var members = JSONObject([
                ("expected", redaction.json(expectation.written)), ("met", .bool(expectation.isMet)),
                ("times", .number(JSONNumber(expectation.times))),
                ("requests", .array(expectation.requests.map { .number(JSONNumber($0)) })),
            ])
            if index == current, let nearest { members["nearest"] = .string(nearest) }
            return .object(members)
        }
        return [
            "met": .bool(met == all.count), "message": .string(message), "expectations": .array(expectations),
            "out_of_order": .array(
                early.map { early in
                    [
                        "request": .number(JSONNumber(early.request)),
                        "expectation": .number(JSONNumber(early.expectation + 1)),
                    ]
                }),
        ]
    }

    /// The request that has most of what is asked for and meets no expectation, and what it lacks.
    private func nearest(
        to filter: JournalFilter, in entries: [JournalEntry], _ redaction: Redaction
    ) -> String? {
        let taken = Set(all.flatMap(\.requests))
        return filter.nearest(in: entries.filter { $0.number > start && !taken.contains($0.number) }, redaction)
    }
}

extension JournalFilter {
    /// The entry that has most of what is asked for, what it lacks, and how to mend that.
    package func nearest(in entries: [JournalEntry], _ redaction: Redaction) -> String? {
        let candidates = entries.map { entry in
            (entry: entry, differences: differences(entry, redaction), score: likeness(entry))
        }
        guard let best = candidates.max(by: { $0.score < $1.score }), best.score > 0 else { return nil }
        let request = best.entry.request
        let fix = best.entry.nearest.first { $0.operation.id == operation }.map { ": \($0.fix)" } ?? ""
        return "request \(best.entry.number), \(request.method.rawValue) \(redaction.text(request.target)) "
            + (best.differences.isEmpty
                ? "(which came too early)" : "(\(best.differences.joined(separator: "; "))\(fix))")
    }

    /// From 0 up to 1: the share of what is asked for that the entry has. An operation that it nearly meant counts in part.
    private func likeness(_ entry: JournalEntry) -> Double {
        let near = entry.nearest.first { $0.operation.id == operation }?.score ?? 0
        return (Double(fields - min(differences(entry).count, fields)) + near) / Double(max(fields, 1))
    }
}
