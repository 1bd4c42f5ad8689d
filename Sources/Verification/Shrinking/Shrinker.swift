// A failing sequence made smaller, as long as it fails in the same way: the fewest requests, the fewest parts, the smallest values.

import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import Sampling

/// One finding on its way to the least that shows it.
struct Shrinker {
    private let run: Run
    private(set) var finding: Finding
    private var sequence: RequestSequence
    /// How many requests may still be sent.
    private var left: Int
    /// For one finding, and for each request of its sequence.
    private static let most = (alone: 120, each: 40)

    init(_ run: Run, _ finding: Finding, _ sequence: RequestSequence) {
        self.run = run
        self.finding = finding
        self.sequence = sequence
        left = min(Shrinker.most.alone + sequence.steps.count * Shrinker.most.each, run.pace.shrinkingLeft)
    }

    /// Sends the sequence again; false where it does not show the finding a second time, and there is nothing to go by.
    mutating func isShownAgain() async throws(Run.End) -> Bool { try await takes(sequence) }

    mutating func shrink() async throws(Run.End) {
        try await dropRequests()
        try await dropParts()
        for index in sequence.steps.indices {
            // What a value is made of is there once the value is as small as can be.
            for site in sequence.steps[index].draft?.sites ?? [] {
                try await lessen(site, of: index)
            }
        }
    }

    /// Takes a candidate over if it shows the same.
    private mutating func takes(_ candidate: RequestSequence) async throws(Run.End) -> Bool {
        guard left >= candidate.steps.count else { return false }
        left -= candidate.steps.count
        run.pace.shrinkingLeft -= candidate.steps.count
        guard let shown = try await run.replay(candidate, for: finding) else { return false }
        sequence = candidate
        finding = shown
        return true
    }

    // MARK: Requests

    /// Leaves out each request that the finding does not need, halves of what is before the last one first.
    private mutating func dropRequests() async throws(Run.End) {
        while sequence.steps.count > 4 {
            var half = sequence
            half.steps.removeFirst((sequence.steps.count - 1) / 2)
            guard try await takes(half) else { break }
        }
        var index = 0
        while index < sequence.steps.count - 1 {
            if !sequence.needs(index), try await takes(sequence.without(index)) { continue }
            index += 1
        }
    }

    // MARK: Parts

    /// Leaves out what may be left out: all of it at once where that will do, else piece by piece.
    private mutating func dropParts() async throws(Run.End) {
        for index in sequence.steps.indices {
            guard let draft = sequence.steps[index].draft else { continue }
            if sequence.steps[index].test.judged?.conforms == true {
                let shortest = run.withoutOptionals(draft)
                if shortest.request == draft.request { continue }
                if try await takes(sequence.replacing(index, by: shortest)) { continue }
            }
            for site in draft.sites.reversed() where !site.required {
                guard let now = sequence.steps[index].draft, now.value(at: site) != nil else { continue }
                _ = try await takes(sequence.replacing(index, by: now.setting(site, to: nil)))
            }
        }
    }

    // MARK: Values

    private mutating func lessen(_ site: Site, of index: Int) async throws(Run.End) {
        guard let value = sequence.steps[index].draft?.value(at: site), !isName(site, value, of: index) else { return }
        if let least = run.plans.sampler(site.schema).smallest().value {
            if least == value { return }
            if try await takes(least, at: site, of: index) { return }
        }
        switch value {
        case .string(let text): try await lessen(text, at: site, of: index)
        case .array(let elements): try await lessen(elements, at: site, of: index)
        case .number(let number): try await lessen(number, at: site, of: index)
        case .bool(let flag): if flag { _ = try await takes(false, at: site, of: index) }
        case .null, .object: return
        }
    }

    private mutating func takes(_ value: JSON, at site: Site, of index: Int) async throws(Run.End) -> Bool {
        guard site.schema.accepts(value, direction: .request), let draft = sequence.steps[index].draft,
            draft.value(at: site) != value
        else { return false }
        let changed = draft.setting(site, to: value)
        return changed.request != draft.request ? try await takes(sequence.replacing(index, by: changed)) : false
    }

    /// What says which resource is meant has no smaller value: it has another resource, or none.
    private func isName(_ site: Site, _ value: JSON, of index: Int) -> Bool {
        if case .parameter(let position) = site.kind,
            sequence.steps[index].draft?.operation.parameters[position].location == .path
        {
            return true
        }
        return ObservedValues.isReferenceName(site.name) && run.backend.values.knows(value, named: site.name)
    }

