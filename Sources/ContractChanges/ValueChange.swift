// The changes of the values that a schema allows.

/// The raw value is the end of the rule's id.
enum ValueChange: String, CaseIterable {
    case schemaAdded = "schema-added"
    case schemaRemoved = "schema-removed"
    case forbidden, allowed

    case typeChanged = "type-changed"
    case typeNarrowed = "type-narrowed"
    case typeWidened = "type-widened"
    case becameNullable = "became-nullable"
    case becameNotNullable = "became-not-nullable"
    case formatAdded = "format-added"
    case formatRemoved = "format-removed"
    case formatChanged = "format-changed"
    case formatNarrowed = "format-narrowed"
    case formatWidened = "format-widened"
    case contentChanged = "content-changed"

    case enumAdded = "enum-added"
    case enumRemoved = "enum-removed"
    case enumValueAdded = "enum-value-added"
    case enumValueRemoved = "enum-value-removed"

    case minimumAdded = "minimum-added"
    case minimumRemoved = "minimum-removed"
    case minimumRaised = "minimum-raised"
    case minimumLowered = "minimum-lowered"
    case maximumAdded = "maximum-added"
    case maximumRemoved = "maximum-removed"
    case maximumRaised = "maximum-raised"
    case maximumLowered = "maximum-lowered"
    case multipleAdded = "multiple-of-added"
    case multipleRemoved = "multiple-of-removed"
    case multipleNarrowed = "multiple-of-narrowed"
    case multipleWidened = "multiple-of-widened"
    case multipleChanged = "multiple-of-changed"

    case minLengthAdded = "min-length-added"
    case minLengthRemoved = "min-length-removed"
    case minLengthRaised = "min-length-raised"
    case minLengthLowered = "min-length-lowered"
    case maxLengthAdded = "max-length-added"
    case maxLengthRemoved = "max-length-removed"
    case maxLengthRaised = "max-length-raised"
    case maxLengthLowered = "max-length-lowered"
    case patternAdded = "pattern-added"
    case patternRemoved = "pattern-removed"
    case patternChanged = "pattern-changed"

    case minItemsAdded = "min-items-added"
    case minItemsRemoved = "min-items-removed"
    case minItemsRaised = "min-items-raised"
    case minItemsLowered = "min-items-lowered"
    case maxItemsAdded = "max-items-added"
    case maxItemsRemoved = "max-items-removed"
    case maxItemsRaised = "max-items-raised"
    case maxItemsLowered = "max-items-lowered"
    case uniqueItemsAdded = "unique-items-added"
    case uniqueItemsRemoved = "unique-items-removed"
    case containsAdded = "contains-added"
    case containsRemoved = "contains-removed"
    case minContainsRaised = "min-contains-raised"
    case minContainsLowered = "min-contains-lowered"
    case maxContainsAdded = "max-contains-added"
    case maxContainsRemoved = "max-contains-removed"
    case maxContainsRaised = "max-contains-raised"
    case maxContainsLowered = "max-contains-lowered"

    case minPropertiesAdded = "min-properties-added"
    case minPropertiesRemoved = "min-properties-removed"
    case minPropertiesRaised = "min-properties-raised"
    case minPropertiesLowered = "min-properties-lowered"
    case maxPropertiesAdded = "max-properties-added"
    case maxPropertiesRemoved = "max-properties-removed"
    case maxPropertiesRaised = "max-properties-raised"
    case maxPropertiesLowered = "max-properties-lowered"
    case additionalForbidden = "additional-properties-forbidden"
    case additionalAllowed = "additional-properties-allowed"
    case dependentRequiredAdded = "dependent-required-added"
    case dependentRequiredRemoved = "dependent-required-removed"

    case addedRequired = "added-required"
    case addedOptional = "added-optional"
    case removedRequired = "removed-required"
    case removedOptional = "removed-optional"
    case removedForbidden = "removed-and-forbidden"
    case becameRequired = "became-required"
    case becameOptional = "became-optional"
    case becameReadOnly = "became-read-only"
    case becameNotReadOnly = "became-not-read-only"
    case becameWriteOnly = "became-write-only"
    case becameNotWriteOnly = "became-not-write-only"

