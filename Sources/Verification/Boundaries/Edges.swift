// Requests that keep to the contract to the very edge.

import VerificationReports
import Lifecycles
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

extension Run {
    /// How many rows of edges an update gets: it mostly follows the same rules as the creation, which gets them all.
    private static let changes = 2
    /// How many rows a list gets whose edges have been sent one by one.
    private static let pairs = 4

    /// Every edge value of every site, many in one request: the first request has the first of each, the second the second. Only
    /// where such a request fares otherwise than its base are its values sent one by one.
    /// - Parameter isLeftOut: whether a site has been seen to.
    func sendEdges(
        of operation: Operation, from base: Draft, where isLeftOut: (Site) -> Bool = { _ in false }
    ) async throws(End) {
        let isList = try await sendListEdges(of: operation, where: isLeftOut)
        let most = operation.isUpdate ? Run.changes : isList ? Run.pairs : .max
        for row in edges(of: operation, base, isLeftOut).prefix(most) {
            try await send(row, on: base)
        }
    }

    /// Each edge of each parameter of a list by itself, around the least request: filters together find nothing, and where nothing is
    /// found nothing is wrong.
    /// - Returns: whether they were sent.
    private func sendListEdges(of operation: Operation, where isLeftOut: (Site) -> Bool) async throws(End) -> Bool {
        guard list(of: operation) != nil else { return false }
        let base = withoutOptionals(base(of: operation))
        guard conforms(base), report.successes[operation.index]?.hasSucceeded == true else { return false }
        var left = Run.mostListEdges
        for site in operation.parameterSites where !isLeftOut(site) && !isName(site, in: operation) {
            for value in plans.edgeValues(site) where left > 0 && value != base.value(at: site) {
                left -= 1
                try await send((site, value), on: base)
            }
        }
        return true
    }

    private static let mostListEdges = 160

    typealias Choice = (site: Site, value: JSON)

    private func edges(of operation: Operation, _ base: Draft, _ isLeftOut: (Site) -> Bool) -> [[Choice]] {
        guard operation.method != .delete || !operation.parameterSites.isEmpty, conforms(base) else { return [] }
        let columns = base.sites.compactMap { site -> (site: Site, values: [JSON])? in
            if isName(site, in: operation) || isLeftOut(site) { return nil }
            // An object's edges are those of its parts.
            if case .object? = base.value(at: site) { return nil }
            // A parameter's own value stands beside all values of the others too.
            let values = plans.edgeValues(site).filter { site.isParameter || $0 != base.value(at: site) }
            return values.isEmpty ? nil : (site, values)
        }
        let paired = Set(columns.indices.filter { columns[$0].site.isParameter })
        return Combinations(columns.map(\.values.count), paired: paired).rows.map { row in
            zip(columns, row).compactMap { column, index in
                index.map { (site: column.site, value: column.values[$0]) }
            }
        }
    }

    /// What the phase of boundaries leaves out at an operation that changes resources.
    struct Rest {
        let base: Draft
        let violations: [(site: Site, negative: ViolatingValue)]
        let rows: [[Choice]]
    }

    func rest(of operation: Operation) -> Rest? {
        guard operation.isUpdate else { return nil }
        let base = withOptionals(base(of: operation))
        return Rest(
            base: base,
            violations: base.violableSites.filter { !$0.isParameter }.flatMap { site in
                plans.violatingValues(site).filter { $0.keyword != "required" }.map { (site, $0) }
            }, rows: Array(edges(of: operation, base) { _ in false }.dropFirst(Run.changes)))
    }

    /// One violation and one row of the rest; nothing past its end.
    func send(_ rest: Rest, at place: Int) async throws(End) {
        if place < rest.violations.count {
            try await sendBroken(rest.base, rest.violations[place].site, rest.violations[place].negative)
        }
        if place < rest.rows.count { try await send(rest.rows[place], on: rest.base) }
    }

    private func send(_ choices: [Choice], on base: Draft) async throws(End) {
        var base = base
        refresh(&base)
        fillReferences(&base)
        makeUnique(&base)
        if operationIsSpent(base) { return }
        var draft = base
        var used: [Choice] = []
        var others: [Choice] = []
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
            let result = try await attemptValid("at the edge in \(used.count) places", draft, subject: subject)
            // One by one they are sent only if together they fare otherwise.
            if collected != nil { used = [] }
            if let result {
                if result.succeeded { try await readBack(result, of: draft) }
                if result.succeeded, result.findings.isEmpty {
                    used = []
                } else if !result.findings.isEmpty {
                    let before = report.findings.count
                    for choice in used { try await send(choice, on: base) }
                    // No value alone does it.
                    if report.findings.count == before { record(result.findings) }
                    used = []
                }
            }
        }
        for choice in used + others { try await send(choice, on: base) }
    }

    private func send(_ choice: Choice, on base: Draft) async throws(End) {
        var base = base
        refresh(&base)
        fillReferences(&base)
        makeUnique(&base)
        let shown = choice.value.serialized()
        let value = shown.count > 40 ? "\(shown.prefix(40))…" : shown
        try await sendValidAndRead(
            "with \(choice.site.description) = \(value)", base.setting(choice.site, to: choice.value),
            subject: choice.site.description)
    }

    /// Whether the site says which resource is meant: any other value means another resource, or none.
    private func isName(_ site: Site, in operation: Operation) -> Bool {
        if case .parameter(let index) = site.kind, operation.parameters[index].location == .path {
            return site.schema.choices.isEmpty
        }
        return isReference(site) && !backend.values.references(by: site).isEmpty
    }

    /// A resource can be deleted once.
    private func operationIsSpent(_ draft: Draft) -> Bool {
        guard draft.operation.method == .delete, let key = draft.operation.path.resourceKey else { return false }
        return backend.values.resource(at: key) == nil
    }
}
