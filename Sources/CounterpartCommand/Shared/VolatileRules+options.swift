// `--volatile` and `--exact`.

import JSONValues
import Recordings

extension VolatileRules {
    /// The usual rules, or none of them with `--exact`, and what `--volatile` names.
    init(exact: Bool, volatile names: [String]) throws {
        self = exact ? .none : VolatileRules()
        for name in names {
            do throws(JSONPointer.SyntaxError) {
                try add(name)
            } catch {
                throw CommandFailure("--volatile \(name): \(error.description)")
            }
        }
    }
}
