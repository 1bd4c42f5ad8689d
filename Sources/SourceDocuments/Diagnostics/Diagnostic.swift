// What is wrong with a contract: a value with its severity, a stable code, the place and the remedy.

/// A finding about a document, collected while it is loaded or checked. Nothing is printed here.
package struct Diagnostic: Sendable, Hashable {
    /// How heavy a finding is: only an error keeps a document from being used.
    package enum Severity: String, Sendable, Comparable {
        /// Legal, and worth knowing.
        case note
        /// Odd, misleading or against the letter of the standard; the contract can still be used.
        case warning
        /// The contract, or this part of it, cannot be used.
        case error

        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    package var severity: Severity
    /// The kind of finding, by the name that the documentation lists it under.
    package let code: DiagnosticCode
    /// One sentence, without a place.
    package let message: String
    package let found: String?
    package let expected: String?
    /// What to do about it.
    package let remedy: String?
    package let place: Place?

    /// - Parameter severity: nil: that of the code.
    package init(
        _ code: DiagnosticCode, _ message: String, found: String? = nil, expected: String? = nil, remedy: String? = nil,
        severity: Severity? = nil, at place: Place?
    ) {
        self.severity = severity ?? code.severity
        self.code = code
        self.message = message
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.place = place
    }
}
