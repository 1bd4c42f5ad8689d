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
    let rule: Rule
    /// A header whose value is nil is left out.
    let headers: [(name: String, value: JSON?)]
    let body: JSON?
    /// What is sent as it is.
    let content: [UInt8]?

    /// Whether the state is as it was.
    var changesNothing: Bool { rule.changes.isEmpty }
    var status: Int { rule.reply.status }
    var declared: ResponseSpec { rule.reply.declared }
    var example: String? { rule.reply.example }
    var latency: LatencyModel? { rule.reply.latency }
    var fault: Fault? { rule.reply.fault }
}

extension [Rule] {
    /// Evaluates rules in their order. The changes of the one that applies are all made, or none of them.
    func decide(_ call: RuleCall, _ state: inout RuleState) -> RuleOutcome {
        var bindings = call.bindings(state, for: reduce(into: []) { $0.formUnion($1.reads) })
        var undo: [Rule.Change.Undo] = []
        for rule in self {
            do throws(RuleFailure) {
                guard try rule.applies(to: call.judgement, state, bindings) else { continue }
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
            rule: self, headers: headers, body: try reply.body?.json(bindings),
            content: try reply.content?.bytes(bindings) ?? reply.file)
    }
}
