// Which fault is injected into an answer: row 2 of the decision table.

import MockRules
import HTTPExchange
import OpenAPIContract
import Sampling

extension Mock {
    /// The first fault that applies.
    func injectedFault(_ call: SessionCall) -> Result<InjectedFault?, RuleFailure> {
        if profile(call) == .offline { return .success(InjectedFault(fault: .reset, rule: "profile offline")) }
        guard !(call.settings.faults?.rules ?? behaviour.faults).isEmpty else { return .success(nil) }
        return call.session.decide { contents in
            let set = contents.settings.faults
            for (index, fault) in (set?.rules ?? behaviour.faults).enumerated() {
                do throws(RuleFailure) {
                    let injected = try fault.injectedFault(
                        RuleCall(call), contents.rules, &contents.faults[index],
                        since: set?.since ?? call.session.started,
                        seed: options.seed, index: index)
                    if let injected { return .success(injected) }
                } catch {
                    return .failure(error)
                }
            }
            return .success(nil)
        }
    }
}
