// Requests that keep to the contract to the very edge.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

extension Run {
    /// How many rows of edges are sent to what changes a thing: it mostly goes by the same rules as what makes it.
    private static let changes = 3

    /// Every telling value of every site, many in one request: the first request has the first of each, the second the second. Only
    /// where such a request fares otherwise than its base are its values sent one by one.
    func sendEdges(of operation: Operation) async throws(End) {
        guard operation.method != .delete || !operation.parameterSites.isEmpty else { return }
        let base = completed(base(of: operation))
        guard conforms(base) else { return }
        let columns = base.sites.compactMap { site -> (site: Site, values: [JSON])? in
            if isName(site, in: operation) { return nil }
            // An object's edges are those of its parts.
            if case .object? = base.value(at: site) { return nil }
            // A parameter's own value stands beside all values of the others too.
            let telling = self.telling(site).filter { site.isParameter || $0 != base.value(at: site) }
            return telling.isEmpty ? nil : (site, telling)
        }
        let paired = Set(columns.indices.filter { columns[$0].site.isParameter })
        let rows = Combinations(columns.map(\.values.count), paired: paired).rows
        for row in operation.changesThings ? rows.prefix(Run.changes) : rows[...] {
            let choices = zip(columns, row).compactMap { column, index in
                index.map { (site: column.site, value: column.values[$0]) }
            }
            try await send(choices, on: base)
        }
    }

    private func send(_ choices: [(site: Site, value: JSON)], on base: Draft) async throws(End) {
        var base = base
        refresh(&base)
        freshen(&base)
        if operationIsSpent(base) { return }
        var draft = base
        var used: [(site: Site, value: JSON)] = []
        var others: [(site: Site, value: JSON)] = []
        for choice in choices {
            let changed = draft.setting(choice.site, to: choice.value)
            if conforms(changed) {
                draft = changed
                used.append(choice)
            } else {
                others.append(choice)
            }
        }
        if used.count > 1 {
            let subject = "several values together"
            if let trial = try await attemptValid("at the edge in \(used.count) places", draft, subject: subject) {
                if trial.wentWell { try await readBack(trial, of: draft) }
                if trial.wentWell, trial.findings.isEmpty {
                    used = []
                } else if !trial.findings.isEmpty {
                    let before = report.causes.count
                    for choice in used { try await send(choice, on: base) }
                    // No value alone does it.
                    if report.causes.count == before { record(trial.findings) }
                    used = []
                }
            }
        }
        for choice in used + others { try await send(choice, on: base) }
    }

    private func send(_ choice: (site: Site, value: JSON), on base: Draft) async throws(End) {
        var base = base
        refresh(&base)
        freshen(&base)
        let shown = choice.value.serialized()
        let value = shown.count > 40 ? "\(shown.prefix(40))…" : shown
        try await sendValidAndRead(
            "with \(choice.site.description) = \(value)", base.setting(choice.site, to: choice.value),
            subject: choice.site.description)
    }

    /// Whether the site says which thing is meant: any other value means another thing, or none.
    private func isName(_ site: Site, in operation: Operation) -> Bool {
        if case .parameter(let index) = site.kind, operation.parameters[index].location == .path { return true }
        return Knowledge.namesThing(site.name) && !knowledge.values(named: site.name).isEmpty
    }

    /// A thing can be deleted once.
    private func operationIsSpent(_ draft: Draft) -> Bool {
        guard draft.operation.method == .delete, let key = draft.operation.path.thingKey else { return false }
        return knowledge.thing(at: key) == nil
    }
}
