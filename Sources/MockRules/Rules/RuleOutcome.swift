// The first rule that applies, carried out: row 6 of the decision table.

import CEL
package import JSONValues
package import OpenAPIContract

/// What the rules of an operation made of a request.
package enum RuleOutcome: Sendable {
    /// No rule applies.
    case none
    case replied(RuleReply)
    case failed(RuleFailure, rule: String)
}

/// What a rule answers, its expressions evaluated.
package struct RuleReply: Sendable {
    /// The one that applied.
    package let rule: Rule
    /// A header whose value is nil is left out.
    package let headers: [(name: String, value: JSON?)]
    /// Nil where the reply says none.
    package let body: JSON?
    /// What is sent as it is.
    package let content: [UInt8]?

    /// Whether the state is as it was.
    package var changesNothing: Bool { rule.changesNothing }
    /// One that the operation declares.
    package var status: Int { rule.status }
    /// The response that the status falls under.
    package var declared: ResponseSpec { rule.reply.declared }
    /// The name of an example of the response.
    package var example: String? { rule.reply.example }
    /// In place of the operation's.
    package var latency: LatencyModel? { rule.reply.latency }
    /// In place of the operation's answer.
    package var fault: Fault? { rule.reply.fault }
}

extension [Rule] {
    /// Evaluates rules in their order. The changes of the one that applies are all made, or none of them.
    package func decide(_ call: RuleCall, _ state: inout RuleState) -> RuleOutcome {
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
