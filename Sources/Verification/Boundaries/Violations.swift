// Requests that break the contract in one place each.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

extension Run {
    /// How many violations of one operation are sent at most.
    private static let limit = 400

    /// Without each part that must be there, with a body that cannot be read or is of another type.
    func sendIncomplete(_ operation: Operation) async throws(End) {
        let base = completed(base(of: operation))
        for site in base.sites where site.required && base.value(at: site) != nil {
            if case .body(let pointer) = site.kind, pointer.tokens.last == "0" { continue }
            try await sendBroken(
                "without \(site.description)", base.setting(site, to: nil).request, of: operation,
                subject: "\(site.description), required")
        }
        for site in operation.parameterSites where site.isDoubtfulTwice(in: operation) {
            try await sendTwice(site, base)
        }
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

    /// Twice the same query parameter: neither to be taken nor refused, but to be answered as declared.
    private func sendTwice(_ site: Site, _ base: Draft) async throws(End) {
        guard let value = base.value(at: site) else { return }
        var request = base.request
        let pair = "\(site.name)=\(value.string ?? value.serialized())"
        guard let query = request.query, query.split(separator: "&").contains(Substring(pair)) else { return }
        request.target += "&\(pair)"
        guard let judged = judged(identified(request, of: base.operation), of: base.operation) else { return }
        try await send(
            TestCase(
                "with \(site.description) twice", base.operation, request, judged: judged, expectation: .anything,
                subject: "\(site.description), twice"))
    }

    /// Each keyword's smallest violation, each type's nearest other.
    func sendViolations(of operation: Operation) async throws(End) {
        var sent = 0
        let base = completed(base(of: operation))
        var sites = base.sites
        if let schema = base.body?.media.schema {
            sites.append(
                Site(kind: .body(.root), name: "body", schema: schema, required: true, description: "body"))
        }
        for (position, site) in sites.enumerated() where !isTriedElsewhere(site, of: operation) {
            // What is missing from the whole has been left out piece by piece.
            var negatives = site.negatives.filter { $0.keyword != "required" }
            // What changes a thing mostly goes by the same rules as what makes it: one violation of each part will do.
            if operation.changesThings, !negatives.isEmpty { negatives = [negatives[position % negatives.count]] }
            for negative in negatives where sent < Run.limit {
                var draft = self.base(of: operation)
                draft.values = base.values
                draft.body = base.body
                refresh(&draft)
                let request = draft.setting(site, to: negative.value).request
                let trial = try await sendBroken(
                    "with \(site.description) against its \(negative.keyword)", request, of: operation,
                    subject: "\(site.description), \(negative.keyword)")
                if trial != nil { sent += 1 }
            }
            try await sendStranger(in: site, base)
        }
    }

    /// A path's parameters are the same for all methods on it.
    private func isTriedElsewhere(_ site: Site, of operation: Operation) -> Bool {
        guard case .parameter(let index) = site.kind, operation.parameters[index].location == .path else {
            return false
        }
        return contract.operations.first { $0.path.key == operation.path.key } !== operation
    }

    /// A property that nobody has declared, where none may be.
    private func sendStranger(in site: Site, _ base: Draft) async throws(End) {
        guard case .body(let pointer) = site.kind, case .object(var members)? = base.value(at: site) else { return }
        members["counterpart"] = true
        try await sendBroken(
            "with an undeclared property in \(site.description)", base.setting(site, to: .object(members)).request,
            of: base.operation, subject: "body at \(pointer.appending("counterpart")), undeclared")
    }
}

extension Operation {
    var changesThings: Bool { method == .put || method == .patch }
}

extension Site {
    /// A scalar in the query has one value.
    fileprivate func isDoubtfulTwice(in operation: Operation) -> Bool {
        guard case .parameter(let index) = kind, operation.parameters[index].location == .query else { return false }
        return !schema.types.contains(.array) && !schema.types.contains(.object)
    }
}
