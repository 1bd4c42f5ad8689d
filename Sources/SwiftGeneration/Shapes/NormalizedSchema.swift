// The schema that another one stands for, where it adds nothing to it that a type could say.

import JSONValues
import JSONSchema

/// Follows references, `allOf` of one and alternatives to null down to the schema that says which values there are.
struct NormalizedSchema {
    private(set) var schema: Schema
    /// Null may stand in its place.
    private(set) var isNullable = false

    init(_ schema: Schema) {
        self.schema = schema
        var seen: Set<Schema> = [schema]
        while let next = Self.step(self.schema, &isNullable), seen.insert(next).inserted { self.schema = next }
    }

    /// Whether the schema has a name of its own in the contract.
    static func isNamed(_ schema: Schema) -> Bool { schema.place.name != nil }

    private static func step(_ schema: Schema, _ isNullable: inout Bool) -> Schema? {
        let node = schema.node
        var targets: [Schema] = []
        var foundNull = node.dialect == .openAPI30 && node.annotation("nullable")?.bool == true
        for keyword in node.keywords {
            switch keyword {
            case .reference(let reference): targets.append(schema[reference.target])
            case .dynamicReference(let reference): targets.append(schema[reference.initial])
            case .allOf(let ids): targets += ids.map { schema[$0] }.filter { !$0.hasNoEffectOnType }
            case .anyOf(let alternatives), .oneOf(let alternatives):
                let branches = alternatives.schemas.map { schema[$0] }
                let constraining = branches.filter { !$0.isNull }
                guard constraining.count == 1, alternatives.discriminator == nil else { return nil }
                if constraining.count < branches.count { foundNull = true }
                targets += constraining
            case .type(let types):
                // Beside a reference it only repeats what that says.
                if types.contains(.null), types != .all, types != .null { foundNull = true }
            case .never, .enumeration, .const, .items, .required, .properties, .dependentSchemas, .conditional,
                .unevaluatedItems, .unevaluatedProperties, .subtypes:
                return nil
            case .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .minItems, .maxItems, .uniqueItems,
                .contains, .minProperties, .maxProperties, .propertyNames, .dependentRequired, .not, .format, .content:
                break
            }
        }
        guard targets.count == 1 else { return nil }
        if foundNull { isNullable = true }
        return targets[0]
    }
}

extension Schema {
    /// `type: null` and nothing else.
    var isNull: Bool {
        let constraints = Constraints([self])
        return constraints.isTyped && constraints.types == .null
            || constraints.values.map { $0.allSatisfy(\.isNull) } ?? false
    }

    /// Annotations and limits alone: nothing that would change a type.
    var hasNoEffectOnType: Bool {
        node.keywords.allSatisfy { keyword in
            switch keyword {
            case .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .minItems, .maxItems, .uniqueItems,
                .contains, .minProperties, .maxProperties, .propertyNames, .dependentRequired, .not:
                true
            case .type(let types): types.contains(.object)
            default: false
            }
        } && node.formatName == nil
    }
}
