// Whether a fault strikes a request: row 2 of the decision table.

import HTTPExchange
import OpenAPIContract
import Sampling

extension Mock {
    /// The first fault that strikes.
    func strike(_ call: SessionCall) -> Result<Strike?, RuleFailure> {
        if profile(call) == .offline { return .success(Strike(fault: .reset, rule: "profile offline")) }
        guard !(call.settings.faults?.rules ?? behaviour.faults).isEmpty else { return .success(nil) }
        return call.session.decide { contents in
            let set = contents.settings.faults
            for (index, fault) in (set?.rules ?? behaviour.faults).enumerated() {
                do throws(RuleFailure) {
                    let strike = try fault.strike(
                        call, contents.rules, &contents.faults[index], since: set?.since ?? call.session.started,
                        seed: options.seed, index: index)
                    if let strike { return .success(strike) }
                } catch {
                    return .failure(error)
                }
            }
            return .success(nil)
        }
    }
}