    /// The shortest beginning that will do, then the shortest end of that, then the plainest characters.
    private mutating func lessen(_ text: String, at site: Site, of index: Int) async throws(Run.End) {
        let characters = Array(text.unicodeScalars)
        func string(_ scalars: ArraySlice<Unicode.Scalar>) -> JSON {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return .string(String(text))
        }
        let length = try await least(from: 0, to: characters.count) { shrinker, count async throws(Run.End) in
            try await shrinker.takes(string(characters[..<count]), at: site, of: index)
        }
        let start = try await least(from: 0, to: length) { shrinker, count async throws(Run.End) in
            try await shrinker.takes(string(characters[(length - count)..<length]), at: site, of: index)
        }
        let kept = characters[(length - start)..<length]
        guard kept.contains(where: { $0 != "a" }) else { return }
        if try await takes(string(kept.map { _ in "a" }[...]), at: site, of: index) || kept.count > 8 { return }
        var plain = kept
        for position in kept.indices where kept[position] != "a" {
            plain[position] = "a"
            if try await !takes(string(plain), at: site, of: index) { plain[position] = kept[position] }
        }
    }

    private mutating func lessen(_ elements: [JSON], at site: Site, of index: Int) async throws(Run.End) {
        var kept = elements
        if kept.count > 1, let last = kept.last, try await takes(.array([last]), at: site, of: index) { return }
        var position = 0
        while position < kept.count {
            var shorter = kept
            shorter.remove(at: position)
            if try await takes(.array(shorter), at: site, of: index) { kept = shorter } else { position += 1 }
        }
    }

    /// The number that is nearest to zero, or to the least that the schema takes, and still will do.
    private mutating func lessen(_ number: JSONNumber, at site: Site, of index: Int) async throws(Run.End) {
        guard let whole = number.int64 else {
            for rounded in [number.double.rounded(.down), number.double.rounded(.up)] {
                guard abs(rounded) < 1e15 else { return }
                let value = JSONNumber(Int(rounded))
                if try await takes(.number(value), at: site, of: index) {
                    return try await lessen(value, at: site, of: index)
                }
            }
            return
        }
        let from = run.plans.sampler(site.schema).smallest().value?.number?.int64 ?? 0
        let (distance, overflows) = whole.subtractingReportingOverflow(from)
        guard !overflows, distance != 0, distance != .min else { return }
        // Where it matters whether a number is this one, nothing between will do: a step toward it tells.
        if abs(distance) > 1, try await !takes(.number(JSONNumber(Int(whole - distance.signum()))), at: site, of: index)
        {
            return
        }
        _ = try await least(from: 0, to: Int(abs(distance))) { shrinker, steps async throws(Run.End) in
            try await shrinker.takes(
                .number(JSONNumber(Int(from) + steps * Int(distance.signum()))), at: site, of: index)
        }
    }

    /// The smallest count that will do, by halves; the greatest is known to.
    private mutating func least(
        from low: Int, to high: Int, _ isEnough: (inout Shrinker, Int) async throws(Run.End) -> Bool
    ) async throws(Run.End) -> Int {
        var (low, high) = (low, high)
        while low < high {
            let middle = low + (high - low) / 2
            if try await isEnough(&self, middle) { high = middle } else { low = middle + 1 }
        }
        return high
    }
}

extension Run {
    /// Records a finding with the least that shows it. What is known already is only counted, and where it does not show again the
    /// exchanges that did stand as they were.
    /// - Parameter history: what was sent before, where the requests alone may not do.
    func recordSmallest(_ finding: Finding, _ results: [CaseResult], history: [CaseResult] = []) async throws(End) {
        guard options.checks.contains(finding.check) else { return }
        guard !report.has(finding.id) else { return record([finding]) }
        // Whatever ends the run meanwhile, what was found is told.
        var smallest = finding
        defer { record([smallest]) }
        for count in [0, 2, 6, 14] {
            if count > 0, history.isEmpty { return }
            var shrinker = Shrinker(self, smallest, RequestSequence(history.suffix(count) + results, self))
            if try await shrinker.isShownAgain() {
                defer { smallest = shrinker.finding }
                return try await shrinker.shrink()
            }
            if history.count <= count { return }
        }
    }
}
