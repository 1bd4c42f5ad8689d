// What the links of a creation lead to is there: OpenAPI 3.1, section 4.8.20.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

extension Run {
    /// Makes something by an operation whose answer links to readings, and follows those links.
    ///
    /// A link does not promise that what it leads to will answer; of what has just been made, 404 and 410 say that it is not there.
    func followLinks(of create: Operation) async throws(End) {
        let draft = completed(base(of: create), seed: 6)
        guard let trial = try await sendValid("to follow its links", draft), trial.wentWell, trial.status != 202,
            let judged = trial.test.judged
        else { return }
        let response = trial.exchange.response
        for lead in Lead.all(of: judged, answered: response, trial.exchange.answer, in: contract)
        where lead.target.method == .get {
            guard let reading = self.draft(along: lead),
                let read = try await sendValid("by a link of \(create.id)", reading),
                [404, 410].contains(read.status)
            else { continue }
            try await settle(
                finding(
                    .notAvailable, lead.target, "by a link of \(create.id)",
                    "what was made is not where its link leads",
                    found: String(read.status), expected: "what was made", [trial.exchange, read.exchange]),
                [trial, read])
        }
    }

    /// The least request that a link leads to; nil where it leaves a part of the path open.
    private func draft(along lead: Lead) -> Draft? {
        guard lead.target.path.parameterNames.isEmpty || lead.thing != nil else { return nil }
        var draft = reduced(base(of: lead.target))
        for (index, parameter) in lead.target.parameters.enumerated() {
            guard let value = lead.values[parameter.name] else { continue }
            draft.values[index] = value
        }
        return draft
    }
}

extension Operation {
    /// Whether what it makes is told of by links.
    var linksToWhatItMakes: Bool {
        method == .post
            && responses.contains { response in
                if case .exact(200...299) = response.status { !response.links.isEmpty } else { false }
            }
    }
}
