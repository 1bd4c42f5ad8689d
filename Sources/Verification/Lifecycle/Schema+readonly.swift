// A value for what only the backend sets, to see whether it is taken.

import OpenAPIContract
import JSONSchema
import JSONValues
import Lifecycles
import Sampling

extension Schema {
    /// A text or a number that no backend sets by chance.
    func valueNeverSetByChance(seed: UInt64) -> JSON? {
        guard choices.isEmpty, types != .all else { return nil }
        let sampler = Sampler(self, direction: .response)
        if types.contains(.integer) || types.contains(.number) {
            return ([987_654_321, sampler.largest().value] as [JSON?]).lazy.compactMap(\.self).first {
                $0.isNeverSetByChance && accepts($0, direction: .response)
            }
        }
        guard types.contains(.string), let text = sampler.sample(seed: seed &+ 4_201).value, text.isNeverSetByChance
        else { return nil }
        return text
    }
}
