// Requests that break the contract in one place each.

import VerificationReports
import Lifecycles
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension Run {
    /// How many violations of one operation are sent at most.
    private static let limit = 400

    /// Without each part that must be there, with a body that cannot be read or is of another type.
    func sendIncomplete(_ operation: Operation) async throws(End) {
        let base = withOptionals(base(of: operation))
        for site in base.sites where site.required && base.value(at: site) != nil {
            if isTriedElsewhere(site, of: operation) { continue }
            if case .body(let pointer) = site.kind, pointer.tokens.last == "0" { continue }
            try await sendBroken(
                "without \(site.description)", base.setting(site, to: nil).request, of: operation,
                subject: "\(site.description), required")
        }
        try await sendTwice(operation.parameterSites.filter { $0.isDoubtfulTwice(in: operation) }, base)
        guard let body = base.body else { return }
        var request = base.request
        request.body = []
        request.headers[.contentType] = nil
        try await sendBroken("without a body", request, of: operation, subject: "body, required")
        guard body.media.media?.kind == .json else { return }
        request = base.request
        request.body = Array(request.body.dropLast()) + Array(",\"".utf8)
        try await sendBroken("with a body that ends too early", request, of: operation, subject: "body, malformed")
        // Only who declares 415 says that the type is looked at: others may go by the content, or do without it.
        let isTypeLookedAt = operation.responses.contains { $0.status == .exact(415) }
        guard isTypeLookedAt || operation.body?.required == true else { return }
        request = base.request
        request.headers[.contentType] = "text/plain"
        if !isTypeLookedAt { request.body = Array("counterpart".utf8) }
        try await sendBroken("with a body of another type", request, of: operation, subject: "header 'Content-Type'")
    }

    /// Query parameters that stand there twice: neither to be taken nor refused, but to be answered as declared. All at once; one by one
    /// only where that is not taken, since what is refused for one of them says nothing of the others.
    private func sendTwice(_ sites: [Site], _ base: Draft) async throws(End) {
        var request = base.request
        let pairs = request.query?.split(separator: "&").map(String.init) ?? []
        let doubled = sites.compactMap { site -> (site: Site, pair: String)? in
            guard let value = base.value(at: site) else { return nil }
            let pair = "\(site.name)=\(value.string ?? value.serialized())"
            return pairs.contains(pair) ? (site, pair) : nil
        }
        guard let first = doubled.first else { return }
        let what = doubled.count == 1 ? first.site.description : "\(doubled.count) query parameters"
        for (_, pair) in doubled { request.target += "&\(pair)" }
        guard let judged = judged(identified(request, of: base.operation), of: base.operation) else { return }
        let result = try await attempt(
            TestCase(
                "with \(what) twice", base.operation, request, judged: judged, expectation: .anything,
                subject: "\(what), twice"))
        guard let result else { return }
        if doubled.count == 1 { return record(result.findings) }
        if result.succeeded, result.findings.isEmpty { return }
        for (site, _) in doubled { try await sendTwice([site], base) }
    }

    /// Each keyword's smallest violation, each type's nearest other.
    /// - Parameter isLeftOut: whether a site has been seen to.
    func sendViolations(
        of operation: Operation, from base: Draft, where isLeftOut: (Site) -> Bool = { _ in false }
    ) async throws(End) {
        var sent = 0
        for (position, site) in base.violableSites.enumerated()
        where !isTriedElsewhere(site, of: operation) && !isLeftOut(site) {
            // What is missing from the whole has been left out piece by piece.
            var negatives = self.plans.violatingValues(site).filter { $0.keyword != "required" }
            // What changes a resource mostly goes by the same rules as what makes it: one violation of every third part will do here.
            if operation.isUpdate, !site.isParameter, !negatives.isEmpty {
                let isChosen = position % 3 == (operation.method == .patch ? 0 : 1)
                negatives = isChosen ? [negatives[position / 3 % negatives.count]] : []
            }
            for negative in negatives where sent < Run.limit {
                if try await sendBroken(base, site, negative) != nil { sent += 1 }
            }
            try await sendUndeclaredProperty(in: site, base)
        }
    }

    @discardableResult
    func sendBroken(_ base: Draft, _ site: Site, _ negative: ViolatingValue) async throws(End) -> CaseResult? {
        var draft = base
        refresh(&draft)
        makeUnique(&draft)
        return try await sendBroken(
            "with \(site.description) against its \(negative.keyword)",
            draft.setting(site, to: negative.value).request, of: base.operation,
            subject: "\(site.description), \(negative.keyword)")
    }

    /// A path's parameters are the same for all methods on it; and what changes a resource mostly reads what is deep in it as what makes
    /// it does.
    private func isTriedElsewhere(_ site: Site, of operation: Operation) -> Bool {
        switch site.kind {
        case .parameter(let index):
            operation.parameters[index].location == .path
                && contract.operations.first { $0.path.key == operation.path.key } !== operation
        case .body(let pointer):
            pointer.tokens.count > 1 && operation.isUpdate
                && contract.operations.contains { create in
                    create.method == .post && create.body != nil
                        && paths.children(of: create.path).contains { $0.key == operation.path.resourceKey }
                }
        }
    }

    /// An undeclared property where additional ones are forbidden.
    private func sendUndeclaredProperty(in site: Site, _ base: Draft) async throws(End) {
        guard case .body(let pointer) = site.kind, case .object(var members)? = base.value(at: site) else { return }
        members["counterpart"] = true
        try await sendBroken(
            "with an undeclared property in \(site.description)", base.setting(site, to: .object(members)).request,
            of: base.operation, subject: "body at \(pointer.appending("counterpart")), undeclared")
    }
}

extension Draft {
    /// The parts that a value may break: every parameter, every property, and the body as a whole.
    var violableSites: [Site] {
        guard let schema = body?.media.schema else { return sites }
        return sites + [Site(kind: .body(.root), name: "body", schema: schema, required: true, description: "body")]
    }
}

extension Operation {
    var isUpdate: Bool { method == .put || method == .patch }
}

extension Site {
    /// A scalar in the query has one value.
    fileprivate func isDoubtfulTwice(in operation: Operation) -> Bool {
        guard case .parameter(let index) = kind, operation.parameters[index].location == .query else { return false }
        return !schema.types.contains(.array) && !schema.types.contains(.object)
    }
}
