// One difference between two contracts: the rule it falls under, and where it shows.

package import SourceDocuments

/// How grave a change is for those who keep to the old contract.
package enum ChangeSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// What the old contract allowed is refused, or what it promised may not come.
    case breaking
    /// It breaks some clients, and the contract does not say which.
    case warning
    /// A client that keeps to the old contract is not affected.
    case note

    private var rank: Int {
        switch self {
        case .breaking: 0
        case .warning: 1
        case .note: 2
        }
    }

    /// The graver ones come first.
    package static func < (left: ChangeSeverity, right: ChangeSeverity) -> Bool { left.rank < right.rank }
}

/// A change, once for each place of the contracts, however many operations it shows in.
package struct ContractChange: Sendable {
    /// The rule that the change falls under.
    package let rule: ChangeRule
    /// One sentence, without a full stop.
    package let message: String
    /// Where the old contract says it; nil where it says nothing of it.
    package let before: Place?
    /// Where it stands in the new contract; nil for what was removed.
    package let after: Place?
    /// The places where it shows; never empty.
    package internal(set) var occurrences: [Occurrence]

    /// One place where the change shows.
    package struct Occurrence: Sendable, Hashable {
        /// `GET /pets/{id}` as the new contract writes it, else as the old one; `components` for what all operations share.
        package let operation: String
        /// The part of it.
        let part: ChangedPart
        /// Within the part's value: `/owner/name`.
        let path: String

        /// `response 200, application/json, at /owner/name`; empty for the operation itself.
        package var location: String { path.isEmpty ? "\(part)" : "\(part), at \(path)" }
    }

    /// Whom it hits among those whose use is known; nil where nothing is known of any.
    package internal(set) var users: Users?

    /// Applications that use what has changed.
    package struct Users: Sendable, Hashable {
        /// Sorted; empty where nobody does.
        package internal(set) var names: [String] = []
    }

    /// Whether nobody uses what has changed.
    package var isUnused: Bool { users?.names.isEmpty ?? false }

    /// The severity of its rule.
    package var severity: ChangeSeverity { rule.severity }
}
