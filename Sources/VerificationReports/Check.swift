// What can be found wrong: each kind has a name that never changes, a section in the documentation and a switch.

package import OpenAPIContract

/// A kind of finding. The raw value is stable.
package enum Check: String, Sendable, Hashable, CaseIterable {
    // What the judge of a single exchange says.
    case undeclaredStatus = "undeclared-status"
    case contentType = "content-type"
    case missingHeader = "missing-header"
    case invalidHeader = "invalid-header"
    case malformedBody = "malformed-body"
    case bodyShape = "body-shape"
    // What the case was sent for.
    case noResponse = "no-response"
    case serverError = "server-error"
    case unexpectedStatus = "unexpected-status"
    case violationAccepted = "violation-accepted"
    case validRefused = "valid-refused"
    case requiredHeaderIgnored = "required-header-ignored"
    case undeclaredMethod = "undeclared-method"
    case optionsAllow = "options-allow"
    case authenticationIgnored = "authentication-ignored"
    // What only several exchanges together show.
    case usedAfterDelete = "used-after-delete"
    case notAvailable = "not-available"
    case notStored = "not-stored"
    case failedCreateStored = "failed-create-stored"
    case failedChangeStored = "failed-change-stored"
    case notListed = "not-listed"
    case pageOverflow = "page-overflow"
    case otherIdentity = "other-identity"
    case timeBudget = "time-budget"
    case criterion
    // What keeps an interaction of a pact from being asked for.
    case providerState = "provider-state"
}

extension Check {
    /// The check of a violation in a response; nil for what only requests break.
    package init?(_ check: Violation.Check) { self.init(rawValue: check.rawValue) }
}

/// Who says whether a check has found something, in a run and when a finding is asked for again.
package enum Judge {
    /// The contract's judge of one answer.
    case answer
    /// What a case was sent for, against its answer.
    case expectation
    /// The oracle of lifecycles, which follows several exchanges.
    case timeline
    /// The times of many answers.
    case times
    /// A workflow's own criteria.
    case workflow
    /// The transport: there is no answer to be judged.
    case transport
}

extension Check {
    /// - Parameter location: where a finding says that it is: two checks are made by more than one judge.
    package func judge(at location: String) -> Judge {
        switch self {
        case .undeclaredStatus, .contentType, .missingHeader, .invalidHeader, .malformedBody, .bodyShape: .answer
        case .serverError, .unexpectedStatus, .validRefused, .requiredHeaderIgnored, .undeclaredMethod, .optionsAllow:
            .expectation
        case .violationAccepted: location.hasSuffix(", readOnly") ? .timeline : .expectation
        case .authenticationIgnored: location == "status afterwards" ? .timeline : .expectation
        case .usedAfterDelete, .notAvailable, .notStored, .failedCreateStored, .failedChangeStored, .notListed,
            .pageOverflow, .otherIdentity:
            .timeline
        case .timeBudget: .times
        case .criterion: .workflow
        case .noResponse, .providerState: .transport
        }
    }

    /// Whether it speaks of how a request was taken, rather than of the answer by itself.
    package var isOfRequests: Bool {
        switch self {
        case .serverError, .unexpectedStatus, .violationAccepted, .validRefused, .requiredHeaderIgnored,
            .undeclaredMethod, .optionsAllow, .authenticationIgnored, .noResponse:
            true
        case .undeclaredStatus, .contentType, .missingHeader, .invalidHeader, .malformedBody, .bodyShape,
            .usedAfterDelete, .notAvailable, .notStored, .failedCreateStored, .failedChangeStored, .notListed,
            .pageOverflow, .otherIdentity, .timeBudget, .criterion, .providerState:
            false
        }
    }
}
