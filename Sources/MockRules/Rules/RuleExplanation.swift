// What the conditions of rules made of a request, for people.

import CEL
import Expressions
package import JSONValues

/// A rule that was asked for a request, and what its condition came to.
package struct RuleExplanation: Sendable {
    /// `rule 2, mock.yaml:71:7`
    package let name: String
    /// As the mock file has it; nil where it has none.
    package let condition: JSON?
    /// Nil where it has no value: it failed.
    package let holds: Bool?
    /// What the condition starts from: `params.user_id` with the value that it has; nil where it has none, or one that is no JSON.
    package let values: [(expression: String, value: JSON?)]
    /// The names of the state that the condition reads; nil where it may read any.
    package let reads: Set<String>?
}

extension Rule {
    /// The names of the state that it changes, out of all of them in their order.
    package func changed(of names: [String]) -> [String] {
        changes.flatMap { change -> [Int] in
            switch change {
            case .insert(let index, _), .update(let index, _, _), .upsert(let index, _, _), .remove(let index, _):
                [index]
            case .set(let settings): settings.map(\.index)
            }
        }.compactMap { names.indices.contains($0) ? names[$0] : nil }
    }
}

extension [Rule] {
    /// The rules in their order, up to the first that applies to the call, or to the one of that name.
    package func explanations(_ call: RuleCall, _ state: RuleState, until name: String) -> [RuleExplanation] {
        let bindings = call.bindings(state, for: [.request, .session, .seed])
        var told: [RuleExplanation] = []
        for rule in self {
            told.append(rule.explanation(bindings))
            if rule.name == name { break }
        }
        return told
    }
}

extension Rule {
    fileprivate func explanation(_ bindings: CELBindings) -> RuleExplanation {
        var holds: Bool? = true
        let inputs = condition?.expression.inputs ?? CELInputs()
        if let condition {
            do throws(RuleFailure) { holds = try condition.holds(bindings) } catch { holds = nil }
        }
        return RuleExplanation(
            name: name, condition: writtenCondition, holds: holds, values: condition?.operandValues(bindings) ?? [],
            reads: inputs.variables.contains("state") ? nil : inputs.fields["state"] ?? [])
    }
}

extension CheckedExpression {
    /// What the whole was checked for, its parts fit as well: they are evaluated without types.
    private static let environment: CELEnvironment = {
        var environment = CELEnvironment(
            variables: Dictionary(
                uniqueKeysWithValues: ["params", "state", "identity", "now", "call", "request", "session", "seed"]
                    .map { ($0, CELType.dyn) }), numbers: .adapting)
        environment.checking = .deferred
        for function in CELFunction.ofRules { environment.declare(function) }
        return environment
    }()

    fileprivate func operandValues(_ bindings: CELBindings) -> [(expression: String, value: JSON?)] {
        let named = definitions.map { (name: $0.key, source: $0.value.source) }.sorted { $0.name < $1.name }
        let known = CELDefinitions.compile(named, environment: Self.environment).definitions
        return text.source.operands.map { operand in
            let compiled = CELExpression.compile(
                CELSource(operand, numbers: .adapting), environment: Self.environment, definitions: known)
            guard let expression = compiled.expression else { return (operand, nil) }
            do throws(ExpressionError) {
                return (operand, try expression.evaluate(bindings, budget: CheckedExpression.budget).json())
            } catch {
                return (operand, nil)
            }
        }
    }
}
