// Describes a change of a value in a sentence.

extension ValueComparison.Difference {
    var message: String {
        let name = property.map { "'\($0)'" } ?? "it"
        switch change {
        case .schemaAdded: return "anything was allowed, which is restricted now"
        case .schemaRemoved: return "anything is allowed now, which was restricted"
        case .forbidden: return "nothing is allowed here any more"
        case .allowed: return "something is allowed here now"
        case .becameNullable: return "null is allowed now"
        case .becameNotNullable: return "null is not allowed any more"
        case .enumAdded: return "only these are allowed now: \(now ?? "")"
        case .enumRemoved: return "not only these are allowed any more: \(was ?? "")"
        case .enumValueAdded: return "the value \(now ?? "") is new"
        case .enumValueRemoved: return "the value \(was ?? "") is gone"
        case .uniqueItemsAdded: return "no two elements may be equal any more"
        case .uniqueItemsRemoved: return "elements may be equal now"
        case .additionalForbidden: return "no other properties are allowed any more"
        case .additionalAllowed: return "other properties are allowed now"
        case .dependentRequiredAdded: return "\(now ?? "") now"
        case .dependentRequiredRemoved: return "\(was ?? "") no more"
        case .addedRequired: return "\(name) is new, and required\(Renames.hint(from: otherName))"
        case .addedOptional: return "\(name) is new\(Renames.hint(from: otherName))"
        case .removedRequired: return "\(name) is gone; it was required\(Renames.hint(to: otherName))"
        case .removedOptional: return "\(name) is gone; it was optional\(Renames.hint(to: otherName))"
        case .removedForbidden:
            return "\(name) is gone, and no other properties are allowed\(Renames.hint(to: otherName))"
        case .becameRequired: return "\(name) became required"
        case .becameOptional: return "\(name) became optional"
        case .becameReadOnly: return "\(name) is only read now: it is not sent any more"
        case .becameNotReadOnly: return "\(name) is no longer only read"
        case .becameWriteOnly: return "\(name) is only written now: it does not come any more"
        case .becameNotWriteOnly: return "\(name) is no longer only written"
        case .oneOfAdded, .anyOfAdded: return "the alternative \(now ?? "") is new"
        case .oneOfRemoved, .anyOfRemoved: return "the alternative \(was ?? "") is gone"
        case .alternativesAdded: return "it must be one of these now: \(now ?? "")"
        case .alternativesRemoved: return "it need not be one of these any more: \(was ?? "")"
        case .alternativesRestructured:
            return "what was one value is one of several now, or the reverse; none is as it was"
        case .discriminatorAdded: return "'\(now ?? "")' tells the alternatives apart now"
        case .discriminatorRemoved: return "'\(was ?? "")' no longer tells the alternatives apart"
        case .discriminatorValueAdded: return "the discriminator's value \(now ?? "") is new"
        case .discriminatorValueRemoved: return "the discriminator's value \(was ?? "") is gone"
        case .becameDeprecated: return "it is deprecated"
        case .reactivated: return "it is no longer deprecated"
        default: return limitMessage
        }
    }

    /// Of keywords that have a value on either side.
    private var limitMessage: String {
        switch (was, now) {
        case (let was?, let now?): "\(noun): \(was) before, \(now) now"
        case (nil, let now?): "\(noun) \(now) is new"
        case (let was?, nil): "\(noun) \(was) is gone"
        case (nil, nil): "\(noun) has changed"
        }
    }

    private var noun: String {
        switch change {
        case .typeChanged, .typeNarrowed, .typeWidened: "type"
        case .discriminatorPropertyChanged: "discriminator"
        case .contentChanged: "content"
        case .formatAdded, .formatRemoved, .formatChanged, .formatNarrowed, .formatWidened: "format"
        case .conditionAdded, .conditionRemoved, .conditionChanged: "the condition"
        case .notAdded, .notRemoved, .notChanged: "not"
        case .containsAdded, .containsRemoved: "contains"
        case .defaultChanged: "default"
        default: after?.keyword ?? before?.keyword ?? change.rawValue
        }
    }
}
