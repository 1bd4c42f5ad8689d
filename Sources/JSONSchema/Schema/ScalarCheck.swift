// What a schema asks of a scalar, flattened where it is little.

package import JSONValues

/// Types, bounds, lengths and formats that a schema and those it refers to ask for. It says yes without any of what a validation
/// needs; where it does not, the schema has to be asked.
package struct ScalarCheck: Sendable {
    private(set) var types: [TypeSet] = []
    private(set) var minima: [Bound] = []
    private(set) var maxima: [Bound] = []
    private(set) var lengths: [ClosedRange<Int>] = []
    private(set) var formats: [Format] = []
    /// One value of each has to be it.
    private(set) var enumerations: [[JSON]] = []

    /// References that are followed; a longer chain is no matter of little.
    private static let mostSchemas = 16

    /// Nil where the schema asks for something else of scalars.
    package init?(_ schema: Schema) {
        var pending = [schema.id]
        var count = 0
        while let id = pending.popLast() {
            count += 1
            guard count <= Self.mostSchemas else { return nil }
            for keyword in schema[id].node.keywords {
                switch keyword {
                case .type(let types): self.types.append(types)
                case .minimum(let bound): minima.append(bound)
                case .maximum(let bound): maxima.append(bound)
                case .minLength(let least): lengths.append(max(least, 0)...Int.max)
                case .maxLength(let most): lengths.append(0...max(most, 0))
                case .format(let format, let asserted): if asserted { formats.append(format) }
                case .enumeration(let values): enumerations.append(values)
                case .reference(let reference): pending.append(reference.target)
                case .allOf(let schemas): pending += schemas
                case .minItems, .maxItems, .uniqueItems, .items, .contains, .minProperties, .maxProperties, .required,
                    .properties, .propertyNames, .dependentRequired, .dependentSchemas:
                    // Of no scalar.
                    break
                case .never, .const, .multipleOf, .pattern, .content, .dynamicReference, .anyOf, .oneOf,
                    .not, .conditional, .subtypes, .unevaluatedItems, .unevaluatedProperties:
                    return nil
                }
            }
        }
    }

    /// Whether the schema surely accepts the value.
    package func accepts(_ value: JSON) -> Bool {
        guard enumerations.isEmpty || enumerations.allSatisfy({ $0.contains(value) }) else { return false }
        switch value {
        case .number(let number):
            // What is written otherwise may be an integer too: that depends on the dialect.
            let isInteger = number.isWrittenAsInteger
            return types.allSatisfy { $0.contains(.number) || (isInteger && $0.contains(.integer)) }
                && minima.allSatisfy { $0.exclusive ? number > $0.value : number >= $0.value }
                && maxima.allSatisfy { $0.exclusive ? number < $0.value : number <= $0.value }
                && formats.allSatisfy { $0.accepts(number) }
        case .string(let string):
            return types.allSatisfy { $0.contains(.string) }
                && (lengths.isEmpty || has(lengthOf: string)) && formats.allSatisfy { $0.accepts(string) }
        case .bool: return types.allSatisfy { $0.contains(.boolean) }
        case .null: return types.allSatisfy { $0.contains(.null) }
        case .array, .object: return false
        }
    }

    private func has(lengthOf string: String) -> Bool {
        let count = string.unicodeScalars.count
        return lengths.allSatisfy { $0.contains(count) }
    }
}
