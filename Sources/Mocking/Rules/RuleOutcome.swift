// The first rule that applies, carried out: row 6 of the decision table.

import CEL
import JSONValues
import OpenAPIContract

/// What the rules of an operation made of a request.
enum RuleOutcome: Sendable {
    /// No rule applies.
    case none
    case replied(RuleReply)
    case failed(RuleFailure, rule: String)
}

/// What a rule answers, its expressions evaluated.
struct RuleReply: Sendable {
    let rule: String
    /// Whether the state is as it was.
    let changesNothing: Bool
    let status: Int
    let declared: ResponseSpec
    /// A header whose value is nil is left out.
    let headers: [(name: String, value: JSON?)]
    let body: JSON?
    let example: String?
    let latency: LatencyModel?
}

extension [Rule] {
    /// Evaluates rules in their order. The changes of the one that applies are all made, or none of them.
    func decide(_ call: RuleCall, _ state: inout RuleState) -> RuleOutcome {
        var bindings = call.bindings(state, withRequest: contains(where: \.readsRequest))
        var undo: [Rule.Change.Undo] = []
        for rule in self {
            do throws(RuleFailure) {
                guard try rule.condition?.holds(bindings) ?? true else { continue }
                for change in rule.changes { try change.apply(to: &state, &bindings, undo: &undo) }
                return .replied(try rule.reply(bindings))
            } catch {
                for change in undo.reversed() { change.apply(to: &state) }
                return .failed(error, rule: rule.name)
            }
        }
        return .none
    }
}

extension Rule {
    fileprivate func reply(_ bindings: CELBindings) throws(RuleFailure) -> RuleReply {
        var headers: [(name: String, value: JSON?)] = []
        for header in reply.headers {
            let value = try header.value.json(bindings)
            headers.append((header.name, value.isNull ? Optional<JSON>.none : value))
        }
        return RuleReply(
            rule: name, changesNothing: changes.isEmpty, status: reply.status, declared: reply.declared,
            headers: headers,
            body: try reply.body?.json(bindings), example: reply.example, latency: reply.latency)
    }
}
