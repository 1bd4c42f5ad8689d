// The answers of rules: row 6 of the decision table.

import Journals
import MockRules
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension OperationAnswers {
    /// Nil where no rule applies.
    func ruled(by behaviour: Behaviour, _ call: SessionCall) -> KnownAnswer? {
        guard let rules = behaviour.rules[operation.index], !rules.isEmpty else { return nil }
        let parts = behaviour.ruleInputs[operation.index]
        let (versions, outcome) = call.session.decide { contents in
            (parts.map { contents.rules.versions(of: $0) }, rules.decide(RuleCall(call), &contents.rules))
        }
        switch outcome {
        case .none:
            call.rulesDecided(versions)
            return nil
        case .replied(let reply):
            call.rulesDecided(reply.changesNothing ? versions : nil)
            return answer(reply, call).taking(reply.latency, fault: reply.fault)
        case .failed(let failure, let rule):
            call.rulesDecided(nil)
            return failed(failure, call, rule: rule)
        }
    }

    /// An expression had no value.
    func failed(_ failure: RuleFailure, _ call: SessionCall, rule: String = "a fault's condition") -> KnownAnswer {
        let problem = Problem(
            status: 500, title: "A rule failed",
            detail: "\(failure.message) (\(failure.place)). The state is as it was before the request.")
        return composer.answer(operation, problem, .failedRule(rule), to: call.judged)
    }

    private func answer(_ reply: RuleReply, _ call: SessionCall) -> KnownAnswer {
        let decision = Decision.rule(reply.rule.name)
        let fields = reply.headers.compactMap { header in
            HTTPField.Name(header.name).map { (name: $0, value: header.value) }
        }
        if let content = reply.content {
            var response = Response(status: reply.status, body: content)
            response.headers.set(fields, of: reply.declared)
            return composer.answer(operation, response, decision, to: call.judged)
        }
        guard let body = reply.body else {
            guard reply.example != nil || !reply.declared.content.isEmpty else {
                return replies.answer(reply, nil, to: call.judged.request) { _ in
                    composer.answer(
                        operation, status: reply.status, of: reply.declared, content: nil, fields: fields,
                        decision: decision, to: call.judged)
                }
            }
            let known =
                reply.example.map { example($0, reply.status, call.judged) }
                ?? answer(reply.declared, status: reply.status, to: call.judged, on: call.key)
            guard !fields.isEmpty else { return composer.answer(known, because: decision) }
            return composer.answer(
                operation, known, with: fields, of: reply.declared, decision: decision, to: call.judged)
        }
        guard let media = media(of: reply.declared, call.judged) else {
            return notAcceptable(reply.declared.content.map(\.range), call.judged)
        }
        return replies.answer(reply, media, to: call.judged.request) { precedent in
            composer.answer(
                operation, status: reply.status, of: reply.declared, content: (media, body), fields: fields,
                decision: decision, precedent: precedent, to: call.judged)
        }
    }
}
