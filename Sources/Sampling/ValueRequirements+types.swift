// Which type a value is of, where a schema leaves it open.

import JSONSchema

extension ValueRequirements {
    /// The type that a schema goes on about: that is what it means, even where it does not say so.
    var meantType: TypeSet? { richestTypes.first(where: constrains) }

    /// The types by how much their values say.
    var richestTypes: [TypeSet] { [.object, .array, .string, .number, .boolean, .null].filter(isPossible) }

    /// The types by how little their values need.
    var simplestTypes: [TypeSet] { [.number, .string, .boolean, .null, .array, .object].filter(isPossible) }

    /// `number` includes integers.
    private func isPossible(_ type: TypeSet) -> Bool {
        types.contains(type) || (type == .number && types.contains(.integer))
    }

    /// Whether it asks something of values of the type.
    private func constrains(_ type: TypeSet) -> Bool {
        switch type {
        case .object:
            !properties.isEmpty || !required.isEmpty || minProperties > 0 || maxProperties < .max || !names.isEmpty
                || !members.isEmpty || !dependencies.isEmpty || !unevaluatedProperties.isEmpty || !misnamed.isEmpty
        case .array:
            !items.isEmpty || !containing.isEmpty || minItems > 0 || maxItems < .max || unique || repeats
                || !unevaluatedItems.isEmpty || !elements.isEmpty || !everyElement.isEmpty
        case .string:
            minLength > 0 || maxLength < .max || !patterns.isEmpty || !contents.isEmpty
                || formats.contains { !$0.format.isNumeric }
        case .number:
            minimum != nil || maximum != nil || !multiples.isEmpty || !notMultiples.isEmpty
                || formats.contains { $0.format.isNumeric }
        default: false
        }
    }
}
