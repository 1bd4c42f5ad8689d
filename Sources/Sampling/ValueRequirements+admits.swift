// Whether a given value is what is asked for.

import RegularExpressions
import JSONValues
import JSONSchema

extension ValueRequirements {
    /// Whether the value satisfies the demand: the schemas in it, and the facts that come from none.
    func admits(_ value: JSON, _ schema: Schema) -> Bool {
        guard schemas.allSatisfy({ schema[$0].accepts(value) }), !excluded.contains(value) else { return false }
        switch value {
        case .null: return types.contains(.null)
        case .bool: return types.contains(.boolean)
        case .number(let number): return types.contains(number.isInteger ? .integer : .number) && admits(number)
        case .string(let text): return types.contains(.string) && admits(text, asserted: true)
        case .array(let elements):
            return types.contains(.array) && (minItems...max(minItems, maxItems)).contains(elements.count)
        case .object(let object):
            return types.contains(.object) && (minProperties...max(minProperties, maxProperties)).contains(object.count)
                && required.allSatisfy { object[$0] != nil } && object.allSatisfy { !forbidden.contains($0.key) }
        }
    }

    func admits(_ number: JSONNumber) -> Bool {
        if let minimum, minimum.exclusive ? number <= minimum.value : number < minimum.value { return false }
        if let maximum, maximum.exclusive ? number >= maximum.value : number > maximum.value { return false }
        return !(notInteger && number.isInteger) && multiples.allSatisfy { number.isMultiple(of: $0) }
            && !notMultiples.contains { number.isMultiple(of: $0) } && !notFormats.contains { $0.accepts(number) }
            && formats.allSatisfy { !$0.asserted || $0.format.accepts(number) }
    }

    /// - Parameter asserted: whether only the formats count that are asserted.
    func admits(_ text: String, asserted: Bool) -> Bool {
        if minLength > 0 || maxLength < .max {
            let count = text.scalarCount
            if count < minLength || count > maxLength { return false }
        }
        return patterns.allSatisfy { $0.matches(in: text) } && !notPatterns.contains { $0.matches(in: text) }
            && formats.allSatisfy { (asserted && !$0.asserted) || $0.format.accepts(text) }
            && !notFormats.contains { $0.accepts(text) }
    }
}
