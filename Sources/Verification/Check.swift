// What can be found wrong: each kind has a name that never changes, a section in the documentation and a switch.

import OpenAPIContract

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
}

extension Check {
    /// The check of a violation in a response; nil for what only requests break.
    init?(_ check: Violation.Check) { self.init(rawValue: check.rawValue) }
}
