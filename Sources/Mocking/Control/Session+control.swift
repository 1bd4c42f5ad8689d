// A session as the control API reads and changes it.

import JSONSchema
import OpenAPIContract

extension Session {
    var settings: SessionSettings { decide { $0.settings } }

    func change<Result: Sendable>(_ body: (inout SessionSettings) -> Result) -> Result {
        decide { body(&$0.settings) }
    }

    /// The answer for this call, which is used up by it.
    func takeOneOff(_ operation: Operation) -> OneOff? { change { $0.takeOneOff(operation) } }

    /// What rules read and change.
    var state: JSON { decide { $0.rules.json } }

    func write(_ value: JSON, at pointer: JSONPointer, shapes: [JSONShape]) throws(RuleState.WriteFailure) {
        let result = decide { contents -> Result<Void, RuleState.WriteFailure> in
            do throws(RuleState.WriteFailure) {
                try contents.rules.write(value, at: pointer, shapes: shapes)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
