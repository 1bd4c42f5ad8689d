// How much a finding weighs: what the contract says in as many words, what is likely wrong, and what is worth knowing.

/// The degree of a finding, the heaviest first.
package enum Degree: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The contract says so in as many words, and the exchange breaks it.
    case violation
    /// Likely wrong, but a right backend may do so.
    case suspicion
    /// What a contract need not describe.
    case note

    /// The heavier one is less.
    package static func < (left: Degree, right: Degree) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .violation: 0
        case .suspicion: 1
        case .note: 2
        }
    }

    /// `violations`
    var plural: String { rawValue + "s" }
}

extension Check {
    /// What a finding of the check weighs where the exchange says nothing else, see `Finding.degree`.
    package var degree: Degree {
        switch self {
        case .undeclaredStatus, .contentType, .missingHeader, .invalidHeader, .malformedBody, .bodyShape, .noResponse,
            .serverError, .unexpectedStatus, .authenticationIgnored, .usedAfterDelete, .notAvailable, .notStored,
            .failedCreateStored, .failedChangeStored, .notListed, .pageOverflow, .otherIdentity, .timeBudget,
            .criterion, .providerState:
            .violation
        // A schema cannot say that a product must exist, and accepting more than the contract allows breaks no client.
        case .violationAccepted, .validRefused, .requiredHeaderIgnored: .suspicion
        // A contract may describe the part of an API that one app uses.
        case .undeclaredMethod, .optionsAllow: .note
        }
    }
}
