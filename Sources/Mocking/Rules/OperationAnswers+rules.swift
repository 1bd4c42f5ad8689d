// The answers of rules: row 6 of the decision table.

import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension OperationAnswers {
    /// Nil where no rule applies.
    func ruled(by behaviour: Behaviour, _ call: SessionCall) -> KnownAnswer? {
        guard let rules = behaviour.rules[operation.index], !rules.isEmpty else { return nil }
        let parts = behaviour.ruleInputs[operation.index]
        let (question, outcome) = call.session.decide { contents -> (RuleMemo.Question?, RuleOutcome) in
            let question = parts.flatMap { RuleMemo.Question(call, reading: $0, of: contents.rules) }
            if let question, let kept = memo.answer(to: question) { return (question, RuleOutcome.known(kept)) }
            return (question, rules.decide(RuleCall(call), &contents.rules))
        }
        switch outcome {
        case .none: return nil
        case .known(let known): return known
        case .replied(let reply):
            var known = answer(reply, call)
            known.latency = reply.latency
            // What has no body of its own may be a sample, and differ from call to call.
            if let question, reply.changesNothing, reply.body != nil { memo.keep(known, to: question) }
            return known
        case .failed(let failure, let rule): return failed(failure, call, rule: rule)
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
        let decision = Decision.rule(reply.rule)
        let fields = reply.headers.compactMap { header in
            HTTPField.Name(header.name).map { (name: $0, value: header.value) }
        }
        guard let body = reply.body else {
            guard reply.example != nil || !reply.declared.content.isEmpty else {
                return composer.answer(
                    operation, status: reply.status, of: reply.declared, content: nil, fields: fields,
                    decision: decision, to: call.judged)
            }
            let known =
                reply.example.map { example($0, reply.status, call.judged) }
                ?? answer(reply.declared, status: reply.status, to: call.judged, on: call.occasion)
            guard !fields.isEmpty else { return composer.answer(known, because: decision) }
            return composer.answer(
                operation, known, with: fields, of: reply.declared, decision: decision, to: call.judged)
        }
        guard let media = media(of: reply.declared, call.judged) else {
            return notAcceptable(reply.declared.content.map(\.range), call.judged)
        }
        return composer.answer(
            operation, status: reply.status, of: reply.declared, content: (media, body), fields: fields,
            decision: decision, to: call.judged)
    }
}