    case oneOfAdded = "one-of-added"
    case oneOfRemoved = "one-of-removed"
    case anyOfAdded = "any-of-added"
    case anyOfRemoved = "any-of-removed"
    case alternativesAdded = "alternatives-added"
    case alternativesRemoved = "alternatives-removed"
    case alternativesRestructured = "alternatives-restructured"
    case discriminatorAdded = "discriminator-added"
    case discriminatorRemoved = "discriminator-removed"
    case discriminatorPropertyChanged = "discriminator-property-changed"
    case discriminatorValueAdded = "discriminator-value-added"
    case discriminatorValueRemoved = "discriminator-value-removed"
    case notAdded = "not-added"
    case notRemoved = "not-removed"
    case notChanged = "not-changed"
    case conditionAdded = "condition-added"
    case conditionRemoved = "condition-removed"
    case conditionChanged = "condition-changed"

    case defaultChanged = "default-changed"
    case becameDeprecated = "became-deprecated"
    case reactivated

    var effect: ChangeEffect {
        switch self {
        case .schemaAdded, .forbidden, .typeNarrowed, .becameNotNullable, .formatAdded, .formatNarrowed, .enumAdded,
            .enumValueRemoved, .minimumAdded, .minimumRaised, .maximumAdded, .maximumLowered, .multipleAdded,
            .multipleNarrowed, .minLengthAdded, .minLengthRaised, .maxLengthAdded, .maxLengthLowered, .patternAdded,
            .minItemsAdded, .minItemsRaised, .maxItemsAdded, .maxItemsLowered, .uniqueItemsAdded, .containsAdded,
            .minContainsRaised, .maxContainsAdded, .maxContainsLowered, .minPropertiesAdded, .minPropertiesRaised,
            .maxPropertiesAdded, .maxPropertiesLowered, .additionalForbidden, .dependentRequiredAdded, .addedRequired,
            .becameRequired, .oneOfRemoved, .anyOfRemoved, .alternativesAdded, .discriminatorValueRemoved, .notAdded,
            .conditionAdded:
            .narrows
        case .schemaRemoved, .allowed, .typeWidened, .becameNullable, .formatRemoved, .formatWidened, .enumRemoved,
            .enumValueAdded, .minimumRemoved, .minimumLowered, .maximumRemoved, .maximumRaised, .multipleRemoved,
            .multipleWidened, .minLengthRemoved, .minLengthLowered, .maxLengthRemoved, .maxLengthRaised,
            .patternRemoved, .minItemsRemoved, .minItemsLowered, .maxItemsRemoved, .maxItemsRaised,
            .uniqueItemsRemoved, .containsRemoved, .minContainsLowered, .maxContainsRemoved, .maxContainsRaised,
            .minPropertiesRemoved, .minPropertiesLowered, .maxPropertiesRemoved, .maxPropertiesRaised,
            .dependentRequiredRemoved, .becameOptional, .oneOfAdded, .anyOfAdded, .alternativesRemoved,
            .discriminatorValueAdded, .notRemoved, .conditionRemoved:
            .widens
        case .typeChanged, .formatChanged, .contentChanged, .multipleChanged, .alternativesRestructured,
            .discriminatorPropertyChanged:
            .replaces
        case .patternChanged, .notChanged, .conditionChanged, .discriminatorRemoved: .unknown
        case .addedOptional: .nothing
        case .additionalAllowed: .said(request: .note, response: .warning)
        case .removedRequired: .said(request: .warning, response: .breaking)
        case .removedOptional: .unknown
        case .removedForbidden: .said(request: .breaking, response: .breaking)
        // A client cannot send what is read-only, and no longer receives what is write-only.
        case .becameReadOnly: .said(request: .warning, response: .note)
        case .becameNotReadOnly: .nothing
        case .becameWriteOnly: .said(request: .note, response: .breaking)
        case .becameNotWriteOnly: .nothing
        case .defaultChanged: .said(request: .warning, response: .note)
        case .discriminatorAdded, .becameDeprecated, .reactivated: .nothing
        }
    }

    /// Whether it can only be said of a property.
    var isOfProperties: Bool {
        switch self {
        case .addedRequired, .addedOptional, .removedRequired, .removedOptional, .removedForbidden, .becameRequired,
            .becameOptional, .becameReadOnly, .becameNotReadOnly, .becameWriteOnly, .becameNotWriteOnly:
            true
        default: false
        }
    }
}
