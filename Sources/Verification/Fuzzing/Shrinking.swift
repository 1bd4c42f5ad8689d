// A failing request made smaller, as long as it fails in the same way.

import HTTPExchange
import JSONSchema
import OpenAPIContract
import Sampling

extension Run {
    /// How many requests are spent on making one smaller.
    private static let attempts = 60

    /// The finding with the least that still shows it: fewest parts first, then the smallest value for each that is left. Where the
    /// request alone does not show it again, the exchange that did stands as it was.
    func shrunk(_ finding: Finding, _ draft: Draft) async throws(End) -> Finding {
        var smallest = draft
        var shown = finding
        var left = Run.attempts
        /// Takes a candidate over if it shows the same.
        func take(_ candidate: Draft) async throws(End) -> Bool {
            guard left > 0, candidate.request != smallest.request else { return false }
            var candidate = candidate
            refresh(&candidate)
            left -= 1
            guard let trial = try await attemptValid(finding.name, candidate),
                let same = trial.findings.first(where: { $0.id == finding.id })
            else { return false }
            smallest = candidate
            shown = same
            return true
        }
        for site in draft.sites.reversed() where !site.required && smallest.value(at: site) != nil {
            _ = try await take(smallest.setting(site, to: nil))
        }
        for site in smallest.sites {
            guard let value = smallest.value(at: site) else { continue }
            for simpler in simplified(value, site) {
                if try await take(smallest.setting(site, to: simpler)) { break }
            }
        }
        return shown
    }

    /// Values to try instead of one, the simplest first.
    private func simplified(_ value: JSON, _ site: Site) -> [JSON] {
        var simpler: [JSON] = []
        if let least = sampler(site.schema).smallest().value { simpler.append(least) }
        switch value {
        case .string(let text):
            simpler += [8, 4, 2].map { .string(String(text.prefix(max(text.count / $0, 1)))) }
        case .array(let elements):
            simpler += [[]] + elements.map { .array([$0]) }
        case .number(let number):
            if let whole = number.int64 {
                simpler += [whole / 100, whole / 10, whole / 2].map { .number(JSONNumber($0)) }
            }
        case .null, .bool, .object: break
        }
        return simpler.filter { $0 != value && site.schema.accepts($0, direction: .request) }
    }
}
